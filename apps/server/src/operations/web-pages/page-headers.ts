import { contentSecurityPolicy, reportPath, trustedTypesPolicy } from './content-security-policy.ts';

type PageRequest = {
  /** Below /vid/web, such as `/signin`. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly nonce: string;
  readonly isSecure: boolean;
  readonly imageHosts: readonly string[];
};

/** Pages whose address may carry a code, a token or someone's purpose: it is told to nobody. */
const discreetPages = /^\/(?:home|reception|intermediate|reset-password|forget-password|qr|error)(?:\/|$)/u;
const ssoParameters = ['appCode', 'clientId', 'redirectTo', 'codeChallenge', 'authCode', 'code', 'state'];

/** The headers of a page, over those of every answer. */
export function pageHeaders(page: PageRequest): Record<string, string> {
  const isDiscreet = discreetPages.test(page.path) || ssoParameters.some((name) => page.query.has(name));
  return {
    'content-security-policy': contentSecurityPolicy(page),
    'content-security-policy-report-only': trustedTypesPolicy,
    'reporting-endpoints': `csp="${reportPath}"`,
    // The page that opened a sign-in popup is to get its answer; any other opener is cut off.
    'cross-origin-opener-policy':
      page.query.get('mode') === 'window' ? 'unsafe-none' : 'same-origin-allow-popups',
    'cache-control': 'no-store',
    vary: 'Accept-Encoding, Cookie',
    ...(isDiscreet ? { 'referrer-policy': 'no-referrer' } : {}),
  };
}
