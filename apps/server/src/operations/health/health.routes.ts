import type { FastifyInstance } from 'fastify';
import { program } from '#lib/program.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import type { Platform } from '#platform/platform.ts';
import { isFromOperator } from '../operator-request.ts';
import type { StorageWatch } from './storage-watch.ts';

type Deps = Platform & {
  readonly jobs: Pick<Jobs, 'isStalled'>;
  readonly storage: Pick<StorageWatch, 'isWritable'>;
};

const probe = { acceptsAnyHost: true, isQuiet: true };

/**
 * `live`: the process responds, so a restart would not help. `ready`: the process can serve requests. Both
 * probes report the last known state, so they add no load to the database.
 */
export function registerHealthRoutes(
  app: FastifyInstance,
  { availability, config, jobs, storage }: Deps,
): void {
  app.get('/vid/health/live', { config: probe }, () => ({ status: 'live' }));

  app.get('/vid/health/ready', { config: probe }, async (request, reply) => {
    const { isUp, isMigrated, areWritesStalled, problem } = availability.state();
    // Without jobs, applications are not notified of logouts and expired rows accumulate, so another process
    // should serve the requests.
    const isStalled = jobs.isStalled();
    const isWritable = storage.isWritable();
    const isReady = isUp && isMigrated && !areWritesStalled && !isStalled && isWritable;
    return reply.status(isReady ? 200 : 503).send({
      status: isReady ? 'ready' : 'unavailable',
      // JSON leaves out a `problem` that is undefined.
      ...(isFromOperator(request, config) && { version: program.version, problem }),
      checks: {
        database: isUp ? 'up' : 'down',
        writes: areWritesStalled ? 'stalled' : 'working',
        migrations: isMigrated ? 'applied' : 'pending',
        jobs: isStalled ? 'stalled' : 'running',
        storage: isWritable ? 'writable' : 'full',
      },
    });
  });
}
