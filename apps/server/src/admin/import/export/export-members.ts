import { formatForeignHash } from '#account/credentials/foreign/format-foreign-hash.ts';
import { isForeign, openCredential } from '#account/credentials/foreign/foreign-credential.ts';
import { isReleased } from '#account/phone-lease.ts';
import type { Sql } from '#database/connection.ts';
import type { AccountsRow, EnterprisesRow } from '#database/tables.ts';
import { csvLine } from '#lib/csv.ts';
import type { Keys } from '#lib/keys.ts';

const batchSize = 1_000;

/** The names that an import recognises. */
const columns = [
  'phone',
  'name',
  'email',
  'kind',
  'object',
  'province',
  'company',
  'short name',
  'tax code',
  'representative',
  'status',
  'created at',
] as const;

type MemberRow = Pick<
  AccountsRow,
  'id' | 'phone' | 'name' | 'email' | 'kind' | 'memberObject' | 'province' | 'status' | 'createdAt'
> & { company: string | null; hash: string | null } & Pick<
    EnterprisesRow,
    'shortName' | 'taxCode' | 'representative'
  >;

export type ExportFormat = 'csv' | 'jsonl';

type Deps = { readonly sql: Sql; readonly keys: Pick<Keys, 'open'> };

/** Every member as CSV or JSON lines, a batch at a time. CSV is safe from formulas, and an import reads it back. */
export async function* exportMembers(
  { sql, keys }: Deps,
  { format, withHashes }: { format: ExportFormat; withHashes: boolean },
): AsyncGenerator<string> {
  const titles = withHashes ? [...columns, 'password hash'] : columns;
  if (format === 'csv') yield csvLine(titles);
  let after = '';
  for (;;) {
    const rows = await sql<MemberRow[]>`
      select a.id, a.phone, a.name, a.email, a.kind, a.member_object, a.province, a.status, a.created_at,
        e.name as company, e.short_name, e.tax_code, e.representative, ${withHashes ? sql`p.hash` : sql`null`} as hash
      from accounts a left join enterprises e on e.account_id = a.id
        left join password_credentials p on p.account_id = a.id
      where a.id > ${after} order by a.id limit ${batchSize}`;
    yield rows
      .map((row) => {
        const cells = [...toCells(row), ...(withHashes ? [toHash(keys, row.hash)] : [])];
        if (format === 'csv') return csvLine(cells);
        return `${JSON.stringify(Object.fromEntries(titles.map((title, index) => [title, cells[index] ?? null])))}\n`;
      })
      .join('');
    const last = rows.at(-1);
    if (!last || rows.length < batchSize) return;
    after = last.id;
  }
}

function toCells(row: MemberRow): (string | null)[] {
  return [
    isReleased(row.phone) ? null : row.phone,
    row.name,
    row.email,
    row.kind,
    row.memberObject,
    row.province,
    row.company,
    row.shortName,
    row.taxCode,
    row.representative,
    row.status,
    row.createdAt.toISOString(),
  ];
}

/** Ours without the id of their key, and those of other systems as they were imported. */
function toHash(keys: Pick<Keys, 'open'>, stored: string | null): string | null {
  if (stored === null) return null;
  if (!isForeign(stored)) return stored.slice(stored.indexOf('$'));
  const hash = openCredential(keys, stored);
  return hash ? formatForeignHash(hash) : null;
}
