import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { lockDataFolder } from '@vid/embedded-postgres/data-folder-lock';
import { findRunningPostgres, startEmbeddedPostgres } from '@vid/embedded-postgres/embedded-postgres';
import type { Sql } from '@vid/sql/sql';
import { startJsonSink } from '@vid/testkit/outside/json-sink';
import { SocketBrowser } from '@vid/testkit/http/socket-browser';
import { expectOk } from '@vid/testkit/http/socket-steps';
import { withConnection } from '../harness/processes/postgres.ts';
import type { Report } from '../harness/report.ts';
import { seedAccounts, seededPassword, seededPhone } from '../harness/seed.ts';
import { makeSeededHash } from '../harness/seeds/seeded-hash.ts';
import { loadSettings, startVidServer, type VidServer } from '../harness/processes/vid-server.ts';
import { runVid } from '../harness/processes/vid-command.ts';
import { compareLedger } from './kill/compare.ts';
import { openLedger } from './kill/ledger.ts';
import { startWriters } from './kill/writers.ts';

export type RestoreOptions = {
  readonly accounts: number;
  readonly writers: number;
  readonly folder: string;
  readonly report: Report;
  readonly logProgress: (progress: string) => void;
};

const none = { of: 'value', atMost: 0 } as const;
const timeoutMs = 600_000;
/** The seeded account whose erasure is due on the copy. */
const dueAccount = 1;
const signInAccount = 2;

/**
 * Rehearses a restore: backs up VID during sign-ups, restores the backup to another folder, and compares the copy with
 * the ledger of sign-ups. The copy must send and erase nothing until the operator confirms it.
 */
export async function runRestore(options: RestoreOptions): Promise<void> {
  const { folder, report, logProgress } = options;
  const sink = await startJsonSink();
  // Refuse the original's webhook deliveries, so that the backup contains waiting deliveries.
  sink.answer({}, 503);
  const original = join(folder, 'original');
  const copy = join(folder, 'copy');
  const file = join(folder, 'drill.backup');
  const vid = (dataDir: string, ...line: readonly string[]) =>
    runVid(line, { environment: { VID_DATA_DIR: dataDir }, logFile: join(folder, 'command.log') });

  const server = await start(original, folder);
  logProgress(`seeding ${options.accounts} accounts`);
  const before = await seed(server, original, options.accounts);
  await vid(
    original,
    'webhook',
    'add',
    '--association',
    '--url',
    sink.url.href,
    '--event',
    'account.created',
  );
  const ledger = await openLedger(join(folder, 'restore-ledger.jsonl'));
  const writers = startWriters({ origin: server.origin, writers: options.writers, ledger });
  await until('sign-ups', () => Promise.resolve(ledger.entries.length > options.writers));

  logProgress('backup during sign-ups');
  await query(original, runAllTasks);
  const anchor = await vid(original, 'audit', 'anchor');
  const acknowledged = [...ledger.entries];
  const backupAt = performance.now();
  const backup = await vid(original, 'backup', file);
  const backupSeconds = secondsSince(backupAt);
  const during = ledger.entries.length - acknowledged.length;
  await writers.stop();
  await server.stop();

  logProgress('restore');
  const restoreAt = performance.now();
  const restored = await vid(original, 'restore', file, '--to', copy);
  const restoreSeconds = secondsSince(restoreAt);
  const audit = await vid(copy, 'audit', 'verify', '--anchor', String(anchor['anchor']));

  const compared = await withDatabase(copy, (sql) => compareLedger(sql, acknowledged, before));

  logProgress('start of the copy');
  const sentByOriginal = sink.requests.length;
  sink.answer({});
  const startAt = performance.now();
  const restarted = await start(copy, folder, { VID_SMS_URL: sink.url.href });
  const startSeconds = secondsSince(startAt);
  const browser = new SocketBrowser();
  const body = { phone: seededPhone(signInAccount), password: seededPassword };
  const signedIn = expectOk(
    'sign-in',
    await browser.post(restarted.origin, '/vid/ajax/auth/login/phone', body),
  );
  await query(copy, (sql) => sql`update account_deletions set erase_at = now()`);
  await query(copy, runAllTasks);
  const waiting = await query(copy, countWaiting);
  const sentByCopy = sink.requests.length - sentByOriginal;
  const kept = await query(copy, (sql) => countAccounts(sql, seededPhone(dueAccount)));

  logProgress('confirmation of the copy');
  await vid(copy, 'confirm-database');
  await query(copy, runAllTasks);
  await until('a message of the confirmed copy', () =>
    Promise.resolve(sink.requests.length > sentByOriginal + sentByCopy),
  );
  await until(
    'the erasure',
    async () => (await query(copy, (sql) => countAccounts(sql, seededPhone(dueAccount)))) === 0,
  );
  await restarted.stop();
  await ledger.close();
  await sink.close();

  report.add({
    name: 'accounts',
    value: Number(restored['accounts']),
    unit: '',
    target: { of: 'value', atLeast: options.accounts },
  });
  report.add({
    name: 'database',
    value: megabytes(backup['databaseBytes']),
    unit: 'MB',
    note: 'with the WAL of the backup',
  });
  report.add({ name: 'backup file', value: megabytes(backup['bytes']), unit: 'MB' });
  report.add({ name: 'backup', value: backupSeconds, unit: 's', note: `with ${during} sign-ups` });
  report.add({ name: 'restore', value: restoreSeconds, unit: 's' });
  report.add({ name: 'start of the copy', value: startSeconds, unit: 's' });
  report.add({
    name: 'acknowledged sign-ups before the backup',
    value: acknowledged.length,
    unit: '',
    target: { of: 'value', atLeast: 1 },
  });
  report.add({ name: 'lost', value: compared.lost, unit: '', target: none });
  report.add({ name: 'duplicated', value: compared.duplicated, unit: '', target: none });
  report.add({ name: 'incomplete', value: compared.incomplete, unit: '', target: none });
  report.add({ name: 'checksum failures', value: compared.checksumFailures, unit: '', target: none });
  report.add({ name: 'answers not explained', value: writers.anomalies.length, unit: '', target: none });
  report.add({
    name: 'audit chain intact',
    value: Number(audit['intact']),
    unit: '',
    target: { of: 'value', atLeast: 1 },
  });
  report.add({
    name: 'sign-in on the copy',
    value: Number(signedIn['id'] !== undefined),
    unit: '',
    target: { of: 'value', atLeast: 1 },
  });
  report.add({
    name: 'messages that wait on the copy',
    value: waiting,
    unit: '',
    target: { of: 'value', atLeast: 1 },
  });
  report.add({ name: 'sent by the copy', value: sentByCopy, unit: '', target: none });
  report.add({
    name: 'due account kept by the copy',
    value: kept,
    unit: '',
    target: { of: 'value', atLeast: 1 },
  });
  await rm(copy, { recursive: true });
  await rm(original, { recursive: true });
}

