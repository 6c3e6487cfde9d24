import type { Queryable } from '#database/connection.ts';
import { accountTables } from '#member/privacy/account-data.ts';

/** Everything held about an account, as plain JSON. The names are those of the columns, in camel case. */
export type AccountCopy = {
  readonly createdAt: string;
  readonly accountId: string;
  /** The rows by table, the newest first. */
  readonly data: Readonly<Record<string, readonly CopiedRow[]>>;
};
export type CopiedRow = Readonly<Record<string, unknown>>;

/** An application as a copy shows it. */
export type NamedApplication = { readonly code: string; readonly name: string };
export type NameApplications = (ids: readonly string[]) => Promise<ReadonlyMap<string, NamedApplication>>;

const timeColumns = ['at', 'created_at', 'agreed_at', 'requested_at', 'last_used_at'];

/** Reads the exported columns of every table, in the snapshot of `tx`. */
export async function readAccountCopy(
  tx: Queryable,
  account: { readonly id: string; readonly phone: string },
  nameApplications: NameApplications,
): Promise<AccountCopy> {
  const tables: [string, CopiedRow[]][] = [];
  for (const [name, table] of Object.entries(accountTables)) {
    if ('omitted' in table) continue;
    const { columns, by } = table;
    const time = timeColumns.find((column) => columns.includes(column));
    const rows = await tx<CopiedRow[]>`
      select ${tx([...columns])} from ${tx(name)}
      where ${tx(by)} = ${by === 'phone' ? account.phone : account.id}
      ${time === undefined ? tx`` : tx`order by ${tx(time)} desc`}`;
    tables.push([name, rows.map(toJson)]);
  }
  const ids = tables.flatMap(([, rows]) => rows.map(({ applicationId }) => applicationId)).filter(isText);
  const applications = await nameApplications([...new Set(ids)]);
  const data = tables.map(([name, rows]) => [name, rows.map((row) => named(row, applications))] as const);
  return { createdAt: new Date().toISOString(), accountId: account.id, data: Object.fromEntries(data) };
}

/** Names the application instead of its internal id. */
function named(row: CopiedRow, applications: ReadonlyMap<string, NamedApplication>): CopiedRow {
  const { applicationId, ...rest } = row;
  if (!isText(applicationId)) return row;
  const application = applications.get(applicationId);
  return application ? { application: application.name, applicationCode: application.code, ...rest } : row;
}

function toJson(row: CopiedRow): CopiedRow {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      Buffer.isBuffer(value) ? value.toString('hex') : value,
    ]),
  );
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}
