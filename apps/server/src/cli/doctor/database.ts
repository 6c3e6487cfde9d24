import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '#config/config.ts';
import { connect, type ConnectionTarget, type Sql } from '#database/connection.ts';
import { DataFolderLockedError } from '@vid/embedded-postgres/data-folder-lock';
import { EmbeddedPostgresError } from '@vid/embedded-postgres/embedded-postgres-error';
import { DatabaseProblem } from '#database/availability/outage.ts';
import { toProblem } from '#database/availability/database-problem.ts';
import { listMigrations, pendingMigrations } from '#database/migrate.ts';
import { findSessionProblem } from '#database/own-session.ts';
import { countSamples } from '#operations/seeds/samples.ts';
import { counted } from '#lib/telemetry/counted.ts';
import { createDataKeys, masterKeyAdvice } from '#platform/installation/data-keys.ts';
import { clusterAdvice, createInstallation, wrongMasterKey } from '#platform/installation/installation.ts';
import {
  balanceProblem,
  ceilingProblem,
  createProblems,
  explainProblem,
  type Problem,
} from '#platform/problems/problems.ts';
import { findLastBackup } from '#platform/installation/last-backup.ts';
import { readStreamState, type StreamState } from '#platform/audit/stream/audit-stream.repo.ts';
import { listSmsBalances } from '#platform/sms/sms-balances.ts';
import { useOf } from '#platform/sms/sms-ceiling.policy.ts';
import { ceilingsOf, readSmsCost } from '#platform/sms/sms-cost.ts';
import { createZaloTokensRepo } from '#platform/zalo/zalo-tokens.repo.ts';
import { findMasterKeys } from '#process/environment/master-key.ts';
import { StartProblem } from '#process/start-problem.ts';
import type { Context } from '#cli/command.ts';
import { program } from '#lib/program.ts';
import { checkConnection } from './connection.ts';
import { fail, ok, warn, type Finding } from './finding.ts';
import { checkReplica } from './replica.ts';

const oldestMajor = 15;
const clockWarnMs = 2_000;
const clockFailMs = 60_000;
const oldBackupHours = 48;
const lateStreamSeconds = 900;

/**
 * Accepted values of the durability settings. With `remote_apply`, a commit also waits until a standby has
 * applied it.
 */
const durable: Readonly<Record<string, readonly string[]>> = {
  fsync: ['on'],
  full_page_writes: ['on'],
  synchronous_commit: ['on', 'remote_apply'],
  data_checksums: ['on'],
};

export async function* checkDatabase(config: Config, context: Context): AsyncGenerator<Finding> {
  // The doctor must not create the database.
  if (config.databaseUrl === undefined && !existsSync(join(config.dataDir, 'postgres'))) {
    yield ok('embedded database (created at the first start)');
    return;
  }
  let findings: Finding[];
  try {
    findings = await context.withDatabase(async (target) => {
      const problem = await findSessionProblem(target);
      if (problem !== undefined) return [fail('a pooler shares or changes VID’s database sessions', problem)];
      const { sql, close } = connect(target, {
        max: 1,
        applicationName: 'vid-doctor',
        acceptsReadOnly: true,
      });
      try {
        return await examine(sql, config, target);
      } finally {
        await close();
      }
    });
  } catch (error) {
    findings = [unreachable(error)];
  }
  yield* findings;
  if (config.databaseUrl === undefined) yield checkBackup(await findLastBackup(config.dataDir), new Date());
}

/** Evaluation mode needs no backups, so only an operator who has made one is warned of its age. */
export function checkBackup(lastAt: Date | undefined, now: Date): Finding {
  if (!lastAt) return ok('no backup of the embedded database');
  const hours = Math.floor((now.getTime() - lastAt.getTime()) / 3_600_000);
  const what = `the last backup is ${hours < 48 ? counted(hours, 'hour') : counted(Math.floor(hours / 24), 'day')} old`;
  return hours < oldBackupHours ? ok(what) : warn(what, `${program.command} backup <file>`);
}

