import { useParams } from 'react-router';
import { areaPaths, pathTo } from '#navigation/area-paths.ts';
import { failedWith } from '#shared/api/api-failure.ts';
import { formatDateTime } from '#shared/i18n/format.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { ApplicationMark } from '#shared/ui/application-mark.tsx';
import { TextLink } from '#shared/ui/button.tsx';
import { Card } from '#shared/ui/page/card.tsx';
import { DataList } from '#shared/ui/page/data-list.tsx';
import { DetailPage } from '#shared/ui/detail-page.tsx';
import { PageHeader } from '#shared/ui/page/page-header.tsx';
import type { Answer } from '#shared/api/request-types.ts';
import { clientPath, useClients } from '../clients/clients.ts';
import { AccessBadge, ApplicationNotFound, DisabledBadge } from './application-parts.tsx';
import { useApplication } from './applications.ts';
import { SignInsCard } from './sign-ins-card.tsx';

export function ApplicationPage() {
  const t = useT();
  const { appId = '' } = useParams();
  const application = useApplication(appId);
  if (failedWith(application.error, 'NOT_FOUND')) return <ApplicationNotFound />;
  return (
    <DetailPage
      back={application.data ? undefined : { to: areaPaths.apps, text: t('apps.back') }}
      query={application}
      failed={t('apps.app.failed')}
      notFound={{ title: t('apps.notFound') }}
    >
      {(data) => <Application application={data} />}
    </DetailPage>
  );
}

function Application({ application }: { application: Answer<'GET /vid/api/apps/:appId'> }) {
  const t = useT();
  const { id, name, code, logo, people, locked, createdAt } = application;
  return (
    <>
      <div className="flex items-start gap-4">
        <ApplicationMark name={name} logo={logo} className="mt-1 size-14" />
        <div className="min-w-0 flex-1">
          <PageHeader
            title={name}
            lead={
              <span className="flex flex-wrap gap-2">
                <AccessBadge access={application.access} />
                <DisabledBadge status={application.status} />
              </span>
            }
          />
        </div>
      </div>
      <div className="grid max-w-[64rem] grid-cols-[minmax(0,1fr)] gap-6">
        <Card title={t('apps.app.details')}>
          <DataList
            items={[
              { label: t('apps.app.code'), value: <bdi className="wrap-anywhere">{code}</bdi> },
              { label: t('apps.app.created'), value: formatDateTime(createdAt) },
              { label: t('apps.app.people'), value: t('apps.people', { count: people }) },
              { label: t('apps.app.locked'), value: t('apps.people', { count: locked }) },
            ]}
          />
        </Card>
        <Doors appId={id} />
        <DoctorLinks appId={id} />
        <SignInsCard appId={id} />
      </div>
    </>
  );
}

const doors = [
  [areaPaths.appPermissions, 'apps.nav.people', 'apps.nav.people.text'],
  [areaPaths.appRoles, 'apps.nav.roles', 'apps.nav.roles.text'],
  [areaPaths.appClients, 'apps.nav.clients', 'apps.nav.clients.text'],
  [areaPaths.appWebhooks, 'webhooks.title', 'apps.nav.webhooks.text'],
  [areaPaths.appManagers, 'apps.managers.title', 'apps.managers.door'],
] as const;

function Doors({ appId }: { appId: string }) {
  const t = useT();
  return (
    <ul className="grid grid-cols-[minmax(0,1fr)] gap-4 md:grid-cols-2">
      {doors.map(([path, title, text]) => (
        <li key={path}>
          <Card className="h-full">
            <h2 className="text-lg">
              <TextLink isPlain to={pathTo(path, { appId })}>
                {t(title)}
              </TextLink>
            </h2>
            <p className="text-label text-muted">{t(text)}</p>
          </Card>
        </li>
      ))}
    </ul>
  );
}

/** Links to the sign-on attempts of each client. Machine clients have no sign-on attempts. */
function DoctorLinks({ appId }: { appId: string }) {
  const t = useT();
  const clients = useClients(appId);
  const shown = (clients.data ?? []).filter(({ kind }) => kind !== 'machine');
  if (shown.length === 0) return null;
  return (
    <Card title={t('apps.app.doctor')} lead={t('apps.app.doctor.lead')}>
      <ul className="grid gap-2">
        {shown.map(({ id }) => (
          <li key={id}>
            <TextLink to={clientPath(appId, id, areaPaths.appClientDoctor)} className="wrap-anywhere">
              {t('apps.app.doctor.client', { id })}
            </TextLink>
          </li>
        ))}
      </ul>
    </Card>
  );
}
