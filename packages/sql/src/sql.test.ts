import { createServer, connect as connectSocket } from 'node:net';
import { once } from 'node:events';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { CommitRefused } from './errors.ts';
import type { Sql } from './sql.ts';
import { createTestDatabase, type TestDatabase } from './testing/test-database.ts';

let database: TestDatabase;
/** The single connection of this pool pipelines its statements. */
let sql: Sql;
/** A second pool, which sees only committed changes. */
let other: Sql;

beforeAll(async () => {
  database = await createTestDatabase();
  sql = database.open();
  other = database.open();
  await other`create table notes (id int primary key, body jsonb)`;
});
afterAll(() => database.drop());
beforeEach(async () => {
  await other`truncate notes`;
});

const ids = async () => (await other<{ id: number }[]>`select id from notes order by id`).map(({ id }) => id);
const insert = (id: number) => sql`insert into notes (id) values (${id})`;
const readChanging = () => sql`select * from changing`;
const pidOf = async (from: Sql) => (await from<{ pid: number }[]>`select pg_backend_pid() as pid`)[0]?.pid;
/** Drops the session's prepared statements, as another client of a pooler could. */
const loseStatements = (from: Sql) => from.unsafe('deallocate all');
const codeOf = (work: PromiseLike<unknown>) =>
  Promise.resolve(work).then(
    () => undefined,
    (error: unknown) => (error instanceof Error && 'code' in error ? error.code : error),
  );

describe('statement values', () => {
  it('are stored as JSON strings if they are strings for a jsonb column', async () => {
    await sql`insert into notes (id, body) values (1, ${'a "b"'})`;
    await sql`insert into notes ${sql({ id: 2, body: ['a'] })}`;
    await sql`update notes set ${sql({ body: sql.json({ a: 'b' }) })} where id = 2`;
    await sql`insert into notes select 3, ${sql.json('c')}`;
    await sql`insert into notes values (4, ${null}), (5, ${sql.json(null)})`;
    const rows = await other<{ body: unknown }[]>`select body from notes order by id`;
    expect(rows.map(({ body }) => body)).toEqual(['a "b"', { a: 'b' }, 'c', null, null]);
  });

  it('are read back as they were written', async () => {
    const row = {
      bytes: Buffer.from([0, 255]),
      at: new Date('2026-01-02T03:04:05.678Z'),
      texts: ['a"b', null, 'c,d', '\\'],
      flag: false,
      number: 1.5,
      big: '9007199254740993',
      nothing: null,
    };
    expect(
      await sql`select ${row.bytes}::bytea as bytes, ${row.at}::timestamptz as at, ${row.texts}::text[] as texts,
        ${row.flag}::bool as flag, ${row.number}::float8 as number, ${9_007_199_254_740_993n}::bigint as big,
        ${row.nothing}::text as nothing`,
    ).toEqual([row]);
  });

  it('fail only their own statement if they are undefined', async () => {
    const missing = JSON.parse('{}').value;
    const results = await Promise.allSettled([
      insert(1),
      insert(missing),
      insert(2),
      sql`select ${missing}`,
      insert(3),
    ]);
    expect(results.map(({ status }) => status)).toEqual([
      'fulfilled',
      'rejected',
      'fulfilled',
      'rejected',
      'fulfilled',
    ]);
    expect(await codeOf(insert(missing))).toBe('UNDEFINED_VALUE');
    expect(await ids()).toEqual([1, 2, 3]);
  });

  it('fail only their own statement if they cannot be encoded', async () => {
    const ring: Record<string, unknown> = {};
    ring['self'] = ring;
    const results = await Promise.allSettled([insert(1), sql`select ${sql.json(ring)}`, insert(2)]);
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  });
});

