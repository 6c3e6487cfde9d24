import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { areaPaths, pathTo } from '#navigation/area-paths.ts';
import { useRead } from '#shared/api/queries.ts';
import { formatDateTime } from '#shared/i18n/format.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { Avatar } from '#shared/ui/display/avatar.tsx';
import { Button } from '#shared/ui/controls/button.tsx';
import { Notice } from '#shared/ui/feedback/alert.tsx';
import { BoneBadges, BoneButtons, BoneMark, BoneRows } from '#shared/ui/feedback/skeleton.tsx';
import { BoneFacts, Card, DataList, DetailPage, Page, RowList } from '#shared/ui/page/page.tsx';
import { useRoles } from '#features/applications/roles/roles.ts';
import { ChangeDialog, type Question } from './change-dialog.tsx';
import { type PermissionDetail, PermissionStatus } from './permissions.tsx';
import { AccountPhone, nameOf } from '#shared/ui/display/person.tsx';

export function PermissionPage() {
  const t = useT();
  const { appId = '', permissionId = '' } = useParams();
  return (
    <DetailPage
      back={{ to: pathTo(areaPaths.appPermissions, { appId }), text: t('apps.person.back') }}
      query={useRead('GET /vid/api/apps/:appId/permissions/:permissionId', {
        params: { appId, permissionId },
      })}
      notFound={{ title: t('apps.person.notFound'), lead: t('apps.person.notFound.text') }}
      skeleton={
        <Page
          mark={<BoneMark />}
          title={undefined}
          lead={<BoneBadges texts={[t('apps.people.status.active')]} />}
          actions={
            <BoneButtons
              texts={(['set-role', 'lock', 'remove'] as const).map((kind) => t(`apps.people.${kind}`))}
            />
          }
        >
          <Card title={t('apps.person.details')}>
            <BoneFacts labels={labels.map((label) => t(label))} />
          </Card>
          <Card title={t('apps.person.history')}>
            <BoneRows />
          </Card>
        </Page>
      }
    >
      {(permission) => <PersonDetail appId={appId} permission={permission} />}
    </DetailPage>
  );
}

function PersonDetail({ appId, permission }: { appId: string; permission: PermissionDetail }) {
  const t = useT();
  const navigate = useNavigate();
  const [question, setQuestion] = useState<Question | null>(null);
  const isLocked = permission.status === 'locked';
  const ask = (kind: Question['kind']) => () => setQuestion({ kind, people: [permission] });
  const leaveIfRemoved = (kind: Question['kind']) => {
    if (kind === 'remove') void navigate(pathTo(areaPaths.appPermissions, { appId }), { replace: true });
  };
  return (
    <Page
      mark={
        <Avatar
          src={permission.avatar}
          name={permission.name}
          seed={permission.id}
          className="mt-1 size-14"
        />
      }
      title={nameOf(permission)}
      lead={<PermissionStatus status={permission.status} />}
      actions={
        <>
          {(['set-role', isLocked ? 'unlock' : 'lock', 'remove'] as const).map((kind) => (
            <Button key={kind} look={kind === 'remove' ? 'danger' : 'secondary'} onClick={ask(kind)}>
              {t(`apps.people.${kind}`)}
            </Button>
          ))}
        </>
      }
    >
      {isLocked && <Notice title={t('apps.person.locked')} />}
      <DetailsCard permission={permission} />
      <HistoryCard appId={appId} history={permission.history} />
      <ChangeDialog
        appId={appId}
        question={question}
        onClose={() => setQuestion(null)}
        onDone={leaveIfRemoved}
      />
    </Page>
  );
}

const labels = [
  'apps.people.role',
  'common.phone',
  'apps.people.email',
  'apps.person.lastUsed',
  'apps.people.createdBy',
  'apps.people.created',
] as const;

function DetailsCard({ permission }: { permission: PermissionDetail }) {
  const t = useT();
  const { phone, email, roleName, createdBy, createdAt, lastUsedAt } = permission;
  return (
    <Card title={t('apps.person.details')}>
      <DataList
        items={{
          [t('apps.people.role')]: <bdi className="wrap-anywhere">{roleName}</bdi>,
          [t('common.phone')]: <AccountPhone phone={phone} />,
          [t('apps.people.email')]: email && <bdi className="wrap-anywhere">{email}</bdi>,
          [t('apps.person.lastUsed')]:
            lastUsedAt === null ? t('apps.person.lastUsed.never') : formatDateTime(lastUsedAt),
          [t('apps.people.createdBy')]: <bdi>{createdBy ?? t('apps.people.createdBy.unnamed')}</bdi>,
          [t('apps.people.created')]: formatDateTime(createdAt),
        }}
      />
    </Card>
  );
}

function HistoryCard({ appId, history }: { appId: string; history: PermissionDetail['history'] }) {
  const t = useT();
  const { data: roles = [] } = useRoles(appId);
  const roleOf = (code: string | null) => roles.find((role) => role.code === code)?.name ?? code ?? '';
  return (
    <Card title={t('apps.person.history')}>
      <RowList
        rows={history}
        rowKey={({ at, kind }) => `${at} ${kind}`}
        none={t('apps.person.history.none')}
        className="py-3"
      >
        {({ kind, at, by, role }) => (
          <>
            <p className="wrap-anywhere">{t(`apps.person.history.${kind}`, { role: roleOf(role) })}</p>
            <p className="text-sm wrap-anywhere text-muted">
              {by === null
                ? t('apps.person.history.byUnnamed', { time: formatDateTime(at) })
                : t('apps.person.history.by', { time: formatDateTime(at), name: by })}
            </p>
          </>
        )}
      </RowList>
    </Card>
  );
}