async function examine(sql: Sql, config: Config, target: ConnectionTarget): Promise<Finding[]> {
  return [
    await version(sql),
    await clock(sql),
    ...(await durability(sql)),
    ...(await checkConnection(sql, config, target)),
    ...(await checkReplica(sql, config)),
    ...(await checkSchema(sql, config)),
  ];
}

function unreachable(error: unknown): Finding {
  if (error instanceof DataFolderLockedError || error instanceof EmbeddedPostgresError)
    return fail('database', error.message);
  if (error instanceof StartProblem) return fail('the master key cannot be read', error.message);
  const problem = toProblem(error);
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return fail(
    `the database cannot be used${code === '' ? '' : ` (${code})`}`,
    problem instanceof DatabaseProblem
      ? problem.message
      : 'Check VID_DATABASE_URL (host, port, name, user, password) and that the server is running.',
  );
}

async function version(sql: Sql): Promise<Finding> {
  const [row] = await sql<{ number: string; name: string }[]>`
    select current_setting('server_version_num') as number, current_setting('server_version') as name`;
  const what = `PostgreSQL ${row?.name ?? '?'}`;
  return Number(row?.number ?? 0) >= oldestMajor * 10_000
    ? ok(what)
    : fail(what, `VID needs PostgreSQL ${oldestMajor} or newer.`);
}

async function clock(sql: Sql): Promise<Finding> {
  const before = Date.now();
  const [row] = await sql<
    { ms: number }[]
  >`select extract(epoch from clock_timestamp())::float8 * 1000 as ms`;
  const here = (before + Date.now()) / 2;
  return checkClock(Math.round(Math.abs((row?.ms ?? here) - here)));
}

export function checkClock(difference: number): Finding {
  const what = `clocks of this machine and the database differ by ${difference} ms`;
  if (difference < clockWarnMs) return ok(what);
  return (difference < clockFailMs ? warn : fail)(
    what,
    'Synchronise both with NTP. Browsers are refused if this machine’s clock is minutes off.',
  );
}

async function durability(sql: Sql): Promise<Finding[]> {
  const rows = await sql<{ name: string; setting: string }[]>`
    select name, setting from pg_settings where name = any(${Object.keys(durable)}::text[]) order by name`;
  const wrong = rows.filter((row) => !durable[row.name]?.includes(row.setting));
  if (wrong.length === 0)
    return [ok('writes are durable (fsync, full_page_writes, synchronous_commit, checksums)')];
  return wrong.map(({ name, setting }) =>
    name === 'data_checksums'
      ? warn(
          `${name} is ${setting}`,
          'Disk corruption would go unnoticed. Stop the server and run pg_checksums --enable.',
        )
      : fail(`${name} is ${setting}`, `An acknowledged sign-up can be lost. Set ${name} = on.`),
  );
}

async function installation(sql: Sql, config: Config): Promise<Finding[]> {
  // The doctor must not create a key. If no key exists, the check uses an all-zero key and fails.
  const masterKeys = (await findMasterKeys(config)) ?? { current: Buffer.alloc(32) };
  const opened = await createDataKeys(sql, masterKeys).read();
  const keyAdvice = masterKeyAdvice(masterKeys, opened);
  const recorded = createInstallation(sql);
  const copy: readonly Problem[] = (await recorded.isCopy()) ? [{ kind: 'database-copy', detail: '' }] : [];
  const isMaintained = (await sql`select from maintenance where ends_at > now()`).count > 0;
  const maintenance: readonly Problem[] = isMaintained ? [{ kind: 'maintenance', detail: '' }] : [];
  const zalo: readonly Problem[] =
    config.smsChannels.includes('zns') && !(await createZaloTokensRepo(sql).isConnected())
      ? [{ kind: 'zalo-disconnected', detail: '' }]
      : [];
  const cost = await readSmsCost(sql, config.smsPrice);
  const sms = [
    cost ? ceilingProblem(useOf(cost, ceilingsOf(config))) : undefined,
    balanceProblem(await listSmsBalances(sql, config.smsChannels), config),
  ].filter((problem) => problem !== undefined);
  const problems = [...copy, ...maintenance, ...zalo, ...sms, ...(await createProblems(sql).list())];
  return [
    opened.unreadable === 0 && opened.dataKeys.length > 0
      ? ok('the master key decrypts the data in the database')
      : fail('the master key does not decrypt the data in the database', wrongMasterKey),
    ...(keyAdvice ? [warn('two master keys are set', keyAdvice)] : []),
    ...((await recorded.seesCluster())
      ? []
      : [warn('VID cannot tell which cluster the database is in', clusterAdvice)]),
    ...problems.map((problem) => {
      const { what, advice } = explainProblem(problem);
      return warn(what, advice);
    }),
  ];
}

