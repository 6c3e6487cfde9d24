import { setImmediate as afterReading } from 'node:timers/promises';
import { AppError } from '#lib/app-error.ts';
import { toProblem } from './database-problem.ts';
import { DatabaseProblem } from './outage.ts';
import type { Health } from './probe.ts';

/** Kind of database access that a piece of work needs. Reads continue while commits wait for a standby. */
export type Access = 'read' | 'write';

export type State = {
  readonly isUp: boolean;
  readonly isMigrated: boolean;
  /** True while commits wait for a synchronous standby that does not respond. */
  readonly areWritesStalled: boolean;
  /** Explanation for the operator of a failure that does not end by itself, such as a rejected password. */
  readonly problem: string | undefined;
};

export type Change =
  | { readonly isUp: true }
  /** `reason` is a DatabaseProblem if the operator must fix the failure. */
  | { readonly isUp: false; readonly reason: unknown }
  | { readonly areWritesStalled: boolean }
  /** Number of connections closed because a new probe connection got a response and these did not. */
  | { readonly silentConnections: number };

type Watch = {
  readonly probe: () => Promise<Health>;
  readonly disconnect: (which: 'all' | 'writers') => void;
  /**
   * Closes the request connections that received no data during the probe's timeout. Returns their number.
   */
  readonly disconnectSilent: () => number;
  readonly onChange: (change: Change) => void;
};

type Waiting = { readonly access: Access; readonly reject: (reason: unknown) => void };

const probeIntervalMs = 500;
/** Probe interval while the database is down, shorter so that requests are served soon after its return. */
const downIntervalMs = 200;
/** Probe interval while the server refuses VID, because each probe is a failed login in the server's log. */
const refusedIntervalMs = 5_000;

/**
 * Probes the database about twice a second while it is up. While the database is down, new requests are
 * rejected at once and waiting requests are released, so a frozen database delays a response by at most two
 * probes. Writes are treated the same way while commits are stalled, because each write would keep a
 * connection, and its backend would outlive the client.
 */
export function watchDatabase({ probe, disconnect, disconnectSilent, onChange }: Watch) {
  let isUp = true;
  let isMigrated = true;
  let areWritesStalled = false;
  /** Failure of the last probe that the operator must fix. */
  let refusal: DatabaseProblem | undefined;
  /** Failure that keeps the schema from being checked. */
  let blockedBy: string | undefined;
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  const waiting = new Set<Waiting>();

  const releaseAll = (access?: Access): void => {
    for (const request of waiting)
      if (access === undefined || access === request.access)
        request.reject(unavailable('the database became unavailable'));
  };

  const setUp = (): void => {
    if (isUp) return;
    isUp = true;
    refusal = undefined;
    onChange({ isUp });
  };

  const setDown = (error: unknown): void => {
    const reason = toProblem(error);
    const former = refusal?.message;
    refusal = reason instanceof DatabaseProblem ? reason : undefined;
    if (!isUp) {
      // A server that was down may refuse VID once it is back.
      if (refusal && refusal.message !== former) onChange({ isUp, reason });
      return;
    }
    isUp = false;
    onChange({ isUp, reason });
    releaseAll();
    // Connections to a database that is down may be half open.
    disconnect('all');
  };

  const setStalled = (next: boolean): void => {
    if (next === areWritesStalled) return;
    areWritesStalled = next;
    onChange({ areWritesStalled });
    if (!areWritesStalled) return;
    releaseAll('write');
    // Waiting commits occupy the connections of writers, and reads need some connections.
    disconnect('writers');
  };

  /** A load balancer may keep connections to a dead server open, so close silent connections. */
  const closeSilent = async (): Promise<void> => {
    // If this process was busy, the replies may already be in the sockets.
    await afterReading();
    const silentConnections = disconnectSilent();
    if (silentConnections > 0) onChange({ silentConnections });
  };

  const check = async (): Promise<void> => {
    const health = await probe();
    if (health.state === 'unknown') return;
    if (health.state === 'down') {
      // Whether commits are stalled is unknown until the database responds again.
      setDown(health.reason);
      return;
    }
    setUp();
    setStalled(health.state === 'writes-stalled');
    if (health.isAfterSilence) await closeSilent();
  };

  const schedule = (): void => {
    if (isStopped) return;
    const intervalMs = isUp ? probeIntervalMs : refusal ? refusedIntervalMs : downIntervalMs;
    timer = setTimeout(() => {
      running = check().finally(schedule);
    }, intervalMs);
    timer.unref();
  };
  schedule();

  return {
    isUp: (): boolean => isUp,
    state: (): State => ({
      isUp,
      isMigrated,
      areWritesStalled,
      problem: refusal?.message ?? blockedBy,
    }),
    /**
     * Rejects requests until `migrated()` is called, because this release must not write to another release's
     * schema. `problem` explains what keeps the schema from being checked.
     */
    awaitMigrations(problem?: string): void {
      isMigrated = false;
      blockedBy = problem;
    },
    migrated(): void {
      isMigrated = true;
      blockedBy = undefined;
    },
    /**
     * Settles with the result of `work`, or rejects with UNAVAILABLE: at once while migrations are awaited,
     * and as soon as the database is found to be down or, for a write, stalled.
     */
    guard<T>(work: () => Promise<T>, access: Access = 'write'): Promise<T> {
      if (!isUp || !isMigrated) return Promise.reject(unavailable('database unavailable'));
      if (areWritesStalled && access === 'write') return Promise.reject(unavailable('commits are stalled'));
      const { promise, resolve, reject } = Promise.withResolvers<T>();
      const request: Waiting = { access, reject };
      waiting.add(request);
      const pass = async (): Promise<void> => {
        try {
          resolve(await work());
        } catch (error) {
          reject(error);
        } finally {
          waiting.delete(request);
        }
      };
      void pass();
      return promise;
    },
    async stop(): Promise<void> {
      isStopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}

export type Availability = ReturnType<typeof watchDatabase>;

function unavailable(internal: string): AppError {
  return new AppError('UNAVAILABLE', { retryAfterSeconds: 5, internal });
}
