import { Navigate, Route, Routes } from 'react-router';
import { type AreaPage, preloadInArea } from '#navigation/area-page.ts';
import { areaPaths } from '#navigation/area-paths.ts';
import { lazyPage } from '#navigation/lazy-page.ts';
import { paths } from '#navigation/paths.ts';
import { useFocusAfterRemoval } from '#shared/hooks/use-focus-after-removal.ts';

/** Each page of the administration is loaded when it is first opened. */
export const pages: readonly AreaPage[] = [
  [areaPaths.admin, lazyPage(() => import('./dashboard/dashboard.page.tsx'), 'DashboardPage')],
  [areaPaths.adminAccounts, lazyPage(() => import('./accounts/accounts.page.tsx'), 'AccountsPage')],
  [areaPaths.adminAccount, lazyPage(() => import('./accounts/account.page.tsx'), 'AccountPage')],
  [
    areaPaths.adminApplications,
    lazyPage(() => import('./applications/applications.page.tsx'), 'ApplicationsPage'),
  ],
  [
    areaPaths.adminNewApplication,
    lazyPage(() => import('./applications/register.page.tsx'), 'RegisterPage', 'apps'),
  ],
  [
    areaPaths.adminApplication,
    lazyPage(() => import('./applications/application.page.tsx'), 'ApplicationPage'),
  ],
  [areaPaths.adminWebhooks, lazyPage(() => import('#features/webhooks/webhooks.page.tsx'), 'WebhooksPage')],
  [areaPaths.adminWebhook, lazyPage(() => import('#features/webhooks/webhook.page.tsx'), 'WebhookPage')],
  [areaPaths.adminImport, lazyPage(() => import('./import/import.page.tsx'), 'ImportPage')],
  [areaPaths.adminExport, lazyPage(() => import('./export/export.page.tsx'), 'ExportPage')],
  [
    areaPaths.adminEnterprises,
    lazyPage(() => import('./enterprises/enterprises.page.tsx'), 'EnterprisesPage', 'profile'),
  ],
  [areaPaths.adminEnterprise, lazyPage(() => import('./enterprises/enterprise.page.tsx'), 'EnterprisePage')],
  [
    areaPaths.adminCertificate,
    lazyPage(() => import('./enterprises/certificate.page.tsx'), 'CertificatePage', 'profile'),
  ],
  [areaPaths.adminPrivacy, lazyPage(() => import('./privacy/privacy.page.tsx'), 'PrivacyRequestsPage')],
  [areaPaths.adminPrivacyRequest, lazyPage(() => import('./privacy/request.page.tsx'), 'PrivacyRequestPage')],
  [areaPaths.adminIncidents, lazyPage(() => import('./incidents/incidents.page.tsx'), 'IncidentsPage')],
  [
    areaPaths.adminNewIncident,
    lazyPage(() => import('./incidents/new-incident.page.tsx'), 'NewIncidentPage'),
  ],
  [areaPaths.adminIncident, lazyPage(() => import('./incidents/incident.page.tsx'), 'IncidentPage')],
  [areaPaths.adminParams, lazyPage(() => import('./params/params.page.tsx'), 'ParamsPage')],
  [areaPaths.adminLegal, lazyPage(() => import('./params/params.page.tsx'), 'LegalDocumentPage')],
  [areaPaths.adminAudit, lazyPage(() => import('./audit/audit.page.tsx'), 'AuditPage')],
  [areaPaths.adminAuditEvent, lazyPage(() => import('./audit/event.page.tsx'), 'AuditEventPage')],
];

export const preload = () => preloadInArea(pages);

export function AdminPages() {
  useFocusAfterRemoval();
  return (
    <Routes>
      {pages.map(([path, AdminPage]) => (
        <Route key={path} path={path.slice(areaPaths.admin.length)} element={<AdminPage />} />
      ))}
      <Route path="*" element={<Navigate replace to={paths.error404} />} />
    </Routes>
  );
}
