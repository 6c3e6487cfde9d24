import type { FastifyInstance } from 'fastify';
import type { Availability } from '#database/availability.ts';

type Parts = { readonly availability: Availability };

const probe = { acceptsAnyHost: true, isQuiet: true };

/**
 * For the orchestrator. `live`: the process answers, so restarting it would not help. `ready`: requests sent here
 * would be served. Neither asks the database itself, so that probes cannot add to its trouble.
 */
export function registerHealthRoutes(app: FastifyInstance, { availability }: Parts): void {
  app.get('/vid/health/live', { config: probe }, () => ({ status: 'live' }));

  app.get('/vid/health/ready', { config: probe }, async (_request, reply) => {
    const { isUp, isMigrated } = availability.state();
    const isReady = isUp && isMigrated;
    return reply.status(isReady ? 200 : 503).send({
      status: isReady ? 'ready' : 'unavailable',
      checks: {
        database: isUp ? 'up' : 'down',
        migrations: isMigrated ? 'applied' : 'pending',
      },
    });
  });
}
