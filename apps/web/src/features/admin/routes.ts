import { paths } from '#navigation/paths.ts';
import { lazyRoutes, type RouteEntry } from '#navigation/route-entry.ts';

const admin = lazyRoutes({ group: 'authorized', layout: 'shell', role: 'admin' }, 'admin', 'account');

export const adminRoutes: readonly RouteEntry[] = [
  admin(paths.admin, () => import('./admin-pages.tsx'), 'AdminPages'),
];
