import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { Metrics } from '#lib/telemetry/metrics.ts';
import type { RequestTrace } from '#lib/telemetry/tracing.ts';
import { addressOf } from './caller.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * True for routes such as files, probes and reports, whose requests are logged at debug level unless the
     * response is 421 or a server error.
     */
    isQuiet?: boolean;
    /** True if the response is an event stream, whose duration says nothing about the speed of the server. */
    isStream?: boolean;
  }
  interface FastifyRequest {
    failureCode: string | null;
    /** Null while tracing is off, and for requests without a trace. */
    trace: RequestTrace | null;
  }
}

/**
 * Returns a logger with the request's id. It is created on demand, because most requests log only one line,
 * and creating Fastify's child logger costs half as much as that line.
 */
export function logOf(request: FastifyRequest): FastifyBaseLogger {
  return request.log.child({ reqId: request.id });
}

export function installRequestLog(app: FastifyInstance, deps: { log: Logger; metrics: Metrics }): void {
  app.decorateRequest('failureCode', null);
  app.decorateRequest('trace', null);
  // The values of a request line are validated or come from closed lists, so none needs redaction.
  const lines = deps.log.child({}, { redact: [] });
  const observe = observeDurations(deps.metrics);

  app.addHook('onResponse', (request, reply, done) => {
    const { method, route } = labelsOf(request);
    const ms = reply.elapsedTime;
    const { isStream } = request.routeOptions.config;
    if (!isStream) observe({ method, route, status: reply.statusCode }, ms / 1000);
    if (request.failureCode !== null) deps.metrics.errors.inc({ code: request.failureCode });
    // Log a page's 421 even for quiet routes, because it usually means a misconfigured proxy.
    const isQuiet =
      request.routeOptions.config.isQuiet === true && reply.statusCode < 500 && reply.statusCode !== 421;
    lines[isQuiet ? 'debug' : 'info'](
      {
        reqId: request.id,
        method,
        route,
        status: reply.statusCode,
        ms: Math.round(ms * 10) / 10,
        address: addressOf(request),
        ...(request.failureCode === null ? {} : { code: request.failureCode }),
        ...request.trace?.ids,
      },
      'request',
    );
    done();
  });
}

type Labels = { readonly method: string; readonly route: string; readonly status: number };

/**
 * Binds each combination of labels once, because otherwise prom-client sorts and joins the labels at each
 * use.
 */
function observeDurations({ httpDuration }: Metrics): (labels: Labels, seconds: number) => void {
  const bound = new Map<string, (seconds: number) => void>();
  return (labels, seconds) => {
    const key = `${labels.method} ${labels.status} ${labels.route}`;
    let observe = bound.get(key);
    if (!observe) {
      const histogram = httpDuration.labels(labels);
      observe = (value) => histogram.observe(value);
      bound.set(key, observe);
    }
    observe(seconds);
  };
}

/** Returns the method and the route's pattern, because the path may contain personal data. */
export function labelsOf(request: FastifyRequest): Pick<Labels, 'method' | 'route'> {
  const route = request.is404 ? 'unmatched' : (request.routeOptions.url ?? 'unmatched');
  return { method: methodLabel(request.method), route };
}

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

function methodLabel(method: string): string {
  return methods.has(method) ? method : 'other';
}
