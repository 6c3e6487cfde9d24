import { contentSecurityPolicy, reportPath, trustedTypesPolicy } from './content-security-policy.ts';

type PageRequest = {
  readonly path: string;
  readonly query: URLSearchParams;
  readonly hasInteraction: boolean;
  readonly nonce: string;
  readonly isSecure: boolean;
  readonly imageHosts: readonly string[];
  readonly sdkOrigins: readonly string[];
};

/**
 * Pages that send no referrer, because their URL may contain a code or a token, or reveal what the user is
 * doing.
 */
const privatePages =
  /^\/(?:home|reception|intermediate|reset-password|forget-password|agree|qr|error)(?:\/|$)/u;
const ssoParameters = ['appCode', 'clientId', 'redirectTo', 'codeChallenge', 'authCode', 'code', 'state'];

export function pageHeaders(page: PageRequest): Record<string, string> {
  const isPrivate = privatePages.test(page.path) || ssoParameters.some((name) => page.query.has(name));
  return {
    'content-security-policy': contentSecurityPolicy(page),
    'content-security-policy-report-only': trustedTypesPolicy,
    'reporting-endpoints': `csp="${reportPath}"`,
    'cross-origin-opener-policy': keepsOpener(page) ? 'unsafe-none' : 'same-origin-allow-popups',
    'cache-control': 'no-store',
    vary: 'Accept-Encoding, Cookie',
    ...(isPrivate ? { 'referrer-policy': 'no-referrer' } : {}),
  };
}

/** Pages that can appear during a sign-on. */
const ssoPages =
  /^\/(?:(?:home|signin|signup|forget-password|reset-password|agree|reception|intermediate|logout|error)(?:\/|$)|$)/u;

/**
 * Returns whether the page keeps its opener. An application's popup must stay connected on every page of the
 * sign-on: a stricter policy on one page severs the connection for good, and a standard client then reports
 * that the user closed the popup (W3). All other pages are strict, so that no foreign window keeps a
 * reference to them.
 */
function keepsOpener({ path, query, hasInteraction }: PageRequest): boolean {
  if (!ssoPages.test(path)) return false;
  const isPopup =
    query.get('mode') === 'window' ||
    query.get('display') === 'popup' ||
    // The popup returns from a social provider.
    (path === '/reception' && /^\w+\.popup\./u.test(query.get('state') ?? ''));
  return isPopup || hasInteraction || isProviderPage(path, query);
}

/** Returns whether the OpenID Connect endpoints redirect to this page. */
function isProviderPage(path: string, query: URLSearchParams): boolean {
  if (path === '/intermediate') return query.has('uid');
  return path === '/logout' || (path === '/error/403' && query.has('ref'));
}
