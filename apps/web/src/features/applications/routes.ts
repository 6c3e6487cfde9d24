import { paths } from '#navigation/paths.ts';
import { lazyRoutes, type RouteEntry } from '#navigation/route-entry.ts';

// Every signed-in user may open these pages; the server checks who manages an application.
const member = lazyRoutes({ group: 'authorized', layout: 'shell' }, 'apps/common');

export const applicationRoutes: readonly RouteEntry[] = [
  member(paths.apps, () => import('./applications-pages.tsx'), 'ApplicationsPages'),
];