/** Warns if the receiver of the audit log has not accepted an event for a quarter of an hour. */
export function checkAuditStream(url: URL, { lagSeconds, problem }: Omit<StreamState, 'sentTo'>): Finding {
  if (lagSeconds < lateStreamSeconds) return ok(`the audit log is sent to ${url.host}`);
  const minutes = counted(Math.floor(lagSeconds / 60), 'minute');
  return warn(
    `${url.host} has not accepted events of the audit log for ${minutes}${problem === null ? '' : `: ${problem}`}`,
    'Check VID_AUDIT_STREAM_URL, VID_AUDIT_STREAM_HEADERS and the receiver. The events wait in the database.',
  );
}

/** A copy of the database sends no events to the receiver. */
async function auditStream(sql: Sql, { auditStreamUrl: url }: Config): Promise<Finding[]> {
  if (url === undefined || (await createInstallation(sql).isCopy())) return [];
  return [checkAuditStream(url, await readStreamState(sql))];
}

/** Finds passkeys that browsers no longer offer, because they were created for another host. */
async function passkeysOfOtherHosts(sql: Sql, { publicUrl }: Config): Promise<Finding[]> {
  const rows = await sql<{ host: string; passkeys: number }[]>`
    select rp_id as host, count(*)::int as passkeys from passkeys
    where rp_id <> ${publicUrl.hostname} group by rp_id order by 2 desc, 1`;
  return rows.map(({ host, passkeys }) =>
    warn(
      `${counted(passkeys, 'passkey')} made for ${host}, not for ${publicUrl.hostname}`,
      `They work only while VID_PUBLIC_URL names ${host}. Their owners sign in another way and add new passkeys.`,
    ),
  );
}

/** Checks the privileges to create tables and schemas, which migrations need. */
async function mayMigrate(sql: Sql): Promise<Finding[]> {
  const [row] = await sql<{ may: boolean | null }[]>`
    select has_schema_privilege(current_schema(), 'create') and has_database_privilege(current_database(), 'create') as may`;
  return row?.may === true
    ? []
    : [
        fail(
          'this user may not create tables and schemas',
          'Grant it CREATE on the database and on its schema, or make it their owner.',
        ),
      ];
}

async function checkSchema(sql: Sql, config: Config): Promise<Finding[]> {
  const pending = await pendingMigrations(sql);
  if (pending.length === 0) return [ok('migrations are applied'), ...(await checkContents(sql, config))];
  const isEmpty = pending.length === (await listMigrations()).length;
  return [
    isEmpty
      ? ok('the database has no tables of VID yet; the first start creates them')
      : warn(
          counted(pending.length, 'pending migration'),
          `The next start applies them; to apply them now: ${program.command} migrate`,
        ),
    ...(await mayMigrate(sql)),
  ];
}

async function checkContents(sql: Sql, config: Config): Promise<Finding[]> {
  return [
    ...(await installation(sql, config)),
    ...(await auditStream(sql, config)),
    ...(await administrators(sql)),
    ...(await passkeysOfOtherHosts(sql, config)),
    ...(config.isProduction ? await samples(sql) : []),
  ];
}

async function administrators(sql: Sql): Promise<Finding[]> {
  const hasAdministrator = await sql`select from accounts where role = 'admin' limit 1`.hasRows();
  return hasAdministrator
    ? []
    : [warn('there is no administrator', `${program.command} create-admin <phone>`)];
}

async function samples(sql: Sql): Promise<Finding[]> {
  const count = await countSamples(sql);
  return count === 0
    ? []
    : [
        fail(
          `${counted(count, 'sample member')} with a public password`,
          `${program.command} remove-samples`,
        ),
      ];
}
