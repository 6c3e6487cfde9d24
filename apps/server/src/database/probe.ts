import type { Sql } from './connection.ts';
import { ReadOnlyServer } from './read-only-server.ts';
import { requireWritable } from './read-only.ts';

export type Health =
  /** `isOnlyNew`: a new connection got this answer after the previous one got none, so other old ones may be lost too. */
  | { readonly state: 'up' | 'writes-stalled'; readonly isOnlyNew: boolean }
  /** The probe got no answer, but other connections did, so this machine or the server may only be busy. */
  | { readonly state: 'unknown' }
  | { readonly state: 'down'; readonly reason: unknown };

/** How long the probe waits for an answer, in milliseconds. */
export const timeoutMs = 1_000;
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
  /** Whether the last connection was given up for its silence, and no new one has answered since. */
  let wasSilent = false;
  let limitMs = firstTimeoutMs;

  // `SyncRep` is the wait for a synchronous standby. A backend that waits there stays after its client has gone, and so
  // shows that commits are still stalled while this process sends none.
  const listWaitingCommits = () => sql<{ commit: string }[]>`
    select pid || ' ' || query_start as commit from pg_stat_activity
    where wait_event = 'SyncRep' and usename = current_user and datname = current_database()`;

  /** Returns whether writes are stalled. */
  const ask = async (): Promise<boolean> => {
    await requireWritable(sql);
    const rows = await listWaitingCommits();
    isConnected = true;
    const now = performance.now();
    waitingSince = new Map(rows.map(({ commit }) => [commit, waitingSince.get(commit) ?? now]));
    return waitingSince.values().some((since) => now - since >= stalledAfterMs);
  };

  /** Gives up a connection that does not answer, so that the next attempt dials. A dial that runs is left alone. */
  const giveUp = (): void => {
    if (!isConnected) return;
    sql.disconnect();
    isConnected = false;
    wasSilent = true;
  };

  const attempt = async (): Promise<Health> => {
    const startedAt = performance.now();
    try {
      const areWritesStalled = await inTime(ask(), limitMs);
      const isOnlyNew = wasSilent;
      wasSilent = false;
      return { state: areWritesStalled ? 'writes-stalled' : 'up', isOnlyNew };
    } catch (error) {
      const isSlow = error instanceof ProbeTimeout;
      if (isSlow || error instanceof ReadOnlyServer) giveUp();
      if (isSlow && lastReplyAt() > startedAt) return { state: 'unknown' };
      wasSilent = false;
      return { state: 'down', reason: error };
    } finally {
      limitMs = timeoutMs;
    }
  };

  return async () => {
    const health = await attempt();
    // Perhaps only the probe's own connection is lost, or leads to a former primary. Dial before rejecting all
    // requests.
    const mayBeAlone = health.state === 'down' && !(health.reason instanceof ProbeTimeout);
    return mayBeAlone || health.state === 'unknown' ? attempt() : health;
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
