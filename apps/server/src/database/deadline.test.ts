import { createTestDatabase } from '@vid/testkit/database/database';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { Door } from '#process/testing/door.ts';
import { connect, type Sql } from './connection.ts';
import { isOutage } from './availability/outage.ts';

const door = new Door();
let database: Awaited<ReturnType<typeof createTestDatabase>>;
let url: string;
let pool: ReturnType<typeof connect>;
let sql: Sql;
let onReply: (() => void) | undefined;

beforeAll(async () => {
  const cluster = inject('cluster');
  database = await createTestDatabase(cluster);
  const [row] = await withDirect((direct) => direct<{ name: string }[]>`select current_database() as name`);
  await withDirect((direct) => direct`create table notes (id int)`);
  await door.open(cluster.host);
  url = `postgres://${cluster.user}@127.0.0.1:${door.port}/${row?.name}`;
});
afterAll(async () => {
  await door.close();
  await database.drop();
});
beforeEach(() => open(1));
afterEach(() => pool.close());

function open(max: number, deadlineMs = 1_000): void {
  pool = connect({ url }, { max, applicationName: 'vid-test', deadlineMs, onReply: () => onReply?.() });
  ({ sql } = pool);
}

async function withDirect<T>(work: (direct: Sql) => Promise<T>): Promise<T> {
  const direct = connect(database.target, { max: 1, applicationName: 'vid-direct' });
  try {
    return await work(direct.sql);
  } finally {
    await direct.close();
  }
}

async function failure(work: Promise<unknown>): Promise<{ code: unknown; ms: number; isOutage: boolean }> {
  const startedAt = performance.now();
  try {
    await work;
  } catch (error) {
    const ms = performance.now() - startedAt;
    const code = error instanceof Error && 'code' in error ? error.code : error;
    return { code, ms, isOutage: isOutage(error) };
  }
  throw new Error('it was not rejected');
}

const one = async (from: Sql): Promise<unknown> => {
  const [row] = await from<{ one: number }[]>`select 1 as one`;
  return row?.one;
};

const sleep = async (seconds: number): Promise<number | undefined> => {
  const [row] = await sql<{ pid: number }[]>`select pg_backend_pid() as pid, pg_sleep(${seconds})`;
  return row?.pid;
};

const countSleeping = () =>
  withDirect(
    async (direct) =>
      (
        await direct`select from pg_stat_activity
          where application_name = 'vid-test' and wait_event = 'PgSleep' and datname = current_database()`
      ).length,
  );

