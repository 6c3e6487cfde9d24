import { paths } from '#navigation/paths.ts';
import { lazyRoutes, type RouteEntry } from '#navigation/route-entry.ts';

const open = lazyRoutes({ group: 'unauthorized', layout: 'auth' }, 'sso');
const member = lazyRoutes({ group: 'authorized', layout: 'auth' }, 'sso');

/** Also loads the landing page, which reports a connection lost after "Continue" and could not be loaded by then. */
async function loadIntermediate() {
  const [{ IntermediatePage }] = await Promise.all([
    import('./intermediate/intermediate.page.tsx'),
    import('./home/home.page.tsx'),
  ]);
  return { IntermediatePage };
}

export const ssoRoutes: readonly RouteEntry[] = [
  open(paths.home, () => import('./home/home.page.tsx'), 'HomePage', { layout: 'bare' }),
  open(paths.intermediate, loadIntermediate, 'IntermediatePage'),
  open(paths.logout, () => import('./logout.page.tsx'), 'LogoutPage'),
  member(paths.device, () => import('./device.page.tsx'), 'DevicePage'),
];
