import { setTimeout as delay } from 'node:timers/promises';
import { Pool, type PoolClient } from 'pg';
import type { Logger } from 'pino';
import type { Availability } from '#database/availability.ts';
import { addressOf, type ConnectionTarget } from '#database/connection.ts';
import { dialMs } from '@vid/sql/dial';
import { DeadlineSocket } from './deadline-socket.ts';

const endMs = 2_000;

export type JobsPool = {
  readonly pool: Pool;
  /** Closes every connection, including those that are in use or do not answer. */
  readonly close: () => Promise<void>;
};

type Deps = {
  readonly target: ConnectionTarget;
  readonly availability: Pick<Availability, 'state'>;
  readonly log: Logger;
};

type Release = (destroy?: Error | boolean) => void;
type OnClient = (error: Error | undefined, client: PoolClient | undefined, release: Release) => void;

/**
 * Ignores a second release of a client. If graphile-worker stops while its `LISTEN` fails, it releases that client
 * twice, and nothing catches the error that pg would throw.
 */
class TolerantPool extends Pool {
  override connect(): Promise<PoolClient>;
  override connect(onClient: OnClient): void;
  override connect(onClient?: OnClient): Promise<PoolClient> | undefined {
    if (!onClient) return super.connect();
    super.connect((error, client, release) => {
      let isReleased = false;
      onClient(error, client, (destroy) => {
        if (!isReleased) release(destroy);
        isReleased = true;
      });
    });
    return undefined;
  }
}

/** The job runner's connections. graphile-worker needs a pool of pg; requests use @vid/sql. */
export function openJobsPool({ target, availability, log }: Deps): JobsPool {
  const address = addressOf(target);
  const { database, user, password } = address;
  const sockets = new Set<DeadlineSocket>();
  const pool = new TolerantPool({
    database,
    user,
    password,
    // Otherwise pg reads PGSSLMODE.
    ssl: false,
    stream() {
      const socket = new DeadlineSocket(address, {
        areWritesStalled: () => availability.state().areWritesStalled,
        onSilent() {
          for (const other of sockets) other.destroyIfIdle();
        },
      });
      sockets.add(socket);
      socket.once('close', () => sockets.delete(socket));
      return socket;
    },
    application_name: 'vid-jobs',
    max: 6,
    connectionTimeoutMillis: dialMs(address) + 3_000,
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
