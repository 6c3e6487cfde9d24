import type { ShownMenuItem } from '#navigation/menu.ts';
import { matchKnownPath } from '#navigation/paths.ts';
import { unfilledAt } from '#navigation/unfilled-paths.ts';
import type { IconName } from '#shared/ui/icons.tsx';

const byItem: Readonly<Record<string, IconName>> = {
  information: 'user',
  password: 'lock',
  security: 'shield',
  'invite-friends': 'gift',
  apps: 'apps',
  'app-permissions': 'users',
  administration: 'settings',
  admin: 'home',
  'admin-accounts': 'users',
  'admin-enterprises': 'building',
  'admin-applications': 'apps',
  'admin-params': 'settings',
  'admin-audit': 'list',
};

/** The sign of a menu item; the narrow sidebar shows nothing else of it. */
export function navIcon(id: string): IconName {
  return byItem[id] ?? 'dot';
}

/** Whether an item leads to a screen that is not there yet; it is marked, not hidden. */
export function isUnfilled({ path }: ShownMenuItem): boolean {
  return path !== undefined && unfilledAt(matchKnownPath(path)) !== null;
}
