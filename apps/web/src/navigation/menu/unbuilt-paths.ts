import { type Path, paths } from '#navigation/paths.ts';

/**
 * Specified routes that have no screen yet. They show a placeholder page, and the menu marks them. Remove a path's line
 * when its screen is built.
 */
export const unbuiltPaths = {
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

export type UnbuiltScreen = (typeof unbuiltPaths)[keyof typeof unbuiltPaths];

const names: ReadonlyMap<string, UnbuiltScreen> = new Map(Object.entries(unbuiltPaths));

/** The name of the missing screen at a path; null if the screen exists. */
export function unbuiltScreenAt(path: Path | null): UnbuiltScreen | null {
  return path === null ? null : (names.get(path) ?? null);
}
