import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { readPostmasterFile } from '@vid/embedded-postgres/postmaster-file';
import { findRunningPostgres } from '@vid/embedded-postgres/embedded-postgres';
import { listDatabaseProcesses } from '@vid/embedded-postgres/leftovers';
import { freePort } from '@vid/testkit/network';
import { withConnection } from '../harness/processes/postgres.ts';
import type { Report } from '../harness/report.ts';
import { median } from '../harness/statistics.ts';
import { isReady, loadSettings, startVidServer, type VidServer } from '../harness/processes/vid-server.ts';
import { compareLedger } from './kill/compare.ts';
import { openLedger } from './kill/ledger.ts';
import { startWriters } from './kill/writers.ts';

export type KillOptions = {
  readonly vidKills: number;
  readonly databaseKills: number;
  readonly writers: number;
  readonly folder: string;
  readonly report: Report;
  readonly logProgress: (progress: string) => void;
};

/** Maximum random delay between an acknowledged sign-up and the next kill. */
const maxDelayMs = 600;
const timeoutMs = 120_000;

/**
 * R1: kills VID and PostgreSQL with SIGKILL during sign-ups. Every acknowledged sign-up is written to a ledger on disk.
 * At the end, the ledger and the database must agree.
 */
export async function runKills(options: KillOptions): Promise<void> {
  const { report, logProgress } = options;
  const dataDir = join(options.folder, 'kill-data');
  const clusterDir = join(dataDir, 'postgres');
  const port = await freePort();
  const start = (): Promise<VidServer> =>
    startVidServer({
      port,
      logFile: join(options.folder, 'kill-vid.log'),
      environment: {
        ...loadSettings(),
        VID_DATA_DIR: dataDir,
        // Use a cheap hash, because durability does not depend on the hashing cost.
        VID_PASSWORD_MEMORY_KIB: '7168',
      },
    });

  logProgress('first start');
  let server = await start();
  const before = await query(dataDir, async (sql) =>
    (await sql<{ id: string }[]>`select id from accounts`).map(({ id }) => id),
  );
  const ledger = await openLedger(join(options.folder, 'ledger.jsonl'));
  const writers = startWriters({ origin: server.origin, writers: options.writers, ledger });

  logProgress(`kill -9 of VID, ${options.vidKills} times`);
  const vidRecoveries: number[] = [];
  let orphans = 0;
  for (let index = 0; index < options.vidKills; index += 1) {
    await moreSignUps(ledger);
    const from = performance.now();
    await server.kill();
    server = await start();
    vidRecoveries.push((performance.now() - from) / 1_000);
    orphans += (await mainProcesses(clusterDir)) - 1;
    if ((index + 1) % 10 === 0) logProgress(`${index + 1} kills, ${ledger.entries.length} sign-ups`);
  }

  logProgress(`kill -9 of PostgreSQL, ${options.databaseKills} times`);
  const databaseRecoveries: number[] = [];
  for (let index = 0; index < options.databaseKills; index += 1) {
    await moreSignUps(ledger);
    const from = performance.now();
    await killDatabase(clusterDir);
    await until('VID with its database', () => isReady(server.origin));
    databaseRecoveries.push((performance.now() - from) / 1_000);
    orphans += (await mainProcesses(clusterDir)) - 1;
  }

  logProgress('waiting for unfinished sign-ups');
  await writers.stop();
  const compared = await query(dataDir, (sql) => compareLedger(sql, ledger.entries, before));
  await ledger.close();
  const from = performance.now();
  await server.kill();
  await until(
    'the database to stop after its server',
    async () => (await listDatabaseProcesses(clusterDir)).length === 0,
  );
  const stoppedAfter = (performance.now() - from) / 1_000;

  for (const anomaly of new Set(writers.anomalies)) logProgress(`not explained by a crash: ${anomaly}`);
  const none = { of: 'value', atMost: 0 } as const;
  report.add({
    name: 'acknowledged sign-ups',
    value: ledger.entries.length,
    unit: '',
    target: { of: 'value', atLeast: options.vidKills + options.databaseKills },
    note: `${options.vidKills} kills of VID, ${options.databaseKills} of PostgreSQL, ${options.writers} writers`,
  });
  report.add({
    name: 'acknowledged sign-ups of enterprises',
    value: ledger.entries.filter(({ isEnterprise }) => isEnterprise).length,
    unit: '',
    target: { of: 'value', atLeast: 1 },
  });
  report.add({ name: 'lost', value: compared.lost, unit: '', target: none });
  report.add({ name: 'duplicated', value: compared.duplicated, unit: '', target: none });
  report.add({ name: 'incomplete', value: compared.incomplete, unit: '', target: none });
  report.add({
    name: 'created but never acknowledged',
    value: compared.unacknowledged,
    unit: '',
    target: none,
  });
  report.add({ name: 'checksum failures', value: compared.checksumFailures, unit: '', target: none });
  report.add({
    name: 'answers not explained by a crash',
    value: writers.anomalies.length,
    unit: '',
    target: none,
    note: '401, 500, or a repeated sign-up that was refused',
  });
  report.add({ name: 'repeated after a lost answer', value: writers.repeated, unit: '' });
  report.add({ name: 'orphaned databases', value: orphans, unit: '', target: none });
  report.add({ name: 'database stops after its server', value: stoppedAfter, unit: 's' });
  report.add({
    name: 'recovery of VID',
    value: median(vidRecoveries),
    unit: 's',
    note: 'median, with restart',
  });
  report.add({ name: 'recovery of VID, longest', value: Math.max(...vidRecoveries), unit: 's' });
  report.add({
    name: 'recovery of PostgreSQL',
    value: median(databaseRecoveries),
    unit: 's',
    note: 'median',
  });
  report.add({ name: 'recovery of PostgreSQL, longest', value: Math.max(...databaseRecoveries), unit: 's' });

  async function moreSignUps({ entries }: { entries: readonly unknown[] }): Promise<void> {
    const known = entries.length;
    await until('another sign-up', () => Promise.resolve(entries.length > known));
    await delay(Math.random() * maxDelayMs);
  }
}

