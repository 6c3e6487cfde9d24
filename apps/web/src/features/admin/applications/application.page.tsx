import { useState } from 'react';
import { useParams } from 'react-router';
import { areaPaths, pathTo } from '#navigation/area-paths.ts';
import { failedWith } from '#shared/api/api-failure.ts';
import { formatDateTime } from '#shared/i18n/format.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { formatPhone } from '#shared/lib/phone.ts';
import { Badge } from '#shared/ui/badge.tsx';
import { Button, ButtonLink, TextLink } from '#shared/ui/button.tsx';
import { Notice } from '#shared/ui/feedback/alert.tsx';
import { Card } from '#shared/ui/page/card.tsx';
import { DataList } from '#shared/ui/page/data-list.tsx';
import { PageHeader } from '#shared/ui/page/page-header.tsx';
import { PageLoadState } from '#shared/ui/page/page-load-state.tsx';
import { commonEvents } from '#state/common.ts';
import { peopleText } from '#features/admin/bounded-count.ts';
import { ReasonDialog } from '#features/admin/reason-dialog.tsx';
import { ApplicationBadges } from './application-badges.tsx';
import {
  type ApplicationDetail,
  type LockAction,
  useApplication,
  useLockApplication,
} from './applications.ts';
import { HandOverDialog } from './hand-over-dialog.tsx';
import { SettingsCard } from './settings-card.tsx';

export function ApplicationPage() {
  const t = useT();
  const { appId = '' } = useParams();
  const application = useApplication(appId);
  return (
    <>
      <TextLink isQuiet to={areaPaths.adminApplications} className="mb-3">
        {t('admin.application.back')}
      </TextLink>
      {application.data ? (
        <Application application={application.data} />
      ) : failedWith(application.error, 'NOT_FOUND') ? (
        <PageHeader title={t('admin.notFound')} lead={t('admin.notFound.text')} />
      ) : (
        <PageLoadState query={application} title={t('admin.application.failed')} />
      )}
    </>
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
  const action: LockAction = application.status === 'disabled' ? 'unlock' : 'lock';
  const lock = useLockApplication(application.id);
  const [isAsking, setIsAsking] = useState(false);
  const confirm = async (reason: string) => {
    await lock.mutateAsync({ action, reason });
    setIsAsking(false);
    commonEvents.succeeded(action === 'lock' ? 'admin.application.locked' : 'admin.application.unlocked');
  };
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
        onConfirm={confirm}
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
          {
            label: t('admin.applications.owner'),
            value: owner && (
              <TextLink
                isPlain
                to={pathTo(areaPaths.adminAccount, { accountId: owner.id })}
                className="wrap-anywhere"
              >
                <bdi>{owner.name ?? t('admin.unnamed')}</bdi>
              </TextLink>
            ),
          },
          {
            label: t('common.phone'),
            value: owner?.phone && (
              <bdi dir="ltr" className="digits">
                {formatPhone(owner.phone)}
              </bdi>
            ),
          },
          {
            label: t('admin.applications.people'),
            value: <span className="digits">{peopleText(application.people)}</span>,
          },
          {
            label: t('admin.applications.created'),
            value: (
              <time dateTime={application.createdAt} className="digits">
                {formatDateTime(application.createdAt)}
              </time>
            ),
          },
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
      {clientList.length === 0 ? (
        <p className="text-muted">{t('admin.application.clients.none')}</p>
      ) : (
        <ul className="divide-y divide-line">
          {clientList.map(({ id, kind, status }) => (
            <li
              key={id}
              className="flex flex-wrap items-center justify-between gap-3 py-3 first:pt-0 last:pb-0"
            >
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
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
