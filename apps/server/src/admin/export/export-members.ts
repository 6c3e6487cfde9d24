import type { MemberExportFormat } from '@vid/contract/endpoints/admin/export-shapes';
import { formatForeignHash } from '#account/credentials/foreign/format-foreign-hash.ts';
import { isForeign, openCredential } from '#account/credentials/foreign/foreign-credential.ts';
import { isReleased } from '#account/phone-lease.ts';
import type { Sql } from '#database/connection.ts';
import type { AccountsRow, EnterprisesRow } from '#database/tables.ts';
import type { Keys } from '#lib/keys.ts';
import { createExportFile } from './file/create-export-file.ts';
import type { XlsxState } from './file/xlsx-file.ts';

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

/** Where an export is: the id of the last member, and the state of an XLSX file. */
export type ExportPosition = { readonly position: string; readonly archive: XlsxState | null };

/** A piece of the file, and where it ends. */
export type ExportPiece = ExportPosition & { readonly content: Buffer; readonly rows: number };

/**
 * Every member as CSV, JSON lines or XLSX, a batch at a time. CSV and XLSX are safe from formulas, and an import reads
 * them back. `from` is where a piece of another run ended.
 */
export async function* exportMembers(
  { sql, keys }: Deps,
  {
    format,
    withHashes,
    from = { position: '', archive: null },
  }: { format: MemberExportFormat; withHashes: boolean; from?: ExportPosition },
): AsyncGenerator<ExportPiece> {
  if (from.archive?.isComplete === true) return;
  const titles = withHashes ? [...columns, 'password hash'] : columns;
  const file = createExportFile(format, titles, from.archive);
  let { position } = from;
  let head = position === '' ? await file.begin() : Buffer.alloc(0);
  for (;;) {
    const rows = await sql<MemberRow[]>`
      select a.id, a.phone, a.name, a.email, a.kind, a.member_object, a.province, a.status, a.created_at,
        e.name as company, e.short_name, e.tax_code, e.representative, ${withHashes ? sql`p.hash` : sql`null`} as hash
      from accounts a left join enterprises e on e.account_id = a.id
        left join password_credentials p on p.account_id = a.id
      where a.id > ${position} order by a.id limit ${batchSize}`;
    const body = await file.write(
      rows.map((row) => [...toCells(row), ...(withHashes ? [toHash(keys, row.hash)] : [])]),
    );
    position = rows.at(-1)?.id ?? position;
    const isLast = rows.length < batchSize;
    const tail = isLast ? await file.end() : Buffer.alloc(0);
    const content = Buffer.concat([head, body, tail]);
    yield { content, rows: rows.length, position, archive: structuredClone(file.state) };
    head = Buffer.alloc(0);
    if (isLast) return;
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
