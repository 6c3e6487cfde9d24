import type { FastifyRequest } from 'fastify';
import { AppError } from '#lib/app-error.ts';

/** In evaluation mode, every loopback name with the server's port belongs to the site, too. */
export function createSite(options: { publicUrl: URL; isProduction: boolean; port: () => number }) {
  const { publicUrl } = options;
  const loopbacks = options.isProduction ? [] : ['localhost', '127.0.0.1', '[::1]'];
  // The port is known once the server listens.
  const isLoopbackHost = (host: string): boolean => {
    const port = options.port();
    return loopbacks.some((name) => host === `${name}:${port}` || (port === 80 && host === name));
  };
  const defaultPort = publicUrl.protocol === 'https:' ? '443' : '80';
  return {
    /**
     * The origin of links, which comes from the configuration, never from the request (Host header
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
 * The dot that ends a fully qualified host name (RFC 3986 section 3.2.2), which a browser treats as another
 * origin.
 */
const dotted = /\.(?=:\d*$|$)/u;

/** Normalises a Host header as browsers do: lower case, no trailing dot and no default port. */
function plainHost(host: string, defaultPort: string): string {
  const { name = '', port = '' } =
    /^(?<name>.*?)(?::(?<port>\d*))?$/u.exec(host.replace(dotted, ''))?.groups ?? {};
  return name.toLowerCase() + (port === '' || port === defaultPort ? '' : `:${port}`);
}

/**
 * Returns whether a page is opened at the fully qualified host name. The caller then redirects to the public
 * origin, to which cookies, passkeys and redirects belong.
 */
export function isDottedPage({ method, headers }: FastifyRequest): boolean {
  return method === 'GET' && dotted.test(headers.host ?? '') && (headers.accept ?? '').includes('text/html');
}

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * State-changing calls must come from VID's own pages. Checks Fetch Metadata, with the Origin header as fallback (OWASP
 * CSRF cheat sheet). Refuses calls that have neither header.
 */
export function refuseForeignOrigin(request: FastifyRequest, site: Site): void {
  if (safeMethods.has(request.method)) return;
  const { origin } = request.headers;
  const fetchSite = request.headers['sec-fetch-site'];
  if (fetchSite !== undefined && fetchSite !== 'same-origin') throw new AppError('CSRF');
  if (origin === undefined ? fetchSite !== 'same-origin' : !site.isOurOrigin(origin))
    throw new AppError('CSRF');
}
