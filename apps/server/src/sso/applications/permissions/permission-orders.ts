import type { permissionOrders } from '@vid/contract/permission-orders';
import type { Fragment, Queryable } from '#database/connection.ts';
import { fewRows, isIn } from '#database/filtered-rows.ts';
import { invalidCursor, isAfter, microsecondsOf, type SortKey, timeOf } from '#database/page.ts';

export type PermissionOrder = (typeof permissionOrders)[number];

export type Page = { readonly after: SortKey | undefined; readonly limit: number };

type Direction = 'asc' | 'desc';

/** The `id` and `sort_key` of each row, and what sorts them again once they are joined with `permissions p`. */
type SortedPage = { readonly rows: Fragment; readonly by: Fragment };

/** People of an application. */
type People = {
  readonly appId: string;
  /** A subquery of `permissions`. */
  readonly rows: Fragment;
  /** Their number if a filter leaves a part that was counted, else null. */
  readonly count: number | null;
  /** Whether `created_by` is null in each row. */
  readonly hasNoCreator: boolean;
};

/** One page of people in an order. */
export function sortPeople(sql: Queryable, people: People, order: PermissionOrder, page: Page): SortedPage {
  const direction = order.endsWith('-desc') || order === 'newest' ? 'desc' : 'asc';
  switch (order) {
    case 'newest':
    case 'oldest':
      return byTime(sql, people, direction, page);
    case 'name':
    case 'name-desc':
      return byText(sql, people, sql`p.sort_name`, direction, page);
    case 'email':
    case 'email-desc':
      return byText(sql, people, sql`p.sort_email`, direction, page);
    case 'phone':
    case 'phone-desc':
      return byText(sql, people, sql`p.sort_phone`, direction, page);
    case 'role':
    case 'role-desc':
      return byGroup(sql, people, rolesOf(sql, people), direction, page);
    case 'status':
    case 'status-desc':
      return byGroup(sql, people, statusesOf(sql), direction, page);
    case 'created-by':
    case 'created-by-desc':
      break;
  }
  return byGroup(sql, people, creatorsOf(sql), direction, page);
}

function byTime(
  sql: Queryable,
  { rows, hasNoCreator }: People,
  direction: Direction,
  { after, limit }: Page,
): SortedPage {
  const by = direction === 'asc' ? sql`p.created_at, p.id` : sql`p.created_at desc, p.id desc`;
  // PostgreSQL does not take a column that is null for a constant. If the order did not begin with it, the index by
  // creator would need a sort, and the index by time would be read to its end when these people are the oldest.
  const creator = hasNoCreator ? (direction === 'asc' ? sql`p.created_by,` : sql`p.created_by desc,`) : sql``;
  return {
    by,
    rows: sql`
      select p.id, jsonb_build_array(${microsecondsOf(sql, sql`p.created_at`)}, p.id) as sort_key from ${rows} p
      where ${isAfter(sql, [{ time: sql`p.created_at` }, sql`p.id`], after, direction)}
      order by ${creator} ${by} limit ${limit}`,
  };
}

function byText(
  sql: Queryable,
  people: People,
  text: Fragment,
  direction: Direction,
  { after, limit }: Page,
): SortedPage {
  const by = direction === 'asc' ? sql`${text}, p.id` : sql`${text} desc, p.id desc`;
  return {
    by,
    rows: sql`
      select p.id, jsonb_build_array(${text}, p.id) as sort_key from ${textOrder(sql, people)} p
      where ${isAfter(sql, [text, sql`p.id`], after, direction)}
      order by ${by} limit ${limit}`,
  };
}

/** The index of a text does not begin with a filter, and those who match could all be at its end. */
function textOrder(sql: Queryable, { appId, rows, count }: People): Fragment {
  if (count === null) return rows;
  // `offset 0` keeps the subquery apart, so that its rows are read before they are sorted.
  if (count <= fewRows) return sql`(select * from ${rows} p offset 0)`;
  return sql`
    (select * from permissions p
      where p.application_id = ${appId} and ${isIn(sql, sql`p.id`, sql`select p.id from ${rows} p`)})`;
}

