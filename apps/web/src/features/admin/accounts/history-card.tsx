import { useRead } from '#shared/api/queries.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { TextLink } from '#shared/ui/button.tsx';
import { LoadState } from '#shared/ui/feedback/load-state.tsx';
import { Card } from '#shared/ui/page/card.tsx';
import { Time } from '#shared/ui/values.tsx';
import { RowList } from '#shared/ui/list/row-list.tsx';
import { readOnce } from '#features/admin/audit/audit-log.ts';
import { eventPath, kindText, logPath, Person, reasonText } from '#features/admin/audit/audit-texts.tsx';

export function HistoryCard({ accountId }: { accountId: string }) {
  const t = useT();
  const events = useRead(
    'GET /vid/api/admin/accounts/:accountId/events',
    { params: { accountId } },
    readOnce,
  );
  return (
    <Card
      title={t('admin.account.history')}
      actions={<TextLink to={logPath({ account: accountId })}>{t('admin.account.history.all')}</TextLink>}
    >
      {events.data === undefined ? (
        <LoadState query={events} title={t('admin.audit.failed')} />
      ) : (
        <RowList
          rows={events.data}
          rowKey={({ id }) => id}
          none={t('admin.account.history.none')}
          className="py-3"
        >
          {({ id, kind, at, actor, reason }) => (
            <>
              <TextLink isPlain to={eventPath(id)}>
                {kindText(kind, t)}
              </TextLink>
              <p className="flex flex-wrap gap-x-3 text-sm text-muted">
                <Time at={at} />
                {actor !== null && actor.id !== accountId && <Person person={actor} />}
              </p>
              {reason !== null && (
                <p className="text-sm wrap-anywhere">
                  {t('admin.account.reason', { reason: reasonText({ kind, reason }, t) })}
                </p>
              )}
            </>
          )}
        </RowList>
      )}
    </Card>
  );
}
