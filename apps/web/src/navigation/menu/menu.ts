import type { PlainKey } from '#shared/i18n/message-types.ts';
import type { PageIconName } from '#shared/ui/page/page-icon.tsx';
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
  /** The collapsed sidebar shows only the icons, so the icons of one level differ. */
  icon?: PageIconName;
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

const item = (
  id: string,
  icon: PageIconName,
  messageId: PlainKey,
  path: string,
  rest: Pick<MenuItem, 'exact' | 'also'> = {},
): MenuItem => ({ id, icon, type: 'item', messageId, path, ...rest });

export const menu: readonly MenuItem[] = [
  {
    id: 'account',
    type: 'group',
    messageId: 'shell.group.account',
    children: [
      item('information', 'user', 'shell.item.information', paths.userInformation),
      item('password', 'lock', 'shell.item.password', paths.userPassword),
      item('security', 'shield', 'shell.item.security', paths.userSecurity),
      item('privacy', 'list', 'shell.item.privacy', paths.userPrivacy),
      item('invite-friends', 'users', 'shell.item.inviteFriends', paths.inviteFriends),
    ],
  },
  {
    id: 'applications',
    type: 'group',
    messageId: 'shell.group.applications',
    children: [item('apps', 'apps', 'shell.item.apps', areaPaths.apps, { exact: true })],
  },
  {
    id: 'application',
    type: 'group',
    messageId: 'shell.group.application',
    children: [
      item('app', 'info', 'shell.item.app', areaPaths.app, { exact: true, also: areaPaths.appManagers }),
      item('app-permissions', 'users', 'shell.item.appPeople', areaPaths.appPermissions),
      item('app-roles', 'shield', 'shell.item.appRoles', areaPaths.appRoles),
      item('app-clients', 'device', 'shell.item.appClients', areaPaths.appClients),
      item('app-webhooks', 'refresh', 'shell.item.webhooks', areaPaths.appWebhooks),
    ],
  },
  {
    id: 'administration',
    icon: 'settings',
    type: 'collapse',
    messageId: 'shell.group.administration',
    role: 'admin',
    children: [
      item('admin', 'device', 'shell.item.dashboard', areaPaths.admin, { exact: true }),
      item('admin-accounts', 'users', 'shell.item.accounts', areaPaths.adminAccounts),
      item('admin-enterprises', 'check', 'shell.item.enterprises', areaPaths.adminEnterprises),
      item('admin-privacy', 'user', 'shell.item.adminPrivacy', areaPaths.adminPrivacy),
      item('admin-incidents', 'alert', 'shell.item.incidents', areaPaths.adminIncidents),
      item('admin-applications', 'apps', 'shell.item.applications', areaPaths.adminApplications),
      item('admin-import', 'in', 'shell.item.import', areaPaths.adminImport),
      item('admin-export', 'out', 'shell.item.export', areaPaths.adminExport),
      item('admin-params', 'building', 'shell.item.params', areaPaths.adminParams),
      item('admin-audit', 'list', 'shell.item.audit', areaPaths.adminAudit),
      item('admin-webhooks', 'refresh', 'shell.item.webhooks', areaPaths.adminWebhooks),
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

function shown(entry: MenuItem, context: MenuContext): ShownMenuItem | null {
  if (context.exclusiveNavId.includes(entry.id)) return null;
  if (!context.roles.includes(entry.role ?? 'user')) return null;
  const { children: inner, role: _role, path: pattern, also, ...rest } = entry;
  const children = shownMenu(inner ?? [], context);
  if (entry.type !== 'item') {
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
      isCurrent(path, context.pathname, entry.exact) ||
      (also !== undefined && trimPath(context.pathname) === fillPath(also, context.navParam)),
    containsCurrent: false,
    children,
  };
}

export function shownMenu(items: readonly MenuItem[], context: MenuContext): ShownMenuItem[] {
  return items.map((entry) => shown(entry, context)).filter((entry) => entry !== null);
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
  return shownMenu(menu, { roles: rolesOf(role), exclusiveNavId, navParam, pathname }).map((entry) =>
    entry.id === 'application' ? { ...entry, name } : entry,
  );
}
