import { watchDatabase, type Change } from './availability.ts';
import { connect, type ConnectionTarget } from './connection.ts';
import { createProbe, timeoutMs } from './probe.ts';

type PoolOptions = {
  readonly max: number;
  /** Of the main pool; the limit for a request by default. */
  readonly statementTimeoutMs?: number | undefined;
  readonly onChange: (change: Change) => void;
};

export function openPools(target: ConnectionTarget, options: PoolOptions) {
  const { max, statementTimeoutMs, onChange } = options;
  let lastReplyAt = 0;
  const onReply = (): void => {
    lastReplyAt = performance.now();
  };
  const main = connect(target, { max, applicationName: 'vid', statementTimeoutMs, onReply });
  const lookups = connect(target, { max: 2, applicationName: 'vid-lookups', onReply });
  // The probe has a separate time limit, and dialling several hosts takes longer than a request may.
  const probe = connect(target, { max: 1, applicationName: 'vid-probe', deadlineMs: 30_000 });
  const statistics = connect(target, {
    max: 1,
    applicationName: 'vid-statistics',
    statementTimeoutMs: 30_000,
    lockTimeoutMs: 2_800,
  });
  const erasures = connect(target, {
    max: 1,
    applicationName: 'vid-erasures',
    statementTimeoutMs: 600_000,
    lockTimeoutMs: 2_800,
  });
  const availability = watchDatabase({
    probe: createProbe(probe.sql, () => lastReplyAt),
    disconnect(which) {
      main.sql.disconnect();
      if (which === 'all') lookups.sql.disconnect();
    },
    disconnectSilent: () => main.sql.disconnectSilent(timeoutMs) + lookups.sql.disconnectSilent(timeoutMs),
    onChange,
  });
  return {
    sql: main.sql,
    /** Lookups by key have separate connections: in the main pool, they would wait behind slow statements. */
    lookups: lookups.sql,
    /** Separate, because the main pool may be busy. Used for `ANALYZE` (`statistics.ts`). */
    statistics: statistics.sql,
    /** Opened by the first erasure. Separate, because an account may have hundreds of thousands of rows. */
    erasures: erasures.sql,
    availability,
    close: async (): Promise<void> => {
      await availability.stop();
      await Promise.all([main, lookups, statistics, erasures, probe].map((pool) => pool.close()));
    },
  };
}

export type Pools = ReturnType<typeof openPools>;
