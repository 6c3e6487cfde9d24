import type { FastifyInstance } from 'fastify';
import { AppError } from '#lib/app-error.ts';
import type { StorageWatch } from '#operations/health/storage-watch.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import type { AccountServices } from '#account/services.ts';
import { findLastBackup } from '#platform/installation/last-backup.ts';
import { isFromOperator } from '../operator-request.ts';

type Deps = AccountServices & {
  readonly jobs: Pick<Jobs, 'isStalled' | 'oldestDueSeconds'>;
  readonly storage: Pick<StorageWatch, 'isWritable'>;
};

/**
 * Serves the metrics in Prometheus text format to direct requests from this machine and to requests with the
 * token. Other requests get 404.
 */
export function registerMetricsRoutes(app: FastifyInstance, deps: Deps): void {
  addGauges(deps);
  app.get('/vid/metrics', { config: { acceptsAnyHost: true, isQuiet: true } }, async (request, reply) => {
    if (!isFromOperator(request, deps.config)) throw new AppError('NOT_FOUND');
    const text = await (deps.collectMetrics?.() ?? deps.metrics.registry.metrics());
    return reply.type(deps.metrics.registry.contentType).send(text);
  });
}

function addGauges(deps: Deps): void {
  const { config, metrics, availability, sql, replica, hasher, jobs, storage, maintenance, installation } =
    deps;
  metrics.gauge('vid_database_up', '1 while the database answers.', 'min', () => Number(availability.isUp()));
  metrics.gauge(
    'vid_database_writes_stalled',
    '1 while commits wait for a synchronous standby and writes are rejected.',
    'max',
    () => Number(availability.state().areWritesStalled),
  );
  metrics.gauge(
    'vid_database_connections',
    'Open connections of the main pool.',
    'sum',
    () => sql.state().open,
  );
  metrics.gauge(
    'vid_database_connections_busy',
    'Connections of the main pool with a statement or a transaction.',
    'sum',
    () => sql.state().busy,
  );
  metrics.gauge(
    'vid_database_connections_max',
    'Connections that the main pool may open (VID_DATABASE_POOL).',
    'sum',
    () => config.databasePool,
  );
  metrics.gauge(
    'vid_database_waiting',
    'Statements and transactions that wait for a connection of the main pool.',
    'sum',
    () => sql.state().waiting,
  );
  metrics.gauge(
    'vid_database_replica_delay_seconds',
    'How far the standby for reads lags; +Inf while it cannot be used, 0 without one.',
    'max',
    () => replica?.delaySeconds() ?? 0,
  );
  metrics.gauge(
    'vid_database_copy',
    '1 while this database is a copy, which sends nothing.',
    'max',
    async () => Number(await installation.isCopy()),
  );
  metrics.gauge('vid_jobs_up', '0 while background jobs cannot run.', 'min', () => Number(!jobs.isStalled()));
  metrics.gauge('vid_jobs_oldest_due_seconds', 'Age of the oldest job that is due.', 'max', () =>
    jobs.oldestDueSeconds(),
  );
  metrics.gauge('vid_storage_writable', '1 while the database can store more.', 'min', () =>
    Number(storage.isWritable()),
  );
  if (config.databaseUrl === undefined)
    metrics.gauge(
      'vid_backup_timestamp_seconds',
      'Time of the last backup of the embedded database, 0 without one.',
      'max',
      async () => ((await findLastBackup(config.dataDir))?.getTime() ?? 0) / 1_000,
    );
  metrics.gauge('vid_maintenance', '1 while maintenance is on and members cannot sign in.', 'max', () =>
    Number(maintenance.current() !== null),
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
