import type { Sql } from './connection.ts';

/** `unknown`: the probe was slow, but other connections got replies, so only this machine or the server is busy. */
export type Health = 'up' | 'writes-stalled' | 'down' | 'unknown';

/** How long a commit may wait for a standby. Replication takes milliseconds. */
const stalledAfterMs = 1_000;

type WaitingCommit = { readonly commit: string };

/**
 * Creates the check of the database's health. `sql` must be a connection for the probe alone. In the main pool the probe
 * would wait behind requests, and a busy database would look like one that is down. Its deadline must be short; the next
 * probe after it dials. `lastReplyAt` is when any connection of this process received data last (`performance.now()`).
 */
export function createProbe(sql: Sql, lastReplyAt: () => number): () => Promise<Health> {
  /** When each commit that waits for a standby was first seen. */
  let waitingSince = new Map<string, number>();

  // `SyncRep` is the wait for a synchronous standby. A backend that waits there stays after its client has gone, and so
  // shows that commits are still stalled while this process sends none.
  const listWaitingCommits = () => sql<WaitingCommit[]>`
    select pid || ' ' || query_start as commit from pg_stat_activity
    where wait_event = 'SyncRep' and usename = current_user and datname = current_database()`;

  const check = async (): Promise<Health> => {
    const rows = await listWaitingCommits();
    const now = performance.now();
    waitingSince = new Map(rows.map(({ commit }) => [commit, waitingSince.get(commit) ?? now]));
    const isStalled = waitingSince.values().some((since) => now - since >= stalledAfterMs);
    return isStalled ? 'writes-stalled' : 'up';
  };

  return async () => {
    const startedAt = performance.now();
    try {
      return await check();
    } catch (error) {
      if (isTimeout(error)) return lastReplyAt() > startedAt ? 'unknown' : 'down';
    }
    // Only the probe's own connection may be lost, so dial once before rejecting everyone's requests.
    return check().catch((error: unknown) =>
      isTimeout(error) && lastReplyAt() > startedAt ? 'unknown' : 'down',
    );
  };
}

function isTimeout(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'QUERY_TIMEOUT';
}
