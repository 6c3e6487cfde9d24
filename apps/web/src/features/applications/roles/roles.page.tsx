import { useState } from 'react';
import { useParams, useSearchParams } from 'react-router';
import { areaPaths, pathTo } from '#navigation/area-paths.ts';
import { failedWith } from '#shared/api/api-failure.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { Badge } from '#shared/ui/display/badge.tsx';
import { Button, ButtonLink, IconButton, TextLink } from '#shared/ui/controls/button.tsx';
import { ListHeader } from '#shared/ui/list/list-header.tsx';
import { ListTable, type Column } from '#shared/ui/list/list-table.tsx';
import { Menu, MenuItem } from '#shared/ui/overlays/menu.tsx';
import { Card } from '#shared/ui/page/page.tsx';
import { Saved } from '#shared/forms/save-row.tsx';
import {
  AccessBadge,
  ApplicationNotFound,
  useApplication,
} from '#features/applications/list/application-parts.tsx';
import { RoleForm } from './role-form.tsx';
import { type AppRole, type NewRole, useRoleActions, useRoles } from './roles.ts';
import { PageIcon } from '#shared/ui/page/page-icon.tsx';
import { ActionButton, ActionDialog } from '#session/action-dialog.tsx';
import { Notice } from '#shared/ui/feedback/alert.tsx';
import { maxPeople } from '@vid/contract/limits';
import { LoadState } from '#shared/ui/feedback/load-state.tsx';

type Edited = { readonly role?: AppRole } | null;

