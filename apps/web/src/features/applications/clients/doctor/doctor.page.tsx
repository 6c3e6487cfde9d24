import { useParams } from 'react-router';
import { failedWith } from '#shared/api/api-failure.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { EmptyState, LoadState } from '#shared/ui/feedback/load-state.tsx';
import { Card, BackLink, PageHeader } from '#shared/ui/page/page.tsx';
import { clientPath } from '#features/applications/clients/clients.ts';
import { AttemptCard, useAttempts } from './attempt-card.tsx';
import { ChecksCard } from './checks-card.tsx';

export function ClientDoctorPage() {
  const t = useT();
  const { appId = '', clientId = '' } = useParams();
  const attempts = useAttempts(appId, clientId);
  const isMissing = failedWith(attempts.error, 'NOT_FOUND');
  return (
    <>
      <BackLink to={clientPath(appId, clientId)} text={t('apps.doctor.back')} />
      {isMissing ? (
        <PageHeader title={t('apps.clients.notFound')} />
      ) : (
        <>
          <PageHeader title={t('apps.doctor.open')} lead={t('apps.doctor.lead', { id: clientId })} />
          <div className="grid max-w-[64rem] grid-cols-[minmax(0,1fr)] gap-6">
            <section aria-labelledby="attempts" className="grid grid-cols-[minmax(0,1fr)] gap-4">
              <h2 id="attempts" className="text-lg">
                {t('apps.doctor.attempts')}
              </h2>
              {attempts.data === undefined ? (
                <Card>
                  <LoadState query={attempts} title={t('apps.doctor.failed')} />
                </Card>
              ) : attempts.data.length === 0 ? (
                <Card>
                  <EmptyState icon="list" title={t('apps.doctor.none')} lead={t('apps.doctor.none.text')} />
                </Card>
              ) : (
                <ol className="grid grid-cols-[minmax(0,1fr)] gap-4">
                  {attempts.data.map((attempt, index) => (
                    <li key={attempt.id}>
                      <AttemptCard attempt={attempt} isOpen={index === 0} />
                    </li>
                  ))}
                </ol>
              )}
            </section>
            <ChecksCard appId={appId} clientId={clientId} />
          </div>
        </>
      )}
    </>
  );
}
