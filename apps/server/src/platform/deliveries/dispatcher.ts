import type { Logger } from 'pino';
import type { Background } from '#lib/background.ts';
import { oneAtATime } from '#lib/one-at-a-time.ts';
import type { MaySend } from '#platform/installation/may-send.ts';

type Options<T> = {
  readonly name: string;
  /** Number of rows that one process sends in parallel. A receiver that hangs occupies one slot. */
  readonly places: number;
  /** Leases up to `limit` due rows to this process, in a committed statement. */
  readonly claim: (limit: number) => Promise<readonly T[]>;
  /** Sends a row and records the outcome; called outside a transaction. */
  readonly deliver: (row: T) => Promise<void>;
  /** While this returns false, rows stay unclaimed and no attempts are counted. */
  readonly maySend: MaySend;
  readonly background: Background;
  readonly log: Pick<Logger, 'warn'>;
};

/**
 * Creates a dispatcher for the rows of one kind. It claims due rows with a lease, one slot per row, until no
 * due row is left.
 */
export function createDispatcher<T>(options: Options<T>) {
  const { name, places, claim, deliver, maySend, background, log } = options;
  const active = new Set<Promise<void>>();
  let woken = Promise.withResolvers<void>();
  /** True if a row may have become due or a receiver free since the last claim. */
  let hasNews = false;
  let isRunning = false;
  let isStopped = false;

  const start = (row: T): void => {
    const served: Promise<void> = deliver(row)
      .catch((error: unknown) => {
        // After a database failure, the row's lease expires by itself.
        log.warn({ err: error, delivery: name }, 'delivery failed');
      })
      .finally(() => {
        active.delete(served);
        hasNews = true;
      });
    active.add(served);
  };

  const drain = oneAtATime(async (): Promise<number> => {
    isRunning = true;
    let count = 0;
    try {
      for (;;) {
        woken = Promise.withResolvers();
        hasNews = false;
        const free = isStopped ? 0 : places - active.size;
        const claimed = free > 0 && (await maySend()) ? await claim(free) : [];
        claimed.forEach(start);
        count += claimed.length;
        if (claimed.length > 0 && active.size < places) continue;
        if (hasNews && !isStopped) continue;
        if (active.size === 0) return count;
        await Promise.race([...active, woken.promise]);
      }
    } finally {
      isRunning = false;
    }
  });

  let current: Promise<unknown> = Promise.resolve();
  const run = (): Promise<number> => {
    const started = drain();
    current = started.catch(() => undefined);
    return started;
  };

  const kick = (): void => {
    hasNews = true;
    woken.resolve();
    if (!isRunning && !isStopped) background.run(`send ${name}`, run);
  };

  return {
    run,
    /** Starts a run in the background, or makes the current run look for new rows. */
    kick,
    /**
     * Starts a run after a delay. The timer is lost when the process stops; the schedule then finds the
     * retries.
     */
    kickAfter: (seconds: number): void => {
      setTimeout(kick, seconds * 1_000).unref();
    },
    stop: async (): Promise<void> => {
      isStopped = true;
      woken.resolve();
      // A claim in progress may still start deliveries, so wait for the run first.
      await current;
      await Promise.all(active);
    },
  };
}
