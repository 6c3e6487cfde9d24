/** What the sign-in page may weigh (kB of 1000 bytes, gzip unless said), and each later page on top of it. */
export const budget = {
  jsGzip: 120,
  jsBrotli: 105,
  cssGzip: 8,
  htmlGzip: 12,
  fonts: 36,
  fontFiles: 4,
  totalCold: 180,
  requestsCold: 12,
  /** Whoever only passes through to an application waits for this much. */
  wayGzip: 30,
  laterAuthPageGzip: 10,
  shellGzip: 90,
} as const;

/** Wings of the signed-out screens. Their pages are held to `laterAuthPageGzip`, all others to the shell's budget. */
export const signedOutFeatures = ['error-pages', 'legal', 'sign-in', 'sso'] as const;

export const shellSource = 'src/features/shell/shell-layout.tsx';

/** What must not be in anything that is served, and why. */
export const forbidden: readonly { pattern: RegExp; why: string }[] = [
  { pattern: /sourceMappingURL=/, why: 'a source map' },
  { pattern: /buy now/i, why: "the template's sample" },
  {
    pattern: /\b(?:example|sample|demo|placeholder)\.(?:com|org|net)\b|jsonplaceholder|reqres\.in/i,
    why: 'a sample host',
  },
  // A bare http://localhost is in React Router, as the base of an address that has none.
  { pattern: /\blocalhost:\d|127\.0\.0\.1/, why: 'an address of a developer' },
  { pattern: /postMessage\([^)]{0,200},\s*["'`]\*["'`]/, why: 'a message to any origin' },
  { pattern: /\b(?:opener|parent|top)\??\.postMessage\([^,()]{0,200}\)/, why: 'a message without an origin' },
  { pattern: /\beval\(|\bnew Function\(/, why: 'code made of text' },
];
