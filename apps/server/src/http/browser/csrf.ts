import type { FastifyRequest } from 'fastify';
import { AppError } from '#lib/app-error.ts';

/**
 * Creates the checks for the site's hosts and origins. In evaluation mode, all loopback names with the
 * server's port also belong to the site.
 */
export function createSite(options: { publicUrl: URL; isProduction: boolean; port: () => number }) {
  const { publicUrl } = options;
  const loopbacks = options.isProduction ? [] : ['localhost', '127.0.0.1', '[::1]'];
  const isLoopbackHost = (host: string): boolean => {
    const port = options.port();
    return loopbacks.some((name) => host === `${name}:${port}` || (port === 80 && host === name));
  };
  const defaultPort = publicUrl.protocol === 'https:' ? '443' : '80';
  return {
    /**
     * Origin of all links. It comes from the configuration and never from the request (Host header
     * injection).
     */
    publicOrigin: publicUrl.origin,
    isOurHost: (host: string): boolean =>
      host === publicUrl.host || isLoopbackHost(host) || plainHost(host, defaultPort) === publicUrl.host,
    isOurOrigin: (origin: string): boolean =>
      origin === publicUrl.origin ||
      (origin.startsWith('http://') && isLoopbackHost(origin.slice('http://'.length))),
  };
}

export type Site = ReturnType<typeof createSite>;

/**
 * Trailing dot of a fully qualified host name (RFC 3986 section 3.2.2), with which browsers treat the host as
 * another origin.
 */
const dotted = /\.(?=:\d*$|$)/u;

/** Normalizes a Host header as browsers do: lower case, without a trailing dot or a default port. */
function plainHost(host: string, defaultPort: string): string {
  const { name = '', port = '' } =
    /^(?<name>.*?)(?::(?<port>\d*))?$/u.exec(host.replace(dotted, ''))?.groups ?? {};
  return name.toLowerCase() + (port === '' || port === defaultPort ? '' : `:${port}`);
}

/**
 * Returns whether a browser opens a page with a trailing dot in the host name. The caller then redirects to
 * the public origin, to which cookies, passkeys and redirect URIs belong.
 */
export function isDottedPage({ method, headers }: FastifyRequest): boolean {
  return method === 'GET' && dotted.test(headers.host ?? '') && (headers.accept ?? '').includes('text/html');
}

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Rejects state-changing calls from other sites by Fetch Metadata and the Origin header (OWASP CSRF cheat
 * sheet). Rejects calls that have neither header.
 */
export function refuseForeignOrigin(request: FastifyRequest, site: Site): void {
  if (safeMethods.has(request.method)) return;
  const { origin } = request.headers;
  const fetchSite = request.headers['sec-fetch-site'];
  if (fetchSite !== undefined && fetchSite !== 'same-origin') throw new AppError('CSRF');
  if (origin === undefined ? fetchSite !== 'same-origin' : !site.isOurOrigin(origin))
    throw new AppError('CSRF');
}
