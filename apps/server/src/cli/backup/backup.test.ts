import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lockDataFolder } from '@vid/embedded-postgres/data-folder-lock';
import { startEmbeddedPostgres } from '@vid/embedded-postgres/embedded-postgres';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connect, type ConnectionTarget } from '#database/connection.ts';
import { createDataKeys } from '#platform/installation/data-keys.ts';
import { createInstallation } from '#platform/installation/installation.ts';
import { findLastBackup } from '#platform/installation/last-backup.ts';
import { checkBackup } from '../doctor/database.ts';
import { runInProcess, type CommandResult } from '../testing/operator.ts';

let folder: string;
let dataDir: string;
let stop: () => Promise<void>;
let target: ConnectionTarget;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vid-backup-'));
  dataDir = join(folder, 'data');
  const lock = await lockDataFolder(dataDir, { command: 'test' });
  const postgres = await startEmbeddedPostgres({ folder: lock, log: () => undefined });
  target = postgres.connection;
  stop = async () => {
    await postgres.stop();
    await lock.release();
  };
  await vid('migrate');
});
afterAll(async () => {
  await stop();
  await rm(folder, { recursive: true });
});

const vid = (...line: string[]): Promise<CommandResult> =>
  runInProcess(line, { VID_DATA_DIR: dataDir, VID_PASSWORD_MEMORY_KIB: '7168' });
const at = (name: string): string => join(folder, name);

async function withSql<T>(
  where: ConnectionTarget,
  work: (sql: ReturnType<typeof connect>['sql']) => Promise<T>,
) {
  const { sql, close } = connect(where, { max: 1, applicationName: 'vid-test' });
  try {
    return await work(sql);
  } finally {
    await close();
  }
}

async function startOn<T>(data: string, work: (target: ConnectionTarget) => Promise<T>): Promise<T> {
  const lock = await lockDataFolder(data, { command: 'test' });
  try {
    const postgres = await startEmbeddedPostgres({ folder: lock, log: () => undefined });
    try {
      return await work(postgres.connection);
    } finally {
      await postgres.stop();
    }
  } finally {
    await lock.release();
  }
}

