import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { areaPaths, pathTo } from '#navigation/area-paths.ts';
import { failedWith } from '#shared/api/api-failure.ts';
import { formatDateTime } from '#shared/i18n/format.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { Avatar } from '#shared/ui/avatar.tsx';
import { Button, TextLink } from '#shared/ui/button.tsx';
import { Notice } from '#shared/ui/feedback/alert.tsx';
import { Card } from '#shared/ui/page/card.tsx';
import { DataList } from '#shared/ui/page/data-list.tsx';
import { PageHeader } from '#shared/ui/page/page-header.tsx';
import { PageLoadState } from '#shared/ui/page/page-load-state.tsx';
import { useRoles } from '#features/applications/roles/roles.ts';
import { ChangeDialogs, type Question } from './change-dialogs.tsx';
import { type PermissionDetail, usePermission } from './permissions.ts';
import { nameOf, PermissionStatus, PersonPhone } from './person-cells.tsx';

export function PermissionPage() {
  const t = useT();
  const { appId = '', permissionId = '' } = useParams();
  const permission = usePermission(appId, permissionId);
  return (
    <>
      <TextLink isQuiet to={pathTo(areaPaths.appPermissions, { appId })} className="mb-3">
        {t('apps.person.back')}
      </TextLink>
      {failedWith(permission.error, 'NOT_FOUND') ? (
        <PageHeader title={t('apps.person.notFound')} lead={t('apps.person.notFound.text')} />
      ) : permission.data ? (
        <PersonDetail appId={appId} permission={permission.data} />
      ) : (
        <PageLoadState query={permission} title={t('apps.person.failed')} />
      )}
    </>
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
      <ChangeDialogs
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
      {history.length === 0 ? (
        <p className="text-muted">{t('apps.person.history.none')}</p>
      ) : (
        <ol className="divide-y divide-line">
          {history.map(({ kind, at, by, role }) => (
            <li key={`${at} ${kind}`} className="py-3">
              <p className="wrap-anywhere">{t(`apps.person.history.${kind}`, { role: roleOf(role) })}</p>
              <p className="text-sm wrap-anywhere text-muted">
                {by === null
                  ? t('apps.person.history.byUnnamed', { time: formatDateTime(at) })
                  : t('apps.person.history.by', { time: formatDateTime(at), name: by })}
              </p>
            </li>
          ))}
        </ol>
      )}
    </Card>
  );
}
