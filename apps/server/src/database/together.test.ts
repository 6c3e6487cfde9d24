import { startTestServer, type TestServer } from '@vid/testkit/server';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { connect, type Sql } from './connection.ts';
import { askTogether } from './together.ts';

let server: TestServer;
let statements = 0;
let counted: Sql;
beforeAll(async () => {
  server = await startTestServer(inject('cluster'));
  counted = new Proxy(server.deps.sql, {
    get(target, name, receiver) {
      if (name === 'unsafe') statements += 1;
      return Reflect.get(target, name, receiver);
    },
  });
});
afterAll(() => server.close());

type Item = { readonly name: string; readonly number: number | null };
const double = () =>
  askTogether<Item, { name: string; doubled: number }>(
    counted,
    `select t.place::int, t.name, case when t.name = 'broken' then 1 / (t.number - t.number) else 2 * t.number end as doubled
     from unnest($1::text[], $2::int[]) with ordinality as t (name, number, place)
     where t.number is not null order by t.place desc`,
    [
      ['text', ({ name }) => name],
      ['int', ({ number }) => number],
    ],
  );

describe('a statement for all who ask together', () => {
  it('gives each their own row, in whatever order the rows come, and null where there is none', async () => {
    const ask = double();
    statements = 0;
    const items = Array.from({ length: 50 }, (_, index) => ({
      name: `n${index}`,
      number: index % 7 === 0 ? null : index,
    }));
    const rows = await Promise.all(items.map(ask));
    expect(statements).toBe(1);
    expect(rows.map((row) => row && { name: row.name, doubled: row.doubled })).toEqual(
      items.map(({ name, number }) => (number === null ? null : { name, doubled: 2 * number })),
    );
  });

  it('fails for the one whose item breaks it, and for nobody else', async () => {
    const ask = double();
    const names = ['a', 'broken', 'b', 'nul\0'];
    const results = await Promise.allSettled(names.map((name) => ask({ name, number: 21 })));
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'rejected']);
  });

  it('asks nothing more of a database that is away', async () => {
    const gone = connect(
      { host: '/nowhere', database: 'vid', user: 'vid' },
      { max: 1, applicationName: 'vid-test' },
    );
    let asked = 0;
    const sql: Sql = new Proxy(gone.sql, {
      get(target, name, receiver) {
        if (name === 'unsafe') asked += 1;
        return Reflect.get(target, name, receiver);
      },
    });
    const ask = askTogether<string, object>(
      sql,
      'select t.place::int from unnest($1::text[]) with ordinality as t (name, place)',
      [['text', (name) => name]],
    );
    const results = await Promise.allSettled(['a', 'b', 'c'].map(ask));
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    expect(asked).toBe(1);
    await gone.close();
  });

  it('gives no row to anybody when there are two for one, or one for nobody', async () => {
    for (const place of ['1', 't.place + 1']) {
      const ask = askTogether<string, object>(
        counted,
        `select (${place})::int as place from unnest($1::text[]) with ordinality as t (name, place)`,
        [['text', (name) => name]],
      );
      const results = await Promise.allSettled(['a', 'b'].map(ask));
      expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    }
  });
});
