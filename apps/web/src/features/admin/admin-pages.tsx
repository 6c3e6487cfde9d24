import { Navigate, Route, Routes } from 'react-router';
import { type AreaPage, preloadInArea } from '#navigation/area-page.ts';
import { areaPaths } from '#navigation/area-paths.ts';
import { lazyPage } from '#navigation/lazy-page.ts';
import { paths } from '#navigation/paths.ts';

/** Each page of the administration is loaded when it is first opened. */
export const pages: readonly AreaPage[] = [
  [
    areaPaths.admin,
    lazyPage(() => import('./dashboard/dashboard.page.tsx'), 'DashboardPage', 'admin/dashboard'),
  ],
  [
    areaPaths.adminAccounts,
    lazyPage(() => import('./accounts/accounts.page.tsx'), 'AccountsPage', 'admin/accounts'),
  ],
  [
    areaPaths.adminAccount,
    lazyPage(
      () => import('./accounts/account.page.tsx'),
      'AccountPage',
      'admin/accounts',
      'admin/audit',
      'admin/dashboard',
      'security',
    ),
  ],
  [
    areaPaths.adminApplications,
    lazyPage(() => import('./applications/applications.page.tsx'), 'ApplicationsPage', 'admin/applications'),
  ],
  [
    areaPaths.adminNewApplication,
    lazyPage(
      () => import('./applications/register.page.tsx'),
      'RegisterPage',
      'admin/applications',
      'apps/clients',
    ),
  ],
  [
    areaPaths.adminApplication,
    lazyPage(
      () => import('./applications/application.page.tsx'),
      'ApplicationPage',
      'admin/applications',
      'admin/accounts',
    ),
  ],
  [
    areaPaths.adminWebhooks,
    lazyPage(() => import('#features/webhooks/webhooks.page.tsx'), 'WebhooksPage', 'webhooks'),
  ],
  [
    areaPaths.adminWebhook,
    lazyPage(() => import('#features/webhooks/webhook.page.tsx'), 'WebhookPage', 'webhooks'),
  ],
  [areaPaths.adminImport, lazyPage(() => import('./import/import.page.tsx'), 'ImportPage', 'admin/import')],
  [
    areaPaths.adminExport,
    lazyPage(() => import('./export/export.page.tsx'), 'ExportPage', 'admin/export', 'admin/import'),
  ],
  [
    areaPaths.adminEnterprises,
    lazyPage(
      () => import('./enterprises/enterprises.page.tsx'),
      'EnterprisesPage',
      'admin/enterprises',
      'profile',
    ),
  ],
  [
    areaPaths.adminEnterprise,
    lazyPage(() => import('./enterprises/enterprise.page.tsx'), 'EnterprisePage', 'admin/enterprises'),
  ],
  [
    areaPaths.adminCertificate,
    lazyPage(
      () => import('./enterprises/certificate.page.tsx'),
      'CertificatePage',
      'admin/enterprises',
      'profile',
    ),
  ],
  [
    areaPaths.adminPrivacy,
    lazyPage(
      () => import('./privacy/privacy.page.tsx'),
      'PrivacyRequestsPage',
      'admin/privacy',
      'admin/enterprises',
      'privacy',
    ),
  ],
  [
    areaPaths.adminPrivacyRequest,
    lazyPage(
      () => import('./privacy/request.page.tsx'),
      'PrivacyRequestPage',
      'admin/privacy',
      'admin/enterprises',
      'privacy',
      'admin/accounts',
    ),
  ],
  [
    areaPaths.adminIncidents,
    lazyPage(() => import('./incidents/incidents.page.tsx'), 'IncidentsPage', 'admin/incidents'),
  ],
  [
    areaPaths.adminNewIncident,
    lazyPage(() => import('./incidents/new-incident.page.tsx'), 'NewIncidentPage', 'admin/incidents'),
  ],
  [
    areaPaths.adminIncident,
    lazyPage(
      () => import('./incidents/incident.page.tsx'),
      'IncidentPage',
      'admin/incidents',
      'admin/accounts',
      'admin/applications',
    ),
  ],
  [areaPaths.adminSms, lazyPage(() => import('./sms/sms.page.tsx'), 'SmsPage', 'admin/sms')],
  [areaPaths.adminParams, lazyPage(() => import('./params/params.page.tsx'), 'ParamsPage', 'admin/params')],
  [
    areaPaths.adminLegal,
    lazyPage(() => import('./legal/legal-document.page.tsx'), 'LegalDocumentPage', 'admin/params'),
  ],
  [areaPaths.adminAudit, lazyPage(() => import('./audit/audit.page.tsx'), 'AuditPage', 'admin/audit')],
  [
    areaPaths.adminAuditEvent,
    lazyPage(
      () => import('./audit/event.page.tsx'),
      'AuditEventPage',
      'admin/accounts',
      'admin/applications',
      'admin/audit',
      'admin/dashboard',
      'admin/enterprises',
      'admin/incidents',
      'admin/params',
      'privacy',
    ),
  ],
];

export const preload = () => preloadInArea(pages);

export function AdminPages() {
  return (
    <Routes>
      {pages.map(([path, AdminPage]) => (
        <Route key={path} path={path.slice(areaPaths.admin.length)} element={<AdminPage />} />
      ))}
      <Route path="*" element={<Navigate replace to={paths.error404} />} />
    </Routes>
  );
}
