import { useState } from 'react';
import { useParams, useSearchParams } from 'react-router';
import { areaPaths, pathTo } from '#navigation/area-paths.ts';
import { failedWith } from '#shared/api/api-failure.ts';
import type { Translate } from '#shared/i18n/message-types.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { Badge } from '#shared/ui/badge.tsx';
import { Button, ButtonLink, IconButton, TextLink } from '#shared/ui/button.tsx';
import { ListTable } from '#shared/ui/list/list-table.tsx';
import { Menu, MenuItem } from '#shared/ui/overlays/menu.tsx';
import { Card } from '#shared/ui/page/card.tsx';
import { PageHeader } from '#shared/ui/page/page-header.tsx';
import type { Column } from '#shared/ui/page/table-card.tsx';
import { commonEvents } from '#state/common.ts';
import { ApplicationNotFound } from '#features/applications/list/application-parts.tsx';
import { AccessCard } from './access-card.tsx';
import { RemoveRoleDialog } from './remove-role-dialog.tsx';
import { RoleForm } from './role-form.tsx';
import { type AppRole, type NewRole, useRoleActions, useRoles } from './roles.ts';
import { PageIcon } from '#shared/ui/page/page-icon.tsx';

type Edited = { readonly role?: AppRole } | null;

export function RolesPage() {
  const t = useT();
  const { appId = '' } = useParams();
  const roles = useRoles(appId);
  const { add, change } = useRoleActions(appId);
  const [search] = useSearchParams();
  // The page that adds people sends managers here if the application has no role.
  const isForPeople = search.get('for') === 'people';
  const [choice, setEdited] = useState<Edited | undefined>();
  const [removed, setRemoved] = useState<AppRole | null>(null);
  const { data = [] } = roles;
  const opensForm = isForPeople && roles.data?.length === 0;
  const edited = choice === undefined && opensForm ? {} : (choice ?? null);
  const save = async (input: NewRole) => {
    await (edited?.role ? change : add).mutateAsync(input);
    commonEvents.succeeded(edited?.role ? 'apps.roles.saved' : 'apps.roles.added');
    setEdited(null);
  };
  const actions = { appId, onEdit: (role: AppRole) => setEdited({ role }), onRemove: setRemoved };
  if (failedWith(roles.error, 'NOT_FOUND')) return <ApplicationNotFound />;
  return (
    <>
      <PageHeader
        title={t('apps.roles.title')}
        lead={t('apps.roles.lead')}
        {...(!edited && {
          actions: (
            <>
              {isForPeople && data.length > 0 && (
                <ButtonLink to={pathTo(areaPaths.appAddPermissions, { appId })}>
                  {t('apps.roles.toPeople')}
                </ButtonLink>
              )}
              <Button look={isForPeople ? 'secondary' : 'primary'} onClick={() => setEdited({})}>
                {t('apps.roles.add')}
              </Button>
            </>
          ),
        })}
      />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        {edited && (
          <Card
            key={edited.role?.code ?? ''}
            title={edited.role ? t('apps.roles.edit.named', { name: edited.role.name }) : t('apps.roles.add')}
            className="max-w-[42rem]"
          >
            <RoleForm {...edited} onSubmit={save} onCancel={() => setEdited(null)} />
          </Card>
        )}
        <ListTable
          query={roles}
          caption={t('apps.roles.title')}
          columns={columnsOf(t, actions)}
          rowKey={({ code }) => code}
          renderCard={(role) => <RoleCard role={role} {...actions} />}
          failed={t('apps.roles.failed')}
          empty={{ icon: 'shield', title: t('apps.roles.none'), children: t('apps.roles.none.text') }}
        />
        <AccessCard appId={appId} roles={data} />
      </div>
      <RemoveRoleDialog appId={appId} role={removed} roles={data} onClose={() => setRemoved(null)} />
    </>
  );
}

type Actions = {
  appId: string;
  onEdit: (role: AppRole) => void;
  onRemove: (role: AppRole) => void;
};

function columnsOf(t: Translate, actions: Actions): readonly Column<AppRole>[] {
  return [
    { title: t('apps.roles.name'), cell: (role) => <RoleName role={role} /> },
    { title: t('apps.roles.code'), cell: ({ code }) => <bdi>{code}</bdi> },
    { title: t('apps.roles.people'), cell: (role) => <People role={role} {...actions} /> },
    { title: t('list.actions'), align: 'end', cell: (role) => <RoleMenu role={role} {...actions} /> },
  ];
}

function RoleName({ role }: { role: AppRole }) {
  const t = useT();
  return (
    <span className="block min-w-40">
      <span className="flex flex-wrap items-center gap-2">
        <bdi className="font-semibold wrap-anywhere">{role.name}</bdi>
        {role.isDefault && <Badge tone="brand">{t('apps.roles.default')}</Badge>}
      </span>
      {role.description !== '' && (
        <bdi className="block text-sm wrap-anywhere text-muted">{role.description}</bdi>
      )}
    </span>
  );
}

function People({ appId, role }: { appId: string; role: AppRole }) {
  const t = useT();
  const text = t('apps.people', { count: role.people });
  if (role.people === 0) return <span className="digits text-muted">{text}</span>;
  return (
    <TextLink
      isPlain
      className="digits whitespace-nowrap"
      to={pathTo(areaPaths.appPermissions, { appId }, { role: role.code })}
    >
      {text}
    </TextLink>
  );
}

function RoleMenu({ role, onEdit, onRemove }: Actions & { role: AppRole }) {
  const t = useT();
  return (
    <Menu
      trigger={
        <IconButton icon={<PageIcon name="more" />} label={t('list.actions.named', { name: role.name })} />
      }
    >
      <MenuItem icon="settings" onSelect={() => onEdit(role)}>
        {t('apps.roles.edit')}
      </MenuItem>
      <MenuItem icon="close" isDanger onSelect={() => onRemove(role)}>
        {t('apps.roles.remove')}
      </MenuItem>
    </Menu>
  );
}

function RoleCard({ role, ...actions }: Actions & { role: AppRole }) {
  const t = useT();
  return (
    <div className="flex items-start gap-2">
      <div className="flex min-w-0 flex-1 flex-col gap-2">
        <RoleName role={role} />
        <p className="text-sm text-muted">
          {`${t('apps.roles.code')}: `}
          <bdi className="wrap-anywhere">{role.code}</bdi>
        </p>
        <People role={role} {...actions} />
      </div>
      <RoleMenu role={role} {...actions} />
    </div>
  );
}
