import { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { Pool } from 'pg';
import type { Logger } from 'pino';
import type { ConnectionTarget } from '#database/connection.ts';

const endMs = 2_000;

export type JobsPool = {
  readonly pool: Pool;
  /** Closes every connection, also those that are in use or do not answer. */
  close(): Promise<void>;
};

/** The job runner's connections. graphile-worker uses pg; requests use postgres.js. */
export function openJobsPool(target: ConnectionTarget, log: Logger): JobsPool {
  const sockets = new Set<Socket>();
  const pool = new Pool({
    // Like postgres.js, pg takes the directory of a Unix socket as the host.
    ...('url' in target ? { connectionString: target.url } : target),
    stream() {
      const socket = new Socket();
      sockets.add(socket);
      socket.once('close', () => sockets.delete(socket));
      return socket;
    },
    application_name: 'vid-jobs',
    max: 6,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 60_000,
  });
  pool.on('error', (error) => log.debug({ err: error }, 'job runner lost a connection'));
  pool.on('connect', (client) => {
    client.on('error', () => undefined);
  });
  return {
    pool,
    async close() {
      // `end` waits for connections in use, and an abandoned runner never returns them.
      const ended = pool.end().catch(() => undefined);
      await Promise.race([ended, delay(endMs, undefined, { ref: false })]);
      for (const socket of sockets) socket.destroy();
    },
  };
}
