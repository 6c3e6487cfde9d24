import { paths } from '#navigation/paths.ts';
import { lazyRoutes, type RouteEntry } from '#navigation/route-entry.ts';

const member = lazyRoutes({ group: 'authorized', layout: 'shell' }, 'shell');

/** A specified area behind the sign-in that has no page yet. */
export const notReadyRoutes: readonly RouteEntry[] = [
  member(paths.apps, () => import('./not-ready.page.tsx'), 'NotReadyPage'),
];
