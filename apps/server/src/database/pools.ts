import type { Tracing } from '#lib/telemetry/tracing.ts';
import { watchDatabase, type Change } from './availability/availability.ts';
import { connect, type ConnectionTarget } from './connection.ts';
import { createProbe, timeoutMs } from './availability/probe.ts';

type PoolOptions = {
  readonly max: number;
  /** Statement timeout of the main pool; defaults to the limit for a request. */
  readonly statementTimeoutMs?: number | undefined;
  readonly onChange: (change: Change) => void;
  readonly onStatement?: Tracing['onStatement'] | undefined;
};

export function openPools(target: ConnectionTarget, options: PoolOptions) {
  const { max, statementTimeoutMs, onChange, onStatement } = options;
  let lastReplyAt = 0;
  const onReply = (): void => {
    lastReplyAt = performance.now();
  };
  const main = connect(target, { max, applicationName: 'vid', statementTimeoutMs, onReply, onStatement });
  const lookups = connect(target, { max: 2, applicationName: 'vid-lookups', onReply, onStatement });
  // The probe has its own time limit, and dialling several hosts takes longer than a request may take.
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
    onStatement,
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
    /** Separate connections for lookups by key, which would wait behind slow statements in the main pool. */
    lookups: lookups.sql,
    /** Separate connection for `ANALYZE` (`statistics.ts`), because the main pool may be busy. */
    statistics: statistics.sql,
    /** Separate pool for erasures, because an account may have hundreds of thousands of rows. */
    erasures: erasures.sql,
    availability,
    close: async (): Promise<void> => {
      await availability.stop();
      await Promise.all([main, lookups, statistics, erasures, probe].map((pool) => pool.close()));
    },
  };
}

export type Pools = ReturnType<typeof openPools>;
