import { Navigate, Route, Routes } from 'react-router';
import { areaPaths, type AreaPath } from '#navigation/area-paths.ts';
import { lazyPage, type Page } from '#navigation/lazy-page.ts';
import { paths } from '#navigation/paths.ts';

/** Each page is loaded when it is first opened. */
const pages: readonly (readonly [AreaPath, Page])[] = [
  [areaPaths.apps, lazyPage(() => import('./list/applications.page.tsx'), 'ApplicationsPage')],
  [areaPaths.app, lazyPage(() => import('./list/application.page.tsx'), 'ApplicationPage')],
  [areaPaths.appClients, lazyPage(() => import('./clients/clients.page.tsx'), 'ClientsPage')],
  [areaPaths.appClient, lazyPage(() => import('./clients/client.page.tsx'), 'ClientPage')],
];

export function ApplicationsPages() {
  return (
    <Routes>
      {pages.map(([path, ShownPage]) => (
        <Route key={path} path={path.slice(areaPaths.apps.length)} element={<ShownPage />} />
      ))}
      <Route path="*" element={<Navigate replace to={paths.error404} />} />
    </Routes>
  );
}
