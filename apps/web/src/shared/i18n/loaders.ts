import type { Messages as Catalogue } from '@lingui/core';
import type { TextLanguage } from './locale.ts';

export const areas = [
  'core',
  'slides',
  'errorPages',
  'signUp',
  'reset',
  'qr',
  'sso',
  'shell',
  'account',
  'profile',
  'social',
  'admin',
  'apps',
] as const;
export type Area = (typeof areas)[number];

/** Texts are strings in the sources and compiled in the build. */
type Loader = () => Promise<Catalogue>;

/**
 * The catalogues, one file per area and language. `core` serves the sign-in pages and is preloaded by the HTML;
 * the others load with the pages that use them.
 */
export const loaders: Record<Area, Record<TextLanguage, Loader>> = {
  core: {
    vi: async () => (await import('./messages/vi/core.ts')).core,
    en: async () => (await import('./messages/en/core.ts')).core,
  },
  errorPages: {
    vi: async () => (await import('./messages/vi/error-pages.ts')).errorPages,
    en: async () => (await import('./messages/en/error-pages.ts')).errorPages,
  },
  slides: {
    vi: async () => (await import('./messages/vi/slides.ts')).slides,
    en: async () => (await import('./messages/en/slides.ts')).slides,
  },
  signUp: {
    vi: async () => (await import('./messages/vi/sign-up.ts')).signUp,
    en: async () => (await import('./messages/en/sign-up.ts')).signUp,
  },
  reset: {
    vi: async () => (await import('./messages/vi/reset.ts')).reset,
    en: async () => (await import('./messages/en/reset.ts')).reset,
  },
  qr: {
    vi: async () => (await import('./messages/vi/qr.ts')).qr,
    en: async () => (await import('./messages/en/qr.ts')).qr,
  },
  sso: {
    vi: async () => (await import('./messages/vi/sso.ts')).sso,
    en: async () => (await import('./messages/en/sso.ts')).sso,
  },
  shell: {
    vi: async () => (await import('./messages/vi/shell.ts')).shell,
    en: async () => (await import('./messages/en/shell.ts')).shell,
  },
  admin: {
    vi: async () => (await import('./messages/vi/admin.ts')).admin,
    en: async () => (await import('./messages/en/admin.ts')).admin,
  },
  apps: {
    vi: async () => (await import('./messages/vi/apps.ts')).apps,
    en: async () => (await import('./messages/en/apps.ts')).apps,
  },
  social: {
    vi: async () => (await import('./messages/vi/social.ts')).social,
    en: async () => (await import('./messages/en/social.ts')).social,
  },
  account: {
    vi: async () => (await import('./messages/vi/account.ts')).account,
    en: async () => (await import('./messages/en/account.ts')).account,
  },
  profile: {
    vi: async () => (await import('./messages/vi/profile.ts')).profile,
    en: async () => (await import('./messages/en/profile.ts')).profile,
  },
};
