import PQueue from 'p-queue';
import { siteKeyOf } from '#http/caller.ts';
import { AppError } from '#lib/app-error.ts';

export type HashLimiterState = {
  readonly inside: number;
  readonly running: number;
  readonly refused: number;
};
export type Run = <T>(job: () => Promise<T>) => Promise<T>;

/** Client that a hash is made for; both fields are undefined in commands and background tasks. */
export type HashClient = {
  readonly signal?: AbortSignal;
  readonly address?: string;
};

type Limits = {
  readonly concurrency: number;
  readonly queue: number;
  readonly perAddress: number;
};

/**
 * Admitted calls per slot (running or queued). Admitted calls check throttles, captchas and tokens
 * concurrently.
 */
const callsPerPlace = 4;

/**
 * Limits slow work: at most `concurrency` jobs run in parallel and `queue` more wait. A call takes a slot only
 * for its job, so a call that fails an earlier, cheap check never holds one. The number of admitted calls is
 * limited too, so a flood exhausts neither memory nor connections. An address gets at most `perAddress` slots
 * and half of the calls, and an IPv6 site at most half of each.
 */
export function createHashLimiter(limits: Limits) {
  const jobs = new PQueue({ concurrency: limits.concurrency });
  const places = limits.concurrency + limits.queue;
  const takePlace = createPool({ total: places, perAddress: limits.perAddress });
  const maxCalls = callsPerPlace * places;
  const enter = createPool({ total: maxCalls, perAddress: Math.ceil(maxCalls / 2) });
  let refused = 0;

  const take = (pool: Pool, address: string | undefined): (() => void) => {
    const leave = pool.take(address);
    if (leave) return leave;
    refused += 1;
    throw new AppError('BUSY', { retryAfterSeconds: 2 });
  };

  const run = async <T>(job: () => Promise<T>, client: HashClient): Promise<T> => {
    const { signal, address } = client;
    if (signal?.aborted) throw clientGone();
    const leavePlace = take(takePlace, address);
    // Abort the job only while it waits. p-queue would free the slot of a running job, but the hash keeps its
    // thread and memory, so clients that disconnect early could exceed the limit.
    const waiting = new AbortController();
    const leave = (): void => waiting.abort(clientGone());
    signal?.addEventListener('abort', leave, { once: true });
    try {
      return await jobs.add(
        () => {
          signal?.removeEventListener('abort', leave);
          return job();
        },
        { signal: waiting.signal },
      );
    } finally {
      signal?.removeEventListener('abort', leave);
      leavePlace();
    }
  };

  return {
    /**
     * Calls `work` with a function that queues one job. That function throws BUSY, without running the job, if
     * no slot is free or the client disconnects before the job starts.
     * @throws AppError BUSY if too many calls are admitted
     */
    async admit<T>(client: HashClient, work: (run: Run) => Promise<T>): Promise<T> {
      const leave = take(enter, client.address);
      try {
        return await work((job) => run(job, client));
      } finally {
        leave();
      }
    },
    state: (): HashLimiterState => ({ inside: takePlace.taken(), running: jobs.pending, refused }),
  };
}

type Pool = ReturnType<typeof createPool>;

function createPool(limits: { readonly total: number; readonly perAddress: number }) {
  const held = new Map<string, number>();
  const perSite = Math.ceil(limits.total / 2);
  let taken = 0;
  const add = (key: string, change: 1 | -1): void => {
    const count = (held.get(key) ?? 0) + change;
    if (count === 0) held.delete(key);
    else held.set(key, count);
  };
  return {
    take(address: string | undefined): (() => void) | undefined {
      const site = address === undefined ? undefined : siteKeyOf(address);
      const owners = [...new Set([address, site])].filter((key) => key !== undefined);
      const isFull = owners.some(
        (key) => (held.get(key) ?? 0) >= (key === address ? limits.perAddress : perSite),
      );
      if (taken >= limits.total || isFull) return undefined;
      taken += 1;
      for (const key of owners) add(key, 1);
      return () => {
        taken -= 1;
        for (const key of owners) add(key, -1);
      };
    },
    taken: () => taken,
  };
}

function clientGone(): AppError {
  return new AppError('BUSY', { retryAfterSeconds: 1, internal: 'the client closed the connection' });
}
