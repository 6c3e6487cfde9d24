import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isLoopback, type Config } from '../../config/config.ts';
import { AppError } from '../../lib/app-error.ts';
import type { Metrics } from '../../lib/metrics.ts';

type Parts = {
  readonly config: Config;
  readonly metrics: Metrics;
  /** The figures of all workers together, where there are several. */
  readonly collectMetrics?: (() => Promise<string>) | undefined;
};

/** Prometheus' text. For this machine itself, or with the token; anyone else is told nothing of it. */
export function registerMetricsRoutes(app: FastifyInstance, parts: Parts): void {
  app.get('/vid/metrics', { config: { acceptsAnyHost: true, isQuiet: true } }, async (request, reply) => {
    if (!isFromHere(request) && !hasToken(request, parts.config.metricsToken))
      throw new AppError('NOT_FOUND');
    const text = await (parts.collectMetrics?.() ?? parts.metrics.registry.metrics());
    return reply.type(parts.metrics.registry.contentType).send(text);
  });
}

/**
 * A proxy on this machine makes everybody look local, and a page that rebinds its name to 127.0.0.1 (DNS
 * rebinding) does so to this machine's own browser: neither sends a bare loopback Host without forwarding headers.
 */
function isFromHere(request: FastifyRequest): boolean {
  const { headers, socket } = request;
  const isForwarded = ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via'].some((name) => name in headers);
  const host = (headers.host ?? '').replace(/:\d+$/u, '');
  const peer = (socket.remoteAddress ?? '').replace(/^::ffff:/u, '');
  return !isForwarded && isLoopback(host) && isLoopback(peer);
}

function hasToken(request: FastifyRequest, token: string | undefined): boolean {
  const given = /^Bearer (.+)$/u.exec(request.headers.authorization ?? '')?.[1];
  if (token === undefined || given === undefined) return false;
  return timingSafeEqual(digest(given), digest(token));
}

/** Equal lengths for the comparison, whatever was sent. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
