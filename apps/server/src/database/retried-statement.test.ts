import { openTestPool } from '@vid/testkit/database/database';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { isOutage } from './availability/outage.ts';

let pool: Awaited<ReturnType<typeof openTestPool>>;

beforeAll(async () => {
  pool = await openTestPool(inject('cluster'));
});
afterAll(() => pool.close());

it('a statement sends the same values after its prepared statement was lost', async () => {
  const { sql } = pool;
  const bytes = Buffer.alloc(32, 7);
  const at = new Date('2026-01-02T03:04:05.678Z');
  const store = async () => {
    const [row] = await sql`
      select ${bytes}::bytea as bytes, ${at}::timestamptz as at, ${sql.json({ a: 'b' })}::jsonb as json,
        ${['a"b', null, 'c,d']}::text[] as texts, ${[1, 2]}::int[] = '{1,2}' as are_numbers, ${true}::bool as flag`;
    return row;
  };
  const stored = await store();
  expect(stored).toEqual({
    bytes,
    at,
    json: { a: 'b' },
    texts: ['a"b', null, 'c,d'],
    areNumbers: true,
    flag: true,
  });
  // Deallocate the prepared statements, so that the driver prepares them again. A pooler that switches sessions
  // has the same effect.
  await sql.unsafe('deallocate all');
  expect(await store()).toEqual(stored);
});

it('a transaction that lost its prepared statement counts as an outage', async () => {
  const { sql } = pool;
  const work = () => sql.begin((tx) => tx`select ${1}::int as n`);
  await work();
  await sql.unsafe('deallocate all');
  expect(await work().catch(isOutage)).toBe(true);
  expect(await work()).toEqual([{ n: 1 }]);
});