describe('query results', () => {
  it('equal a plain array, and have a count and columns', async () => {
    const rows = await sql`select n as first_value from generate_series(1, 2) n`;
    expect(rows).toEqual([{ firstValue: 1 }, { firstValue: 2 }]);
    expect([rows.count, rows.columns[0]?.name, rows.columns[0]?.type]).toEqual([2, 'firstValue', 23]);
    expect((await insert(1)).count).toBe(1);
    expect((await sql`delete from notes where id = 2`).count).toBe(0);
  });

  it('are reduced by first() to the first row or undefined', async () => {
    expect(await sql`select n from generate_series(1, 2) n`.first()).toEqual({ n: 1 });
    expect(await sql`select n from generate_series(3, 2) n`.first()).toBeUndefined();
  });

  it('are reduced by hasRows() to whether a row was returned or changed', async () => {
    await insert(1);
    const replace = (id: number) => sql`update notes set body = null where id = ${id}`.hasRows();
    expect([await replace(1), await replace(2)]).toEqual([true, false]);
    await insert(3);
    expect(await sql`select from notes`.hasRows()).toBe(true);
  });

  it('contain the name and the type of each column of a described statement', async () => {
    const { columns } = await sql`delete from notes where id = ${1} returning id, body`.describe();
    expect(columns.map(({ name, type }) => [name, type])).toEqual([
      ['id', 23],
      ['body', 3802],
    ]);
  });

  it('are correct for a statement sent while another statement is being described', async () => {
    const described = sql`select ${1}::int as n`.describe().execute();
    await sql`insert into notes values (1, ${'text'})`;
    await described;
    expect(await other`select body from notes`).toEqual([{ body: 'text' }]);
  });

  it('can come from several statements or an empty text in unsafe()', async () => {
    expect(await sql.unsafe(`insert into notes values (1); select id from notes`)).toEqual([{ id: 1 }]);
    expect(await sql.unsafe('')).toEqual([]);
  });

  it('can come from a template with the text of unsafe() as a fragment', async () => {
    await insert(1);
    expect(await sql`select id from notes where ${sql.unsafe('id = 1')}`).toEqual([{ id: 1 }]);
  });

  it('become an error that names the failed statement without its values', async () => {
    const error: unknown = await sql`select 1 / ${0}::int as n`.catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: '22012' });
    expect(error instanceof Error && error.stack).toBe(
      'error: division by zero\n    at select 1 / $1::int as n',
    );
  });
});

describe('a pipeline', () => {
  it('sends the statements of one turn of the event loop in one write', async () => {
    const { hosts, ...rest } = { ...database.server };
    const path = `${hosts[0]?.host}/.s.PGSQL.5432`;
    const chunks: number[] = [];
    const proxy = createServer((client) => {
      const upstream = connectSocket(path);
      client
        .on('data', (data) => chunks.push(data.length))
        .pipe(upstream)
        .pipe(client);
      for (const socket of [client, upstream]) socket.on('error', () => undefined);
    });
    onTestFinished(() => void proxy.close());
    proxy.listen(0, '127.0.0.1');
    await once(proxy, 'listening');
    const address = proxy.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    const proxied = database.open({ server: { ...rest, hosts: [{ host: '127.0.0.1', port }] } });
    const ask = (n: number) => proxied<{ n: number }[]>`select ${n}::int as n`;
    await ask(0);
    chunks.length = 0;
    expect(await Promise.all([ask(1), ask(2), ask(3)])).toEqual([[{ n: 1 }], [{ n: 2 }], [{ n: 3 }]]);
    expect(chunks.length).toBe(1);
  });

  it('isolates a failed statement from the others', async () => {
    await insert(2);
    const results = await Promise.all([1, 2, 3].map((id) => codeOf(insert(id))));
    expect(results).toEqual([undefined, '23505', undefined]);
    expect(await ids()).toEqual([1, 2, 3]);
  });

  it('reports an error for each statement that cannot be prepared', async () => {
    const failing = [1, 2, 3, 4].map(() => codeOf(sql`select from absent`));
    expect(await Promise.all(failing)).toEqual(['42P01', '42P01', '42P01', '42P01']);
  });

  it('spreads statements over all connections of the pool', async () => {
    const wide = database.open({ max: 4 });
    const pids = await Promise.all(
      Array.from({ length: 8 }, async () => {
        const [row] = await wide<{ pid: number }[]>`select pg_backend_pid() as pid, pg_sleep(0.05)`;
        return row?.pid;
      }),
    );
    expect(new Set(pids).size).toBe(4);
  });
});

