/** Limits of the built pages. Sizes are in kB of 1000 bytes. */
export const budget = {
  jsGzip: 120,
  jsBrotli: 105,
  cssGzip: 8,
  htmlGzip: 12,
  fonts: 36,
  fontFiles: 4,
  totalCold: 180,
  requestsCold: 12,
  /** Scripts that load before a signed-in user is redirected to an application. */
  ssoGzip: 30,
  /** Code that the sign-in page loads after its form, to offer passkeys in the autofill. */
  passkeyGzip: 4,
  /**
   * Code that the sign-in page loads after its form if social providers are configured. Pressing a button loads more.
   */
  socialGzip: 2,
  laterAuthPageGzip: 10,
  shellGzip: 43,
  /** Size that a lazy page behind the sign-in adds to the shell. */
  pageGzip: 60,
  /**
   * All scripts of a page behind the sign-in, with its texts (docs/adr/0038-size-of-pages-behind-the-sign-in.md).
   * Browsers get brotli over HTTPS and from localhost.
   */
  menuPageGzip: 163,
  menuPageBrotli: 143,
  laterPageGzip: 178,
  laterPageBrotli: 157,
  /** Limit for the estimated first paint of every prerendered page except `sso`. */
  firstPaintMs: 1_200,
  slowNetwork: { kbitPerSecond: 400, latencyMs: 400, renderMs: 300 },
} as const;

/** Features without the shell. Their pages are limited by `laterAuthPageGzip`. */
export const signedOutFeatures = ['error-pages', 'legal', 'sign-in', 'sso'] as const;

export const menuPages: ReadonlySet<string> = new Set([
  '/user/information',
  '/user/password',
  '/user/security',
  '/user/privacy',
  '/invite-friends',
  '/apps',
  '/admin',
  '/admin/accounts',
  '/admin/enterprises',
  '/admin/privacy',
  '/admin/incidents',
  '/admin/applications',
  '/admin/sms',
  '/admin/import',
  '/admin/export',
  '/admin/params',
  '/admin/audit',
  '/admin/webhooks',
]);

export const landingSource = 'src/features/member/profile/information.page.tsx';

export const forbidden: readonly { pattern: RegExp; why: string }[] = [
  { pattern: /sourceMappingURL=/, why: 'a source map' },
  { pattern: /buy now/i, why: "the template's sample" },
  {
    pattern: /\b(?:example|sample|demo|placeholder)\.(?:com|org|net)\b|jsonplaceholder|reqres\.in/i,
    why: 'a sample host',
  },
  // React Router contains a bare http://localhost, so require a port.
  { pattern: /\blocalhost:\d|127\.0\.0\.1/, why: 'an address of a developer' },
  { pattern: /postMessage\([^)]{0,200},\s*["'`]\*["'`]/, why: 'a message to any origin' },
  { pattern: /\b(?:opener|parent|top)\??\.postMessage\([^,()]{0,200}\)/, why: 'a message without an origin' },
  { pattern: /\beval\(|\bnew Function\(/, why: 'code made of text' },
];
