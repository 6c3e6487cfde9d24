import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Tracing } from '#lib/telemetry/tracing.ts';
import { namesVisitor } from './proxy/proxy-watch.ts';
import { labelsOf } from './request-log.ts';

/** Starts a trace for every request except those of quiet routes and event streams. */
export function installRequestTracing(
  app: FastifyInstance,
  tracing: Tracing,
  { traceFromProxy }: { readonly traceFromProxy: 'on' | 'off' },
): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { isQuiet, isStream } = request.routeOptions.config;
    if (isQuiet || isStream) {
      done();
      return;
    }
    const traceparent = traceFromProxy === 'on' ? traceparentOf(request) : undefined;
    request.trace = tracing.startRequest({ ...labelsOf(request), requestId: request.id, traceparent });
    request.trace.run(done);
  });
  // Enter the trace's context again, because reading the body loses it.
  app.addHook('preHandler', (request, _reply, done) => {
    if (request.trace) request.trace.run(done);
    else done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    request.trace?.end({ status: reply.statusCode, code: request.failureCode });
    done();
  });
}

/** Returns the `traceparent` header if a trusted proxy sent the request; undefined otherwise. */
function traceparentOf(request: FastifyRequest): string | undefined {
  const { traceparent } = request.headers;
  return namesVisitor(request) && typeof traceparent === 'string' ? traceparent : undefined;
}
