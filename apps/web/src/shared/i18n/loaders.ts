import type { Messages as Catalogue } from '@lingui/core';
import type { TextLanguage } from './locale.ts';

/**
 * The catalogues, one file per area and language. `core` serves the sign-in pages and is preloaded by the HTML; the
 * other catalogues load with the pages that use them.
 */
const modules = {
  core: { vi: () => import('./messages/vi/core.ts'), en: () => import('./messages/en/core.ts') },
  errorPages: {
    vi: () => import('./messages/vi/error-pages.ts'),
    en: () => import('./messages/en/error-pages.ts'),
  },
  slides: { vi: () => import('./messages/vi/slides.ts'), en: () => import('./messages/en/slides.ts') },
  signUp: { vi: () => import('./messages/vi/sign-up.ts'), en: () => import('./messages/en/sign-up.ts') },
  reset: { vi: () => import('./messages/vi/reset.ts'), en: () => import('./messages/en/reset.ts') },
  qr: { vi: () => import('./messages/vi/qr.ts'), en: () => import('./messages/en/qr.ts') },
  sso: { vi: () => import('./messages/vi/sso.ts'), en: () => import('./messages/en/sso.ts') },
  shell: { vi: () => import('./messages/vi/shell.ts'), en: () => import('./messages/en/shell.ts') },
  admin: { vi: () => import('./messages/vi/admin.ts'), en: () => import('./messages/en/admin.ts') },
  apps: { vi: () => import('./messages/vi/apps.ts'), en: () => import('./messages/en/apps.ts') },
  social: { vi: () => import('./messages/vi/social.ts'), en: () => import('./messages/en/social.ts') },
  account: { vi: () => import('./messages/vi/account.ts'), en: () => import('./messages/en/account.ts') },
  start: { vi: () => import('./messages/vi/start.ts'), en: () => import('./messages/en/start.ts') },
  profile: { vi: () => import('./messages/vi/profile.ts'), en: () => import('./messages/en/profile.ts') },
} as const;
export type Area = keyof typeof modules;
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of a constant
export const areas = Object.keys(modules) as Area[];

/** Texts are strings in the sources and compiled in the build. */
const loaderOf = (area: Area, language: TextLanguage) => async (): Promise<Catalogue> => {
  const exported: Readonly<Record<string, Catalogue>> = await modules[area][language]();
  return exported[area] ?? {};
};

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys are the areas
export const loaders = Object.fromEntries(
  areas.map((area) => [area, { vi: loaderOf(area, 'vi'), en: loaderOf(area, 'en') }]),
) as Record<Area, Record<TextLanguage, () => Promise<Catalogue>>>;
