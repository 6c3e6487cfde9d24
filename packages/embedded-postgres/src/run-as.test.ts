import { chmod, mkdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Account, chooseRunAs } from './run-as.ts';
import { TestDatabases } from './testing/started-database.ts';

const tests = new TestDatabases();
const NO_NAMESPACES = '/nonexistent/unshare';
const NOBODY: Account = { name: 'nobody', uid: 65534, gid: 65534 };
const isRoot = process.getuid?.() === 0;

beforeAll(() => tests.makeTemplate());
afterAll(() => tests.removeTemplate());
afterEach(() => tests.endAll());

async function makeRootOnlyFolder(): Promise<string> {
  const folder = await tests.makeFolder();
  await chmod(folder, 0o700);
  return folder;
}

describe('a deep data folder', () => {
  it('makes the database put its socket into a directory with a short path', async () => {
    const parent = await tests.makeFolder();
    const dataDir = await tests.copyTemplate(join(parent, 'đ'.repeat(60), 'sâu'.repeat(20)));
    const database = await tests.start(dataDir);
    expect(database.connection.host.startsWith(join(tmpdir(), 'vid-'))).toBe(true);
    expect((await stat(database.connection.host)).mode & 0o777).toBe(0o700);
    expect(await tests.connect(database.connection)`SELECT 1 AS one`).toEqual([{ one: 1 }]);
    await database.end();
    await expect(stat(database.connection.host)).rejects.toThrow('ENOENT');
  });

  it('makes the database avoid a socket directory that other users may access', async () => {
    const parent = await tests.makeFolder();
    const dataDir = await tests.copyTemplate(join(parent, 'd'.repeat(100)));
    const first = await tests.start(dataDir);
    await first.end();
    await mkdir(first.connection.host);
    tests.onEnd(() => rm(first.connection.host, { recursive: true }));
    await chmod(first.connection.host, 0o777);
    const second = await tests.start(dataDir);
    expect(second.connection.host).not.toBe(first.connection.host);
  });
});

describe.runIf(isRoot)('PostgreSQL started as root', () => {
  it('runs in a user namespace below a folder for root only', async () => {
    const dataDir = join(await makeRootOnlyFolder(), 'data');
    const database = await tests.start(dataDir);
    expect(database.events[0]?.message).toContain('in a user namespace');
    expect((await stat(join(dataDir, 'postgres', 'base'))).uid).toBe(0);
    expect((await stat(`/proc/${database.pid}`)).uid).toBe(0);
  });

  it('runs as an unprivileged account where namespaces are forbidden', async () => {
    const dataDir = join(await tests.makeFolder(), 'data');
    await chmod(join(dataDir, '..'), 0o755);
    const database = await tests.start(dataDir, { runAs: { unshare: NO_NAMESPACES, accounts: [NOBODY] } });
    expect((await stat(`/proc/${database.pid}`)).uid).toBe(NOBODY.uid);
    expect((await stat(join(dataDir, 'postgres', 'postgresql.conf'))).uid).toBe(NOBODY.uid);
    // The account may traverse the data folder, but not list it.
    expect((await stat(dataDir)).mode & 0o777).toBe(0o710);
    expect(await tests.connect(database.connection)`SELECT 1 AS one`).toEqual([{ one: 1 }]);
  });

  it('keeps running as the owner of existing data', async () => {
    const dataDir = await tests.copyTemplate(join(await tests.makeFolder(), 'data'));
    await chmod(join(dataDir, '..'), 0o755);
    const first = await tests.start(dataDir, { runAs: { unshare: NO_NAMESPACES, accounts: [NOBODY] } });
    await first.end();
    const second = await tests.start(dataDir);
    expect((await stat(`/proc/${second.pid}`)).uid).toBe(NOBODY.uid);
  });

  it('reads another account’s data below a folder for root only', async () => {
    const parent = await tests.makeFolder();
    const dataDir = await tests.copyTemplate(join(parent, 'data'));
    await chmod(parent, 0o755);
    const first = await tests.start(dataDir, { runAs: { unshare: NO_NAMESPACES, accounts: [NOBODY] } });
    await tests.connect(first.connection)`CREATE TABLE kept AS SELECT 1 AS one`;
    await first.end();
    await chmod(parent, 0o700);
    const second = await tests.start(dataDir);
    expect(await tests.connect(second.connection)`SELECT one FROM kept`).toEqual([{ one: 1 }]);
  });

  it('explains its failure without a user namespace or another account', async () => {
    const dataDir = join(await makeRootOnlyFolder(), 'data');
    const failed = tests.start(dataDir, { runAs: { unshare: NO_NAMESPACES, accounts: [NOBODY] } });
    await expect(failed).rejects.toThrow(/refuses to run as root.*namespace: .*not found.*"nobody": .*cd/s);
    await expect(failed).rejects.toThrow(/as a normal user.*VID_DATABASE_URL/s);
  });

  it('fails with an explanation if the machine has no unprivileged account', async () => {
    const place = { dataDir: '/srv/vid', clusterDir: '/srv/vid/postgres', postgres: '/bin/true' };
    await expect(chooseRunAs(place, { accounts: [] })).rejects.toThrow('names no unprivileged account');
  });
});
