import { paths } from '#navigation/paths.ts';
import { lazyRoutes, type RouteEntry } from '#navigation/route-entry.ts';

const rule = { group: 'authorized', layout: 'shell', role: 'admin' } as const;
const admin = lazyRoutes(rule, 'admin/common');

const start = lazyRoutes(
  { group: 'authorized', layout: 'auth', role: 'admin' },
  'shell',
  'password',
  'security',
  'securityOverview',
  'reset',
);

export const adminRoutes: readonly RouteEntry[] = [
  start(paths.adminStart, () => import('./start/start.page.tsx'), 'AdminStartPage'),
  admin(paths.admin, () => import('./admin-pages.tsx'), 'AdminPages'),
];
