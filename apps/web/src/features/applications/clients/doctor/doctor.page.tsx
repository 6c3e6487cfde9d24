import { useParams } from 'react-router';
import { failedWith } from '#shared/api/api-failure.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { isWaiting } from '#shared/ui/feedback/load-state.tsx';
import { Bone } from '#shared/ui/feedback/skeleton.tsx';
import { Page, QueryItems } from '#shared/ui/page/page.tsx';
import { clientPath, useClient } from '#features/applications/clients/clients.ts';
import { AttemptCard, useAttempts } from './attempt-card.tsx';
import { ChecksCard } from './checks-card.tsx';
import { RefusalCard } from './refusal-card.tsx';

export function ClientDoctorPage() {
  const t = useT();
  const { appId = '', clientId = '' } = useParams();
  const attempts = useAttempts(appId, clientId);
  const client = useClient(appId, clientId);
  const back = { to: clientPath(appId, clientId), text: t('apps.doctor.back') };
  if (failedWith(attempts.error, 'NOT_FOUND')) return <Page back={back} title={t('apps.clients.notFound')} />;
  return (
    <Page
      back={back}
      title={t('apps.doctor.open')}
      lead={
        client.data
          ? t('apps.doctor.lead', { name: client.data.name })
          : isWaiting(client) && <Bone text={t('apps.doctor.lead', { name: clientId })} />
      }
    >
      <section aria-labelledby="attempts" className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <h2 id="attempts" className="text-lg">
          {t('apps.doctor.attempts')}
        </h2>
        <QueryItems
          query={attempts}
          empty={{ icon: 'list', title: t('apps.doctor.none'), lead: t('apps.doctor.none.text') }}
        >
          {(items) => (
            <ol className="grid grid-cols-[minmax(0,1fr)] gap-4">
              {items.map((attempt, index) => (
                <li key={attempt.id}>
                  <AttemptCard attempt={attempt} isOpen={index === 0} idTokenAlg={client.data?.idTokenAlg} />
                </li>
              ))}
            </ol>
          )}
        </QueryItems>
      </section>
      {/* Hide the content below until the list has loaded, because the list's height is unknown and would shift the
          content. */}
      {!attempts.isPending && (
        <>
          <RefusalCard appId={appId} clientId={clientId} />
          <ChecksCard appId={appId} clientId={clientId} />
        </>
      )}
    </Page>
  );
}
