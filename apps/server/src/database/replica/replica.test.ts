import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endVidProcesses, runVid, startVid } from '#process/testing/vid-process.ts';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { connect, type Sql } from '../connection.ts';
import { NotAStandby, openReplica, type ReplicaChange } from './replica.ts';
import { makeIdentity } from '../testing/certificates.ts';
import { createTlsPostgres, type TlsPostgres } from '../testing/tls-postgres.ts';

let primary: TlsPostgres;
let standby: TlsPostgres;
let stranger: TlsPostgres;
let pool: ReturnType<typeof connect>;
let sql: Sql;

const targetOf = ({ port }: TlsPostgres) => ({
  url: `postgres://postgres@127.0.0.1:${port}/vid?sslmode=require`,
});
const admin = async (server: TlsPostgres, statement: string): Promise<void> => {
  const own = connect(targetOf(server), { max: 1, applicationName: 'vid-test', acceptsReadOnly: true });
  await own.sql.unsafe(statement);
  await own.close();
};

beforeAll(async () => {
  const identity = makeIdentity({ name: 'db', names: ['127.0.0.1'] });
  primary = await createTlsPostgres(identity);
  standby = await primary.copyAsStandby({ follows: true });
  stranger = await createTlsPostgres(identity);
  await Promise.all([primary, standby, stranger].map((server) => server.start()));
  pool = connect(targetOf(primary), { max: 3, applicationName: 'vid-test' });
  ({ sql } = pool);
  await sql`create table notes (body text)`;
});
afterAll(async () => {
  await pool.close();
  await Promise.all([standby, primary, stranger].map((server) => server.remove()));
});

let replica: ReturnType<typeof openReplica>;
let changes: ReplicaChange[];

function open({ target = targetOf(standby), from = sql, maxDelayMs = 2_000 } = {}): void {
  changes = [];
  replica = openReplica({
    target,
    primary: from,
    isPrimaryReady: () => true,
    max: 3,
    maxDelayMs,
    onChange: (change) => changes.push(change),
  });
}

const isOnStandby = async (): Promise<boolean> => {
  const [row] = await replica.reads(
    (db) => db<{ isStandby: boolean }[]>`select pg_is_in_recovery() as is_standby`,
  );
  return row?.isStandby ?? false;
};
const waitUntil = (where: 'standby' | 'primary') =>
  vi.waitFor(async () => expect(await isOnStandby()).toBe(where === 'standby'), {
    timeout: 15_000,
    interval: 100,
  });

describe('reads with a standby', () => {
  afterEach(() => replica.close());

  it('are on the primary until the standby was compared with it', async () => {
    open();
    expect(await isOnStandby()).toBe(false);
    await waitUntil('standby');
    expect(changes).toEqual([{ isUsed: true }]);
    expect(replica.delaySeconds()).toBeLessThan(2);
  });

  it('are on the primary while the standby lags', async () => {
    open();
    await waitUntil('standby');
    await admin(standby, 'select pg_wal_replay_pause()');
    await sql`insert into notes values ('late')`;
    await waitUntil('primary');
    await vi.waitFor(() => expect(changes).toHaveLength(2), 5_000);
    expect(await replica.reads((db) => db`select from notes where body = 'late'`.hasRows())).toBe(true);
    await admin(standby, 'select pg_wal_replay_resume()');
    await waitUntil('standby');
    expect(await replica.reads((db) => db`select from notes where body = 'late'`.hasRows())).toBe(true);
    expect(changes).toEqual([{ isUsed: true }, { isUsed: false, reason: undefined }, { isUsed: true }]);
  });

  it('are repeated on the primary when the standby is lost', async () => {
    open();
    await waitUntil('standby');
    await standby.stop();
    expect(await isOnStandby()).toBe(false);
    await standby.start();
    await waitUntil('standby');
  });

  it('stay on the standby while the primary does not report its position', async () => {
    const busy = connect(targetOf(primary), { max: 1, applicationName: 'vid-test' });
    open({ from: busy.sql, maxDelayMs: 60_000 });
    await waitUntil('standby');
    await busy.close();
    // The read lasts longer than the time between two checks.
    const [row] = await replica.reads(
      (db) => db`select pg_is_in_recovery() as is_standby from (select pg_sleep(1.5)) as slow`,
    );
    expect(row).toEqual({ isStandby: true });
    expect(changes).toEqual([{ isUsed: true }]);
  });

  it('fail as they would on the primary if the statement is wrong', async () => {
    open();
    await waitUntil('standby');
    await expect(replica.reads((db) => db`select from no_table`)).rejects.toMatchObject({ code: '42P01' });
  });

  it.each([
    ['the primary itself', () => primary],
    ['a server of another cluster', () => stranger],
  ])('do not use the standby URL if it leads to %s', async (_case, serverOf) => {
    open({ target: targetOf(serverOf()) });
    await vi.waitFor(
      () => expect(changes).toEqual([{ isUsed: false, reason: expect.any(NotAStandby) }]),
      5_000,
    );
    expect(replica.delaySeconds()).toBe(Infinity);
  });
});

describe('a server with VID_DATABASE_REPLICA_URL', () => {
  it('reads lists from the standby and reports it in the metrics', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'vid-replica-'));
    const environment = {
      VID_DATABASE_URL: targetOf(primary).url,
      VID_DATABASE_REPLICA_URL: targetOf(standby).url,
      VID_DATA_DIR: folder,
      VID_PORT: '0',
      VID_EXAMPLES: 'off',
    };
    const vid = startVid(environment);
    await vid.entry('reading lists from the standby');
    const metrics = await fetch(`http://127.0.0.1:${await vid.port()}/vid/metrics`);
    expect(await metrics.text()).toMatch(/^vid_database_replica_delay_seconds [\d.]+$/mu);
    expect((await runVid(['doctor'], environment)).text).toMatch(
      /^ok +the standby for reads (?:has every commit|is \d+ bytes behind)/mu,
    );
    const lost = { ...environment, VID_DATABASE_REPLICA_URL: environment.VID_DATABASE_URL };
    expect((await runVid(['doctor'], lost)).text).toMatch(
      /^warn +the standby for reads cannot be used: The server of VID_DATABASE_REPLICA_URL is no standby/mu,
    );
    await endVidProcesses();
    await rm(folder, { recursive: true });
  });
});
