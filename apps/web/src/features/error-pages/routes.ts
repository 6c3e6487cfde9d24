import { paths } from '#navigation/paths.ts';
import { lazyRoutes, type RouteEntry } from '#navigation/route-entry.ts';

const open = lazyRoutes({ group: 'unauthorized', layout: 'bare' });
const openWithReason = lazyRoutes({ group: 'unauthorized', layout: 'bare' }, 'sso');

export const errorRoutes: readonly RouteEntry[] = [
  open(paths.error401, () => import('./error.page.tsx'), 'Error401Page'),
  openWithReason(paths.error403, () => import('./error.page.tsx'), 'Error403Page'),
  open(paths.error404, () => import('./error.page.tsx'), 'Error404Page'),
  openWithReason(paths.error500, () => import('./error.page.tsx'), 'Error500Page'),
  open(paths.errorMaintain, () => import('./error.page.tsx'), 'ErrorMaintainPage'),
  open(paths.errorComming, () => import('./error.page.tsx'), 'ErrorCommingPage'),
];