describe('the deadline of a query', () => {
  it('D2 closes a half-open connection, so that the next query opens another', async () => {
    expect(await one(sql)).toBe(1);
    door.freezeSessions();
    const { code, ms, isOutage: isDown } = await failure(one(sql));
    expect([code, isDown]).toEqual(['QUERY_TIMEOUT', true]);
    expect(ms).toBeLessThan(3_000);
    expect(await one(sql)).toBe(1);
  });

  it('D2 fails only one query when all connections are half open', async () => {
    await pool.close();
    open(3);
    await Promise.all([one(sql), one(sql), one(sql)]);
    expect(door.sessionCount).toBe(3);
    door.freezeSessions();
    expect((await failure(one(sql))).code).toBe('QUERY_TIMEOUT');
    expect(await Promise.all([one(sql), one(sql), one(sql)])).toEqual([1, 1, 1]);
  });

  it('D2 fails one transaction when its connection becomes half open', async () => {
    await pool.close();
    open(3);
    await Promise.all([one(sql), one(sql), one(sql)]);
    expect(door.sessionCount).toBe(3);
    const work = sql.begin(async (tx) => {
      await tx`select 1`;
      door.freezeSessions();
      await tx`select 2`;
    });
    expect((await failure(work)).code).toBe('QUERY_TIMEOUT');
    expect(await Promise.all([one(sql), one(sql), one(sql)])).toEqual([1, 1, 1]);
  });

  it('closes no idle connection for a query that waited behind others', async () => {
    await pool.close();
    open(2, 3_000);
    // After the driver has prepared the statement, it sends the next query without waiting for the reply.
    await Promise.all([sleep(0.05), sleep(0.05)]);
    const busy = [sleep(1.8), sleep(1.8)];
    const behind = failure(sleep(2.5));
    const before = new Set(await Promise.all(busy));
    expect(before.size).toBe(2);
    expect((await behind).code).toBe('QUERY_TIMEOUT');
    const after = await Promise.all([sleep(0.05), sleep(0.05)]);
    expect(after.filter((pid) => before.has(pid)).length).toBe(1);
  });

  it('D4 includes the commit of a transaction', async () => {
    const work = sql.begin(async (tx) => {
      await tx`insert into notes values (1)`;
      door.freezeSessions();
    });
    expect(await failure(work)).toMatchObject({ code: 'QUERY_TIMEOUT', isOutage: true });
    expect(await one(sql)).toBe(1);
  });

  it('does not replace the error that caused a rollback', async () => {
    const refusal = new Error('refused');
    const work = sql.begin(async (tx) => {
      await tx`select 1`;
      door.freezeSessions();
      throw refusal;
    });
    await expect(work).rejects.toBe(refusal);
    expect(await one(sql)).toBe(1);
  });

  it('includes the wait for a connection', async () => {
    await one(sql);
    const reserved = await sql.reserve();
    const waiting = await failure(one(sql));
    expect([waiting.code, waiting.isOutage]).toEqual(['QUERY_TIMEOUT', true]);
    expect(await one(reserved)).toBe(1);
    reserved.release();
    expect(await one(sql)).toBe(1);
  });

  it('D8 covers a transaction including the wait for its connection', async () => {
    await one(sql);
    const holder = sleep(0.6);
    await new Promise(setImmediate);
    const work = sql.begin(async (tx) => {
      for (let statements = 0; statements < 5; statements += 1) await tx`select pg_sleep(0.2)`;
    });
    const late = await failure(work);
    await holder;
    expect([late.code, late.isOutage]).toEqual(['QUERY_TIMEOUT', true]);
    expect(late.ms).toBeGreaterThan(900);
    expect(late.ms).toBeLessThan(3_000);
    expect(await one(sql)).toBe(1);
  });

  it('D8 comes after the server’s own timeout', async () => {
    await pool.close();
    const limits = { statementTimeoutMs: 2_400, lockTimeoutMs: 2_300, deadlineMs: 4_500 };
    pool = connect({ url }, { max: 1, applicationName: 'vid-test', ...limits });
    ({ sql } = pool);
    const holder = sleep(1.5);
    await new Promise(setImmediate);
    const late = failure(sql.begin((tx) => tx`select pg_sleep(1.5)`));
    const pid = await holder;
    expect((await late).code).toBe('57014');
    expect(await sleep(0)).toBe(pid);
    await sql.begin((tx) => tx`select pg_sleep(1.5)`);
  });

  it('fails no query whose reply came to a busy process', async () => {
    // Connect directly, because the proxy runs in this process, whose event loop is about to be blocked.
    const direct = connect(database.target, { max: 1, applicationName: 'vid-direct', deadlineMs: 1_000 });
    await one(direct.sql);
    const query = direct.sql<{ one: number }[]>`select 1 as one`.execute();
    // Let the driver send the query before the loop blocks this process.
    await new Promise(setImmediate);
    await new Promise(setImmediate);
    const until = performance.now() + 1_300;
    while (performance.now() < until);
    expect((await query)[0]?.one).toBe(1);
    await direct.close();
  });

  it('D2 applies while a frozen server accepts new connections', async () => {
    door.freeze();
    expect(await failure(one(sql))).toMatchObject({ code: 'QUERY_TIMEOUT', isOutage: true });
    door.pass();
    await expect.poll(() => one(sql).catch(() => 0), { timeout: 10_000 }).toBe(1);
  });
});

