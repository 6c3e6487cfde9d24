import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import helmet from 'helmet';

/**
 * Headers of every response (OWASP HTTP headers cheat sheet). HTML pages add a content security policy, and the
 * web app's pages an opener policy. helmet computes the headers only once, because they never change and
 * @fastify/helmet's hooks do not run for a malformed URL.
 */
export function baseHeaders(isSecure: boolean): Readonly<Record<string, string>> {
  const response = new ServerResponse(new IncomingMessage(new Socket()));
  const setHeaders = helmet({
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    xFrameOptions: { action: 'deny' },
    strictTransportSecurity: isSecure && { maxAge: 63_072_000, includeSubDomains: true },
    // HTML pages set their own values.
    contentSecurityPolicy: false,
    crossOriginOpenerPolicy: false,
    // These headers concern DNS prefetching, other applications on the same origin, or obsolete browser
    // features.
    originAgentCluster: false,
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
  });
  setHeaders(response.req, response, () => undefined);
  const computed = Object.entries(response.getHeaders()).map(([name, value]) => [name, String(value)]);
  return {
    ...Object.fromEntries(computed),
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), otp-credentials=(self)',
  };
}

/** Headers that keep an API response out of caches, and from loading anything if a browser displays it as a page. */
export const dataHeaders: Readonly<Record<string, string>> = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
};
