import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { Metrics } from '#lib/metrics.ts';
import { addressOf } from './caller.ts';
import { refuseForeignOrigin, type Site } from './csrf.ts';
import { refuseOddBody, refuseOddRequest, type TransportLimits } from './transport.ts';
import { AppError } from '#lib/app-error.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    endpoint?: string;
    /** Probes of an orchestrator come by address, not by name. */
    acceptsAnyHost?: boolean;
    /** For routes that change nothing and read no cookie, or that prove their caller themselves. */
    acceptsAnyOrigin?: boolean;
    /** For routes that read no body, or have a parser of their own. */
    acceptsAnyType?: boolean;
    /** Files and probes: their lines are for `VID_LOG_LEVEL=debug`. */
    isQuiet?: boolean;
  }
  interface FastifyRequest {
    /** Code of the failure that was answered, for the log. */
    failureCode: string | null;
  }
}

type Parts = {
  readonly site: Site;
  readonly limits: TransportLimits;
  readonly headers: Readonly<Record<string, string>>;
  readonly metrics: Metrics;
  readonly log: Logger;
};

/** What happens to every request, in order: headers, odd requests refused, our host, our origin, a body we
 * can read; at the end one log line. */
export function installHooks(app: FastifyInstance, { site, limits, headers, metrics, log }: Parts): void {
  app.decorateRequest('failureCode', null);
  // Every value of the line is from a closed list or checked, so looking for secrets by name would find none.
  const lines = log.child({}, { redact: [] });
  // The labels of a histogram are sorted and joined at each use, unless they are bound once.
  const bound = new Map<string, (seconds: number) => void>();
  const observe = (method: string, route: string, status: number, seconds: number): void => {
    const key = `${method} ${status} ${route}`;
    let histogram = bound.get(key);
    if (!histogram) {
      const labelled = metrics.httpDuration.labels({ method, route, status });
      histogram = (value) => labelled.observe(value);
      bound.set(key, histogram);
    }
    histogram(seconds);
  };

  app.addHook('onRequest', (request, reply, done) => {
    // Node forgets the address of a socket that closes before anybody asked, and whoever leaves early must not be nobody.
    void request.raw.socket.remoteAddress;
    reply.headers(headers);
    reply.header('x-request-id', request.id);
    try {
      refuseOddRequest(request, limits);
      const { acceptsAnyHost, acceptsAnyOrigin } = request.routeOptions.config;
      if (!acceptsAnyHost && !site.isOurHost(request.headers.host ?? ''))
        throw new AppError('MISDIRECTED_REQUEST');
      // An unknown path or method has nothing to protect, and is to be told so.
      if (!acceptsAnyOrigin && !request.is404) refuseForeignOrigin(request, site);
      refuseOddBody(request);
      done();
    } catch (error) {
      done(error instanceof Error ? error : new Error(String(error)));
    }
  });

  app.addHook('onResponse', (request, reply, done) => {
    const route = routeOf(request);
    const ms = reply.elapsedTime;
    observe(methodLabel(request.method), route, reply.statusCode, ms / 1000);
    // A page that is asked for by another name than ours (421) is what a proxy set up wrongly looks like.
    const isQuiet =
      request.routeOptions.config.isQuiet === true && reply.statusCode < 500 && reply.statusCode !== 421;
    lines[isQuiet ? 'debug' : 'info'](
      {
        reqId: request.id,
        method: methodLabel(request.method),
        // The pattern, never the address: it may hold what is nobody's business.
        route,
        status: reply.statusCode,
        ms: Math.round(ms * 10) / 10,
        address: addressOf(request),
        ...(request.failureCode === null ? {} : { code: request.failureCode }),
      },
      'request',
    );
    done();
  });
}

function routeOf(request: FastifyRequest): string {
  return request.is404 ? 'unmatched' : (request.routeOptions.url ?? 'unmatched');
}

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** Node passes on any method it can parse; a label must come from a closed list. */
function methodLabel(method: string): string {
  return methods.has(method) ? method : 'other';
}
