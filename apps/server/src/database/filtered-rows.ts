import { maxCounted } from '@vid/contract/limits';
import type { Fragment, Queryable, Sql } from './connection.ts';
import { withOwnPlans } from './own-plans.ts';

export async function countRows(sql: Sql, rows: Fragment, max = maxCounted): Promise<number | null> {
  const [row] = await withOwnPlans(
    sql,
    (tx) => tx<{ count: number }[]>`
      select count(*)::int from (${rows} limit ${max + 1}) counted`,
  );
  return row && row.count <= max ? row.count : null;
}

/**
 * A list with up to this many matching rows is read and sorted. Beyond that, an index in list order is read
 * until the page is full, which takes about `page × all rows ÷ matching rows` entries.
 */
export const fewRows = 1_000;

/**
 * Holds if a column is one of up to `maxCounted` ids. The ids become a hash table that is probed while an
 * index is read; a join would read all rows and sort them. The limit leaves room for rows added since the
 * count. Without a limit, PostgreSQL might expect too many ids for a hash table and compare each id instead.
 */
export const isIn = (sql: Queryable, column: Fragment, ids: Fragment): Fragment =>
  sql`(${column} in (${ids} limit ${2 * maxCounted})) is true`;
