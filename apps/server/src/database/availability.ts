import { AppError } from '#lib/app-error.ts';
import type { Sql } from './connection.ts';

/**
 * Watches the database with a tiny query, over a connection of its own: in the pool it would wait behind the
 * requests, and many of them would look like a database that is away. While it does not answer, requests are refused at once, and those
 * already waiting are released, so that a frozen database cannot hold an answer for longer than the probe needs.
 */
export type Availability = {
  isUp(): boolean;
  /** What readiness is made of. */
  state(): { readonly isUp: boolean; readonly isMigrated: boolean };
  /** Requests get 503 until `migrated()`: this release must not write into the schema of another. */
  awaitMigrations(): void;
  migrated(): void;
  /** Settles as `work` does, or with 503 as soon as the database is found to be away. */
  guard<T>(work: () => Promise<T>): Promise<T>;
  stop(): Promise<void>;
};

const probeEveryMs = 500;
const probeTimeoutMs = 1_000;

export function watchDatabase(sql: Sql, onChange: (isUp: boolean) => void): Availability {
  let isUp = true;
  let isMigrated = true;
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  const waiting = new Set<() => void>();

  const settle = (next: boolean): void => {
    if (next === isUp) return;
    isUp = next;
    onChange(next);
    if (!next) for (const release of waiting) release();
  };

  const probe = async (): Promise<void> => {
    let limit: NodeJS.Timeout | undefined;
    const query = sql`select 1`;
    try {
      await Promise.race([
        query,
        new Promise((_, reject) => {
          // A process that was itself too busy to read finds the answer waiting: it is read before this is judged.
          limit = setTimeout(
            () => setImmediate(reject, new Error('the probe was not answered')),
            probeTimeoutMs,
          );
        }),
      ]);
      settle(true);
    } catch {
      // The losing query must not become an unhandled rejection.
      query.catch(() => undefined);
      settle(false);
    } finally {
      clearTimeout(limit);
    }
  };

  const schedule = (): void => {
    if (isStopped) return;
    timer = setTimeout(() => {
      running = probe().finally(schedule);
    }, probeEveryMs);
    timer.unref();
  };
  schedule();

  return {
    isUp: () => isUp,
    state: () => ({ isUp, isMigrated }),
    awaitMigrations() {
      isMigrated = false;
    },
    migrated() {
      isMigrated = true;
    },
    guard(work) {
      if (!isUp || !isMigrated) return Promise.reject(unavailable());
      return new Promise((resolve, reject) => {
        const release = (): void => reject(unavailable());
        waiting.add(release);
        const pass = async (): Promise<void> => {
          try {
            resolve(await work());
          } catch (error) {
            reject(error);
          } finally {
            waiting.delete(release);
          }
        };
        void pass();
      });
    },
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}

function unavailable(): AppError {
  return new AppError('UNAVAILABLE', { retryAfterSeconds: 5, internal: 'the database does not answer' });
}
