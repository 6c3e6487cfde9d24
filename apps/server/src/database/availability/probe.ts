import type { Sql } from '../connection.ts';
import { requireWritable } from '../replica/read-only.ts';

export type Health =
  /**
   * `isAfterSilence`: the probe's previous connection got no response, so other connections of the same age
   * may be dead too.
   */
  | { readonly state: 'up' | 'writes-stalled'; readonly isAfterSilence: boolean }
  /** The probe got no response but other connections did, so this machine or the server may only be busy. */
  | { readonly state: 'unknown' }
  | { readonly state: 'down'; readonly reason: unknown };

/** Timeout of a probe attempt. Two attempts must fit into the 2 s of a request. */
export const timeoutMs = 900;
/** Timeout of the first attempt, which includes dialling while the machine is busy starting the process. */
const firstTimeoutMs = 5_000;
/**
 * Time after which a commit that waits for a standby counts as stalled. Replication normally takes
 * milliseconds, and a request must end within 2 s.
 */
const stalledAfterMs = 500;

class ProbeTimeout extends Error {
  override readonly name = 'ProbeTimeout';
}

/**
 * Checks the database's health. `sql` must be a connection used only by the probe; in the main pool the probe
 * would wait behind requests, and a busy database would look down. `lastReplyAt` returns when a connection
 * for requests last received data (`performance.now()`).
 */
export function createProbe(sql: Sql, lastReplyAt: () => number): () => Promise<Health> {
  let waitingSince = new Map<string, number>();
  let isConnected = false;
  /**
   * True if the previous connection was dropped because it was silent and no new connection has answered
   * since.
   */
  let wasSilent = false;
  let limitMs = firstTimeoutMs;

  // `SyncRep` is the wait for a synchronous standby. A backend in this wait outlives its client, so it shows
  // that commits are stalled even while this process sends none.
  const listWaitingCommits = () => sql<{ commit: string }[]>`
    select pid || ' ' || query_start as commit from pg_stat_activity
    where wait_event = 'SyncRep' and usename = current_user and datname = current_database()`;

  const ask = async (): Promise<boolean> => {
    // Send both queries together: if this process was paused, both replies are already in the socket.
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
      // Make the next attempt dial again, without interrupting a dial in progress.
      if (isConnected || !isSlow) sql.disconnect();
      isConnected = false;
      return isAlone ? { state: 'unknown' } : { state: 'down', reason: error };
    } finally {
      limitMs = timeoutMs;
    }
  };

  return async () => {
    let health = await attempt();
    // Other connections got replies, so a new connection shows whether only the old one is dead.
    if (health.state === 'unknown') health = await attempt();
    // The probe's own connection may have failed, or lead to a former primary. Dial again before rejecting
    // all requests.
    if (health.state === 'down' && !(health.reason instanceof ProbeTimeout)) health = await attempt();
    return health;
  };
}

async function inTime<T>(work: Promise<T>, limitMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  try {
    return await Promise.race([
      work,
      new Promise<never>((_, reject) => {
        // If this process was too busy to read, the reply is already in the socket, so read it first.
        timer = setTimeout(
          () => setImmediate(reject, new ProbeTimeout('the database probe timed out')),
          limitMs,
        );
      }),
    ]);
  } finally {
    clearTimeout(timer);
    // Handle a later failure of `work`, which would otherwise be an unhandled rejection.
    work.catch(() => undefined);
  }
}