describe('a prepared statement', () => {
  it('is prepared again and repeated if the server has lost it', async () => {
    await insert(1);
    await loseStatements(sql);
    await Promise.all([insert(2), insert(3), insert(4)]);
    expect(await ids()).toEqual([1, 2, 3, 4]);
  });

  it('is prepared again and repeated if its columns have changed', async () => {
    await other`create table changing (a int)`;
    await other`insert into changing values (1)`;
    expect(await readChanging()).toEqual([{ a: 1 }]);
    await other`alter table changing add column b text default 'b'`;
    expect(await Promise.all([readChanging(), readChanging()])).toEqual([
      [{ a: 1, b: 'b' }],
      [{ a: 1, b: 'b' }],
    ]);
    await other`drop table changing`;
  });

  it('is not repeated in a transaction if the server lost it', async () => {
    await insert(1);
    await loseStatements(sql);
    const work = sql.begin(async (tx) => {
      await tx.unsafe('insert into notes values (2)');
      await tx`insert into notes (id) values (${3})`;
    });
    expect(await codeOf(work)).toBe('26000');
    await insert(4);
    expect(await ids()).toEqual([1, 4]);
  });

  it('is repeated outside a transaction if the server lost it', async () => {
    await insert(1);
    await loseStatements(sql);
    const acknowledged = insert(2).execute();
    const refusal = new Error('refused');
    const work = sql.begin(async (tx) => {
      await tx`select pg_sleep(0.05)`;
      throw refusal;
    });
    await expect(work).rejects.toBe(refusal);
    await acknowledged;
    expect(await ids()).toEqual([1, 2]);
  });
});

describe('a transaction', () => {
  it('commits its statements and returns the result of its function', async () => {
    expect(
      await sql.begin(async (tx) => (await tx`insert into notes values (1) returning id`)[0]?.['id']),
    ).toBe(1);
    expect(await sql.begin('read only', (tx) => tx`show transaction_read_only`)).toEqual([
      { transactionReadOnly: 'on' },
    ]);
    expect(await ids()).toEqual([1]);
  });

  it('rejects its later statements with the error of the lost connection', async () => {
    const later = Promise.withResolvers<unknown>();
    const work = sql.begin(async (tx) => {
      const pid = await tx<{ pid: number }[]>`select pg_backend_pid() as pid`;
      await other`select pg_terminate_backend(${pid[0]?.pid ?? 0})`;
      const first = await codeOf(tx`select 1`);
      later.resolve([first, await codeOf(tx`select 1`)]);
    });
    const code = await codeOf(work);
    expect(await later.promise).toEqual([code, code]);
  });

  it('commits even if the server has lost every prepared statement', async () => {
    for (const id of [1, 2]) {
      await sql.begin(async (tx) => {
        await tx.unsafe(`insert into notes values (${id})`);
        await tx.unsafe('deallocate all');
      });
    }
    expect(await ids()).toEqual([1, 2]);
    expect(
      await sql`select from pg_prepared_statements where statement ~* '^(begin|commit|rollback)'`,
    ).toEqual([]);
  });

  it('fails if the server does not answer COMMIT to its commit', async () => {
    const reserved = await sql.reserve();
    const work = reserved.begin(async (tx) => {
      await tx`insert into notes values (1)`;
      // The transaction must roll back although the error is caught.
      await reserved`select 1 / 0`.catch(() => undefined);
    });
    await expect(work).rejects.toBeInstanceOf(CommitRefused);
    reserved.release();
    expect(await ids()).toEqual([]);
  });

  it.each([98, 99, 100, 101, 250])(
    'is not left open if %i statements are waiting ahead of it',
    async (ahead) => {
      const queries = Array.from({ length: ahead }, () => sql`select pg_sleep(0)`.execute());
      const work = sql.begin((tx) => tx`insert into notes values (1)`);
      const later = insert(2).execute();
      await Promise.all([...queries, work, later]);
      expect(await ids()).toEqual([1, 2]);
      expect(
        await other`select from pg_stat_activity where datname = current_database() and state like 'idle in%'`,
      ).toEqual([]);
    },
  );

  it('rolls back after a failed statement, even if the function catches the error', async () => {
    const work = sql.begin(async (tx) => {
      await tx`insert into notes values (1)`;
      await tx`select 1 / 0`.catch(() => undefined);
      await tx`insert into notes values (2)`.catch(() => undefined);
    });
    expect(await codeOf(work)).toBe('22012');
    expect(await ids()).toEqual([]);
  });

  it('rolls back and rejects with the error of its function', async () => {
    const refusal = new Error('refused');
    const work = sql.begin(async (tx) => {
      await tx`insert into notes values (1)`;
      throw refusal;
    });
    await expect(work).rejects.toBe(refusal);
    expect(await ids()).toEqual([]);
  });

  it('rejects a statement after its end', async () => {
    const late = await sql.begin((tx) => Promise.resolve(() => tx`insert into notes values (1)`));
    await expect(late()).rejects.toThrow('after the end of its transaction');
    expect(await ids()).toEqual([]);
  });

  it('left open on a reserved connection is rolled back', async () => {
    const reserved = await sql.reserve();
    const pid = await pidOf(reserved);
    await reserved.unsafe('begin');
    await reserved`insert into notes values (1)`;
    reserved.release();
    expect(await pidOf(sql)).not.toBe(pid);
    expect(await ids()).toEqual([]);
  });
});

