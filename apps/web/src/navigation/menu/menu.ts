import type { PlainKey } from '#shared/i18n/message-types.ts';
import type { PageIconName } from '#shared/ui/page/page-icon.tsx';
import { type Role, rolesOf } from '#state/auth.ts';
import type { UserApp } from '#state/user-app.ts';
import { type AreaPath, areaPaths } from '#navigation/area-paths.ts';
import { fillPath, matchKnownPath, paths, trimPath } from '#navigation/paths.ts';

export type MenuItem = {
  id: string;
  /** A `group` has a heading over its children, a `collapse` can be opened and closed, and an `item` is a link. */
  type: 'group' | 'collapse' | 'item';
  messageId: PlainKey;
  /** Replaces the text of `messageId`. */
  name?: string | undefined;
  path?: string;
  /** The collapsed sidebar shows only icons, so entries of one level have different icons. */
  icon?: PageIconName;
  /** Whether the entry is current only at its own path, not at paths below it. */
  exact?: boolean;
  /** Letter that opens the page after `g`. Each page of a workspace has a different letter. */
  key?: string;
  role?: Role;
  children?: readonly MenuItem[];
};

export type ShownMenuItem = Omit<MenuItem, 'children' | 'role'> & {
  isCurrent: boolean;
  /** Whether the entry contains the current item and so starts open. */
  containsCurrent: boolean;
  children: readonly ShownMenuItem[];
};

const item = (
  id: string,
  icon: PageIconName,
  messageId: PlainKey,
  [path, key]: readonly [path: string, key: string],
  exact = false,
): MenuItem => ({ id, icon, type: 'item', messageId, path, key, exact });

type AdminPage =
  | 'accounts'
  | 'applications'
  | 'audit'
  | 'enterprises'
  | 'export'
  | 'import'
  | 'incidents'
  | 'params'
  | 'privacy'
  | 'sms'
  | 'webhooks';

/**
 * Creates the entry of an administration page. The page's name is part of the id, the path and the default
 * text key.
 */
function adminItem(
  page: AdminPage,
  icon: PageIconName,
  key: string,
  messageId: PlainKey = `shell.item.${page}`,
): MenuItem {
  const path: AreaPath = `${areaPaths.admin}/${page}`;
  return item(`admin-${page}`, icon, messageId, [path, key]);
}

const menuGroup = (
  id: 'account' | 'administration' | 'application' | 'applications',
  children: readonly MenuItem[],
): MenuItem => ({ id, type: 'group', messageId: `shell.group.${id}`, children });

export const menu: readonly MenuItem[] = [
  menuGroup('account', [
    item('information', 'user', 'shell.item.information', [paths.userInformation, 'i']),
    item('password', 'lock', 'shell.item.password', [paths.userPassword, 'p']),
    item('security', 'shield', 'shell.item.security', [paths.userSecurity, 's']),
    item('privacy', 'eye', 'shell.item.privacy', [paths.userPrivacy, 'r']),
    item('invite-friends', 'users', 'shell.item.inviteFriends', [paths.inviteFriends, 'm']),
  ]),
  menuGroup('applications', [item('apps', 'apps', 'shell.item.apps', [areaPaths.apps, 'a'], true)]),
  menuGroup('application', [
    item('app', 'info', 'shell.item.app', [areaPaths.app, 'o'], true),
    item('app-permissions', 'users', 'shell.item.appPeople', [areaPaths.appPermissions, 'p']),
    item('app-roles', 'shield', 'shell.item.appRoles', [areaPaths.appRoles, 'r']),
    item('app-clients', 'device', 'shell.item.appClients', [areaPaths.appClients, 'c']),
    item('app-webhooks', 'refresh', 'shell.item.webhooks', [areaPaths.appWebhooks, 'w']),
    item('app-managers', 'user', 'shell.item.appManagers', [areaPaths.appManagers, 'm']),
  ]),
  {
    ...menuGroup('administration', [
      item('admin', 'device', 'shell.item.dashboard', [areaPaths.admin, 'd'], true),
      adminItem('accounts', 'users', 'a'),
      adminItem('enterprises', 'building', 'e'),
      adminItem('privacy', 'eye', 'p', 'shell.item.adminPrivacy'),
      adminItem('incidents', 'alert', 'i'),
      adminItem('applications', 'apps', 'u'),
      adminItem('sms', 'phone', 's'),
      adminItem('params', 'info', 'h'),
      adminItem('audit', 'list', 'l'),
      adminItem('webhooks', 'refresh', 'w'),
      {
        id: 'admin-files',
        icon: 'settings',
        type: 'collapse',
        messageId: 'shell.group.files',
        children: [adminItem('import', 'in', 'n'), adminItem('export', 'out', 'x')],
      },
    ]),
    role: 'admin',
  },
];

type MenuContext = {
  roles: readonly Role[];
  exclusiveNavId: readonly string[];
  navParam: Readonly<Record<string, string>>;
  pathname: string;
};

