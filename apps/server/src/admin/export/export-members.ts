import type { MemberExportFormat } from '@vid/contract/endpoints/admin/export-shapes';
import {
  accountFieldNames,
  accountFields,
  enterpriseFieldColumns,
  enterpriseFields,
  exportTitleOf,
  type AccountFieldColumn,
} from '@vid/contract/profile-fields';
import { enterpriseColumns, fieldsOfAccount, type EnterpriseColumns } from '#account/account-sql.ts';
import { formatForeignHash } from '#account/credentials/foreign/format-foreign-hash.ts';
import { isForeign, openCredential } from '#account/credentials/foreign/foreign-credential.ts';
import type { Sql } from '#database/connection.ts';
import type { AccountsRow } from '#database/tables.ts';
import type { Keys } from '#lib/keys.ts';
import { writeExportFile, type Cells } from './export-file.ts';

const batchSize = 1_000;
const otherFields = accountFieldNames.filter((name) => name !== 'name' && name !== 'email');

/** The names that an import recognises. */
const columns = [
  'phone',
  'name',
  'email',
  'kind',
  ...otherFields.map((name) => exportTitleOf(name, accountFields[name])),
  ...enterpriseFieldColumns.map((column) => exportTitleOf(column, enterpriseFields[column])),
  'status',
  'created at',
];

type MemberRow = Pick<AccountsRow, 'id' | 'phone' | 'kind' | AccountFieldColumn | 'status' | 'createdAt'> &
  EnterpriseColumns & { hash: string | null };

type Deps = { readonly sql: Sql; readonly keys: Pick<Keys, 'open'> };

type Selection = { readonly format: MemberExportFormat; readonly withHashes: boolean };

type ExportPiece = { readonly content: Uint8Array; readonly rows: number };

/**
 * Yields every member as CSV, JSON lines or XLSX, with one batch in memory. CSV and XLSX are safe from formulas, and an
 * import reads them back.
 */
export async function* exportMembers(
  deps: Deps,
  { format, withHashes }: Selection,
): AsyncGenerator<ExportPiece> {
  const titles = withHashes ? [...columns, 'password hash'] : columns;
  let rows = 0;
  const batches = async function* () {
    for await (const batch of readMembers(deps, withHashes)) {
      rows += batch.length;
      yield batch;
    }
  };
  for await (const content of writeExportFile(format, titles, batches())) yield { content, rows };
}

async function* readMembers({ sql, keys }: Deps, withHashes: boolean): AsyncGenerator<Cells[]> {
  let lastId = '';
  for (;;) {
    const rows = await sql<MemberRow[]>`
      select a.id, a.phone, a.kind, ${sql(fieldsOfAccount)}, a.status, a.created_at, ${enterpriseColumns(sql)},
        ${withHashes ? sql`p.hash` : sql`null`} as hash
      from accounts a left join enterprises e on e.account_id = a.id
        left join password_credentials p on p.account_id = a.id
      where a.id > ${lastId} order by a.id limit ${batchSize}`;
    const last = rows.at(-1);
    if (!last) return;
    lastId = last.id;
    yield rows.map((row) => [...toCells(row), ...(withHashes ? [toHash(keys, row.hash)] : [])]);
  }
}

function toCells(row: MemberRow): Cells {
  return [
    row.phone,
    row.name,
    row.email,
    row.kind,
    ...otherFields.map((name) => row[accountFields[name].column]),
    ...enterpriseFieldColumns.map((column) => (column === 'name' ? row.enterpriseName : row[column])),
    row.status,
    row.createdAt.toISOString(),
  ];
}

/** Exports VID's hashes without their key id, and imported hashes as they were imported. */
function toHash(keys: Pick<Keys, 'open'>, stored: string | null): string | null {
  if (stored === null) return null;
  if (!isForeign(stored)) return stored.slice(stored.indexOf('$'));
  const hash = openCredential(keys, stored);
  return hash ? formatForeignHash(hash) : null;
}
