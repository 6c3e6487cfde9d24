import { measureCpu, type MeasuredRound } from '../harness/cpu.ts';
import {
  otpSignInLoad,
  registerSsoClient,
  signInLoad,
  ssoLoad,
  whoAmILoad,
  type Load,
} from '../harness/loads.ts';
import { withConnection, type BenchDatabase } from '../harness/processes/postgres.ts';
import { medianOf } from '../harness/rounds.ts';
import type { FigureRun } from './figure-run.ts';

type Round = MeasuredRound & {
  readonly walBytes: number;
  readonly storedBytes: number;
  readonly auditBytes: number;
};

/** Measures the inputs of docs/scale.md. */
export const cost: FigureRun = {
  name: 'cost',
  describe:
    'what an operation costs: CPU time of the server and of PostgreSQL, write-ahead log, and growth of the database',
  async run(bench, report) {
    const { accounts, rounds } = bench.settings;
    const world = await bench.world({ accounts });
    const { database, server } = world;
    const client = await registerSsoClient(world);
    bench.logProgress('cost of operations');
    const loads: Readonly<Record<string, Load>> = {
      'who am I': await whoAmILoad(bench, world),
      'password sign-in': await signInLoad(bench, world),
      'sign-in by code': await otpSignInLoad(bench, world),
      'single sign-on': await ssoLoad(bench, world, { client, protocol: 'openid' }),
    };
    report.add({
      name: 'database, per account',
      value: (await sizeOf(database)).stored / accounts,
      unit: 'bytes',
    });
    for (const [name, load] of Object.entries(loads)) {
      await load();
      const results: Round[] = [];
      for (let index = 0; index < rounds; index += 1) {
        const before = await sizeOf(database);
        const round = await measureCpu({ pid: server.pid, database }, load);
        const after = await sizeOf(database);
        const { count } = round.outcome.main;
        results.push({
          ...round,
          walBytes: (after.wal - before.wal) / count,
          storedBytes: (after.stored - before.stored) / count,
          auditBytes: (after.audit - before.audit) / count,
        });
      }
      const add = (label: string, unit: string, read: (round: Round) => number): void =>
        report.add({ name: `${name}, ${label}`, value: medianOf(results, read), unit });
      add('CPU of the server', 'ms', ({ serverMs }) => serverMs);
      add('CPU of PostgreSQL', 'ms', ({ databaseMs }) => databaseMs);
      add('write-ahead log', 'bytes', ({ walBytes }) => walBytes);
      add('database', 'bytes', ({ storedBytes }) => storedBytes);
      add('of which the audit log', 'bytes', ({ auditBytes }) => auditBytes);
    }
  },
};

type Size = { readonly stored: number; readonly audit: number; readonly wal: number };

/**
 * Returns the bytes of the database and of its audit log, both with indexes, and the position in the write-ahead log.
 */
async function sizeOf({ target }: BenchDatabase): Promise<Size> {
  const [row] = await withConnection(
    target,
    (sql) => sql<Size[]>`
      select pg_database_size(current_database())::float8 as stored,
        (select sum(pg_total_relation_size(relid)) from pg_partition_tree('audit_events'))::float8 as audit,
        (pg_current_wal_lsn() - '0/0')::float8 as wal`,
  );
  return row ?? { stored: 0, audit: 0, wal: 0 };
}
