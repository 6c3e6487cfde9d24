import { type Path, paths } from '#navigation/paths.ts';

/**
 * Specified routes that have no screen yet. The menu hides them, and their addresses show a placeholder page. Remove a
 * path's line when its screen is built.
 */
export const unbuiltPaths: ReadonlySet<Path> = new Set<Path>([
  paths.apps,
  paths.appPermissions,
  paths.appPermission,
  paths.admin,
  paths.adminAccounts,
  paths.adminEnterprises,
  paths.adminApplications,
  paths.adminParams,
  paths.adminAudit,
]);