async function query<T>(dataDir: string, work: Parameters<typeof withConnection<T>>[1]): Promise<T> {
  const target = await findRunningPostgres(dataDir);
  if (!target) throw new Error(`no database is running in ${dataDir}`);
  return withConnection(target, work);
}

async function killDatabase(clusterDir: string): Promise<void> {
  const killed = (await readPostmasterFile(clusterDir))?.pid;
  if (killed === undefined) throw new Error('PostgreSQL is not running');
  process.kill(killed, 'SIGKILL');
  await until('another PostgreSQL', async () => {
    const file = await readPostmasterFile(clusterDir);
    return file !== undefined && file.pid !== killed && file.isReady;
  });
}

/** Counts the main processes of PostgreSQL, which are the processes whose parent is not a PostgreSQL process. */
async function mainProcesses(clusterDir: string): Promise<number> {
  const file = await readPostmasterFile(clusterDir);
  const all = await listDatabaseProcesses(clusterDir);
  const parents = await Promise.all(all.map(parentOf));
  const mains = all.filter((pid, index) => {
    const parent = parents[index];
    return pid === file?.pid || (parent !== undefined && !all.includes(parent));
  });
  return mains.length;
}

async function until(event: string, isTrue: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + timeoutMs;
  while (!(await isTrue())) {
    if (performance.now() > end)
      throw new Error(`timed out after ${timeoutMs / 1_000} s waiting for ${event}`);
    await delay(5);
  }
}

/** Returns the ID of a process's parent process, or undefined if the process has ended. */
async function parentOf(pid: number): Promise<number | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  if (stat === undefined) return undefined;
  // The process name may contain spaces, so read the state and the parent after its closing parenthesis.
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
}
