import type { permissionOrders } from '@vid/contract/permission-filters';
import type { Fragment, Queryable } from '#database/connection.ts';
import { isAfter, microsecondsOf, type Page } from '#database/page.ts';

export type PermissionOrder = (typeof permissionOrders)[number];

/**
 * `rows` selects the `id` and `sort_key` of each row. `by` restores the order after a join with `permissions
 * p`.
 */
type SortedPage = { readonly rows: Fragment; readonly by: Fragment };

type People = {
  readonly rows: Fragment;
  /** Null if there are too many people to count. */
  readonly count: number | null;
  readonly isFiltered: boolean;
  readonly hasNoCreator: boolean;
};

/**
 * Returns one page of people in an order. If a filter leaves few people, reads and sorts all of them;
 * otherwise reads an index in the order of the list until the page is full.
 */
export function sortPeople(sql: Queryable, people: People, order: PermissionOrder, page: Page): SortedPage {
  const isDescending = order === 'newest' || order.endsWith('-desc');
  if (order === 'name' || order === 'name-desc') return byName(sql, people, page, isDescending);
  const direction = isDescending ? sql`desc` : sql``;
  const isByRole = order === 'role' || order === 'role-desc';
  const by = sql`p.created_at ${direction}, p.id ${direction}`;
  const time = { time: sql`p.created_at` };
  const columns = isByRole ? ([sql`p.role`, time, sql`p.id`] as const) : ([time, sql`p.id`] as const);
  // The order by time of permissions without a creator begins with `created_by`, because PostgreSQL does not
  // treat a column that is null in every row as a constant. Without `created_by`, PostgreSQL would sort after
  // reading the index by creator, or would search the index by time, perhaps to its end.
  const first = isByRole
    ? sql`p.role ${direction},`
    : people.hasNoCreator
      ? sql`p.created_by ${direction},`
      : sql``;
  return {
    by: isByRole ? sql`p.role ${direction}, ${by}` : by,
    rows: sql`
      select p.id, jsonb_build_array(${isByRole ? sql`p.role,` : sql``} ${microsecondsOf(sql, time.time)}, p.id) as sort_key
      from ${people.isFiltered ? readFirst(sql, people) : people.rows} p
      where ${isAfter(sql, columns, page.after, isDescending ? 'desc' : 'asc')}
      order by ${first} ${by} limit ${page.limit}`,
  };
}

/** Sorts people by name. If there are too many to sort, reads the name index of `accounts` instead. */
function byName(sql: Queryable, people: People, { after, limit }: Page, isDescending: boolean): SortedPage {
  const direction = isDescending ? sql`desc` : sql``;
  const order = isDescending ? 'desc' : 'asc';
  const by = sql`a.sort_name ${direction}, a.id ${direction}, p.id ${direction}`;
  const [name, accountId] = after ?? [];
  // This condition limits the index scan; a condition on columns of both tables would not.
  const start = after
    ? isDescending
      ? sql`and (a.sort_name, a.id) <= (${name ?? null}, ${accountId ?? null})`
      : sql`and (a.sort_name, a.id) >= (${name ?? null}, ${accountId ?? null})`
    : sql``;
  const source =
    people.count === null
      ? sql`accounts a cross join lateral (select * from ${people.rows} p where p.account_id = a.id) p`
      : sql`${readFirst(sql, people)} p join accounts a on a.id = p.account_id`;
  return {
    by,
    rows: sql`
      select p.id, jsonb_build_array(a.sort_name, a.id, p.id) as sort_key from ${source}
      where ${isAfter(sql, [sql`a.sort_name`, sql`a.id`, sql`p.id`], after, order)} ${start}
      order by ${by} limit ${limit}`,
  };
}

/**
 * Reads the rows before sorting them, unless there are too many to count. `offset 0` keeps PostgreSQL from
 * merging the subquery.
 */
function readFirst(sql: Queryable, { rows, count }: People): Fragment {
  return count === null ? rows : sql`(select * from ${rows} p offset 0)`;
}
