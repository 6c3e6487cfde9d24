import { Navigate, Route, Routes } from 'react-router';
import { type AreaPage, preloadInArea } from '#navigation/area-page.ts';
import { areaPaths } from '#navigation/area-paths.ts';
import { lazyPage } from '#navigation/lazy-page.ts';
import { paths } from '#navigation/paths.ts';
import { AppFrame } from './app-frame.tsx';

const appPages: readonly AreaPage[] = [
  [areaPaths.app, lazyPage(() => import('./list/application.page.tsx'), 'ApplicationPage')],
  [
    areaPaths.appPermissions,
    lazyPage(
      () => import('./permissions/permissions.page.tsx'),
      'PermissionsPage',
      'apps/permissions',
      'list',
    ),
  ],
  [
    areaPaths.appAddPermissions,
    lazyPage(
      () => import('./permissions/add-permissions.page.tsx'),
      'AddPermissionsPage',
      'apps/permissions',
      'list',
    ),
  ],
  [
    areaPaths.appPermission,
    lazyPage(() => import('./permissions/permission.page.tsx'), 'PermissionPage', 'apps/permissions', 'list'),
  ],
  [
    areaPaths.appManagers,
    lazyPage(() => import('./managers/managers.page.tsx'), 'ManagersPage', 'apps/permissions', 'list'),
  ],
  [
    areaPaths.appRoles,
    lazyPage(() => import('./roles/roles.page.tsx'), 'RolesPage', 'apps/permissions', 'list'),
  ],
  [
    areaPaths.appClients,
    lazyPage(() => import('./clients/clients.page.tsx'), 'ClientsPage', 'apps/clients', 'list'),
  ],
  [
    areaPaths.appWebhooks,
    lazyPage(() => import('#features/webhooks/webhooks.page.tsx'), 'WebhooksPage', 'webhooks', 'list'),
  ],
  [
    areaPaths.appWebhook,
    lazyPage(
      () => import('#features/webhooks/webhook.page.tsx'),
      'WebhookPage',
      'webhooks',
      'webhook',
      'list',
    ),
  ],
  [
    areaPaths.appClient,
    lazyPage(() => import('./clients/client.page.tsx'), 'ClientPage', 'apps/clients', 'list'),
  ],
  [
    areaPaths.appClientDoctor,
    lazyPage(() => import('./clients/doctor/doctor.page.tsx'), 'ClientDoctorPage', 'apps/doctor'),
  ],
  [
    areaPaths.appClientStart,
    lazyPage(() => import('./clients/start/start.page.tsx'), 'ClientStartPage', 'apps/clients'),
  ],
];

const ApplicationsPage = lazyPage(() => import('./list/applications.page.tsx'), 'ApplicationsPage');

export const pages: readonly AreaPage[] = [[areaPaths.apps, ApplicationsPage], ...appPages];

export const preload = () => preloadInArea(pages);

export function ApplicationsPages() {
  return (
    <Routes>
      <Route index element={<ApplicationsPage />} />
      <Route element={<AppFrame />}>
        {appPages.map(([path, ShownPage]) => (
          <Route key={path} path={path.slice(areaPaths.apps.length + 1)} element={<ShownPage />} />
        ))}
      </Route>
      <Route path="*" element={<Navigate replace to={paths.error404} />} />
    </Routes>
  );
}