function start(
  dataDir: string,
  folder: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<VidServer> {
  return startVidServer({
    logFile: join(folder, 'restore-vid.log'),
    environment: {
      ...loadSettings(),
      VID_DATA_DIR: dataDir,
      // Use a cheap hash, because the drill does not measure sign-ins.
      VID_PASSWORD_MEMORY_KIB: '7168',
      ...environment,
    },
  });
}

/** Seeds the accounts and requests the erasure of one of them. Returns the ids of all accounts. */
async function seed(server: VidServer, dataDir: string, accounts: number): Promise<readonly string[]> {
  const target = await findTarget(dataDir);
  const hash = await makeSeededHash(server.origin, { target });
  return withConnection(target, async (sql) => {
    await seedAccounts(sql, accounts, hash);
    await sql`
      insert into account_deletions (account_id, erase_at)
      select id, now() + interval '1 day' from accounts where phone = ${seededPhone(dueAccount)}`;
    const rows = await sql<{ id: string }[]>`select id from accounts`;
    return rows.map(({ id }) => id);
  });
}

async function findTarget(dataDir: string) {
  const target = await findRunningPostgres(dataDir);
  if (!target) throw new Error(`no database is running in ${dataDir}`);
  return target;
}

async function query<T>(dataDir: string, work: (sql: Sql) => Promise<T>): Promise<T> {
  return withConnection(await findTarget(dataDir), work);
}

/** Starts the database alone, because VID would create the administrator and the sample members again. */
async function withDatabase<T>(dataDir: string, work: (sql: Sql) => Promise<T>): Promise<T> {
  const folder = await lockDataFolder(dataDir, { command: 'test:restore' });
  try {
    const postgres = await startEmbeddedPostgres({ folder, log: () => undefined });
    try {
      return await withConnection(postgres.connection, work);
    } finally {
      await postgres.stop();
    }
  } finally {
    await folder.release();
  }
}

/** Makes every scheduled task due, and waits until each has run, except `untimely`. */
async function runAllTasks(sql: Sql): Promise<void> {
  const [now] = await sql<{ at: Date }[]>`select now() as at`;
  await sql`update scheduled_tasks set due_at = now()`;
  await sql`select pg_notify('vid_events', 'tasks all')`;
  await until('the scheduled tasks', async () => {
    const late = await sql`
      select from scheduled_tasks where name <> ${untimely} and (finished_at is null or finished_at < ${now?.at ?? null})`;
    return late.length === 0;
  });
}

/** A task that the server runs only by day in Vietnam, because the task sends SMS. */
const untimely = 'remind-of-expiry';

async function countWaiting(sql: Sql): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int as count from deliveries where status in ('pending', 'sending')`;
  return row?.count ?? 0;
}

async function countAccounts(sql: Sql, phone: string): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int as count from accounts where phone = ${phone}`;
  return row?.count ?? 0;
}

async function until(event: string, isTrue: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + timeoutMs;
  while (!(await isTrue())) {
    if (performance.now() > end)
      throw new Error(`timed out after ${timeoutMs / 1_000} s waiting for ${event}`);
    await delay(20);
  }
}

const secondsSince = (from: number): number => (performance.now() - from) / 1_000;
const megabytes = (bytes: unknown): number => Number(bytes) / 1e6;
