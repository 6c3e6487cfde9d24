import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { buildApp } from '#app.ts';
import type { Config } from '#config/config.ts';
import type { ConnectionTarget } from '#database/connection.ts';
import { createDeps, type Deps } from '#deps.ts';
import type { Keys } from '#lib/keys.ts';
import { collectNodeMetrics } from '#lib/telemetry/metrics.ts';
import type { Telemetry } from '#platform/telemetry/open-telemetry.ts';
import { listenProblem } from './start-problem.ts';

const drainMs = 10_000;

export type Serving = {
  readonly deps: Deps;
  readonly app: FastifyInstance;
  listen(): Promise<{ readonly port: number }>;
  /**
   * Starts running jobs and serving requests that need the database; until then these get 503. Call this function once
   * the schema is current and the keys are loaded.
   */
  open(): void;
  /**
   * Stops accepting requests, gives running requests ten seconds to finish, then stops jobs and closes the
   * pools.
   */
  close(): Promise<void>;
};

type ServeInput = {
  readonly config: Config;
  readonly target: ConnectionTarget;
  readonly keys: Keys;
  readonly log: Logger;
  readonly collectMetrics?: () => Promise<string>;
  readonly telemetry?: Telemetry | undefined;
};

export async function createServing(input: ServeInput): Promise<Serving> {
  const { config, log } = input;
  const deps = createDeps({
    config,
    target: input.target,
    keys: input.keys,
    log,
    collectMetrics: input.collectMetrics,
    telemetry: input.telemetry,
  });
  collectNodeMetrics(deps.metrics);
  deps.places.load();
  const app = await buildApp(deps);
  deps.availability.awaitMigrations();
  return {
    deps,
    app,
    async listen() {
      try {
        await app.listen({ host: config.host, port: config.port });
      } catch (error) {
        throw listenProblem(error, config.host, config.port) ?? error;
      }
      const address = app.server.address();
      return { port: typeof address === 'object' && address !== null ? address.port : config.port };
    },
    open() {
      deps.availability.migrated();
      deps.jobs.start(deps.schedules);
      deps.background.run('audit partitions', () => deps.auditKeeper.makeAhead());
      if (config.sampleGateways === 'on')
        deps.background.run('connect the sample of Zalo', async () => {
          await deps.zaloTokens?.connect('sample');
        });
      deps.webhookDelivery.start();
      deps.backchannelLogout.start();
      deps.storage.start();
      deps.statistics.start();
    },
    async close() {
      const cut = setTimeout(() => {
        log.warn('requests in flight took too long; closing their connections');
        app.server.closeAllConnections();
      }, drainMs);
      await app.close();
      clearTimeout(cut);
      await deps.close();
    },
  };
}
