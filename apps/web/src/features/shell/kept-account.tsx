import { formatDateTime } from '#shared/i18n/format.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { Notice } from '#shared/ui/feedback/alert.tsx';
import { useAuth } from '#state/auth.ts';

/** Says that the sign-in cancelled the deletion of the account, until the profile is loaded again. */
export function KeptAccountNotice() {
  const t = useT();
  const dueAt = useAuth((state) => state.profile?.cancelledDeletion);
  if (dueAt === undefined) return null;
  return (
    <Notice tone="success" title={t('shell.keptAccount.title')} className="mb-6 max-w-[56rem]">
      {t('shell.keptAccount.text', { time: formatDateTime(dueAt) })}
    </Notice>
  );
}
