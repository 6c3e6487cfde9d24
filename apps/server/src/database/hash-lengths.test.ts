import { randomBytes } from 'node:crypto';
import { openTestPool } from '@vid/testkit/database';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { migrate } from './migrate.ts';

let pool: Awaited<ReturnType<typeof openTestPool>>;

beforeAll(async () => {
  pool = await openTestPool(inject('cluster'));
});
afterAll(() => pool.close());

it('every hash column accepts exactly 32 bytes', async () => {
  const columns = await pool.sql<{ column: string; isChecked: boolean }[]>`
    select c.table_name || '.' || c.column_name as column,
      exists(select from pg_constraint k where k.conrelid = c.table_name::regclass and k.convalidated
        and pg_get_constraintdef(k.oid) = 'CHECK ((octet_length(' || c.column_name || ') = 32))') as is_checked
    from information_schema.columns c
    where c.table_schema = 'public' and c.data_type = 'bytea' and c.column_name like '%\\_hash'`;
  expect(columns.length).toBeGreaterThan(20);
  expect(columns.filter(({ isChecked }) => !isChecked)).toEqual([]);
});

it('refuses the text of a hash', async () => {
  const hash = Buffer.alloc(32, 7);
  const store = (answer: Buffer) => pool.sql`
    insert into captchas (id, answer_hash, pre_session_hash, expires_at)
    values ('cap_1', ${answer}, ${hash}, now())`;
  await expect(store(Buffer.from(`\\x${hash.toString('hex')}`))).rejects.toMatchObject({
    code: '23514',
    constraint_name: 'captchas_answer_hash_length',
  });
  expect((await store(hash)).count).toBe(1);
});

it('the migration deletes rows with a hash of the wrong length, which would fail validation, and keeps the others', async () => {
  const { sql } = pool;
  await sql`delete from schema_migrations where name like '0017%'`;
  const added = await sql<{ table: string; name: string }[]>`
    select conrelid::regclass::text as table, conname as name from pg_constraint where conname like '%\\_hash\\_length'`;
  const tables = [...new Set(added.map(({ table }) => table))];
  // Without these, a row may have any content and refer to missing rows.
  const others = await sql<{ table: string; name: string }[]>`
    select conrelid::regclass::text as table, conname as name from pg_constraint
    where conrelid::regclass::text = any(${tables}::text[]) and contype in ('f', 'c') and conname not like '%\\_hash\\_length'`;
  for (const { table, name } of [...added, ...others])
    await sql`alter table ${sql(table)} drop constraint ${sql(name)}`;

  await Promise.all(tables.map((table) => sql`delete from ${sql(table)}`));
  for (const table of tables) await insertRow(table);
  for (const { table, name } of added)
    await insertRow(table, name.slice(table.length + 1, -'_length'.length));

  expect(await migrate(sql)).toEqual([
    '0017_hash_lengths.sql',
    '0017_hash_lengths_clean.sql',
    '0017_hash_lengths_validate.sql',
  ]);
  const counts = await Promise.all(
    tables.map(async (table) => (await sql`select from ${sql(table)}`).length),
  );
  expect(counts).toEqual(tables.map(() => 1));
});

/** A row with any content, whose hashes have 32 bytes except the one in `wrongColumn`. */
async function insertRow(table: string, wrongColumn?: string): Promise<void> {
  const { sql } = pool;
  const columns = await sql<{ name: string; type: string }[]>`
    select column_name as name, data_type as type from information_schema.columns
    where table_schema = 'public' and table_name = ${table} and column_default is null
      and (is_nullable = 'NO' or column_name like '%\\_hash')`;
  const row = Object.fromEntries(
    columns.map(({ name, type }) => [name, sampleOf(type, name === wrongColumn ? 66 : 32)]),
  );
  await sql`insert into ${sql(table)} ${sql(row)}`;
}

function sampleOf(type: string, bytes: number): string | number | boolean | Date | Buffer | string[] {
  if (type === 'bytea') return randomBytes(bytes);
  if (type === 'boolean') return true;
  if (type === 'integer' || type === 'smallint' || type === 'bigint') return 1;
  if (type === 'timestamp with time zone') return new Date();
  if (type === 'jsonb') return '{}';
  if (type === 'ARRAY') return [];
  return randomBytes(8).toString('hex');
}
