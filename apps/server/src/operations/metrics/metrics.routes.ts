import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isLoopback } from '#config/loopback.ts';
import { AppError } from '#lib/app-error.ts';
import type { StorageWatch } from '#operations/health/storage-watch.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import type { AccountServices } from '#account/services.ts';

type Deps = AccountServices & {
  readonly jobs: Pick<Jobs, 'isStalled' | 'oldestDueSeconds'>;
  readonly storage: Pick<StorageWatch, 'isWritable'>;
};

/**
 * Serves the metrics in Prometheus text format, only to direct requests from this machine and requests with
 * the token. Other requests get 404.
 */
export function registerMetricsRoutes(app: FastifyInstance, deps: Deps): void {
  addGauges(deps);
  app.get('/vid/metrics', { config: { acceptsAnyHost: true, isQuiet: true } }, async (request, reply) => {
    if (!isLocal(request) && !hasToken(request, deps.config.metricsToken)) throw new AppError('NOT_FOUND');
    const text = await (deps.collectMetrics?.() ?? deps.metrics.registry.metrics());
    return reply.type(deps.metrics.registry.contentType).send(text);
  });
}

function addGauges({ metrics, availability, hasher, jobs, storage }: Deps): void {
  metrics.gauge('vid_database_up', '1 while the database answers.', 'min', () => Number(availability.isUp()));
  metrics.gauge(
    'vid_database_writes_stalled',
    '1 while commits wait for a synchronous standby and writes are rejected.',
    'max',
    () => Number(availability.state().areWritesStalled),
  );
  metrics.gauge('vid_jobs_up', '0 while background jobs cannot run.', 'min', () => Number(!jobs.isStalled()));
  metrics.gauge('vid_jobs_oldest_due_seconds', 'Age of the oldest job that is due.', 'max', () =>
    jobs.oldestDueSeconds(),
  );
  metrics.gauge('vid_storage_writable', '1 while the database can store more.', 'min', () =>
    Number(storage.isWritable()),
  );
  metrics.gauge('vid_hash_running', 'Password hashes being computed.', 'sum', () => hasher.state().running);
  metrics.gauge('vid_hash_waiting', 'Calls waiting for a password hash.', 'sum', () => {
    const { inside, running } = hasher.state();
    return Math.max(0, inside - running);
  });
  metrics.gauge(
    'vid_hash_refused',
    'Calls refused since the start because too many waited.',
    'sum',
    () => hasher.state().refused,
  );
}

/**
 * Returns whether the request comes directly from this machine. Behind a local proxy every caller has a loopback
 * address, and so has a page that rebinds its host name to 127.0.0.1 (DNS rebinding); forwarding headers and the Host
 * header reveal both.
 */
function isLocal(request: FastifyRequest): boolean {
  const { headers, socket } = request;
  const isForwarded = ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via'].some((name) => name in headers);
  const host = (headers.host ?? '').replace(/:\d+$/u, '');
  const peer = (socket.remoteAddress ?? '').replace(/^::ffff:/u, '');
  return !isForwarded && isLoopback(host) && isLoopback(peer);
}

function hasToken(request: FastifyRequest, token: string | undefined): boolean {
  const presented = /^Bearer (.+)$/u.exec(request.headers.authorization ?? '')?.[1];
  if (token === undefined || presented === undefined) return false;
  return timingSafeEqual(digest(presented), digest(token));
}

/** Hashes a text, because timingSafeEqual requires values of the same length. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
