import { type Path, paths } from './paths.ts';

/**
 * Routes of the specification whose screens are not there yet: they lead to a page that says so, and the menu
 * marks them. A screen that comes takes its line away.
 */
export const unfilledPaths = {
  [paths.inviteFriends]: 'inviteFriends',
  [paths.apps]: 'apps',
  [paths.appPermissions]: 'permissions',
  [paths.appPermission]: 'permissions',
  [paths.admin]: 'admin',
  [paths.adminAccounts]: 'adminAccounts',
  [paths.adminEnterprises]: 'adminEnterprises',
  [paths.adminApplications]: 'adminApplications',
  [paths.adminParams]: 'adminParams',
  [paths.adminAudit]: 'adminAudit',
} as const satisfies { readonly [P in Path]?: string };

export type UnfilledName = (typeof unfilledPaths)[keyof typeof unfilledPaths];

const names: ReadonlyMap<string, UnfilledName> = new Map(Object.entries(unfilledPaths));

/** Which screen is missing at a path of the table of paths; null where there is one. */
export function unfilledAt(path: Path | null): UnfilledName | null {
  return path === null ? null : (names.get(path) ?? null);
}
