import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { runFor } from '#database/request-subject.ts';
import { AppError } from '#lib/app-error.ts';
import type { Metrics } from '#lib/telemetry/metrics.ts';
import type { Tracing } from '#lib/telemetry/tracing.ts';
import { siteOf } from './caller.ts';
import { isDottedPage, refuseForeignOrigin, type Site } from './browser/csrf.ts';
import { forwardedAddresses, type ProxyHeader } from './proxy/forwarded.ts';
import { createProxyWatch, type ProxyProblem } from './proxy/proxy-watch.ts';
import { installRequestLog } from './request-log.ts';
import { installRequestTracing } from './request-tracing.ts';
import { refuseOddBody, refuseOddRequest, type TransportLimits } from './proxy/transport.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    endpoint?: string;
    /** True for health probes, which orchestrators send to an IP address instead of a host name. */
    acceptsAnyHost?: boolean;
    /** True for routes that change nothing and read no cookie, or whose handler authenticates the caller. */
    acceptsAnyOrigin?: boolean;
    acceptsTypes?: readonly string[];
    /** True for routes that read no body or have their own parser. */
    acceptsAnyType?: boolean;
  }
}

type Deps = {
  readonly config: { readonly proxyHeader: ProxyHeader; readonly traceFromProxy: 'on' | 'off' };
  readonly site: Site;
  readonly limits: TransportLimits;
  readonly headers: Readonly<Record<string, string>>;
  readonly metrics: Metrics;
  readonly telemetry: Tracing | undefined;
  readonly log: Logger;
  readonly nowMs: () => number;
  readonly noteProxyProblem: (problem: ProxyProblem, address: string) => void;
};

/**
 * Installs the security headers, the checks of transport, host, origin and body, and the log line of every
 * request.
 */
export function installHooks(
  app: FastifyInstance,
  { config, site, limits, headers, metrics, telemetry, log, nowMs, noteProxyProblem }: Deps,
): void {
  const watchProxy = createProxyWatch(noteProxyProblem, nowMs);
  app.addHook('onRequest', (request, _reply, done) => {
    const addresses = forwardedAddresses(request.headers, config.proxyHeader);
    if (addresses !== undefined) request.headers['x-forwarded-for'] = addresses;
    watchProxy(request);
    done();
  });
  if (telemetry) installRequestTracing(app, telemetry, config);
  installRequestLog(app, { log, metrics });
  // Enter the asynchronous context of `runFor` only after the body has been read, because reading the body
  // loses the context.
  app.addHook('preHandler', (request, _reply, done) => runFor(siteOf(request), done));

  app.addHook('onRequest', (request, reply, done) => {
    // Read the address now, because the log needs it and Node forgets it once the socket closes.
    void request.raw.socket.remoteAddress;
    reply.headers(headers);
    reply.header('x-request-id', request.id);
    try {
      refuseOddRequest(request, limits);
      const { acceptsAnyHost, acceptsAnyOrigin } = request.routeOptions.config;
      if (!acceptsAnyHost && !site.isOurHost(request.headers.host ?? ''))
        throw new AppError('MISDIRECTED_REQUEST');
      if (isDottedPage(request)) {
        reply.redirect(site.publicOrigin + request.url, 308);
        return;
      }
      // Unknown paths and methods return 404 or 405 and need no protection.
      if (!acceptsAnyOrigin && !request.is404) refuseForeignOrigin(request, site);
      refuseOddBody(request);
      done();
    } catch (error) {
      done(error instanceof Error ? error : new Error(String(error)));
    }
  });
}