export function RolesPage() {
  const t = useT();
  const { appId = '' } = useParams();
  const roles = useRoles(appId);
  const { add, change } = useRoleActions(appId);
  const [search] = useSearchParams();
  // The page that adds people links here with `for=people` if the application has no role.
  const isForPeople = search.get('for') === 'people';
  const [choice, setChoice] = useState<Edited | undefined>();
  const [removed, setRemoved] = useState<AppRole | null>(null);
  const [saved, setSaved] = useState<'apps.roles.saved' | 'apps.roles.added' | null>(null);
  const { data = [] } = roles;
  const opensForm = isForPeople && roles.data?.length === 0;
  const edited = choice === undefined && opensForm ? {} : (choice ?? null);
  const setEdited = (next: Edited) => {
    setSaved(null);
    setChoice(next);
  };
  const save = async (input: NewRole) => {
    await (edited?.role ? change : add).mutateAsync(input);
    setEdited(null);
    setSaved(edited?.role ? 'apps.roles.saved' : 'apps.roles.added');
  };
  const actions = {
    appId,
    onEdit: (role: AppRole) => setEdited({ role }),
    onRemove(role: AppRole) {
      setSaved(null);
      setRemoved(role);
    },
  };
  if (failedWith(roles.error, 'NOT_FOUND')) return <ApplicationNotFound />;
  return (
    <>
      <ListHeader
        title={t('shell.item.appRoles')}
        count={roles.data?.length}
        lead={t('apps.roles.lead')}
        {...(!edited && {
          actions: (
            <>
              {isForPeople && data.length > 0 && (
                <ButtonLink to={pathTo(areaPaths.appAddPermissions, { appId })} text="apps.roles.toPeople" />
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
        <div className="grid grid-cols-[minmax(0,1fr)]">
          <Saved text={!edited && saved} className="mb-3" />
          <ListTable
            query={roles}
            caption={t('shell.item.appRoles')}
            columns={columnsOf(actions)}
            rowKey={({ code }) => code}
            empty={{ icon: 'shield', title: t('apps.roles.none'), lead: t('apps.roles.none.text') }}
          />
        </div>
        {/* Hide the content below until the list has loaded, because the list's height is unknown and would shift the
            content. */}
        {!roles.isPending && <AccessCard appId={appId} roles={data} />}
      </div>
      <RemoveRoleDialog appId={appId} role={removed} roles={data} onClose={() => setRemoved(null)} />
    </>
  );
}

function columnsOf(actions: Actions): readonly Column<AppRole>[] {
  return [
    { title: 'apps.roles.name', cell: (role) => <RoleName role={role} /> },
    {
      title: 'apps.roles.code',
      card: 'named',
      cell: ({ code }) => <bdi className="wrap-anywhere">{code}</bdi>,
    },
    { title: 'apps.roles.people', card: 'plain', cell: (role) => <People role={role} {...actions} /> },
    { title: 'list.actions', align: 'end', cell: (role) => <RoleMenu role={role} {...actions} /> },
  ];
}

type Actions = {
  appId: string;
  onEdit: (role: AppRole) => void;
  onRemove: (role: AppRole) => void;
};

function RoleName({ role }: { role: AppRole }) {
  const t = useT();
  return (
    <span className="flex min-w-40 flex-wrap items-baseline gap-x-3">
      <span className="flex flex-wrap items-center gap-2">
        <bdi className="font-semibold wrap-anywhere">{role.name}</bdi>
        {role.isDefault && <Badge tone="brand">{t('apps.roles.default')}</Badge>}
      </span>
      {role.description !== '' && <bdi className="text-sm wrap-anywhere text-muted">{role.description}</bdi>}
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
        <IconButton
          icon={<PageIcon name="more" />}
          label={t('list.actions.named', { name: role.name })}
          className="lg:max-h-8 lg:max-w-8"
        />
      }
    >
      <MenuItem icon="settings" onSelect={() => onEdit(role)} text="account.edit" />
      <MenuItem icon="close" isDanger onSelect={() => onRemove(role)} text="apps.roles.remove" />
    </Menu>
  );
}

type Props = {
  appId: string;
  /** Role to remove; null closes the dialog. */
  role: AppRole | null;
  roles: readonly AppRole[];
  onClose: () => void;
};

/** Removes a role after its code was typed. People with the role get another role, which the manager chooses. */
function RemoveRoleDialog({ appId, role, roles, onClose }: Props) {
  const t = useT();
  const { remove } = useRoleActions(appId);
  const { code = '', name = '', people = 0 } = role ?? {};
  const others = roles.filter((other) => other.code !== code);
  const [chosen, setChosen] = useState('');
  const moveTo = others.find((other) => other.code === chosen)?.code ?? others[0]?.code;
  return (
    <ActionDialog
      isOpen={role !== null}
      onClose={onClose}
      title={t('apps.roles.remove.title', { name })}
      text={t('apps.roles.remove.text', { count: people })}
      value={code}
      action={t('apps.roles.remove')}
      isDangerous
      removesOpener
      onConfirm={() => remove.mutateAsync({ code, moveTo: people > 0 ? moveTo : undefined })}
      done="apps.roles.removed"
    >
      {people > 0 &&
        (others.length === 0 ? (
          <Notice title={t('apps.roles.remove.last')} />
        ) : (
          <label className="block text-label font-semibold">
            {t('apps.roles.remove.moveTo')}
            <select
              className="control mt-2 font-normal"
              value={moveTo}
              onChange={(change) => setChosen(change.target.value)}
            >
              {others.map((other) => (
                <option key={other.code} value={other.code}>
                  {other.name}
                </option>
              ))}
            </select>
          </label>
        ))}
    </ActionDialog>
  );
}

function AccessCard({ appId, roles }: { appId: string; roles: readonly AppRole[] }) {
  const t = useT();
  const application = useApplication(appId);
  const { setAccess } = useRoleActions(appId);
  if (!application.data) {
    return (
      <Card title={t('apps.access.title')}>
        <LoadState query={application} />
      </Card>
    );
  }
  const { access, usersWithout, locked } = application.data;
  const standard = roles.find(({ isDefault }) => isDefault);
  const next = access === 'open' ? 'restricted' : 'open';
  return (
    <Card
      title={t('apps.access.title')}
      actions={
        <ActionButton
          button={{ look: 'secondary' }}
          title={t(next === 'open' ? 'apps.access.openUp.title' : 'apps.access.restrict.title')}
          text={
            next === 'open'
              ? t('apps.access.openUp.text', { locked })
              : usersWithout === null
                ? t('apps.access.restrict.many', { max: maxPeople })
                : t('apps.access.restrict.text', { count: usersWithout })
          }
          action={t(next === 'open' ? 'apps.access.open' : 'apps.access.restrict')}
          isDangerous={next === 'restricted'}
          onConfirm={() => setAccess.mutateAsync({ access: next })}
          done="apps.access.changed"
        />
      }
    >
      <AccessBadge access={access} />
      <p className="mt-3 wrap-anywhere text-muted">
        {access === 'restricted'
          ? t('apps.access.restricted.text')
          : standard
            ? t('apps.access.open.role', { role: standard.name })
            : t('apps.access.open.noRole')}
      </p>
    </Card>
  );
}
