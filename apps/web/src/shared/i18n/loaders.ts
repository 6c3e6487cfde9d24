import type { Messages as Catalogue } from '@lingui/core';
import type { TextLanguage } from './locale.ts';

type Loader = () => Promise<Catalogue>;

/**
 * Texts travel in these pieces, one file per language. `core` is what every signed-out page needs and is
 * preloaded by the HTML; the others come with the pages that use them.
 */
export const loaders = {
  core: {
    vi: async () => (await import('./messages/vi/core.ts')).core,
    en: async () => (await import('./messages/en/core.ts')).core,
  },
  signUp: {
    vi: async () => (await import('./messages/vi/sign-up.ts')).signUp,
    en: async () => (await import('./messages/en/sign-up.ts')).signUp,
  },
  reset: {
    vi: async () => (await import('./messages/vi/reset.ts')).reset,
    en: async () => (await import('./messages/en/reset.ts')).reset,
  },
  sso: {
    vi: async () => (await import('./messages/vi/sso.ts')).sso,
    en: async () => (await import('./messages/en/sso.ts')).sso,
  },
  shell: {
    vi: async () => (await import('./messages/vi/shell.ts')).shell,
    en: async () => (await import('./messages/en/shell.ts')).shell,
  },
  account: {
    vi: async () => (await import('./messages/vi/account.ts')).account,
    en: async () => (await import('./messages/en/account.ts')).account,
  },
} satisfies Record<string, Record<TextLanguage, Loader>>;

export type Area = keyof typeof loaders;
