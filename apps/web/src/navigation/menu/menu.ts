import type { PlainKey } from '#shared/i18n/message-types.ts';
import { type Role, rolesOf } from '#state/auth.ts';
import type { UserApp } from '#state/user-app.ts';
import { areaPaths } from '#navigation/area-paths.ts';
import { fillPath, matchKnownPath, paths, trimPath } from '#navigation/paths.ts';

export type MenuItem = {
  id: string;
  /** `group`: a heading over its children. `collapse`: can be opened and closed. `item`: a link. */
  type: 'group' | 'collapse' | 'item';
  messageId: PlainKey;
  /** Shown in place of the text of `messageId`. */
  name?: string | undefined;
  path?: string;
  icon?: string;
  /** Marks the entry as current only at its own path, not below it. */
  exact?: boolean;
  also?: string;
  role?: Role;
  children?: readonly MenuItem[];
};

export type ShownMenuItem = Omit<MenuItem, 'children' | 'role' | 'also'> & {
  isCurrent: boolean;
  /** Whether the entry contains the current item, and so starts open. */
  containsCurrent: boolean;
  children: readonly ShownMenuItem[];
};

export const menu: readonly MenuItem[] = [
  {
    id: 'account',
    type: 'group',
    messageId: 'shell.group.account',
    children: [
      {
        id: 'information',
        type: 'item',
        messageId: 'shell.item.information',
        path: paths.userInformation,
        icon: 'user',
      },
      {
        id: 'password',
        type: 'item',
        messageId: 'shell.item.password',
        path: paths.userPassword,
        icon: 'key',
      },
      {
        id: 'security',
        type: 'item',
        messageId: 'shell.item.security',
        path: paths.userSecurity,
        icon: 'shield',
      },
      {
        id: 'privacy',
        type: 'item',
        messageId: 'shell.item.privacy',
        path: paths.userPrivacy,
        icon: 'list',
      },
      {
        id: 'invite-friends',
        type: 'item',
        messageId: 'shell.item.inviteFriends',
        path: paths.inviteFriends,
        icon: 'users',
      },
    ],
  },
  {
    id: 'applications',
    type: 'group',
    messageId: 'shell.group.applications',
    children: [{ id: 'apps', type: 'item', messageId: 'shell.item.apps', path: areaPaths.apps, exact: true }],
  },
  {
    id: 'application',
    type: 'group',
    messageId: 'shell.group.application',
    children: [
      {
        id: 'app',
        type: 'item',
        messageId: 'shell.item.app',
        path: areaPaths.app,
        exact: true,
        also: areaPaths.appManagers,
      },
      {
        id: 'app-permissions',
        type: 'item',
        messageId: 'shell.item.appPeople',
        path: areaPaths.appPermissions,
      },
      { id: 'app-roles', type: 'item', messageId: 'shell.item.appRoles', path: areaPaths.appRoles },
      { id: 'app-clients', type: 'item', messageId: 'shell.item.appClients', path: areaPaths.appClients },
      { id: 'app-webhooks', type: 'item', messageId: 'shell.item.webhooks', path: areaPaths.appWebhooks },
    ],
  },
  {
    id: 'administration',
    type: 'collapse',
    messageId: 'shell.group.administration',
    icon: 'settings',
    role: 'admin',
    children: [
      { id: 'admin', type: 'item', messageId: 'shell.item.dashboard', path: areaPaths.admin, exact: true },
      { id: 'admin-accounts', type: 'item', messageId: 'shell.item.accounts', path: areaPaths.adminAccounts },
      {
        id: 'admin-enterprises',
        type: 'item',
        messageId: 'shell.item.enterprises',
        path: areaPaths.adminEnterprises,
      },
      {
        id: 'admin-privacy',
        type: 'item',
        messageId: 'shell.item.adminPrivacy',
        path: areaPaths.adminPrivacy,
      },
      {
        id: 'admin-incidents',
        type: 'item',
        messageId: 'shell.item.incidents',
        path: areaPaths.adminIncidents,
      },
      {
        id: 'admin-applications',
        type: 'item',
        messageId: 'shell.item.applications',
        path: areaPaths.adminApplications,
      },
      { id: 'admin-import', type: 'item', messageId: 'shell.item.import', path: areaPaths.adminImport },
      { id: 'admin-export', type: 'item', messageId: 'shell.item.export', path: areaPaths.adminExport },
      { id: 'admin-params', type: 'item', messageId: 'shell.item.params', path: areaPaths.adminParams },
      { id: 'admin-audit', type: 'item', messageId: 'shell.item.audit', path: areaPaths.adminAudit },
      { id: 'admin-webhooks', type: 'item', messageId: 'shell.item.webhooks', path: areaPaths.adminWebhooks },
    ],
  },
];

type MenuContext = {
  roles: readonly Role[];
  exclusiveNavId: readonly string[];
  navParam: Readonly<Record<string, string>>;
  pathname: string;
};

function isCurrent(path: string, pathname: string, exact: boolean | undefined): boolean {
  const here = trimPath(pathname);
  return here === path || (exact !== true && here.startsWith(`${path}/`));
}

function shown(item: MenuItem, context: MenuContext): ShownMenuItem | null {
  if (context.exclusiveNavId.includes(item.id)) return null;
  if (!context.roles.includes(item.role ?? 'user')) return null;
  const { children: inner, role: _role, path: pattern, also, ...rest } = item;
  const children = shownMenu(inner ?? [], context);
  if (item.type !== 'item') {
    // Hide an empty group.
    if (children.length === 0) return null;
    const containsCurrent = children.some((child) => child.isCurrent || child.containsCurrent);
    return { ...rest, isCurrent: false, containsCurrent, children };
  }
  const path = pattern === undefined ? null : fillPath(pattern, context.navParam);
  // Hide an entry whose path has a missing parameter or is not a route of the app.
  if (path === null || matchKnownPath(path) === null) return null;
  return {
    ...rest,
    path,
    isCurrent:
      isCurrent(path, context.pathname, item.exact) ||
      (also !== undefined && trimPath(context.pathname) === fillPath(also, context.navParam)),
    containsCurrent: false,
    children,
  };
}

export function shownMenu(items: readonly MenuItem[], context: MenuContext): ShownMenuItem[] {
  return items.map((item) => shown(item, context)).filter((item) => item !== null);
}

/** Returns the menu of an account at an address. The application's group shows the name of the application. */
export function menuOf(account: {
  role: Role;
  userApp: Pick<UserApp, 'exclusiveNavId' | 'managableApplications' | 'navParam'>;
  pathname: string;
}): ShownMenuItem[] {
  const { role, pathname } = account;
  const { exclusiveNavId, managableApplications, navParam } = account.userApp;
  const name = managableApplications.find(({ id }) => id === navParam['appId'])?.name;
  return shownMenu(menu, { roles: rolesOf(role), exclusiveNavId, navParam, pathname }).map((item) =>
    item.id === 'application' ? { ...item, name } : item,
  );
}
