import type { Sql } from './connection.ts';
import { ReadOnlyServer } from './read-only-server.ts';
import { requireWritable } from './read-only.ts';

/**
 * `unknown`: the probe was slow, but other connections got replies, so only this machine or the server is busy.
 * `half-open`: it was slow on its old connection only, so other connections without a reply since then may be lost, too.
 * `since` is in milliseconds (`performance.now()`).
 */
export type Health =
  | { readonly state: 'up' | 'writes-stalled' | 'unknown' }
  | { readonly state: 'half-open'; readonly since: number }
  | { readonly state: 'down'; readonly reason: unknown };

const timeoutMs = 1_000;
/** The first answer includes a dial, on a machine that is busy starting the process. */
const firstTimeoutMs = 5_000;
/** How long a commit may wait for a standby. Replication takes milliseconds, and a request must end within 2 s. */
const stalledAfterMs = 500;

class ProbeTimeout extends Error {
  override readonly name = 'ProbeTimeout';
}

/**
 * Creates the check of the database's health. `sql` must be a connection for the probe alone. In the main pool the
 * probe would wait behind requests, and a busy database would look like one that is down. `lastReplyAt` is when any
 * connection of this process received data last (`performance.now()`).
 */
export function createProbe(sql: Sql, lastReplyAt: () => number): () => Promise<Health> {
  /** When each commit that waits for a standby was first seen. */
  let waitingSince = new Map<string, number>();
  let isConnected = false;
  let limitMs = firstTimeoutMs;

  // `SyncRep` is the wait for a synchronous standby. A backend that waits there stays after its client has gone, and so
  // shows that commits are still stalled while this process sends none.
  const listWaitingCommits = () => sql<{ commit: string }[]>`
    select pid || ' ' || query_start as commit from pg_stat_activity
    where wait_event = 'SyncRep' and usename = current_user and datname = current_database()`;

  const ask = async (): Promise<Health> => {
    await requireWritable(sql);
    const rows = await listWaitingCommits();
    isConnected = true;
    const now = performance.now();
    waitingSince = new Map(rows.map(({ commit }) => [commit, waitingSince.get(commit) ?? now]));
    const isStalled = waitingSince.values().some((since) => now - since >= stalledAfterMs);
    return { state: isStalled ? 'writes-stalled' : 'up' };
  };

  /** Gives up a connection that does not answer, so that the next attempt dials. A dial that runs is left alone. */
  const giveUp = (): void => {
    if (isConnected) sql.disconnect();
    isConnected = false;
  };

  const attempt = async (): Promise<Health> => {
    const startedAt = performance.now();
    try {
      return await inTime(ask(), limitMs);
    } catch (error) {
      const isSlow = error instanceof ProbeTimeout;
      if (isSlow || error instanceof ReadOnlyServer) giveUp();
      if (isSlow && lastReplyAt() > startedAt) return { state: 'unknown' };
      return { state: 'down', reason: error };
    } finally {
      limitMs = timeoutMs;
    }
  };

  return async () => {
    const startedAt = performance.now();
    const wasConnected = isConnected;
    const health = await attempt();
    if (health.state === 'unknown' && wasConnected) {
      // The server may be busy, or a balancer may have kept the sessions of a former one. A new connection shows which.
      const { state } = await attempt();
      return state === 'up' ? { state: 'half-open', since: startedAt } : health;
    }
    // Perhaps only the probe's own connection is lost, or leads to a former primary. Dial before rejecting all
    // requests.
    if (health.state === 'down' && !(health.reason instanceof ProbeTimeout)) return attempt();
    return health;
  };
}

/** Rejects with ProbeTimeout if `work` takes too long. */
async function inTime<T>(work: Promise<T>, limitMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  try {
    return await Promise.race([
      work,
      new Promise<never>((_, reject) => {
        // If this process was too busy to read, the reply is already in the socket. Let it be read first.
        timer = setTimeout(
          () => setImmediate(reject, new ProbeTimeout('the database probe timed out')),
          limitMs,
        );
      }),
    ]);
  } finally {
    clearTimeout(timer);
    // It may still fail later; that must not be an unhandled rejection.
    work.catch(() => undefined);
  }
}
