import { createHash } from 'node:crypto';
import { searchKeys, type SearchedAccount, sortName } from '@vid/server/account/search/search-keys';
import type { Sql } from '@vid/sql/sql';

export const seededPassword = 'Nhà-phố#2026';

const accountsPerSession = 3;

/** Tables to fill. The triggers of the tables in `triggered` are disabled during the load, because they run for each row. */
type Filled = { readonly tables: readonly string[]; readonly triggered: readonly string[] };

const filled: Filled = {
  tables: [
    'accounts',
    'enterprises',
    'password_credentials',
    'consents',
    'sessions',
    'audit_events',
    'account_search',
  ],
  triggered: ['sessions', 'accounts', 'enterprises'],
};

export function seededPhone(index: number): string {
  return `+8491${String(index).padStart(7, '0')}`;
}

export function seededSessionToken(index: number): string {
  return `bench-${String(index).padStart(37, '0')}`;
}

export function seededSessions(accounts: number): number {
  return Math.floor(accounts / accountsPerSession);
}

/**
 * Fills a migrated database with `accounts` members, and analyses the filled tables. Every third member gets a session.
 */
export async function seedAccounts(sql: Sql, accounts: number, passwordHash: string): Promise<void> {
  await fillTables(sql, filled, async () => {
    await insertAccounts(sql, { first: 1, last: accounts, passwordHash });
    await indexAll(sql);
  });
}

const indexBatch = 10_000;

/** Writes the search texts and sort names of the accounts that are not indexed yet. */
async function indexAll(sql: Sql): Promise<void> {
  for (let after = ''; ;) {
    const rows = await sql<SearchedAccount[]>`
      select a.id, a.kind, a.phone, a.name, a.email, a.referral_code,
        e.name as enterprise_name, e.short_name, e.tax_code
      from accounts a left join enterprises e on e.account_id = a.id
      where a.id > ${after} order by a.id limit ${indexBatch}`;
    const last = rows.at(-1);
    if (!last) break;
    const texts = rows.flatMap((row) => searchKeys(row).map((key) => ({ id: row.id, key })));
    await sql`
      insert into account_search (account_id, key)
      select * from unnest(${texts.map(({ id }) => id)}::text[], ${texts.map(({ key }) => key)}::text[])`;
    await sql`
      update accounts a set sort_name = t.name
      from unnest(${rows.map(({ id }) => id)}::text[], ${rows.map(sortName)}::text[]) t (id, name) where a.id = t.id`;
    after = last.id;
  }
}

/**
 * Fills tables with `fill` and analyses them. Dropping the foreign keys and most indexes first makes a million accounts
 * load in a fraction of the time. The triggers of the tables in `triggered` are disabled, because without indexes they
 * would scan a table for every row.
 */
export async function fillTables(
  sql: Sql,
  { tables, triggered }: Filled,
  fill: () => Promise<void>,
): Promise<void> {
  await sql`set synchronous_commit = off`;
  await sql`set maintenance_work_mem = '256MB'`;
  await sql`set work_mem = '256MB'`;
  const restore = await dropIndexes(sql, tables);
  for (const table of triggered) await sql.unsafe(`alter table ${table} disable trigger user`);
  await fill();
  for (const table of triggered) await sql.unsafe(`alter table ${table} enable trigger user`);
  await restore();
  for (const table of tables) await sql.unsafe(`vacuum (analyze) ${table}`);
}

/**
 * Inserts the accounts numbered `first` to `last`. Does not run ANALYZE, which would make PostgreSQL replan the server's prepared statements.
 */
export async function insertAccounts(
  sql: Sql,
  { first, last, passwordHash }: { first: number; last: number; passwordHash: string },
): Promise<void> {
  await sql`
    insert into accounts (id, phone, kind, name, email, member_object, province, referral_code, created_at, updated_at)
    select 'acc_' || substr(encode(sha256(convert_to('account ' || i, 'UTF8')), 'hex'), 1, 26),
      '+8491' || lpad(i::text, 7, '0'),
      case when i % 10 = 0 then 'enterprise' else 'personal' end,
      (array['Nguyễn Văn An', 'Trần Thị Bình', 'Lê Hoàng Châu', 'Phạm Minh Đức', 'Võ Thị Hạnh'])[1 + i % 5],
      'member' || i || '@example.vn',
      (array['broker', 'exchange', 'customer', 'expert'])[1 + i % 4],
      lpad((1 + i % 63)::text, 2, '0'),
      'B' || lpad(i::text, 9, '0'),
      now() - make_interval(mins => i % 500000), now() - make_interval(mins => i % 500000)
    from generate_series(${first}::int, ${last}::int) as i`;
  const phones = [seededPhone(first), seededPhone(last)] as const;
  await sql`
    insert into enterprises (account_id, name, short_name, tax_code, representative)
    select id, 'Công ty ' || name, 'CTY', '0100109106', name from accounts
    where kind = 'enterprise' and phone between ${phones[0]} and ${phones[1]}`;
  await sql`
    insert into password_credentials (account_id, hash, changed_at)
    select id, ${passwordHash}, created_at from accounts where phone between ${phones[0]} and ${phones[1]}`;
  await sql`
    insert into consents (account_id, purpose, notice_version, method, address, agreed_at)
    select id, 'terms', '2026-01-01', 'checkbox', '203.0.113.7', created_at
    from accounts where phone between ${phones[0]} and ${phones[1]}`;
  await sql`
    insert into sessions (id, token_hash, account_id, method, amr, is_persistent, user_agent, address, idle_seconds,
      idle_expires_at, expires_at)
    select 'ses_' || substr(encode(sha256(convert_to('session ' || i, 'UTF8')), 'hex'), 1, 26),
      sha256(convert_to('bench-' || lpad(i::text, 37, '0'), 'UTF8')),
      'acc_' || substr(encode(sha256(convert_to('account ' || i * ${accountsPerSession}::int, 'UTF8')), 'hex'), 1, 26),
      'password', '{pwd}', true, 'Mozilla/5.0 (Linux; Android 14) Chrome/130.0 Mobile', '203.0.113.7', 1209600,
      now() + interval '14 days', now() + interval '30 days'
    from generate_series(${seededSessions(first - 1) + 1}::int, ${seededSessions(last)}::int) as i`;
  await sql`
    insert into audit_events (at, kind, account_id, actor_id, address, request_id, details)
    select created_at, 'account.created', id, id, '203.0.113.7', substr(id, 5), '{"kind":"personal"}'
    from accounts where phone between ${phones[0]} and ${phones[1]}`;
}

/** Drops the tables' foreign keys, and indexes other than keys. The returned function creates them again. */
async function dropIndexes(sql: Sql, tables: readonly string[]): Promise<() => Promise<void>> {
  const keys = await sql<{ table: string; name: string; definition: string }[]>`
    select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and conrelid::regclass::text = any(${[...tables]})`;
  const indexes = await sql<{ name: string; definition: string }[]>`
    select indexname as name, indexdef as definition from pg_indexes
    where tablename::text = any(${[...tables]})
      and indexname not in (select conname from pg_constraint where contype in ('p', 'u'))`;
  for (const { table, name } of keys) await sql.unsafe(`alter table ${table} drop constraint "${name}"`);
  for (const { name } of indexes) await sql.unsafe(`drop index "${name}"`);
  return async () => {
    for (const { definition } of indexes) await sql.unsafe(definition);
    for (const { table, name, definition } of keys)
      await sql.unsafe(`alter table ${table} add constraint "${name}" ${definition}`);
  };
}

export function hashSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}
