import { paths } from '#navigation/paths.ts';
import { lazyRoutes, type RouteEntry } from '#navigation/route-entry.ts';

const member = lazyRoutes({ group: 'authorized', layout: 'shell' }, 'shell');

const memberPaths = [paths.apps, paths.appPermissions, paths.appPermission];
const adminPaths = [
  paths.admin,
  paths.adminAccounts,
  paths.adminEnterprises,
  paths.adminApplications,
  paths.adminParams,
  paths.adminAudit,
];

/** Specified paths behind the sign-in that have no screen yet. */
export const notReadyRoutes: readonly RouteEntry[] = [
  member(memberPaths, () => import('./not-ready.page.tsx'), 'NotReadyPage'),
  member(adminPaths, () => import('./not-ready.page.tsx'), 'NotReadyPage', { role: 'admin' }),
];
