/**
 * Catalogues of the pages behind the sign-in, in a separate module: its file names would enlarge the first chunk of
 * every visit.
 */
export const memberModules = {
  'admin/account': {
    vi: () => import('./messages/vi/admin/account.ts'),
    en: () => import('./messages/en/admin/account.ts'),
  },
  'admin/accounts': {
    vi: () => import('./messages/vi/admin/accounts.ts'),
    en: () => import('./messages/en/admin/accounts.ts'),
  },
  'admin/application': {
    vi: () => import('./messages/vi/admin/application.ts'),
    en: () => import('./messages/en/admin/application.ts'),
  },
  'admin/applications': {
    vi: () => import('./messages/vi/admin/applications.ts'),
    en: () => import('./messages/en/admin/applications.ts'),
  },
  'admin/approvals': {
    vi: () => import('./messages/vi/admin/approvals.ts'),
    en: () => import('./messages/en/admin/approvals.ts'),
  },
  'admin/audit': {
    vi: () => import('./messages/vi/admin/audit.ts'),
    en: () => import('./messages/en/admin/audit.ts'),
  },
  'admin/auditEvent': {
    vi: () => import('./messages/vi/admin/audit-event.ts'),
    en: () => import('./messages/en/admin/audit-event.ts'),
  },
  'admin/common': {
    vi: () => import('./messages/vi/admin/common.ts'),
    en: () => import('./messages/en/admin/common.ts'),
  },
  'admin/dashboard': {
    vi: () => import('./messages/vi/admin/dashboard.ts'),
    en: () => import('./messages/en/admin/dashboard.ts'),
  },
  'admin/enterprise': {
    vi: () => import('./messages/vi/admin/enterprise.ts'),
    en: () => import('./messages/en/admin/enterprise.ts'),
  },
  'admin/enterprises': {
    vi: () => import('./messages/vi/admin/enterprises.ts'),
    en: () => import('./messages/en/admin/enterprises.ts'),
  },
  'admin/export': {
    vi: () => import('./messages/vi/admin/export.ts'),
    en: () => import('./messages/en/admin/export.ts'),
  },
  'admin/import': {
    vi: () => import('./messages/vi/admin/import.ts'),
    en: () => import('./messages/en/admin/import.ts'),
  },
  'admin/incident': {
    vi: () => import('./messages/vi/admin/incident.ts'),
    en: () => import('./messages/en/admin/incident.ts'),
  },
  'admin/incidents': {
    vi: () => import('./messages/vi/admin/incidents.ts'),
    en: () => import('./messages/en/admin/incidents.ts'),
  },
  'admin/oneImport': {
    vi: () => import('./messages/vi/admin/one-import.ts'),
    en: () => import('./messages/en/admin/one-import.ts'),
  },
  'admin/paramSections': {
    vi: () => import('./messages/vi/admin/param-sections.ts'),
    en: () => import('./messages/en/admin/param-sections.ts'),
  },
  'admin/params': {
    vi: () => import('./messages/vi/admin/params.ts'),
    en: () => import('./messages/en/admin/params.ts'),
  },
  'admin/privacy': {
    vi: () => import('./messages/vi/admin/privacy.ts'),
    en: () => import('./messages/en/admin/privacy.ts'),
  },
  'admin/queue': {
    vi: () => import('./messages/vi/admin/queue.ts'),
    en: () => import('./messages/en/admin/queue.ts'),
  },
  'admin/sms': {
    vi: () => import('./messages/vi/admin/sms.ts'),
    en: () => import('./messages/en/admin/sms.ts'),
  },
  'apps/clients': {
    vi: () => import('./messages/vi/apps/clients.ts'),
    en: () => import('./messages/en/apps/clients.ts'),
  },
  'apps/common': {
    vi: () => import('./messages/vi/apps/common.ts'),
    en: () => import('./messages/en/apps/common.ts'),
  },
  'apps/doctor': {
    vi: () => import('./messages/vi/apps/doctor.ts'),
    en: () => import('./messages/en/apps/doctor.ts'),
  },
  'apps/permissions': {
    vi: () => import('./messages/vi/apps/permissions.ts'),
    en: () => import('./messages/en/apps/permissions.ts'),
  },
  certificate: {
    vi: () => import('./messages/vi/certificate.ts'),
    en: () => import('./messages/en/certificate.ts'),
  },
  invitations: {
    vi: () => import('./messages/vi/invitations.ts'),
    en: () => import('./messages/en/invitations.ts'),
  },
  list: { vi: () => import('./messages/vi/list.ts'), en: () => import('./messages/en/list.ts') },
  password: { vi: () => import('./messages/vi/password.ts'), en: () => import('./messages/en/password.ts') },
  privacy: { vi: () => import('./messages/vi/privacy.ts'), en: () => import('./messages/en/privacy.ts') },
  privacyKinds: {
    vi: () => import('./messages/vi/privacy-kinds.ts'),
    en: () => import('./messages/en/privacy-kinds.ts'),
  },
  privacyParts: {
    vi: () => import('./messages/vi/privacy-parts.ts'),
    en: () => import('./messages/en/privacy-parts.ts'),
  },
  profile: { vi: () => import('./messages/vi/profile.ts'), en: () => import('./messages/en/profile.ts') },
  profileForm: {
    vi: () => import('./messages/vi/profile-form.ts'),
    en: () => import('./messages/en/profile-form.ts'),
  },
  webhook: {
    vi: () => import('./messages/vi/webhook.ts'),
    en: () => import('./messages/en/webhook.ts'),
  },
  webhooks: { vi: () => import('./messages/vi/webhooks.ts'), en: () => import('./messages/en/webhooks.ts') },
} as const;

/** Areas per wing. A page that needs only a few of their texts names single areas instead. */
export const groups = {
  account: [
    'invitations',
    'password',
    'security',
    'securityOverview',
    'privacy',
    'privacyKinds',
    'privacyParts',
  ],
  admin: [
    'list',
    'webhook',
    'webhooks',
    'admin/common',
    'admin/account',
    'admin/accounts',
    'admin/application',
    'admin/applications',
    'admin/approvals',
    'admin/audit',
    'admin/auditEvent',
    'admin/dashboard',
    'admin/enterprise',
    'admin/enterprises',
    'admin/export',
    'admin/import',
    'admin/incident',
    'admin/incidents',
    'admin/oneImport',
    'admin/paramSections',
    'admin/params',
    'admin/privacy',
    'admin/queue',
    'admin/sms',
  ],
  apps: ['list', 'webhook', 'webhooks', 'apps/common', 'apps/clients', 'apps/doctor', 'apps/permissions'],
} as const;
