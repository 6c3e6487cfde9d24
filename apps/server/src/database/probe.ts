import type { Sql } from './connection.ts';
import { requireWritable } from './read-only.ts';

export type Health =
  /**
   * `isAfterSilence`: the previous connection of the probe got no response, so other connections of the same
   * age may be lost too.
   */
  | { readonly state: 'up' | 'writes-stalled'; readonly isAfterSilence: boolean }
  /** The probe got no response, but other connections did, so this machine or the server may only be busy. */
  | { readonly state: 'unknown' }
  | { readonly state: 'down'; readonly reason: unknown };

/** Timeout of a probe attempt. A probe may make two, and a request must end within 2 s. */
export const timeoutMs = 900;
/**
 * How long the first answer may take, including the time to dial on a machine that is busy starting the
 * process.
 */
const firstTimeoutMs = 5_000;
/**
 * How long a commit may wait for a standby. Replication takes milliseconds, and a request must end within 2
 * s.
 */
const stalledAfterMs = 500;

class ProbeTimeout extends Error {
  override readonly name = 'ProbeTimeout';
}

/**
 * Checks the database's health. `sql` must be a connection for the probe alone: in the main pool the probe would wait
 * behind requests, and a busy database would look as if it were down. `lastReplyAt` is when any connection of this
 * process last received data (`performance.now()`).
 */
export function createProbe(sql: Sql, lastReplyAt: () => number): () => Promise<Health> {
  /** When each commit that waits for a standby was first seen. */
  let waitingSince = new Map<string, number>();
  let isConnected = false;
  /** True if the previous connection was dropped for its silence, and no new one has answered since. */
  let wasSilent = false;
  let limitMs = firstTimeoutMs;

  // `SyncRep` is the wait for a synchronous standby. A backend that waits there stays after its client has gone, and so
  // shows that commits are still stalled while this process sends none.
  const listWaitingCommits = () => sql<{ commit: string }[]>`
    select pid || ' ' || query_start as commit from pg_stat_activity
    where wait_event = 'SyncRep' and usename = current_user and datname = current_database()`;

  const ask = async (): Promise<boolean> => {
    // Send both queries together: after a pause of this process, both replies are already in the socket.
    const [rows] = await Promise.all([listWaitingCommits(), requireWritable(sql)]);
    isConnected = true;
    const now = performance.now();
    waitingSince = new Map(rows.map(({ commit }) => [commit, waitingSince.get(commit) ?? now]));
    return waitingSince.values().some((since) => now - since >= stalledAfterMs);
  };

  const attempt = async (): Promise<Health> => {
    const startedAt = performance.now();
    try {
      const areWritesStalled = await inTime(ask(), limitMs);
      const isAfterSilence = wasSilent;
      wasSilent = false;
      return { state: areWritesStalled ? 'writes-stalled' : 'up', isAfterSilence };
    } catch (error) {
      const isSlow = error instanceof ProbeTimeout;
      const isAlone = isSlow && lastReplyAt() > startedAt;
      wasSilent = isAlone && (isConnected || wasSilent);
      // The next attempt dials again, but does not interrupt a running dial.
      if (isConnected || !isSlow) sql.disconnect();
      isConnected = false;
      return isAlone ? { state: 'unknown' } : { state: 'down', reason: error };
    } finally {
      limitMs = timeoutMs;
    }
  };

  return async () => {
    let health = await attempt();
    // Other connections got replies. A new connection shows whether only the old connection is lost.
    if (health.state === 'unknown') health = await attempt();
    // Perhaps only the probe's own connection failed, or leads to a former primary. Dial before rejecting all requests.
    if (health.state === 'down' && !(health.reason instanceof ProbeTimeout)) health = await attempt();
    return health;
  };
}

/** Rejects with ProbeTimeout if `work` does not finish in time. */
async function inTime<T>(work: Promise<T>, limitMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  try {
    return await Promise.race([
      work,
      new Promise<never>((_, reject) => {
        // If this process was too busy to read, the reply is already in the socket. Let the process read the reply
        // first.
        timer = setTimeout(
          () => setImmediate(reject, new ProbeTimeout('the database probe timed out')),
          limitMs,
        );
      }),
    ]);
  } finally {
    clearTimeout(timer);
    // The work may still fail later, which must not become an unhandled rejection.
    work.catch(() => undefined);
  }
}
