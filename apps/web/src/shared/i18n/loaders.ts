import type { Messages as Catalogue } from '@lingui/core';
import type { TextLanguage } from './locale.ts';

/**
 * The catalogues, one file per area and language. `core` serves the sign-in pages and is preloaded by the HTML; the
 * other catalogues load with the pages that use them.
 */
const modules = {
  'account/common': {
    vi: () => import('./messages/vi/account/common.ts'),
    en: () => import('./messages/en/account/common.ts'),
  },
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
  core: { vi: () => import('./messages/vi/core.ts'), en: () => import('./messages/en/core.ts') },
  errorPages: {
    vi: () => import('./messages/vi/error-pages.ts'),
    en: () => import('./messages/en/error-pages.ts'),
  },
  list: { vi: () => import('./messages/vi/list.ts'), en: () => import('./messages/en/list.ts') },
  privacy: { vi: () => import('./messages/vi/privacy.ts'), en: () => import('./messages/en/privacy.ts') },
  profile: { vi: () => import('./messages/vi/profile.ts'), en: () => import('./messages/en/profile.ts') },
  qr: { vi: () => import('./messages/vi/qr.ts'), en: () => import('./messages/en/qr.ts') },
  reset: { vi: () => import('./messages/vi/reset.ts'), en: () => import('./messages/en/reset.ts') },
  security: { vi: () => import('./messages/vi/security.ts'), en: () => import('./messages/en/security.ts') },
  shell: { vi: () => import('./messages/vi/shell.ts'), en: () => import('./messages/en/shell.ts') },
  signUp: { vi: () => import('./messages/vi/sign-up.ts'), en: () => import('./messages/en/sign-up.ts') },
  slides: { vi: () => import('./messages/vi/slides.ts'), en: () => import('./messages/en/slides.ts') },
  social: { vi: () => import('./messages/vi/social.ts'), en: () => import('./messages/en/social.ts') },
  sso: { vi: () => import('./messages/vi/sso.ts'), en: () => import('./messages/en/sso.ts') },
  webhooks: { vi: () => import('./messages/vi/webhooks.ts'), en: () => import('./messages/en/webhooks.ts') },
} as const;
export type Area = keyof typeof modules;
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of a constant
export const areas = Object.keys(modules) as Area[];

/** The areas of one wing. A page that needs few of their texts names single areas instead. */
const groups = {
  account: ['account/common', 'security', 'privacy'],
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
  ],
  apps: ['list', 'webhooks', 'apps/common', 'apps/clients', 'apps/doctor', 'apps/permissions'],
} as const satisfies Readonly<Record<string, readonly Area[]>>;
export type TextsOf = Area | keyof typeof groups;

const isGroup = (name: TextsOf): name is keyof typeof groups => name in groups;

export const areasOf = (name: TextsOf): readonly Area[] => (isGroup(name) ? groups[name] : [name]);

/** Texts are strings in the sources and compiled in the build. A catalogue is the only export of its file. */
const loaderOf = (area: Area, language: TextLanguage) => async (): Promise<Catalogue> => {
  const exported: Readonly<Record<string, Catalogue>> = await modules[area][language]();
  return Object.values(exported)[0] ?? {};
};

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys are the areas
export const loaders = Object.fromEntries(
  areas.map((area) => [area, { vi: loaderOf(area, 'vi'), en: loaderOf(area, 'en') }]),
) as Record<Area, Record<TextLanguage, () => Promise<Catalogue>>>;
