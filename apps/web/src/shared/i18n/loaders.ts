import type { Messages as Catalogue } from '@lingui/core';
import type { TextLanguage } from './locale.ts';
import type { groups, memberModules } from './member-loaders.ts';

/**
 * Catalogues of the pages before the sign-in, one file per area and language. `core` serves the sign-in page and is
 * preloaded by the HTML; the other catalogues load with the pages that use them.
 */
export const modules = {
  core: { vi: () => import('./messages/vi/core.ts'), en: () => import('./messages/en/core.ts') },
  errorPages: {
    vi: () => import('./messages/vi/error-pages.ts'),
    en: () => import('./messages/en/error-pages.ts'),
  },
  qr: { vi: () => import('./messages/vi/qr.ts'), en: () => import('./messages/en/qr.ts') },
  reset: { vi: () => import('./messages/vi/reset.ts'), en: () => import('./messages/en/reset.ts') },
  security: { vi: () => import('./messages/vi/security.ts'), en: () => import('./messages/en/security.ts') },
  securityOverview: {
    vi: () => import('./messages/vi/security-overview.ts'),
    en: () => import('./messages/en/security-overview.ts'),
  },
  shell: { vi: () => import('./messages/vi/shell.ts'), en: () => import('./messages/en/shell.ts') },
  signUp: { vi: () => import('./messages/vi/sign-up.ts'), en: () => import('./messages/en/sign-up.ts') },
  social: { vi: () => import('./messages/vi/social.ts'), en: () => import('./messages/en/social.ts') },
  sso: { vi: () => import('./messages/vi/sso.ts'), en: () => import('./messages/en/sso.ts') },
} as const;

export type Area = keyof typeof modules | keyof typeof memberModules;
export type TextsOf = Area | keyof typeof groups;

const isEarly = (area: TextsOf): area is keyof typeof modules => area in modules;
const isGroup = (name: TextsOf): name is keyof typeof groups =>
  name === 'account' || name === 'admin' || name === 'apps';

export async function areasOf(name: TextsOf): Promise<readonly Area[]> {
  return isGroup(name) ? (await import('./member-loaders.ts')).groups[name] : [name];
}

/** Loads a catalogue, the only export of its file. Texts are strings in the sources and compiled in the build. */
export async function loadArea(area: Area, language: TextLanguage): Promise<Catalogue> {
  const load = isEarly(area) ? modules[area] : (await import('./member-loaders.ts')).memberModules[area];
  const exported: Readonly<Record<string, Catalogue>> = await load[language]();
  return Object.values(exported)[0] ?? {};
}
