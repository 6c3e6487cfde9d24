import { Navigate, Route, Routes } from 'react-router';
import { type AreaPage, preloadInArea } from '#navigation/area-page.ts';
import { areaPaths } from '#navigation/area-paths.ts';
import { lazyPage } from '#navigation/lazy-page.ts';
import { paths } from '#navigation/paths.ts';

export const pages: readonly AreaPage[] = [
  [
    areaPaths.admin,
    lazyPage(
      () => import('./dashboard/dashboard.page.tsx'),
      'DashboardPage',
      'admin/approvals',
      'admin/dashboard',
    ),
  ],
  [
    areaPaths.adminAccounts,
    lazyPage(() => import('./accounts/accounts.page.tsx'), 'AccountsPage', 'admin/accounts', 'list'),
  ],
  [
    areaPaths.adminAccount,
    lazyPage(
      () => import('./accounts/account.page.tsx'),
      'AccountPage',
      'admin/accounts',
      'admin/audit',
      'admin/auditEvent',
      'admin/account',
      'admin/approvals',
    ),
  ],
  [
    areaPaths.adminApplications,
    lazyPage(
      () => import('./applications/applications.page.tsx'),
      'ApplicationsPage',
      'admin/applications',
      'list',
    ),
  ],
  [
    areaPaths.adminNewApplication,
    lazyPage(
      () => import('./applications/register.page.tsx'),
      'RegisterPage',
      'admin/applications',
      'apps/clients',
      'admin/application',
    ),
  ],
  [
    areaPaths.adminApplication,
    lazyPage(
      () => import('./applications/application.page.tsx'),
      'ApplicationPage',
      'admin/applications',
      'admin/accounts',
      'admin/application',
      'list',
    ),
  ],
  [
    areaPaths.adminWebhooks,
    lazyPage(() => import('#features/webhooks/webhooks.page.tsx'), 'WebhooksPage', 'webhooks', 'list'),
  ],
  [
    areaPaths.adminWebhook,
    lazyPage(
      () => import('#features/webhooks/webhook.page.tsx'),
      'WebhookPage',
      'webhooks',
      'webhook',
      'list',
    ),
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
      'admin/queue',
      'certificate',
      'list',
    ),
  ],
  [
    areaPaths.adminEnterprise,
    lazyPage(
      () => import('./enterprises/enterprise.page.tsx'),
      'EnterprisePage',
      'admin/enterprises',
      'admin/queue',
      'admin/enterprise',
      'list',
    ),
  ],
  [
    areaPaths.adminCertificate,
    lazyPage(
      () => import('./enterprises/certificate.page.tsx'),
      'CertificatePage',
      'admin/enterprises',
      'admin/queue',
      'admin/enterprise',
      'certificate',
    ),
  ],
  [
    areaPaths.adminPrivacy,
    lazyPage(
      () => import('./privacy/privacy.page.tsx'),
      'PrivacyRequestsPage',
      'admin/privacy',
      'admin/queue',
      'privacyKinds',
      'list',
    ),
  ],
  [
    areaPaths.adminPrivacyRequest,
    lazyPage(
      () => import('./privacy/request.page.tsx'),
      'PrivacyRequestPage',
      'admin/privacy',
      'admin/accounts',
      'admin/queue',
      'admin/enterprise',
      'privacyKinds',
      'privacyParts',
      'list',
    ),
  ],
  [
    areaPaths.adminIncidents,
    lazyPage(() => import('./incidents/incidents.page.tsx'), 'IncidentsPage', 'admin/incidents', 'list'),
  ],
  [
    areaPaths.adminNewIncident,
    lazyPage(
      () => import('./incidents/new-incident.page.tsx'),
      'NewIncidentPage',
      'admin/incidents',
      'admin/incident',
    ),
  ],
  [
    areaPaths.adminIncident,
    lazyPage(
      () => import('./incidents/incident.page.tsx'),
      'IncidentPage',
      'admin/incidents',
      'admin/accounts',
      'admin/applications',
      'admin/incident',
      'list',
    ),
  ],
  [areaPaths.adminSms, lazyPage(() => import('./sms/sms.page.tsx'), 'SmsPage', 'admin/sms', 'list')],
  [
    areaPaths.adminParams,
    lazyPage(() => import('./params/params.page.tsx'), 'ParamsPage', 'admin/paramSections', 'admin/params'),
  ],
  [
    areaPaths.adminMessages,
    lazyPage(
      () => import('./messages/messages.page.tsx'),
      'MessagesPage',
      'admin/paramSections',
      'admin/params',
      'admin/sms',
    ),
  ],
  [
    areaPaths.adminLegal,
    lazyPage(
      () => import('./legal/legal-document.page.tsx'),
      'LegalDocumentPage',
      'admin/paramSections',
      'admin/params',
    ),
  ],
  [
    areaPaths.adminAudit,
    lazyPage(() => import('./audit/audit.page.tsx'), 'AuditPage', 'admin/audit', 'list'),
  ],
  [
    areaPaths.adminAuditEvent,
    lazyPage(
      () => import('./audit/event.page.tsx'),
      'AuditEventPage',
      'admin/accounts',
      'admin/applications',
      'admin/audit',
      'admin/auditEvent',
      'admin/approvals',
      'admin/incidents',
      'admin/paramSections',
      'admin/account',
      'admin/application',
      'admin/enterprise',
      'admin/incident',
      'privacyKinds',
      'privacyParts',
      'list',
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
