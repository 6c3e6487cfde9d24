import type { Logger } from 'pino';
import type { Background } from '#lib/background.ts';

type Options<T> = {
  /** Named in the log. */
  readonly name: string;
  /** Rows that one process serves at the same time. A receiver that hangs occupies one place. */
  readonly places: number;
  /** Leases up to `limit` due rows to this process, in a committed statement. */
  readonly claim: (limit: number) => Promise<readonly T[]>;
  /** Sends, outside a transaction, and records the outcome. */
  readonly deliver: (row: T) => Promise<void>;
  readonly background: Background;
  readonly log: Pick<Logger, 'warn'>;
};

export type Dispatcher = {
  /** Sends everything that is due, several at a time, and returns how many rows were served. Joins a run under way. */
  readonly run: () => Promise<number>;
  /** `run` in the background. */
  readonly kick: () => void;
  /** `kick` after some time. The schedule finds retries that a stopped process leaves. */
  readonly kickAfter: (ms: number) => void;
  /** Waits for what is being sent, and claims nothing more. */
  readonly stop: () => Promise<void>;
};

/** Sends the rows of one kind: claims due rows with a lease, a place for each, until none is left. */
export function createDispatcher<T>(options: Options<T>): Dispatcher {
  const { name, places, claim, deliver, background, log } = options;
  const active = new Set<Promise<void>>();
  const timers = new Set<NodeJS.Timeout>();
  let woken = Promise.withResolvers<void>();
  /** A row may have become due, or a receiver free, since the last claim. */
  let hasNews = false;
  let running: Promise<number> | undefined;
  let isStopped = false;

  const start = (row: T): void => {
    const served: Promise<void> = deliver(row)
      .catch((error: unknown) => {
        // If the database failed, the lease ends by itself.
        log.warn({ err: error, delivery: name }, 'delivery failed');
      })
      .finally(() => {
        active.delete(served);
        hasNews = true;
      });
    active.add(served);
  };

  const drain = async (): Promise<number> => {
    let count = 0;
    try {
      for (;;) {
        woken = Promise.withResolvers();
        hasNews = false;
        const free = isStopped ? 0 : places - active.size;
        const claimed = free > 0 ? await claim(free) : [];
        claimed.forEach(start);
        count += claimed.length;
        if (claimed.length > 0 && active.size < places) continue;
        if (hasNews && !isStopped) continue;
        if (active.size === 0) return count;
        await Promise.race([...active, woken.promise]);
      }
    } finally {
      running = undefined;
    }
  };

  const run = async (): Promise<number> => {
    if (isStopped) return 0;
    hasNews = true;
    woken.resolve();
    running ??= drain();
    return running;
  };
  const kick = (): void => background.run(`send ${name}`, run);

  return {
    run,
    kick,
    kickAfter(ms) {
      if (isStopped) return;
      const timer = setTimeout(() => {
        timers.delete(timer);
        kick();
      }, ms);
      timers.add(timer.unref());
    },
    async stop() {
      isStopped = true;
      timers.forEach(clearTimeout);
      woken.resolve();
      await Promise.all(active);
    },
  };
}
