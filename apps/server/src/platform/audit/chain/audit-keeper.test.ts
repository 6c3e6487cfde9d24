import { startTestServer, type TestServer } from '@vid/testkit/server';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(inject('cluster'));
});
afterAll(() => server.close());

const listIndexes = async (partition: string): Promise<readonly string[]> => {
  const rows = await server.deps.sql<{ definition: string }[]>`
    select replace(pg_get_indexdef(indexrelid), ${partition}, 'part') as definition
    from pg_index where indrelid = ${`audit_parts.${partition}`}::text::regclass and indisvalid order by 1`;
  return rows.map(({ definition }) => definition);
};

it('gives a large partition of an earlier release the indexes of a new one', async () => {
  const { sql, auditKeeper } = server.deps;
  const [part] = await sql<{ name: string }[]>`
    select relname as name from pg_inherits join pg_class c on c.oid = inhrelid
    where inhparent = 'audit_events'::regclass and relname ~ '_[0-9]{4}_[0-9]{2}$' order by 1 limit 1`;
  const partition = part?.name ?? '';
  const expected = await listIndexes(partition);
  for (const [index, columns] of [
    ['actor', 'actor_id'],
    ['address', 'address'],
  ] as const) {
    await sql`drop index ${sql(`audit_parts.${partition}_${index}_kind_idx`)}`;
    await sql`
      create index ${sql(`${partition}_${index}_idx`)} on ${sql(`audit_parts.${partition}`)}
        (${sql(columns)}, at desc, id desc)`;
  }
  // A build that fails leaves an invalid index.
  await sql`
    insert into ${sql(`audit_parts.${partition}`)} (id, at, kind, address, request_id)
    select n, to_date(right(${partition}, 7), 'YYYY_MM') + interval '1 day', 'otp.sent', '203.0.113.9', 'r'
    from generate_series(1, 2) n`;
  await expect(sql`
    create unique index concurrently ${sql(`${partition}_actor_kind_idx`)}
      on ${sql(`audit_parts.${partition}`)} (kind)`).rejects.toMatchObject({ code: '23505' });

  await auditKeeper.run();
  expect(await listIndexes(partition)).toEqual(expected);
});