/** A column with few values, and how each value sorts: `key` of the row `c` in `joins`. */
type Groups = { readonly column: Fragment; readonly key: Fragment; readonly joins: Fragment };

const rolesOf = (sql: Queryable, { appId }: People): Groups => ({
  column: sql`p.role`,
  key: sql`sort_text(coalesce(r.name, c.code))`,
  joins: sql`left join application_roles r on r.application_id = ${appId} and r.code = c.code`,
});

const statusesOf = (sql: Queryable): Groups => ({ column: sql`p.status`, key: sql`c.code`, joins: sql`` });

const creatorsOf = (sql: Queryable): Groups => ({
  column: sql`p.created_by`,
  key: sql`k.name`,
  joins: sql`left join account_sort_keys k on k.account_id = c.code`,
});

/**
 * Finds the values by one index probe each and reads a page of each value from the index of its column and time, so
 * the cost depends on the number of values instead of people. A part of the people is read as a whole, because all
 * could have the same value, and newest first, so that the sort of a page discards most of them at once. A value that is
 * null is the group with the id ''.
 */
function byGroup(
  sql: Queryable,
  { appId, rows, count }: People,
  { column, key, joins }: Groups,
  direction: Direction,
  { after, limit }: Page,
): SortedPage {
  if (after && after.length !== 4) throw invalidCursor();
  const [groupKey = '', groupId = '', microseconds, id = ''] = after ?? [];
  const group = [sql`g.key`, sql`g.id`] as const;
  const isCut = after ? sql`(g.key, g.id) = (${groupKey}::text, ${groupId}::text)` : sql`false`;
  const bounds = after
    ? sql`
      case when ${isCut} then ${timeOf(sql, microseconds)} else 'infinity' end as before_at,
      case when ${isCut} then ${id}::text else '' end as before_id`
    : sql`timestamptz 'infinity' as before_at, '' as before_id`;
  const isBefore = sql`(p.created_at, p.id) < (g.before_at, g.before_id)`;
  const newest = sql`p.created_at desc, p.id desc`;
  const people =
    count === null
      ? sql`
      cross join lateral (
        (select p.id, p.created_at from ${rows} p where ${column} = g.code and ${isBefore}
          order by ${newest} limit ${limit})
        union all
        (select p.id, p.created_at from ${rows} p where g.code is null and ${column} is null and ${isBefore}
          order by ${column} desc, ${newest} limit ${limit})) p`
      : sql`join (select * from ${rows} p order by ${newest}) p on coalesce(${column}, '') = g.id and ${isBefore}`;
  const by =
    direction === 'asc' ? sql`group_key, group_id, ${newest}` : sql`group_key desc, group_id desc, ${newest}`;
  return {
    by,
    rows: sql`
      with recursive codes as (
        (select ${column} as code from permissions p where p.application_id = ${appId} order by ${column} limit 1)
        union all
        select (select ${column} from permissions p
          where p.application_id = ${appId} and ${column} > c.code order by ${column} limit 1)
        from codes c where c.code is not null
      ), groups as (
        select coalesce(${key}, '') collate "C" as key, coalesce(c.code, '') collate "C" as id, c.code
        from codes c ${joins}
      ), wanted as materialized (
        select g.*, ${bounds} from groups g
        where ${isAfter(sql, group, after?.slice(0, 2), direction)} or ${isCut}
      )
      select p.id, group_key, group_id, jsonb_build_array(
        group_key, group_id, ${microsecondsOf(sql, sql`p.created_at`)}, p.id) as sort_key
      from (
        select p.id, p.created_at, g.key as group_key, g.id as group_id from wanted g ${people}
        order by ${by} limit ${limit}
      ) p`,
  };
}