describe('a connection pool', () => {
  it('sends the session parameters of its options', async () => {
    const own = database.open({ session: { application_name: 'own', lock_timeout: 1_234, TimeZone: 'UTC' } });
    expect(
      await own`select current_setting('application_name') as name, current_setting('lock_timeout') as timeout,
        current_setting('TimeZone') as zone`,
    ).toEqual([{ name: 'own', timeout: '1234ms', zone: 'UTC' }]);
  });

  it('replaces a connection after its lifetime, but not during a statement', async () => {
    const aging = database.open({ maxLifetimeMs: 100 });
    const [first, during] = await Promise.all([
      pidOf(aging),
      aging`select pg_sleep(0.2)`.then(() => pidOf(aging)),
    ]);
    expect(during).not.toBe(first);
  });

  it('replaces a connection whose server process has ended', async () => {
    const pid = await pidOf(sql);
    await other`select pg_terminate_backend(${pid ?? 0})`;
    await expect.poll(() => pidOf(sql).catch(() => pid)).not.toBe(pid);
  });

  it('is not changed by the environment variables of libpq', async () => {
    for (const name of ['PGSSLNEGOTIATION', 'PGSSLMODE', 'PGHOST', 'PGUSER', 'PGOPTIONS'])
      vi.stubEnv(name, 'direct');
    onTestFinished(() => void vi.unstubAllEnvs());
    expect(await database.open()`select current_user::text as user`).toEqual([{ user: database.user }]);
  });

  it('X3 lets subjects take turns while no connection is free', async () => {
    let subject = '';
    const busy = database.open({ subjectOf: () => subject });
    const order: string[] = [];
    const work = (of: string) => {
      subject = of;
      return busy.begin(async (tx) => {
        order.push(of);
        await tx`select 1`;
      });
    };
    await Promise.all(['first', 'flood', 'flood', 'flood', 'other', 'flood'].map(work));
    expect(order).toEqual(['first', 'flood', 'other', 'flood', 'flood', 'flood']);
  });

  it('reports the text of each statement without its parameters', async () => {
    const texts: string[] = [];
    const ends: (Error | undefined)[] = [];
    const observed = database.open({
      onStatement(text) {
        texts.push(text);
        return (error) => ends.push(error);
      },
    });
    await observed.begin((tx) => tx`select ${'secret'}::text`);
    const failure: unknown = await observed`select 1 / ${0}::int`.catch((error: unknown) => error);
    expect(texts).toEqual(['begin ', 'select $1::text', 'commit', 'select 1 / $1::int']);
    expect(ends).toEqual([undefined, undefined, undefined, failure]);
  });

  it('passes notifications to its listener', async () => {
    const heard: string[] = [];
    const listener = database.open({
      onNotification: (channel, payload) => heard.push(`${channel} ${payload}`),
    });
    await listener`listen news`;
    await other`select pg_notify('news', 'hello')`;
    await expect.poll(() => heard).toEqual(['news hello']);
  });

  it('finishes earlier statements when it ends, and rejects later statements', async () => {
    const { openPool } = await import('./sql.ts');
    const { server, user, database: name } = database;
    const ending = openPool({ server, user, database: name, max: 1 });
    const running = ending.sql`select pg_sleep(0.1)`.execute();
    const closed = ending.close();
    expect(await codeOf(ending.sql`select 1`)).toBe('CONNECTION_ENDED');
    await closed;
    expect(await running).toHaveLength(1);
  });
});
