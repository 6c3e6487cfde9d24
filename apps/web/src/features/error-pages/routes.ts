import { paths } from '#navigation/paths.ts';
import { lazyRoutes, type RouteEntry } from '#navigation/route-entry.ts';

const open = lazyRoutes({ group: 'unauthorized', layout: 'bare' }, 'errorPages');
const openWithReason = lazyRoutes({ group: 'unauthorized', layout: 'bare' }, 'errorPages', 'sso');

const load = () => import('./error.page.tsx');

export const errorRoutes: readonly RouteEntry[] = [
  open(paths.error401, load, 'Error401Page'),
  openWithReason(paths.error403, load, 'Error403Page'),
  open(paths.error404, load, 'Error404Page'),
  openWithReason(paths.error500, load, 'Error500Page'),
  open(paths.errorMaintain, load, 'ErrorMaintainPage'),
  open(paths.errorComming, load, 'ErrorCommingPage'),
];
