import { useState } from 'react';
import { useParams } from 'react-router';
import { areaPaths, pathTo } from '#navigation/area-paths.ts';
import { api } from '#shared/api/api.ts';
import { useChange, useRead } from '#shared/api/queries.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { Badge } from '#shared/ui/badge.tsx';
import { Button, ButtonLink, TextLink } from '#shared/ui/button.tsx';
import { Notice } from '#shared/ui/feedback/alert.tsx';
import { Card } from '#shared/ui/page/card.tsx';
import { DataList } from '#shared/ui/page/data-list.tsx';
import { Phone, Time } from '#shared/ui/values.tsx';
import { DetailPage } from '#shared/ui/detail-page.tsx';
import { PageHeader } from '#shared/ui/page/page-header.tsx';
import { RowList } from '#shared/ui/list/row-list.tsx';
import { AccountLink } from '#features/admin/accounts/account-menu.tsx';
import { ReasonDialog } from '#features/admin/reason-dialog.tsx';
import { ApplicationBadges } from './application-badges.tsx';
import { type ApplicationDetail, peopleText } from './applications.ts';
import { HandOverDialog } from './hand-over-dialog.tsx';
import { SettingsCard } from './settings-card.tsx';

export function ApplicationPage() {
  const t = useT();
  const { appId = '' } = useParams();
  return (
    <DetailPage
      back={{ to: areaPaths.adminApplications, text: t('admin.application.back') }}
      query={useRead('GET /vid/api/admin/applications/:appId', { params: { appId } })}
      failed={t('admin.application.failed')}
      notFound={{ title: t('admin.notFound'), lead: t('admin.notFound.text') }}
    >
      {(application) => <Application application={application} />}
    </DetailPage>
  );
}

function Application({ application }: { application: ApplicationDetail }) {
  const t = useT();
  return (
    <div className="max-w-[64rem]">
      <PageHeader
        title={application.name}
        lead={<ApplicationBadges application={application} />}
        actions={
          <>
            <ManagerLinks application={application} />
            <LockButton application={application} />
          </>
        }
      />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        {application.status === 'disabled' && (
          <Notice title={t('admin.application.locked.notice')}>
            <p>{t('admin.application.locked.notice.text')}</p>
          </Notice>
        )}
        <OwnerCard application={application} />
        <SettingsCard application={application} />
        <ClientsCard application={application} />
      </div>
    </div>
  );
}

/** Links to the pages of the application's managers, which are open to administrators. */
function ManagerLinks({ application: { id } }: { application: ApplicationDetail }) {
  const t = useT();
  return (
    <>
      <ButtonLink to={pathTo(areaPaths.appPermissions, { appId: id })}>
        {t('admin.application.managePeople')}
      </ButtonLink>
      <ButtonLink look="secondary" to={pathTo(areaPaths.appClients, { appId: id })}>
        {t('admin.application.connect')}
      </ButtonLink>
    </>
  );
}

function LockButton({ application }: { application: ApplicationDetail }) {
  const t = useT();
  const action = application.status === 'disabled' ? 'unlock' : 'lock';
  const lock = useChange(
    (reason: string) =>
      api.post(`/vid/api/admin/applications/:appId/${action}`, {
        params: { appId: application.id },
        body: { reason },
      }),
    'admin/applications',
  );
  const [isAsking, setIsAsking] = useState(false);
  const question = {
    title: t(`admin.application.${action}.title`, { name: application.name }),
    text: t(`admin.application.${action}.text`),
    action: t(`admin.application.${action}`),
    isDangerous: action === 'lock',
  };
  return (
    <>
      <Button look={action === 'lock' ? 'danger' : 'secondary'} onClick={() => setIsAsking(true)}>
        {t(`admin.application.${action}`)}
      </Button>
      <ReasonDialog
        question={isAsking ? question : null}
        onClose={() => setIsAsking(false)}
        onConfirm={lock.mutateAsync}
        done={action === 'lock' ? 'admin.application.locked' : 'admin.application.unlocked'}
      />
    </>
  );
}

function OwnerCard({ application }: { application: ApplicationDetail }) {
  const t = useT();
  const [isOpen, setIsOpen] = useState(false);
  const { owner } = application;
  return (
    <Card
      title={t('admin.applications.owner')}
      actions={
        <Button look="secondary" onClick={() => setIsOpen(true)}>
          {t(owner ? 'admin.application.handOver' : 'admin.application.assignOwner')}
        </Button>
      }
    >
      <DataList
        items={[
          { label: t('admin.applications.owner'), value: owner && <AccountLink account={owner} /> },
          { label: t('common.phone'), value: owner?.phone && <Phone number={owner.phone} /> },
          {
            label: t('admin.applications.people'),
            value: <span className="digits">{peopleText(application.people)}</span>,
          },
          { label: t('admin.applications.created'), value: <Time at={application.createdAt} /> },
        ]}
      />
      <HandOverDialog application={application} isOpen={isOpen} onClose={() => setIsOpen(false)} />
    </Card>
  );
}

function ClientsCard({ application: { id: appId, clientList } }: { application: ApplicationDetail }) {
  const t = useT();
  return (
    <Card title={t('admin.applications.clients')} lead={t('admin.application.clients.lead')}>
      <RowList
        rows={clientList}
        rowKey={({ id }) => id}
        none={t('admin.application.clients.none')}
        className="flex flex-wrap items-center justify-between gap-3 py-3"
      >
        {({ id, kind, status }) => (
          <>
            <span className="min-w-0">
              <bdi className="block font-semibold wrap-anywhere">{id}</bdi>
              <span className="block text-sm text-muted">{t(`admin.application.client.${kind}`)}</span>
              <TextLink
                to={pathTo(areaPaths.appClientDoctor, { appId, clientId: id })}
                aria-label={t('admin.application.client.doctor.named', { id })}
              >
                {t('admin.application.client.doctor')}
              </TextLink>
            </span>
            <Badge tone={status === 'active' ? 'success' : 'danger'}>
              {t(`admin.applications.status.${status}`)}
            </Badge>
          </>
        )}
      </RowList>
    </Card>
  );
}
