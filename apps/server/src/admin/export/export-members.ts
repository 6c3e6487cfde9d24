import type { MemberExportFormat } from '@vid/contract/endpoints/admin/export-shapes';
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

type Deps = { readonly sql: Sql; readonly keys: Pick<Keys, 'open'> };

/** A piece of the file. Another run continues with `after: last`. */
export type ExportPiece = { readonly text: string; readonly rows: number; readonly last: string };

/**
 * Every member as CSV or JSON lines, a batch at a time. CSV is safe from formulas, and an import reads it back. `after`
 * is the `last` of the piece before.
 */
export async function* exportMembers(
  { sql, keys }: Deps,
  { format, withHashes, after = '' }: { format: MemberExportFormat; withHashes: boolean; after?: string },
): AsyncGenerator<ExportPiece> {
  const titles = withHashes ? [...columns, 'password hash'] : columns;
  const toLine = (cells: readonly (string | null)[]): string =>
    format === 'csv'
      ? csvLine(cells)
      : `${JSON.stringify(Object.fromEntries(titles.map((title, index) => [title, cells[index] ?? null])))}\n`;
  // Excel reads UTF-8 only after a byte order mark.
  let head = format === 'csv' && after === '' ? `\u{FEFF}${csvLine(titles)}` : '';
  let position = after;
  for (;;) {
    const rows = await sql<MemberRow[]>`
      select a.id, a.phone, a.name, a.email, a.kind, a.member_object, a.province, a.status, a.created_at,
        e.name as company, e.short_name, e.tax_code, e.representative, ${withHashes ? sql`p.hash` : sql`null`} as hash
      from accounts a left join enterprises e on e.account_id = a.id
        left join password_credentials p on p.account_id = a.id
      where a.id > ${position} order by a.id limit ${batchSize}`;
    const lines = rows.map((row) =>
      toLine([...toCells(row), ...(withHashes ? [toHash(keys, row.hash)] : [])]),
    );
    position = rows.at(-1)?.id ?? position;
    yield { text: head + lines.join(''), rows: rows.length, last: position };
    head = '';
    if (rows.length < batchSize) return;
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
