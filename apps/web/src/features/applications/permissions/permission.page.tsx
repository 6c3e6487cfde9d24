import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { areaPaths, pathTo } from '#navigation/area-paths.ts';
import { useRead } from '#shared/api/queries.ts';
import { formatDateTime } from '#shared/i18n/format.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { Avatar } from '#shared/ui/avatar.tsx';
import { Button } from '#shared/ui/button.tsx';
import { Notice } from '#shared/ui/feedback/alert.tsx';
import { Card } from '#shared/ui/page/card.tsx';
import { DataList } from '#shared/ui/page/data-list.tsx';
import { DetailPage } from '#shared/ui/detail-page.tsx';
import { PageHeader } from '#shared/ui/page/page-header.tsx';
import { RowList } from '#shared/ui/list/row-list.tsx';
import { useRoles } from '#features/applications/roles/roles.ts';
import { ChangeDialog, type Question } from './change-dialog.tsx';
import type { PermissionDetail } from './permissions.ts';
import { nameOf, PermissionStatus, PersonPhone } from './person-cells.tsx';

export function PermissionPage() {
  const t = useT();
  const { appId = '', permissionId = '' } = useParams();
  return (
    <DetailPage
      back={{ to: pathTo(areaPaths.appPermissions, { appId }), text: t('apps.person.back') }}
      query={useRead('GET /vid/api/apps/:appId/permissions/:permissionId', {
        params: { appId, permissionId },
      })}
      failed={t('apps.person.failed')}
      notFound={{ title: t('apps.person.notFound'), lead: t('apps.person.notFound.text') }}
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
    <div className="max-w-[64rem]">
      <div className="flex items-start gap-4">
        <Avatar
          src={permission.avatar}
          name={permission.name}
          seed={permission.id}
          className="mt-1 size-14"
        />
        <div className="min-w-0 flex-1">
          <PageHeader
            title={nameOf(permission)}
            lead={<PermissionStatus status={permission.status} />}
            actions={
              <>
                <Button look="secondary" onClick={ask('set-role')}>
                  {t('apps.people.set-role')}
                </Button>
                <Button look="secondary" onClick={ask(isLocked ? 'unlock' : 'lock')}>
                  {t(isLocked ? 'apps.people.unlock' : 'apps.people.lock')}
                </Button>
                <Button look="danger" onClick={ask('remove')}>
                  {t('apps.people.remove')}
                </Button>
              </>
            }
          />
        </div>
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        {isLocked && <Notice title={t('apps.person.locked')} />}
        <DetailsCard permission={permission} />
        <HistoryCard appId={appId} history={permission.history} />
      </div>
      <ChangeDialog
        appId={appId}
        question={question}
        onClose={() => setQuestion(null)}
        onDone={leaveIfRemoved}
      />
    </div>
  );
}

function DetailsCard({ permission }: { permission: PermissionDetail }) {
  const t = useT();
  const { phone, email, roleName, createdBy, createdAt, lastUsedAt } = permission;
  return (
    <Card title={t('apps.person.details')}>
      <DataList
        items={[
          { label: t('apps.people.role'), value: <bdi className="wrap-anywhere">{roleName}</bdi> },
          { label: t('apps.people.phone'), value: <PersonPhone phone={phone} /> },
          { label: t('apps.people.email'), value: email && <bdi className="wrap-anywhere">{email}</bdi> },
          {
            label: t('apps.person.lastUsed'),
            value: lastUsedAt === null ? t('apps.person.lastUsed.never') : formatDateTime(lastUsedAt),
          },
          {
            label: t('apps.people.createdBy'),
            value: <bdi>{createdBy ?? t('apps.people.createdBy.unnamed')}</bdi>,
          },
          { label: t('apps.people.created'), value: formatDateTime(createdAt) },
        ]}
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
