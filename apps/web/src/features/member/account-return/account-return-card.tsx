import { providerNames } from '#session/social/providers.ts';
import { useRead, useSend } from '#shared/api/queries.ts';
import { formatDateTime } from '#shared/i18n/format.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { Button } from '#shared/ui/controls/button.tsx';
import { Failure } from '#shared/ui/feedback/load-state.tsx';
import { Card, RowList } from '#shared/ui/page/page.tsx';

export function AccountReturnCard() {
  const t = useT();
  const found = useRead('GET /vid/api/users/information', {}).data?.accountReturn;
  const dismiss = useSend('DELETE /vid/api/users/return', {}, 'users/information');
  if (!found) return null;
  const { returnedAt, sessionsEnded, removed } = found;
  return (
    <Card
      className="mb-6"
      title={t('profile.return.title')}
      lead={t('profile.return.lead', { time: formatDateTime(returnedAt) })}
    >
      <RowList
        rows={removed.map((item, index) => ({ ...item, index }))}
        rowKey={({ index }) => String(index)}
        none={t('profile.return.nothing')}
      >
        {({ kind, name, addedAt }) => (
          <>
            <span className="min-w-0 break-words">
              {t(`profile.return.${kind}`)}
              {name !== '' && (
                <>
                  {': '}
                  <bdi className="font-semibold">{shownName(kind, name)}</bdi>
                </>
              )}
            </span>
            <time dateTime={addedAt} className="text-label text-balance text-muted">
              {t('profile.return.addedAt', { time: formatDateTime(addedAt) })}
            </time>
          </>
        )}
      </RowList>
      {sessionsEnded > 0 && (
        <p className="mt-4 text-label text-muted">{t('profile.return.sessions', { count: sessionsEnded })}</p>
      )}
      <p className="mt-2 text-label text-muted">{t('profile.return.addAgain')}</p>
      <Button
        look="secondary"
        className="mt-4 w-full sm:w-auto"
        isBusy={dismiss.isPending}
        onClick={() => dismiss.mutate()}
        text="profile.return.dismiss"
      />
      <Failure error={dismiss.error} />
    </Card>
  );
}

function shownName(kind: string, name: string): string {
  const provider = Object.entries(providerNames).find(([known]) => known === name);
  return kind === 'identity' && provider ? provider[1] : name;
}
