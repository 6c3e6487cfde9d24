import { useParams } from 'react-router';
import { areaPaths, pathTo } from '#navigation/area-paths.ts';
import { failedWith } from '#shared/api/api-failure.ts';
import { formatDateTime, formatDay, formatShortDay } from '#shared/i18n/format.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { ApplicationMark } from '#shared/ui/display/application-mark.tsx';
import { ButtonLink, TextLink } from '#shared/ui/controls/button.tsx';
import { EmptyState } from '#shared/ui/feedback/load-state.tsx';
import { Bone, BoneBadges, BoneMark } from '#shared/ui/feedback/skeleton.tsx';
import { BoneFacts, Card, DataList, DetailPage, Page, QueryCard } from '#shared/ui/page/page.tsx';
import type { Answer } from '#shared/api/request-types.ts';
import { clientPath, useClients } from '#features/applications/clients/clients.ts';
import { AccessBadge, ApplicationNotFound, DisabledBadge, useApplication } from './application-parts.tsx';
import { useRead } from '#shared/api/queries.ts';
import { Chart, ChartSkeleton } from '#shared/ui/chart/chart.tsx';

export function ApplicationPage() {
  const t = useT();
  const { appId = '' } = useParams();
  const application = useApplication(appId);
  // The clients decide whether the page begins with the next steps.
  const { isFetched } = useClients(appId);
  if (failedWith(application.error, 'NOT_FOUND')) return <ApplicationNotFound />;
  return (
    <DetailPage
      back={application.isLoadingError ? { to: areaPaths.apps, text: t('shell.item.apps') } : undefined}
      query={{ ...application, data: isFetched ? application.data : undefined }}
      notFound={{ title: t('apps.notFound') }}
      skeleton={
        <Page
          mark={<BoneMark />}
          title={undefined}
          lead={<BoneBadges texts={[t('apps.access.restricted')]} />}
        >
          <Card title={t('apps.app.details')}>
            <BoneFacts
              labels={(['code', 'created', 'people', 'locked'] as const).map((name) => t(`apps.app.${name}`))}
            />
          </Card>
          <Card title={t('apps.app.signIns')} lead={<Bone />}>
            <ChartSkeleton />
          </Card>
        </Page>
      }
    >
      {(data) => <Application application={data} />}
    </DetailPage>
  );
}

function Application({ application }: { application: Answer<'GET /vid/api/apps/:appId'> }) {
  const t = useT();
  const { id, name, code, logo, people, locked, createdAt } = application;
  return (
    <Page
      mark={<ApplicationMark name={name} logo={logo} className="mt-1 size-14" />}
      title={name}
      lead={
        <span className="flex flex-wrap gap-2">
          <AccessBadge access={application.access} />
          <DisabledBadge status={application.status} />
        </span>
      }
    >
      <NextSteps application={application} />
      <Card title={t('apps.app.details')}>
        <DataList
          items={{
            [t('apps.app.code')]: <bdi className="wrap-anywhere">{code}</bdi>,
            [t('apps.app.created')]: formatDateTime(createdAt),
            [t('apps.app.people')]: (
              <TextLink to={pathTo(areaPaths.appPermissions, { appId: id })} className="digits">
                {t('apps.people', { count: people })}
              </TextLink>
            ),
            [t('apps.app.locked')]: t('apps.people', { count: locked }),
          }}
        />
      </Card>
      <SignInsCard appId={id} />
      <DoctorLinks appId={id} />
    </Page>
  );
}

function NextSteps({
  application: { id: appId, access, people },
}: {
  application: Pick<Answer<'GET /vid/api/apps/:appId'>, 'id' | 'access' | 'people'>;
}) {
  const t = useT();
  const clients = useClients(appId);
  const steps = [
    ...(clients.data?.length === 0 ? [['client', areaPaths.appClients] as const] : []),
    ...(access === 'restricted' && people === 0 ? [['people', areaPaths.appAddPermissions] as const] : []),
  ];
  if (clients.data === undefined || steps.length === 0) return null;
  return (
    <Card title={t('apps.app.next')}>
      <ul className="grid gap-4">
        {steps.map(([step, path]) => (
          <li key={step}>
            <TextLink isPlain to={pathTo(path, { appId })}>
              {t(`apps.app.next.${step}`)}
            </TextLink>
            <p className="text-label text-muted">{t(`apps.app.next.${step}.text`)}</p>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function DoctorLinks({ appId }: { appId: string }) {
  const t = useT();
  const clients = useClients(appId);
  const { isPending } = useSignIns(appId);
  const shown = (clients.data ?? []).filter(({ kind }) => kind !== 'machine');
  // Hide the list until the data has loaded, because the chart above may be taller than its skeleton and
  // would shift the list.
  if (isPending || shown.length === 0) return null;
  return (
    <Card title={t('apps.app.doctor')} lead={t('apps.app.doctor.lead')}>
      <ul className="grid gap-2">
        {shown.map(({ id, name }) => (
          <li key={id}>
            <TextLink isPlain to={clientPath(appId, id, areaPaths.appClientDoctor)} className="wrap-anywhere">
              {t('apps.app.doctor.client', { name })}
            </TextLink>
          </li>
        ))}
      </ul>
    </Card>
  );
}

const useSignIns = (appId: string) => useRead('GET /vid/api/apps/:appId/sign-ins', { params: { appId } });

function SignInsCard({ appId }: { appId: string }) {
  const t = useT();
  const signIns = useSignIns(appId);
  const sum = signIns.data?.reduce((all, { count }) => all + count, 0);
  return (
    <QueryCard
      title={t('apps.app.signIns')}
      lead={
        sum === undefined
          ? signIns.isPending && <Bone />
          : sum > 0 && t('apps.app.signIns.lead', { count: sum })
      }
      query={signIns}
      skeleton={<ChartSkeleton />}
    >
      {(data) =>
        sum === 0 ? (
          <EmptyState
            icon="list"
            title={t('apps.app.signIns.none')}
            lead={t('apps.app.signIns.none.text')}
            action={
              <ButtonLink
                look="secondary"
                to={pathTo(areaPaths.appClients, { appId })}
                text="apps.app.signIns.clients"
              />
            }
          />
        ) : (
          <Chart
            name={t('apps.app.signIns')}
            data={{
              unit: t('apps.app.day'),
              ticks: data.map(({ day }) => formatShortDay(day)),
              labels: data.map(({ day }) => formatDay(day)),
              series: [{ name: t('apps.app.signIns.name'), values: data.map(({ count }) => count) }],
            }}
          />
        )
      }
    </QueryCard>
  );
}
