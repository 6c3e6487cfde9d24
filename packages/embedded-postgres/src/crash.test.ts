import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { listDatabaseProcesses, listMainProcessByPs } from './leftovers.ts';
import { kill, TestDatabases } from './testing/started-database.ts';

const tests = new TestDatabases();
let dataDir = '';
let clusterDir = '';

beforeAll(() => tests.makeTemplate());
afterAll(() => tests.removeTemplate());

beforeEach(async () => {
  dataDir = await tests.copyTemplate();
  clusterDir = join(dataDir, 'postgres');
});

afterEach(() => tests.endAll());

function waitUntilNothingRuns(): Promise<void> {
  return vi.waitFor(async () => expect(await listDatabaseProcesses(clusterDir)).toEqual([]), {
    timeout: 20_000,
    interval: 25,
  });
}

async function parentOf(pid: number): Promise<number> {
  return Number(/\) \S (\d+)/.exec(await readFile(`/proc/${pid}/stat`, 'utf8'))?.[1]);
}

describe('kill -9 of the parent', () => {
  it('stops the database, even with a running query', async () => {
    const { child, host } = await tests.startInChild(dataDir);
    const sql = tests.connect({ host, user: 'vid', database: 'vid' });
    const query = sql`SELECT pg_sleep(600)`.catch((error: unknown) => error);
    await vi.waitFor(
      async () => expect((await listDatabaseProcesses(clusterDir)).length).toBeGreaterThan(5),
      20_000,
    );
    await kill(child);
    await waitUntilNothingRuns();
    expect(await query).toBeInstanceOf(Error);
  });

  it('loses no acknowledged write, and the next start recovers the database', async () => {
    const { child, host } = await tests.startInChild(dataDir);
    const sql = tests.connect({ host, user: 'vid', database: 'vid' });
    await sql`CREATE TABLE ledger (id int)`;
    await sql`INSERT INTO ledger SELECT generate_series(1, 1000)`;
    await kill(child);
    // Start immediately, while the killed run's supervisor is still stopping its database.
    const next = await tests.start(dataDir);
    expect(await tests.connect(next.connection)`SELECT count(*)::int FROM ledger`).toEqual([{ count: 1000 }]);
  });

  it('leaves the database running if the supervisor is killed too', async () => {
    const { child, pid } = await tests.startInChild(dataDir);
    const supervisor = await parentOf(pid);
    const watchers = (await readFile(`/proc/${supervisor}/task/${supervisor}/children`, 'utf8'))
      .trim()
      .split(' ')
      .map(Number)
      .filter((watcher) => watcher !== pid);
    for (const each of [...watchers, supervisor]) process.kill(each, 'SIGKILL');
    await kill(child);
    expect(await listDatabaseProcesses(clusterDir)).toContain(pid);
    expect(await listMainProcessByPs(clusterDir)).toEqual([pid]);

    const next = await tests.start(dataDir);
    expect(next.pid).not.toBe(pid);
    expect(await listDatabaseProcesses(clusterDir)).not.toContain(pid);
  });
});

describe('kill -9 of PostgreSQL', () => {
  it('is followed by a restart of the database, which keeps its data', async () => {
    const states: string[] = [];
    const database = await tests.start(dataDir, { onStateChange: (state) => states.push(state) });
    const sql = tests.connect(database.connection);
    await sql`CREATE TABLE ledger AS SELECT 1 AS id`;
    const killed = database.pid;
    process.kill(killed, 'SIGKILL');
    await vi.waitFor(() => expect(states).toEqual(['ready', 'restarting', 'ready']), 20_000);
    expect(database.pid).not.toBe(killed);
    expect(await tests.connect(database.connection)`SELECT id FROM ledger`).toEqual([{ id: 1 }]);
    expect(database.events.map(({ message }) => message)).toContain('PostgreSQL has recovered.');
  });

  it('is followed by a restart each time, even three times in a row', async () => {
    const database = await tests.start(dataDir);
    const sql = tests.connect(database.connection);
    await sql`CREATE TABLE ledger (id int)`;
    for (let id = 1; id <= 3; id += 1) {
      await vi.waitFor(() => sql`INSERT INTO ledger VALUES (${id})`, 20_000);
      const killed = database.pid;
      process.kill(killed, 'SIGKILL');
      await vi.waitFor(() => expect([database.state, database.pid]).not.toEqual(['ready', killed]), 20_000);
      await vi.waitFor(() => expect(database.state).toBe('ready'), 20_000);
    }
    const rows = await vi.waitFor(() => sql`SELECT DISTINCT id FROM ledger ORDER BY id`, 20_000);
    expect(rows).toEqual([{ id: 1 }, { id: 2 }, { id: 3 }]);
  });

  it('is followed by working queries if it hits one connection’s process', async () => {
    const database = await tests.start(dataDir);
    const sql = tests.connect(database.connection);
    const [row] = await sql<{ pid: number }[]>`SELECT pg_backend_pid() AS pid`;
    process.kill(Number(row?.pid), 'SIGKILL');
    const answer = await vi.waitFor(() => sql`SELECT 1 AS one`, 20_000);
    expect(answer).toEqual([{ one: 1 }]);
    expect(database.state).toBe('ready');
  });

  it('causes no restart while the database is being stopped', async () => {
    const database = await tests.start(dataDir);
    const { pid } = database;
    // A stopped (SIGSTOP) process cannot finish its shutdown before it is killed.
    process.kill(pid, 'SIGSTOP');
    const stopped = database.stop();
    process.kill(pid, 'SIGKILL');
    await stopped;
    await waitUntilNothingRuns();
    expect(database.state).toBe('stopped');
  });
});

describe('kill -9 of the supervisor', () => {
  it('is followed by a restart of the database', async () => {
    const database = await tests.start(dataDir);
    const first = database.pid;
    process.kill(await parentOf(first), 'SIGKILL');
    await vi.waitFor(() => expect(database.pid).not.toBe(first), 20_000);
    await vi.waitFor(() => expect(database.state).toBe('ready'), 20_000);
    expect(await listDatabaseProcesses(clusterDir)).not.toContain(first);
  });
});

describe('a stale postmaster.pid', () => {
  it('does not prevent a start', async () => {
    // Write the pid of this test process. A signal would kill the test, and PostgreSQL would take it for another
    // server.
    const socketDir = join(dataDir, 'run');
    await mkdir(socketDir);
    const lines = [process.pid, clusterDir, 1_700_000_000, 5432, socketDir, '', '  1234567 0', 'ready   '];
    await writeFile(join(clusterDir, 'postmaster.pid'), `${lines.join('\n')}\n`);
    await writeFile(join(socketDir, '.s.PGSQL.5432.lock'), `${lines.slice(0, 5).join('\n')}\n`);
    const database = await tests.start(dataDir);
    expect(database.state).toBe('ready');
  });
});
