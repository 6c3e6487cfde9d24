import { randomBytes, randomUUID } from 'node:crypto';
import type { Sql } from '#database/connection.ts';
import { accountTables } from '#member/privacy/account-data.ts';

type Column = {
  readonly name: string;
  readonly type: string;
  readonly target: string | null;
  readonly check: string | null;
};

type Subject = {
  readonly id: string;
  readonly phone: string;
  readonly phoneHash: Buffer;
  readonly ids: Readonly<Record<string, string>>;
  readonly marker: string;
};

/** Adds a row to every table with account data except `accounts`. */
export async function fillTables(sql: Sql, subject: Subject): Promise<void> {
  // Sessions come first, because other tables refer to them.
  const names = Object.keys(accountTables).filter((name) => name !== 'accounts' && name !== 'sessions');
  for (const table of ['sessions', ...names]) await fillTable(sql, table, subject);
}

async function fillTable(sql: Sql, table: string, subject: Subject): Promise<void> {
  const columns = await sql<Column[]>`
    select a.attname as name, format_type(a.atttypid, null) as type,
      (select confrelid::regclass::text from pg_constraint
        where contype = 'f' and conrelid = a.attrelid and conkey = array[a.attnum] limit 1) as target,
      (select pg_get_constraintdef(oid) from pg_constraint
        where contype = 'c' and conrelid = a.attrelid and conkey = array[a.attnum] limit 1) as check
    from pg_attribute a
    where a.attrelid = ${table}::regclass and a.attnum > 0 and not a.attisdropped and a.attidentity = ''
      and a.attgenerated = '' and not exists (
        select from pg_attrdef d where d.adrelid = a.attrelid and d.adnum = a.attnum
          and pg_get_expr(d.adbin, d.adrelid) like 'nextval(%')`;
  const by = accountTables[table]?.by ?? 'id';
  const row = Object.fromEntries(
    columns.map((column) => [
      column.name,
      column.name === by ? referenceOf(by, subject) : valueOf(column, subject),
    ]),
  );
  await sql`insert into ${sql(table)} ${sql(row)} on conflict do nothing`;
  const { count } = await sql`select from ${sql(table)} where ${sql(by)} = ${referenceOf(by, subject)}`;
  if (count === 0) throw new Error(`no row of the account could be inserted into ${table}`);
}

function referenceOf(by: string, { id, phone, phoneHash }: Subject): string | Buffer {
  if (by === 'phone') return phone;
  return by === 'phone_hash' ? phoneHash : id;
}

function valueOf({ name, type, target, check }: Column, { ids, marker }: Subject) {
  // A certificate has either an enterprise or another employer, not both.
  if (name === 'employer_id') return null;
  if (target !== null) return ids[target] ?? null;
  const [, allowed] = /'([^']*)'::text/u.exec(check ?? '') ?? [];
  if (allowed !== undefined) return type.endsWith('[]') ? [allowed] : allowed;
  if (type === 'bytea') return randomBytes(32);
  if (type === 'uuid') return randomUUID();
  if (type === 'boolean') return false;
  if (/^(?:integer|smallint|bigint)$/u.test(type)) return 1;
  // Use an expired time, so that the purge deletes the row.
  if (type === 'date' || type.startsWith('timestamp')) return new Date(Date.now() - 40 * 86_400_000);
  if (type === 'jsonb') return { marker };
  if (type.endsWith('[]')) return [marker];
  return `${marker} ${name} ${randomBytes(6).toString('hex')}`;
}
