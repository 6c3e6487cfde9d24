import type { PoolOptions } from '@vid/sql/pool';
import { connect, type ConnectionTarget, type Sql } from '../connection.ts';
import { isOutage } from '../availability/outage.ts';
import type { Reads } from './reads.ts';
import { completeUntil, type Position } from './replica.policy.ts';

export type ReplicaChange =
  | { readonly isUsed: true }
  /** `reason` is the error of the last check; undefined if the standby only lags. */
  | { readonly isUsed: false; readonly reason: unknown };

type Options = {
  readonly target: ConnectionTarget;
  readonly primary: Sql;
  readonly isPrimaryReady: () => boolean;
  readonly max: number;
  readonly maxDelayMs: number;
  readonly onChange: (change: ReplicaChange) => void;
  readonly onStatement?: PoolOptions['onStatement'];
};

const checkEveryMs = 1_000;
const checkTimeoutMs = 1_000;
/**
 * Maximum number of kept positions of the primary. At one a second, they cover an hour, so that the metric
 * shows the lag of a late standby.
 */
const maxPositions = 3_600;

/** Thrown if the server is not a standby of the primary's cluster. The message is for the operator. */
export class NotAStandby extends Error {
  override readonly name = 'NotAStandby';
}

type Written = { readonly position: bigint; readonly system: string };

/** Reads how much write-ahead log, in bytes, the primary has written. */
export async function readWritten(primary: Sql): Promise<Written> {
  const [row] = await primary<{ position: string; system: string }[]>`
    select pg_current_wal_lsn() - '0/0' as position, system_identifier as system from pg_control_system()`;
  if (!row) throw new Error('expected one row with the position of the primary');
  return { ...row, position: BigInt(row.position) };
}

/**
 * Reads how much write-ahead log, in bytes, a standby of the primary has replayed.
 * @throws NotAStandby if the server is not a standby of the primary's cluster
 */
export async function readReplayed(standby: Sql, { system }: Pick<Written, 'system'>): Promise<bigint> {
  const [row] = await standby<{ replayed: string | null; system: string; isStandby: boolean }[]>`
    select pg_last_wal_replay_lsn() - '0/0' as replayed, system_identifier as system,
      pg_is_in_recovery() as is_standby
    from pg_control_system()`;
  // A promoted or former primary may have commits that the primary lacks, and another cluster has different members.
  if (!row?.isStandby || row.replayed === null || row.system !== system)
    throw new NotAStandby('The server of VID_DATABASE_REPLICA_URL is no standby of VID_DATABASE_URL.');
  return BigInt(row.replayed);
}

/**
 * Opens a pool to a standby and compares it with the primary every second. Reads go to the standby while it
 * has every commit that is older than `maxDelayMs`, and to the primary otherwise.
 */
export function openReplica(options: Options) {
  const { target, primary, isPrimaryReady, max, maxDelayMs, onChange, onStatement } = options;
  const pool = connect(target, { max, applicationName: 'vid-replica', acceptsReadOnly: true, onStatement });
  // Checks use a separate connection, because in the pool they would wait behind slow lists.
  const checks = connect(target, {
    max: 1,
    applicationName: 'vid-replica-check',
    acceptsReadOnly: true,
    deadlineMs: checkTimeoutMs,
  });
  let positions: readonly Position[] = [];
  /**
   * Time up to which the standby has every commit, on the clock of `performance.now()`; undefined until the
   * standby has replayed a position.
   */
  let hasAllUntil: number | undefined;
  /** True if reads go to the standby; undefined until the first check has a result. */
  let isUsed: boolean | undefined;
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();

  const delayMs = (): number => (hasAllUntil === undefined ? Infinity : performance.now() - hasAllUntil);
  const isFresh = (): boolean => delayMs() <= maxDelayMs;

  const compare = async (at: number, written: Written): Promise<void> => {
    try {
      positions = [...positions, { at, position: written.position }].slice(-maxPositions);
      hasAllUntil = completeUntil(positions, await readReplayed(checks.sql, written)) ?? hasAllUntil;
      positions = positions.filter((one) => hasAllUntil === undefined || one.at >= hasAllUntil);
    } catch (error) {
      hasAllUntil = undefined;
      // Release the reads that wait for a frozen server, so that they are repeated on the primary.
      pool.sql.disconnect();
      throw error;
    }
  };

  const check = async (): Promise<void> => {
    let reason: unknown;
    const at = performance.now();
    try {
      // Compare only while the primary responds and has this release's tables, which the standby gets from it.
      // Otherwise the standby keeps its reads until the delay has grown too long.
      if (isPrimaryReady()) await compare(at, await readWritten(primary));
    } catch (error) {
      reason = error;
    }
    const wasUsed = isUsed;
    isUsed = isFresh();
    const isNews = wasUsed === undefined ? isUsed || reason !== undefined : isUsed !== wasUsed;
    if (!isNews) return;
    onChange(isUsed ? { isUsed } : { isUsed, reason });
  };

  const schedule = (): void => {
    if (isStopped) return;
    timer = setTimeout(() => {
      running = check().finally(schedule);
    }, checkEveryMs);
    timer.unref();
  };
  schedule();

  const reads: Reads = async (read) => {
    if (!isFresh()) return read(primary);
    try {
      return await read(pool.sql);
    } catch (error) {
      if (!isOutage(error) || isTooSlow(error)) throw error;
      return read(primary);
    }
  };

  return {
    reads,
    /**
     * Age in seconds of the newest moment up to which the standby has every commit; Infinity if no such
     * moment is known.
     */
    delaySeconds: (): number => delayMs() / 1_000,
    async close(): Promise<void> {
      isStopped = true;
      clearTimeout(timer);
      await running;
      await Promise.all([pool.close(), checks.close()]);
    },
  };
}

/** A read that ran out of time on the standby would do so on the primary, too. */
function isTooSlow(error: unknown): boolean {
  return (
    error instanceof Error && 'code' in error && (error.code === '57014' || error.code === 'QUERY_TIMEOUT')
  );
}
