import type { PageName } from '@vid/contract/pages';
import type { ChunkName } from './chunks.ts';

type Preloads = {
  readonly scripts: readonly ChunkName[];
  readonly hasFonts: boolean;
  readonly sources: readonly string[];
  readonly texts: readonly string[];
};

const view = { scripts: ['start', 'view'], hasFonts: true, sources: [], texts: [] } as const;
const signIn = { ...view, scripts: ['start', 'view', 'sign-in'] } as const;
const page = (source: string, ...texts: readonly string[]): Preloads => ({
  ...view,
  sources: [`src/features/${source}.page.tsx`],
  texts,
});
const errorPage = page('error-pages/error', 'error-pages');
const legalPage = page('legal/legal');

/**
 * The files that each page preloads. `sso` is for a signed-in user with a sign-on request, who may be redirected
 * without seeing a page, so it preloads neither the view nor fonts.
 */
export const preloads: Readonly<Record<PageName, Preloads>> = {
  signin: signIn,
  'signin-otp': page('sign-in/otp-sign-in/otp-sign-in'),
  'signup-otp': page('sign-in/sign-up/sign-up', 'sign-up'),
  'forget-password': page('sign-in/password-reset/forget-password', 'reset'),
  terms: legalPage,
  privacy: legalPage,
  'error-401': errorPage,
  'error-403': errorPage,
  'error-404': errorPage,
  'error-500': errorPage,
  'error-maintain': errorPage,
  'error-comming': errorPage,
  // A signed-out visitor's request is validated before the one-time code page opens.
  landing: {
    scripts: ['start', 'start-sso', 'view'],
    hasFonts: true,
    sources: [
      'src/features/sso/home/home.page.tsx',
      'src/features/sign-in/otp-sign-in/otp-sign-in.page.tsx',
      'src/features/sso/continue-to.tsx',
    ],
    texts: ['sso'],
  },
  step: signIn,
  sso: { scripts: ['start', 'start-sso'], hasFonts: false, sources: [], texts: [] },
  app: view,
};

/** Pages that a signed-out visitor opens after the first page, the most likely first. */
export const journeys: Pick<Preloads, 'sources' | 'texts'> = {
  sources: [
    'sign-in/sign-up/sign-up.page',
    'sign-in/otp-sign-in/otp-sign-in.page',
    'sign-in/password-reset/forget-password.page',
    'sign-in/otp-sign-in/confirm.page',
    'sign-in/otp/code-pages',
    'sign-in/otp/resend',
    'sign-in/sign-up/password.page',
  ].map((source) => `src/features/${source}.tsx`),
  texts: ['sign-up', 'reset'],
};
