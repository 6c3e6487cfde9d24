import { formatDateTime } from '#shared/i18n/format.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { TextLink } from '#shared/ui/button.tsx';
import { LoadState } from '#shared/ui/feedback/load-state.tsx';
import { Card } from '#shared/ui/page/card.tsx';
import { useAccountEvents } from '#features/admin/audit/audit-log.ts';
import { eventPath, kindText, logPath, Person, reasonText } from '#features/admin/audit/audit-texts.tsx';

export function HistoryCard({ accountId }: { accountId: string }) {
  const t = useT();
  const events = useAccountEvents(accountId);
  return (
    <Card
      title={t('admin.account.history')}
      actions={<TextLink to={logPath({ account: accountId })}>{t('admin.account.history.all')}</TextLink>}
    >
      {events.data === undefined ? (
        <LoadState query={events} title={t('admin.audit.failed')} />
      ) : events.data.length === 0 ? (
        <p className="text-muted">{t('admin.account.history.none')}</p>
      ) : (
        <ul className="divide-y divide-line">
          {events.data.map(({ id, kind, at, actor, reason }) => (
            <li key={id} className="py-3 first:pt-0 last:pb-0">
              <TextLink isPlain to={eventPath(id)}>
                {kindText(kind, t)}
              </TextLink>
              <p className="flex flex-wrap gap-x-3 text-sm text-muted">
                <time dateTime={at} className="digits">
                  {formatDateTime(at)}
                </time>
                {actor !== null && actor.id !== accountId && <Person person={actor} />}
              </p>
              {reason !== null && (
                <p className="text-sm wrap-anywhere">
                  {t('admin.account.reason', { reason: reasonText({ kind, reason }, t) })}
                </p>
              )}
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
