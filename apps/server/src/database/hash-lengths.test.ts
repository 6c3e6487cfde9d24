import { openTestPool } from '@vid/testkit/database/database';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';

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

it('a hash column refuses a hash as text', async () => {
  const hash = Buffer.alloc(32, 7);
  const store = (answer: Buffer) => pool.sql`
    insert into captchas (id, answer_hash, pre_session_hash, expires_at)
    values ('cap_1', ${answer}, ${hash}, now())`;
  await expect(store(Buffer.from(`\\x${hash.toString('hex')}`))).rejects.toMatchObject({
    code: '23514',
    constraint: 'captchas_answer_hash_check',
  });
  expect((await store(hash)).count).toBe(1);
});
