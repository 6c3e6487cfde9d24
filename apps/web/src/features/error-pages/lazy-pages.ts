import { lazyPage } from '#navigation/lazy-page.ts';

const errorPage = (name: 'ForbiddenPage' | 'UnavailablePage') =>
  lazyPage(() => import('./error.page.tsx'), name, 'errorPages');

export const ForbiddenPage = errorPage('ForbiddenPage');
export const UnavailablePage = errorPage('UnavailablePage');
