import { paths } from '#navigation/paths.ts';
import { lazyRoutes, type RouteEntry } from '#navigation/route-entry.ts';

const open = lazyRoutes({ group: 'unauthorized', layout: 'bare' });

export const legalRoutes: readonly RouteEntry[] = [
  open([paths.terms, paths.privacy], () => import('./legal.page.tsx'), 'LegalPage'),
];
