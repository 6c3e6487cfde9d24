import { contentSecurityPolicy, reportPath, trustedTypesPolicy } from './content-security-policy.ts';

type PageRequest = {
  /** Below /vid/web, such as `/signin`. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly nonce: string;
  readonly isSecure: boolean;
  readonly imageHosts: readonly string[];
};

/** Pages that send no referrer, because their URL may contain a code or a token, or reveal what the user is doing. */
const privatePages = /^\/(?:home|reception|intermediate|reset-password|forget-password|qr|error)(?:\/|$)/u;
const ssoParameters = ['appCode', 'clientId', 'redirectTo', 'codeChallenge', 'authCode', 'code', 'state'];

/** The headers of an HTML page, in addition to those of every response. */
export function pageHeaders(page: PageRequest): Record<string, string> {
  const isPrivate = privatePages.test(page.path) || ssoParameters.some((name) => page.query.has(name));
  return {
    'content-security-policy': contentSecurityPolicy(page),
    'content-security-policy-report-only': trustedTypesPolicy,
    'reporting-endpoints': `csp="${reportPath}"`,
    // Only a sign-in popup (mode=window) keeps its opener, which receives the result.
    'cross-origin-opener-policy':
      page.query.get('mode') === 'window' ? 'unsafe-none' : 'same-origin-allow-popups',
    'cache-control': 'no-store',
    vary: 'Accept-Encoding, Cookie',
    ...(isPrivate ? { 'referrer-policy': 'no-referrer' } : {}),
  };
}
