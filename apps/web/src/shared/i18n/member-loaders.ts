/**
 * The catalogues of the pages behind the sign-in. The names of their files would make the first chunk of every visit
 * larger.
 */
export const memberModules = {
  'admin/accounts': {
    vi: () => import('./messages/vi/admin/accounts.ts'),
    en: () => import('./messages/en/admin/accounts.ts'),
  },
  'admin/applications': {
    vi: () => import('./messages/vi/admin/applications.ts'),
    en: () => import('./messages/en/admin/applications.ts'),
  },
  'admin/audit': {
    vi: () => import('./messages/vi/admin/audit.ts'),
    en: () => import('./messages/en/admin/audit.ts'),
  },
  'admin/common': {
    vi: () => import('./messages/vi/admin/common.ts'),
    en: () => import('./messages/en/admin/common.ts'),
  },
  'admin/dashboard': {
    vi: () => import('./messages/vi/admin/dashboard.ts'),
    en: () => import('./messages/en/admin/dashboard.ts'),
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
  'admin/incidents': {
    vi: () => import('./messages/vi/admin/incidents.ts'),
    en: () => import('./messages/en/admin/incidents.ts'),
  },
  'admin/sms': {
    vi: () => import('./messages/vi/admin/sms.ts'),
    en: () => import('./messages/en/admin/sms.ts'),
  },
  'admin/params': {
    vi: () => import('./messages/vi/admin/params.ts'),
    en: () => import('./messages/en/admin/params.ts'),
  },
  'admin/privacy': {
    vi: () => import('./messages/vi/admin/privacy.ts'),
    en: () => import('./messages/en/admin/privacy.ts'),
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
  invitations: {
    vi: () => import('./messages/vi/invitations.ts'),
    en: () => import('./messages/en/invitations.ts'),
  },
  list: { vi: () => import('./messages/vi/list.ts'), en: () => import('./messages/en/list.ts') },
  password: { vi: () => import('./messages/vi/password.ts'), en: () => import('./messages/en/password.ts') },
  privacy: { vi: () => import('./messages/vi/privacy.ts'), en: () => import('./messages/en/privacy.ts') },
  profile: { vi: () => import('./messages/vi/profile.ts'), en: () => import('./messages/en/profile.ts') },
  webhooks: { vi: () => import('./messages/vi/webhooks.ts'), en: () => import('./messages/en/webhooks.ts') },
} as const;

/** The areas of one wing. A page that needs few of their texts names single areas instead. */
export const groups = {
  account: ['invitations', 'password', 'security', 'privacy'],
  admin: [
    'list',
    'webhooks',
    'admin/common',
    'admin/accounts',
    'admin/applications',
    'admin/audit',
    'admin/dashboard',
    'admin/enterprises',
    'admin/export',
    'admin/import',
    'admin/incidents',
    'admin/params',
    'admin/privacy',
    'admin/sms',
  ],
  apps: ['list', 'webhooks', 'apps/common', 'apps/clients', 'apps/doctor', 'apps/permissions'],
} as const;
