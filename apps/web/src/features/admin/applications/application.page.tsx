import { useParams } from 'react-router';
import { areaPaths, pathTo } from '#navigation/area-paths.ts';
import { useRead, useSend } from '#shared/api/queries.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { Badge } from '#shared/ui/display/badge.tsx';
import { ButtonLink, TextLink } from '#shared/ui/controls/button.tsx';
import { Notice } from '#shared/ui/feedback/alert.tsx';
import { BoneBadges, BoneButtons } from '#shared/ui/feedback/skeleton.tsx';
import { BoneFacts, Card, DataList, DetailPage, Page, RowList } from '#shared/ui/page/page.tsx';
import { Phone, Time } from '#shared/ui/display/values.tsx';
import { AccountLink } from '#features/admin/accounts/account-menu.tsx';
import { ReasonButton } from '#features/admin/reason-dialog.tsx';
import { ReasonField, reasonRule } from '#features/admin/reason-field.tsx';
import { ApplicationBadges, type ApplicationDetail, peopleText, useHandOver } from './applications.tsx';
import { SettingsCard } from './settings-card.tsx';
import * as v from 'valibot';
import { ActionButton } from '#session/action-dialog.tsx';
import { phone } from '#shared/forms/rules.ts';
import { PhoneField } from '#shared/ui/fields/text-field.tsx';

export function ApplicationPage() {
  const t = useT();
  const { appId = '' } = useParams();
  return (
    <DetailPage
      back={{ to: areaPaths.adminApplications, text: t('admin.application.back') }}
      query={useRead('GET /vid/api/admin/applications/:appId', { params: { appId } })}
      notFound={{ title: t('admin.notFound'), lead: t('admin.notFound.text') }}
      skeleton={
        <Page
          title={undefined}
          lead={
            <BoneBadges
              texts={[
                t('admin.applications.status.active'),
                t('admin.applications.access.restricted'),
                t('admin.applications.firstParty'),
              ]}
            />
          }
          actions={
            <BoneButtons
              texts={[
                t('admin.application.managePeople'),
                t('admin.application.connect'),
                t('admin.application.lock'),
              ]}
            />
          }
        >
          <Card title={t('list.owner')} actions={<BoneButtons texts={[t('admin.application.handOver')]} />}>
            <BoneFacts
              labels={[
                t('list.owner'),
                t('common.phone'),
                t('admin.applications.people'),
                t('admin.applications.created'),
              ]}
            />
          </Card>
          <Card title={t('admin.application.settings')}>
            <BoneFacts labels={[t('admin.application.code')]} />
            <span className="mt-4 bone size-14 rounded-control" />
          </Card>
        </Page>
      }
    >
      {(application) => <Application application={application} />}
    </DetailPage>
  );
}

function Application({ application }: { application: ApplicationDetail }) {
  const t = useT();
  return (
    <Page
      title={application.name}
      lead={<ApplicationBadges application={application} />}
      actions={
        <>
          <ManagerLinks application={application} />
          <LockButton application={application} />
        </>
      }
    >
      {application.status === 'disabled' && (
        <Notice title={t('admin.application.locked.notice')}>
          <p>{t('admin.application.locked.notice.text')}</p>
        </Notice>
      )}
      <OwnerCard application={application} />
      <SettingsCard application={application} />
      <ClientsCard application={application} />
    </Page>
  );
}

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
  const lock = useSend(
    `POST /vid/api/admin/applications/:appId/${action}`,
    { appId: application.id },
    'admin/applications',
  );
  return (
    <ReasonButton
      button={{ look: action === 'lock' ? 'danger' : 'secondary' }}
      title={t(`admin.application.${action}.title`, { name: application.name })}
      text={t(`admin.application.${action}.text`)}
      action={t(`admin.application.${action}`)}
      isDangerous={action === 'lock'}
      onConfirm={(reason) => lock.mutateAsync({ reason })}
      done={action === 'lock' ? 'admin.application.locked' : 'admin.application.unlocked'}
    />
  );
}

function OwnerCard({ application }: { application: ApplicationDetail }) {
  const t = useT();
  const { owner } = application;
  return (
    <Card title={t('list.owner')} actions={<HandOverButton application={application} />}>
      <DataList
        items={{
          [t('list.owner')]: owner && <AccountLink account={owner} />,
          [t('common.phone')]: owner?.phone && <Phone number={owner.phone} />,
          [t('admin.applications.people')]: <span className="digits">{peopleText(application.people)}</span>,
          [t('admin.applications.created')]: <Time at={application.createdAt} />,
        }}
      />
    </Card>
  );
}

function ClientsCard({ application: { id: appId, clientList } }: { application: ApplicationDetail }) {
  const t = useT();
  return (
    <Card title={t('shell.item.appClients')} lead={t('admin.application.clients.lead')}>
      <RowList
        rows={clientList}
        rowKey={({ id }) => id}
        none={t('admin.application.clients.none')}
        className="flex flex-wrap items-center justify-between gap-3 py-3"
      >
        {({ id, name, kind, status }) => (
          <>
            <span className="min-w-0">
              <bdi className="block font-semibold wrap-anywhere">{name}</bdi>
              <span className="block text-sm text-muted">{t(`admin.application.client.${kind}`)}</span>
              <bdi className="block text-sm wrap-anywhere text-muted">{id}</bdi>
              <TextLink
                isPlain
                to={pathTo(areaPaths.appClientDoctor, { appId, clientId: id })}
                aria-label={t('admin.application.client.doctor.named', { name })}
                text="admin.application.client.doctor"
              />
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

const rules = v.object({ phone: phone(), reason: reasonRule });

function HandOverButton({ application: { id, name, code, owner } }: { application: ApplicationDetail }) {
  const t = useT();
  const handOver = useHandOver(id);
  return (
    <ActionButton
      button={{ look: 'secondary' }}
      title={t(owner ? 'admin.application.handOver.title' : 'admin.application.assignOwner.title', { name })}
      text={owner && t('admin.application.handOver.text')}
      action={t(owner ? 'admin.application.handOver' : 'admin.application.assignOwner')}
      isDangerous={owner !== null}
      rules={rules}
      value={code}
      mismatch="admin.application.handOver.wrongCode"
      onConfirm={({ phone: newPhone, reason }) => handOver.mutateAsync({ phone: newPhone, reason })}
      done="admin.application.handedOver"
    >
      <PhoneField
        label={t(owner ? 'admin.application.newOwner' : 'admin.application.ownerPhone')}
        autoComplete="off"
      />
      <ReasonField />
    </ActionButton>
  );
}