function isCurrent(path: string, pathname: string, exact: boolean | undefined): boolean {
  // Two pages belong to a menu entry although their paths are not below its path.
  const here = trimPath(pathname)
    .replace(paths.userDeletion, paths.userPrivacy)
    .replace(paths.userPhone, paths.userInformation);
  return here === path || (exact !== true && here.startsWith(`${path}/`));
}

function shown(entry: MenuItem, context: MenuContext): ShownMenuItem | null {
  if (context.exclusiveNavId.includes(entry.id)) return null;
  if (!context.roles.includes(entry.role ?? 'user')) return null;
  const { children: inner, role: _role, path: pattern, ...rest } = entry;
  const children = shownMenu(inner ?? [], context);
  if (entry.type !== 'item') {
    if (children.length === 0) return null;
    const containsCurrent = children.some((child) => child.isCurrent || child.containsCurrent);
    return { ...rest, isCurrent: false, containsCurrent, children };
  }
  const path = pattern === undefined ? null : fillPath(pattern, context.navParam);
  // Hide an entry whose path lacks a parameter or is not a route of the app.
  if (path === null || matchKnownPath(path) === null) return null;
  return {
    ...rest,
    path,
    isCurrent: isCurrent(path, context.pathname, entry.exact),
    containsCurrent: false,
    children,
  };
}

export function shownMenu(items: readonly MenuItem[], context: MenuContext): ShownMenuItem[] {
  return items.map((entry) => shown(entry, context)).filter((entry) => entry !== null);
}

type Account = {
  role: Role;
  userApp: Pick<UserApp, 'exclusiveNavId' | 'managableApplications' | 'navParam'>;
  pathname: string;
};

/** Returns the menu of an account at a path. The application's group shows the application's name. */
export function menuOf({ role, userApp, pathname }: Account): ShownMenuItem[] {
  const { exclusiveNavId, managableApplications, navParam } = userApp;
  const name = managableApplications.find(({ id }) => id === navParam['appId'])?.name;
  return shownMenu(menu, { roles: rolesOf(role), exclusiveNavId, navParam, pathname }).map((entry) =>
    entry.id === 'application' ? { ...entry, name } : entry,
  );
}

export function linksOf(items: readonly ShownMenuItem[]): ShownMenuItem[] {
  return items.flatMap((entry) => (entry.type === 'item' ? [entry] : linksOf(entry.children)));
}

const workspaceGroups = {
  account: ['account', 'applications'],
  application: ['application'],
  administration: ['administration'],
} as const;
type WorkspaceKind = keyof typeof workspaceGroups;

export type Workspace = Pick<ShownMenuItem, 'messageId' | 'isCurrent'> & {
  kind: WorkspaceKind;
  /** The application's id, or the workspace's kind if it is not an application. */
  id: string;
  name: string | undefined;
  /** The page that opens the workspace. Switching to another application keeps the current kind of page. */
  path: string;
};

/** Returns the workspace of a page; `account` also for a page that the account cannot open. */
function workspaceAt({ role, pathname, userApp: { navParam } }: Account): WorkspaceKind {
  if (role === 'admin' && isCurrent(areaPaths.admin, pathname, false)) return 'administration';
  const application = fillPath(areaPaths.app, navParam);
  return application !== null && isCurrent(application, pathname, false) ? 'application' : 'account';
}

export function workspaceMenuOf(account: Account): ShownMenuItem[] {
  const groups: readonly string[] = workspaceGroups[workspaceAt(account)];
  return menuOf(account).filter(({ id }) => groups.includes(id));
}

export function workspacesOf(account: Account): Workspace[] {
  const { userApp } = account;
  const here = workspaceAt(account);
  const { appId } = userApp.navParam;
  const currentPage = linksOf(workspaceMenuOf(account)).find(({ isCurrent: isHere }) => isHere)?.id;
  const open = (kind: WorkspaceKind, id: string, groups: readonly ShownMenuItem[]): Workspace[] => {
    const own: readonly string[] = workspaceGroups[kind];
    const shownGroups = groups.filter((group) => own.includes(group.id));
    const [group] = shownGroups;
    const links = linksOf(shownGroups);
    const path = (links.find((link) => link.id === currentPage) ?? links[0])?.path;
    if (!group || path === undefined) return [];
    const { messageId, name } = group;
    return [{ kind, id, messageId, name, path, isCurrent: kind === here && (kind === id || id === appId) }];
  };
  const groups = menuOf(account);
  const apps = userApp.managableApplications.map(({ id }) => id);
  const opened = here === 'application' && appId !== undefined && !apps.includes(appId) ? [appId] : [];
  return [
    ...open('account', 'account', groups),
    ...open('administration', 'administration', groups),
    ...[...opened, ...apps].flatMap((id) =>
      open('application', id, menuOf({ ...account, userApp: { ...userApp, navParam: { appId: id } } })),
    ),
  ];
}
