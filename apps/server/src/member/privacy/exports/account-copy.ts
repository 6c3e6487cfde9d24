import type { Queryable } from '#database/connection.ts';
import { accountTables } from '#member/privacy/account-data.ts';

/**
 * The exported data of an account as plain JSON. Fields are named after the columns, in camel case. Hashes are
 * hexadecimal, and the picture is a data URL.
 */
export type AccountCopy = {
  readonly createdAt: string;
  readonly accountId: string;
  readonly data: Readonly<Record<string, readonly CopiedRow[]>>;
  /** Tables with only their newest rows in the copy. */
  readonly shortened: readonly string[];
};
export type CopiedRow = Readonly<Record<string, unknown>>;

export type NamedApplication = { readonly code: string; readonly name: string };
export type NameApplications = (ids: readonly string[]) => Promise<ReadonlyMap<string, NamedApplication>>;

/**
 * Maximum number of rows per table in a copy. A member can create any number of events, and copying them all
 * would block the process.
 */
export const maxCopiedRows = 10_000;

const timeColumns = ['at', 'created_at', 'agreed_at', 'requested_at', 'last_used_at'];

/**
 * Reads the exported columns of every exported table in the snapshot of `tx`, but at most `maxCopiedRows` rows
 * of each (the newest, if the table has a time).
 */
export async function readAccountCopy(
  tx: Queryable,
  account: { readonly id: string; readonly phone: string | null },
  nameApplications: NameApplications,
): Promise<AccountCopy> {
  const tables: [string, CopiedRow[]][] = [];
  const shortened: string[] = [];
  for (const [name, table] of Object.entries(accountTables)) {
    if ('omitted' in table) continue;
    const { columns, by } = table;
    const time = timeColumns.find((column) => columns.includes(column));
    const rows = await tx<CopiedRow[]>`
      select ${tx([...columns])} from ${tx(name)}
      where ${tx(by)} = ${by === 'phone' ? account.phone : account.id}
      ${time === undefined ? tx`` : tx`order by ${tx(time)} desc`} limit ${maxCopiedRows + 1}`;
    if (rows.length > maxCopiedRows) shortened.push(name);
    const copied = rows.slice(0, maxCopiedRows);
    tables.push([name, copied.map((row) => toJson(withoutOthers(row, account.id)))]);
  }
  const ids = tables.flatMap(([, rows]) => rows.map(({ applicationId }) => applicationId)).filter(isText);
  const applications = await nameApplications([...new Set(ids)]);
  const data = tables.map(([name, rows]) => [name, rows.map((row) => named(row, applications))] as const);
  return {
    createdAt: new Date().toISOString(),
    accountId: account.id,
    data: Object.fromEntries(data),
    shortened,
  };
}

function named(row: CopiedRow, applications: ReadonlyMap<string, NamedApplication>): CopiedRow {
  const { applicationId, ...rest } = row;
  if (!isText(applicationId)) return row;
  const application = applications.get(applicationId);
  return application ? { application: application.name, applicationCode: application.code, ...rest } : row;
}

/**
 * Hides other people who made a change to the account, such as administrators. Like the history, the copy
 * keeps the device of a failed sign-in.
 */
function withoutOthers(row: CopiedRow, accountId: string): CopiedRow {
  if (!('actorId' in row) || row['actorId'] === accountId) return row;
  const device = row['kind'] === 'sign-in.failed' ? {} : { browser: null, system: null };
  return { ...row, actorId: null, address: null, ...device };
}

function toJson(row: CopiedRow): CopiedRow {
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [name, toValue(name, value)]));
}

function toValue(name: string, value: unknown): unknown {
  if (Buffer.isBuffer(value))
    return name === 'content' ? `data:image/webp;base64,${value.toString('base64')}` : value.toString('hex');
  if (value instanceof Date && name.endsWith('On')) return value.toISOString().slice(0, 10);
  return value;
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}
