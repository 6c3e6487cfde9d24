import { useRead } from '#shared/api/queries.ts';
import { formatDateTime, formatNumber } from '#shared/i18n/format.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { Notice } from '#shared/ui/feedback/alert.tsx';

/** Shows whether the log is unchanged since it was written. */
export function ChainNotice() {
  const t = useT();
  const { data: state } = useRead('GET /vid/api/admin/audit/state', {});
  if (!state) return null;
  const { sealedAt, checkedAt, problemSeal, problem } = state;
  const sealed = sealedAt !== null && t('admin.audit.sealed', { time: formatDateTime(sealedAt) });
  if (problem !== null)
    return (
      <Notice tone="error" title={t('admin.audit.broken')} className="mb-4">
        <p>{t('admin.audit.broken.text', { seal: formatNumber(problemSeal ?? 0) })}</p>
      </Notice>
    );
  if (checkedAt === null)
    return (
      <Notice title={t('admin.audit.unchecked')} className="mb-4">
        {sealed}
      </Notice>
    );
  return (
    <Notice
      tone="success"
      title={t('admin.audit.intact', { time: formatDateTime(checkedAt) })}
      className="mb-4"
    >
      {sealed}
    </Notice>
  );
}
