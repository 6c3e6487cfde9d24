import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { findRunningPostgres, type EmbeddedConnection } from './embedded-postgres.ts';
import { listDatabaseProcesses } from './leftovers.ts';
import { TestDatabases } from './testing/started-database.ts';

const tests = new TestDatabases();
let dataDir = '';

beforeAll(() => tests.makeTemplate());
afterAll(() => tests.removeTemplate());

afterEach(() => tests.endAll());

describe('a first start', () => {
  const first = new TestDatabases();
  const interrupted = 'postgres.init-0123456789ab';
  let folder = '';
  let connection: EmbeddedConnection;

  beforeAll(async () => {
    folder = await first.makeFolder();
    await mkdir(join(folder, interrupted));
    await writeFile(join(folder, interrupted, 'PG_VERSION'), '18\n');
    ({ connection } = await first.start(folder));
  });
  afterAll(() => first.endAll());

  it('creates a PostgreSQL 18 cluster with durable settings', async () => {
    const sql = first.connect(connection);
    const [settings] = await sql`
      SELECT current_setting('server_version_num')::int / 10000 AS version,
             current_setting('fsync') AS fsync,
             current_setting('full_page_writes') AS full_page_writes,
             current_setting('synchronous_commit') AS synchronous_commit,
             current_setting('data_checksums') AS data_checksums,
             current_setting('server_encoding') AS encoding,
             current_setting('listen_addresses') AS addresses,
             (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) AS is_superuser,
             (SELECT datlocale FROM pg_database WHERE datname = current_database()) AS locale`;
    expect(settings).toEqual({
      version: 18,
      fsync: 'on',
      fullPageWrites: 'on',
      synchronousCommit: 'on',
      dataChecksums: 'on',
      encoding: 'UTF8',
      addresses: '',
      isSuperuser: false,
      locale: 'C.UTF-8',
    });
    await sql`CREATE DATABASE a_test_template`;
  });

  it('creates folders that other users cannot access', async () => {
    const folders = [connection.host, join(folder, 'postgres'), join(folder, 'logs')];
    const modes = await Promise.all(folders.map(async (path) => (await stat(path)).mode & 0o777));
    expect(modes).toEqual([0o700, 0o700, 0o700]);
  });

  it('removes the draft of an interrupted start', async () => {
    expect(await readdir(folder)).not.toContain(interrupted);
  });
});

describe('stopping the database', () => {
  beforeEach(async () => {
    dataDir = await tests.copyTemplate();
  });

  it('leaves no process and no socket behind, and keeps the data', async () => {
    const first = await tests.start(dataDir);
    await tests.connect(first.connection)`CREATE TABLE kept AS SELECT 'giữ' AS word`;
    await first.end();
    expect(first.state).toBe('stopped');
    expect(await listDatabaseProcesses(join(dataDir, 'postgres'))).toEqual([]);
    expect(await readdir(first.connection.host)).toEqual([]);
    expect(await findRunningPostgres(dataDir)).toBeUndefined();

    const second = await tests.start(dataDir);
    expect(await tests.connect(second.connection)`SELECT word FROM kept`).toEqual([{ word: 'giữ' }]);
    expect(second.events.filter(({ level }) => level !== 'info')).toEqual([]);
  });

  it('can be requested twice at the same time', async () => {
    const database = await tests.start(dataDir);
    await Promise.all([database.stop(), database.stop()]);
    expect(database.state).toBe('stopped');
  });
});

describe('the database', () => {
  beforeEach(async () => {
    dataDir = await tests.copyTemplate();
  });

  it('can be found by its data folder while it runs', async () => {
    const { connection } = await tests.start(dataDir);
    expect(await findRunningPostgres(dataDir)).toEqual(connection);
  });

  it('does not log the values of statements', async () => {
    const { connection, events } = await tests.start(dataDir);
    const sql = tests.connect(connection);
    await sql`CREATE TABLE account (phone text UNIQUE)`;
    const phone = '+84912345678';
    await sql`INSERT INTO account VALUES (${phone})`;
    await expect(sql`INSERT INTO account VALUES (${phone})`).rejects.toThrow('duplicate key');
    const file = join(dataDir, 'logs', 'postgresql.log');
    await vi.waitFor(
      async () => expect(await readFile(file, 'utf8')).toContain(' 23505 ERROR:  duplicate key'),
      20_000,
    );
    expect(await readFile(file, 'utf8')).not.toContain('912345678');
    expect(events.filter(({ level }) => level !== 'info')).toEqual([]);
  });

  it('does not start with the data of an older PostgreSQL', async () => {
    await writeFile(join(dataDir, 'postgres', 'PG_VERSION'), '17\n');
    await expect(tests.start(dataDir)).rejects.toThrow('was created by PostgreSQL 17, but this is 18');
  });

  it("includes PostgreSQL's log in the error if PostgreSQL does not start", async () => {
    await rm(join(dataDir, 'postgres', 'global', 'pg_control'));
    await expect(tests.start(dataDir)).rejects.toThrow('pg_control');
  });
});