describe('a lost database connection', () => {
  it('D3 does not let a transaction continue in another session', async () => {
    const ended = Promise.withResolvers<void>();
    const work = sql.begin(async (tx) => {
      await tx`insert into notes values (2)`;
      door.cut();
      await expect.poll(() => one(sql).catch(() => 0)).toBe(1);
      await tx`insert into notes values (3)`.catch(() => undefined);
      ended.resolve();
    });
    await expect(work).rejects.toSatisfy(isOutage);
    await ended.promise;
    const rows = await withDirect((direct) => direct`select id from notes where id in (2, 3)`);
    expect(rows.length).toBe(0);
  });

  it('frees its pool slot at its maximum age, even if half open', async () => {
    const options = { max: 1, applicationName: 'vid-test', maxLifetimeMs: 300, deadlineMs: 3_000 };
    const aging = connect({ url }, options);
    await one(aging.sql);
    door.freezeSessions();
    await expect.poll(() => door.sessionCount, { timeout: 2_000 }).toBe(0);
    expect(await one(aging.sql)).toBe(1);
    await aging.close();
  });

  it('leaves no rows of a truncated reply in the next reply', async () => {
    onReply = () => door.cut();
    expect((await failure(sql`select n, repeat('x', 1000) from generate_series(1, 20000) n`)).isOutage).toBe(
      true,
    );
    onReply = undefined;
    const rows = await sql<{ n: number }[]>`select n from generate_series(1, 3) n`;
    expect(rows.map(({ n }) => n)).toEqual([1, 2, 3]);
  });

  it('D2 fails its query within 900 ms while a proxy refuses connections', async () => {
    door.refuse();
    const { code, ms } = await failure(one(sql));
    expect(ms).toBeLessThan(900);
    expect(code).toBe('CONNECTION_CLOSED');
    door.pass();
    expect(await one(sql)).toBe(1);
  });

  it('does not pass its reply to the next query', async () => {
    await one(sql);
    await withDirect(async (direct) => {
      const lost = failure(sql`select pg_sleep(5)`);
      await expect
        .poll(
          async () =>
            (
              await direct`select pg_terminate_backend(pid) from pg_stat_activity
                where application_name = 'vid-test' and query like '%pg_sleep%' and datname = current_database()`
            ).length,
        )
        .toBe(1);
      expect((await lost).isOutage).toBe(true);
    });
    expect(await one(sql)).toBe(1);
  });
});

it('disconnectSilent drops only the connections without data for the given time', async () => {
  await pool.close();
  open(2);
  await one(sql);
  door.freezeSessions();
  const lost = failure(sql.begin((tx) => tx`select 1`));
  const talking = await sleep(0.3);
  expect(sql.disconnectSilent(200)).toBe(1);
  expect((await lost).code).toBe('CONNECTION_DESTROYED');
  expect(await sleep(0)).toBe(talking);
  expect(sql.disconnectSilent(200)).toBe(0);
});

it('disconnectSilent drops a waiting connection, but not a dial in progress', async () => {
  const first = failure(sleep(30));
  await expect.poll(countSleeping).toBe(1);
  expect(sql.disconnectSilent(0)).toBe(1);
  expect((await first).code).toBe('CONNECTION_DESTROYED');

  door.freeze();
  const dialling = failure(one(sql));
  await expect.poll(() => door.sessionCount).toBe(1);
  expect(sql.disconnectSilent(0)).toBe(0);
  door.pass();
  sql.disconnect();
  expect((await dialling).code).toBe('CONNECTION_DESTROYED');
});

it('disconnect drops every connection and every waiting query', async () => {
  await one(sql);
  door.freezeSessions();
  const waiting = [failure(one(sql)), failure(sql.begin((tx) => tx`select 1`))];
  await new Promise(setImmediate);
  sql.disconnect();
  expect((await Promise.all(waiting)).map(({ code }) => code)).toEqual([
    'CONNECTION_DESTROYED',
    'CONNECTION_DESTROYED',
  ]);
  expect(await one(sql)).toBe(1);
});