describe('“backup” and “restore”', () => {
  it('restore a consistent copy of a database written to during the backup', async () => {
    let acknowledged = 0;
    let before = 0;
    await withSql(target, async (sql) => {
      await sql`create table ledger (id int primary key, filler text)`;
      await sql`create table total (n int)`;
      await sql`insert into total values (0)`;
      const stopping = new AbortController();
      const first = Promise.withResolvers<void>();
      const writing = (async () => {
        while (!stopping.signal.aborted) {
          await sql.begin(async (tx) => {
            await tx`insert into ledger values (${acknowledged + 1}, repeat('x', 2000))`;
            await tx`update total set n = n + 1`;
          });
          acknowledged += 1;
          first.resolve();
        }
      })();
      await first.promise;
      before = acknowledged;
      const { code, text } = await vid('backup', at('running.backup'));
      stopping.abort();
      await writing;
      expect([code, text]).toEqual([0, expect.stringContaining('Written: ')]);
    });
    expect((await stat(at('running.backup'))).mode & 0o777).toBe(0o600);

    const restored = at('restored');
    const { code, text } = await vid('restore', at('running.backup'), '--to', restored);
    expect([code, text]).toEqual([
      0,
      expect.stringMatching(/0 accounts[^]*VID_DATA_DIR=[^]*confirm-database$/u),
    ]);
    expect((await readdir(restored)).toSorted()).toEqual(['lock', 'master.key', 'postgres']);
    await startOn(restored, (copy) =>
      withSql(copy, async (sql) => {
        const [row] = await sql<{ rows: number; last: number; total: number }[]>`
          select count(*)::int as rows, max(id) as last, (select n from total) as total from ledger`;
        expect(row).toEqual({ rows: row?.last, last: row?.last, total: row?.last });
        expect(row?.last).toBeGreaterThanOrEqual(before);
        expect(row?.last).toBeLessThanOrEqual(acknowledged);
        const key = Buffer.from((await readFile(join(restored, 'master.key'), 'utf8')).trim(), 'hex');
        const { unreadable } = await createDataKeys(sql, { current: key }).read();
        expect([unreadable, await createInstallation(sql).isCopy()]).toEqual([0, true]);
      }),
    );
    await withSql(target, async (sql) => {
      expect(await createInstallation(sql).isCopy()).toBe(false);
      expect(await sql`select from pg_replication_slots`).toHaveLength(0);
    });
  });

  it('let the doctor show the age of the last backup', async () => {
    const lastAt = await findLastBackup(dataDir);
    const after = (hours: number) => checkBackup(lastAt, new Date(Number(lastAt) + hours * 3_600_000));
    expect([after(1), after(47)]).toEqual([
      { state: 'ok', what: 'the last backup is 1 hour old' },
      { state: 'ok', what: 'the last backup is 47 hours old' },
    ]);
    expect(after(49)).toMatchObject({ state: 'warn', what: 'the last backup is 2 days old' });
    expect(checkBackup(await findLastBackup(at('none')), new Date())).toMatchObject({ state: 'ok' });
  });

  it('refuse a damaged file, and leave only a lock in the folder', async () => {
    const whole = await readFile(at('running.backup'));
    await writeFile(at('cut.backup'), whole.subarray(0, whole.length - 1));
    const { code, text } = await vid('restore', at('cut.backup'), '--to', at('cut'));
    expect([code, text]).toEqual([1, expect.stringContaining('Nothing was restored.')]);
    expect(await readdir(at('cut'))).toEqual(['lock']);
  });

  it('refuse a folder that is not empty, and a file that exists', async () => {
    await mkdir(at('full'));
    await writeFile(join(at('full'), 'notes.txt'), 'mine');
    expect(await vid('restore', at('running.backup'), '--to', at('full'))).toMatchObject({
      code: 64,
      text: expect.stringContaining('is not empty (notes.txt)'),
    });
    expect(await readdir(at('full'))).toEqual(['notes.txt']);
    expect(await vid('backup', at('cut.backup'))).toMatchObject({
      code: 1,
      text: expect.stringContaining('already exists'),
    });
  });

  it('say why the folder of a restore cannot be created', async () => {
    const below = join(at('running.backup'), 'below');
    expect(await vid('restore', at('running.backup'), '--to', below)).toEqual({
      code: 64,
      text: `${below} cannot be created: a part of its path is not a folder.`,
    });
  });

  it('refuse an external database and a data folder without a database', async () => {
    const external = { VID_DATABASE_URL: 'postgres://vid@127.0.0.1:1/vid', VID_DATA_DIR: dataDir };
    expect(await runInProcess(['backup', at('external.backup')], external)).toMatchObject({
      code: 64,
      text: expect.stringContaining('VID_DATABASE_URL names an external PostgreSQL'),
    });
    expect(await runInProcess(['backup', at('none.backup')], { VID_DATA_DIR: at('nothing') })).toMatchObject({
      code: 64,
      text: expect.stringContaining('contains no database'),
    });
    expect(existsSync(at('external.backup'))).toBe(false);
    expect(existsSync(at('nothing'))).toBe(false);
  });

  it('refuse a schema with an unknown migration, and name it', async () => {
    await withSql(
      target,
      (sql) => sql`insert into schema_migrations (name, hash) values ('99_future.sql', 'x')`,
    );
    const identity = await generateX25519Identity();
    await writeFile(at('age.key'), `# public key: …\n${identity}\n`);
    await vid('backup', at('future.backup'), '--recipient', await identityToRecipient(identity));
    await withSql(target, (sql) => sql`delete from schema_migrations where name = '99_future.sql'`);
    expect(
      await vid('restore', at('future.backup'), '--to', at('future'), '--identity', at('age.key')),
    ).toMatchObject({ code: 69, text: expect.stringContaining('does not know the migration 99_future.sql') });
    expect(await readdir(at('future'))).toEqual(['lock']);
  });

  it.each([
    [['backup']],
    [['backup', 'a', 'b']],
    [['backup', 'a', '--recipient', 'age1wrong']],
    [['restore', 'a']],
    [['restore', 'a', '--to', 'b']],
  ])('refuse the arguments %j', async (line) => {
    expect(await vid(...line)).toMatchObject({ code: 64 });
  });
});
