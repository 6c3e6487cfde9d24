import { AppError } from '#lib/app-error.ts';
import type { Sql } from './connection.ts';
import { requireWritable } from './read-only.ts';

/** Whether the database answers and has the schema of this release. */
export type Availability = {
  isUp(): boolean;
  /** For the readiness check. */
  state(): { readonly isUp: boolean; readonly isMigrated: boolean };
  /** Rejects requests until `migrated()`, because this release must not write into another release's schema. */
  awaitMigrations(): void;
  migrated(): void;
  /** Settles like `work`. Rejects with UNAVAILABLE as soon as the database is found to be down. */
  guard<T>(work: () => Promise<T>): Promise<T>;
  stop(): Promise<void>;
};

const probeIntervalMs = 500;
const probeTimeoutMs = 1_000;

/**
 * Probes the database twice a second. `sql` must be a connection for the probe alone. In the main pool the probe would
 * wait behind requests, and a busy database would look like one that is down. While the database is down, requests are
 * rejected immediately and waiting ones are released, so a frozen database delays a response by one probe at most.
 */

export function watchDatabase(sql: Sql, onChange: (isUp: boolean, reason?: unknown) => void): Availability {
  let isUp = true;
  let isMigrated = true;
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  const waiting = new Set<() => void>();

  const settle = (next: boolean, reason?: unknown): void => {
    if (next === isUp) return;
    isUp = next;
    onChange(next, reason);
    if (!next) for (const release of waiting) release();
  };

  const probe = async (): Promise<void> => {
    let timeout: NodeJS.Timeout | undefined;
    const query = requireWritable(sql);
    try {
      await Promise.race([
        query,
        new Promise((_, reject) => {
          // If this process was too busy to read, the reply is already in the socket. Let it be read first.
          timeout = setTimeout(
            () => setImmediate(reject, new Error('the database probe timed out')),
            probeTimeoutMs,
          );
        }),
      ]);
      settle(true);
    } catch (error) {
      // The query may still fail after the timeout; that must not be an unhandled rejection.
      query.catch(() => undefined);
      settle(false, error);
    } finally {
      clearTimeout(timeout);
    }
  };

  const schedule = (): void => {
    if (isStopped) return;
    timer = setTimeout(() => {
      running = probe().finally(schedule);
    }, probeIntervalMs);
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
  return new AppError('UNAVAILABLE', { retryAfterSeconds: 5, internal: 'database unavailable' });
}
