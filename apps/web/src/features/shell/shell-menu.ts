import { useLocation } from 'react-router';
import { menuOf, type ShownMenuItem } from '#navigation/menu/menu.ts';
import type { PageIconName } from '#shared/ui/page/page-icon.tsx';
import { selectRole, useAuth } from '#state/auth.ts';
import { useUserApp } from '#state/user-app.ts';

export function useShownMenu(): ShownMenuItem[] {
  const { pathname } = useLocation();
  const role = useAuth(selectRole);
  const userApp = useUserApp();
  // The opened application may not be the selected one: another tab may select another application, and administrators
  // can open any application.
  const appId = /^\/apps\/([^/]+)/.exec(pathname)?.[1];
  const canOpen =
    appId !== undefined && (role === 'admin' || userApp.managableApplications.some(({ id }) => id === appId));
  return menuOf({ role, userApp: canOpen ? { ...userApp, navParam: { appId } } : userApp, pathname });
}

/** Returns the path from the outermost group to the current item. Empty on a page that is not in the menu. */
export function trailOf(items: readonly ShownMenuItem[]): ShownMenuItem[] {
  for (const item of items) {
    if (item.isCurrent) return [item];
    if (item.containsCurrent) return [item, ...trailOf(item.children)];
  }
  return [];
}

const icons: Readonly<Record<string, PageIconName>> = {
  information: 'user',
  password: 'lock',
  security: 'shield',
  privacy: 'list',
  'invite-friends': 'users',
  apps: 'apps',
  app: 'info',
  'app-permissions': 'users',
  'app-roles': 'shield',
  'app-clients': 'device',
  'app-webhooks': 'refresh',
  administration: 'settings',
  admin: 'device',
  'admin-accounts': 'users',
  'admin-enterprises': 'check',
  'admin-privacy': 'user',
  'admin-incidents': 'alert',
  'admin-applications': 'apps',
  'admin-import': 'in',
  'admin-export': 'out',
  'admin-params': 'building',
  'admin-audit': 'list',
  'admin-webhooks': 'refresh',
};

/** Returns the icon of a menu item. The collapsed sidebar shows only the icon. */
export function menuIcon(id: string): PageIconName {
  return icons[id] ?? 'dot';
}
