import { formatDateTime } from '#shared/i18n/format.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { cx } from '#shared/lib/cx.ts';
import { Badge } from '#shared/ui/badge.tsx';
import type { Attempt } from './webhooks.ts';

/** Shows the receiver's response to one attempt as plain text, because the response is untrusted. */
export function AttemptView({ attempt, className }: { attempt: Attempt; className?: string }) {
  const t = useT();
  const { responseStatus, error, response } = attempt;
  const isDelivered = responseStatus !== null && responseStatus >= 200 && responseStatus < 300;
  return (
    <div className={cx('min-w-0', className)}>
      <p className="flex flex-wrap items-center gap-3">
        <Badge tone={isDelivered ? 'success' : 'danger'}>
          {error === null ? `HTTP ${responseStatus ?? ''}` : t(`webhooks.error.${error}`)}
        </Badge>
        <span className="digits text-sm text-muted">
          {formatDateTime(attempt.at)} · {t('webhooks.duration', { count: attempt.durationMs })}
        </span>
      </p>
      {response !== '' && (
        <pre className="mt-2 max-h-48 overflow-auto rounded-control bg-soft px-4 py-3 text-sm wrap-anywhere whitespace-pre-wrap">
          {response}
        </pre>
      )}
    </div>
  );
}
