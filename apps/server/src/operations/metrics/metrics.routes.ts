import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isLoopback, type Config } from '#config/config.ts';
import { AppError } from '#lib/app-error.ts';
import type { Availability } from '#database/availability.ts';
import type { Metrics } from '#lib/metrics.ts';
import type { PasswordHasher } from '#account/credentials/password-hasher.ts';

type Parts = {
  readonly config: Config;
  readonly metrics: Metrics;
  readonly availability: Pick<Availability, 'isUp'>;
  readonly hasher: Pick<PasswordHasher, 'state'>;
  /** The figures of all workers together, where there are several. */
  readonly collectMetrics?: (() => Promise<string>) | undefined;
};

/** Prometheus' text. For this machine itself, or with the token; anyone else is told nothing of it. */
export function registerMetricsRoutes(app: FastifyInstance, parts: Parts): void {
  addGauges(parts);
  app.get('/vid/metrics', { config: { acceptsAnyHost: true, isQuiet: true } }, async (request, reply) => {
    if (!isFromHere(request) && !hasToken(request, parts.config.metricsToken))
      throw new AppError('NOT_FOUND');
    const text = await (parts.collectMetrics?.() ?? parts.metrics.registry.metrics());
    return reply.type(parts.metrics.registry.contentType).send(text);
  });
}

/** Read when they are asked for. Where there are several workers, the worst database and the sum of the hashes count. */
function addGauges({ metrics, availability, hasher }: Parts): void {
  metrics.gauge('vid_database_up', '1 while the database answers.', 'min', () => Number(availability.isUp()));
  metrics.gauge('vid_hash_running', 'Password hashes at work.', 'sum', () => hasher.state().running);
  metrics.gauge('vid_hash_waiting', 'Calls that wait for a password hash.', 'sum', () => {
    const { inside, running } = hasher.state();
    return Math.max(0, inside - running);
  });
  metrics.gauge(
    'vid_hash_refused',
    'Calls refused because too many waited, since the start.',
    'sum',
    () => hasher.state().refused,
  );
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
