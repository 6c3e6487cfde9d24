import type { Outcome } from '../load/jobs.ts';
import { cpuOf } from './processes/child.ts';
import type { Load } from './loads.ts';
import { withConnection, type BenchDatabase } from './processes/postgres.ts';

/** Outcome of a round, with the CPU time per operation of the server and of its PostgreSQL connections. */
export type MeasuredRound = {
  readonly outcome: Outcome;
  readonly serverMs: number;
  readonly databaseMs: number;
};

/** Runs a load on the server with the process ID `pid`, and reads the CPU times before and after the load. */
export async function measureCpu(
  { pid, database }: { readonly pid: number; readonly database: BenchDatabase },
  load: Load,
): Promise<MeasuredRound> {
  const serverBefore = await cpuOf(pid);
  const databaseBefore = await cpuOfConnections(database);
  const outcome = await load();
  const perOperation = (ms: number): number => ms / outcome.main.count;
  return {
    outcome,
    serverMs: perOperation((await cpuOf(pid)) - serverBefore),
    databaseMs: perOperation((await cpuOfConnections(database)) - databaseBefore),
  };
}

async function cpuOfConnections({ target }: BenchDatabase): Promise<number> {
  const rows = await withConnection(
    target,
    (sql) => sql<{ pid: number }[]>`
      select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
  );
  const times = await Promise.all(rows.map(({ pid }) => cpuOf(pid)));
  return times.reduce((sum, time) => sum + time, 0);
}
