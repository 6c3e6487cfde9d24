import { noCreator } from '@vid/contract/permission-filters';
import { joinEnterprise } from '#account/account-sql.ts';
import { startsWith } from '#account/search/account-search.ts';
import { searchOwners } from '#account/search/search-owners.ts';
import type { Fragment, Queryable, Sql } from '#database/connection.ts';
import { countRows } from '#database/filtered-rows.ts';
import { withOwnPlans } from '#database/own-plans.ts';
import { isAfter, type Page, type SortKey } from '#database/page.ts';
import type { AccountsRow, PermissionsRow } from '#database/tables.ts';
import { type PermissionOrder, sortPeople } from './permission-orders.ts';

export type PermissionFilters = {
  readonly role?: string;
  readonly status?: 'active' | 'locked';
  readonly createdBy?: string;
  /** Days are in `YYYY-MM-DD` format. The last day is included. */
  readonly from?: string;
  readonly to?: string;
};

export type PermissionRow = Pick<PermissionsRow, 'id' | 'role' | 'status' | 'createdAt'> &
  Pick<AccountsRow, 'phone' | 'email' | 'avatar'> & {
    readonly name: string | null;
    readonly roleName: string;
    readonly createdBy: string | null;
  };

type ListedRow = PermissionRow & { readonly sortKey: SortKey };
type PermissionDetailRow = PermissionRow &
  Pick<PermissionsRow, 'accountId'> & { readonly lastUsedAt: Date | null };
type PermissionEventRow = {
  readonly kind: 'added' | 'changed' | 'locked' | 'unlocked' | 'removed';
  readonly at: Date;
  readonly by: string | null;
  readonly role: string | null;
};

const columns = (sql: Queryable): Fragment => sql`
  p.id, p.role, p.status, p.created_at, a.phone, a.email, a.avatar, ${nameOf(sql, sql`a`, sql`e`)} as name,
  coalesce((select r.name from application_roles r where r.application_id = p.application_id and r.code = p.role),
    p.role) as role_name,
  (select ${nameOf(sql, sql`c`, sql`ce`)} from accounts c left join enterprises ce on ce.account_id = c.id
    where c.id = p.created_by) as created_by`;

export const nameOf = (sql: Queryable, account: Fragment, enterprise: Fragment): Fragment => sql`
  coalesce(case when ${account}.kind = 'enterprise' then ${enterprise}.name end, ${account}.name)`;

const joins = (sql: Queryable): Fragment =>
  sql`join accounts a on a.id = p.account_id ${joinEnterprise(sql)}`;

const startOf = (sql: Queryable, day: Fragment): Fragment =>
  sql`(${day}::timestamp at time zone 'Asia/Ho_Chi_Minh')`;

function matches(sql: Queryable, { role, status, createdBy, from, to }: PermissionFilters): Fragment {
  return sql`true
    ${role === undefined ? sql`` : sql`and p.role = ${role}`}
    ${status === undefined ? sql`` : status === 'locked' ? sql`and p.status = 'locked'` : sql`and p.status = 'active'`}
    ${createdBy === undefined ? sql`` : createdBy === noCreator ? sql`and p.created_by is null` : sql`and p.created_by = ${createdBy}`}
    ${from === undefined ? sql`` : sql`and p.created_at >= ${startOf(sql, sql`${from}::date`)}`}
    ${to === undefined ? sql`` : sql`and p.created_at < ${startOf(sql, sql`(${to}::date + 1)`)}`}`;
}

const isFiltered = (filters: PermissionFilters): boolean =>
  Object.values(filters).some((value) => value !== undefined);

export function createPermissionsRepo(sql: Sql, maxCount?: number) {
  const count = (appId: string, filters: PermissionFilters): Promise<number | null> =>
    countRows(
      sql,
      sql`select from permissions p where p.application_id = ${appId} and ${matches(sql, filters)}`,
      maxCount,
    );

  const matching = (appId: string, text: string, filters: PermissionFilters): Fragment => sql`
    select p.id, p.account_id from permissions p where p.application_id = ${appId} and ${matches(sql, filters)}
      ${text === '' ? sql`` : sql`and p.account_id in (select s.account_id from account_search s where ${startsWith(sql, sql`s.key`, text)})`}`;

  return {
    count,

    matching,

    countMatching: (
      appId: string,
      text: string,
      filters: PermissionFilters,
      max: number,
    ): Promise<number | null> => countRows(sql, matching(appId, text, filters), max),

    async list(
      appId: string,
      filters: PermissionFilters,
      order: PermissionOrder,
      { people, ...page }: Page & { readonly people: number | null },
    ) {
      const filtered = sql`
        (select * from permissions p where p.application_id = ${appId} and ${matches(sql, filters)})`;
      const part = {
        rows: filtered,
        count: people,
        isFiltered: isFiltered(filters),
        hasNoCreator: filters.createdBy === noCreator,
      };
      const { rows, by } = sortPeople(sql, part, order, page);
      return withOwnPlans(
        sql,
        (tx) => tx<ListedRow[]>`
          select ${columns(sql)}, s.sort_key
          from (${rows}) s join permissions p on p.id = s.id ${joins(sql)} order by ${by}`,
      );
    },

    /**
     * Returns the permissions of accounts with a search key that begins with `text`, each once, sorted by that
     * key.
     */
    async search(appId: string, text: string, filters: PermissionFilters, page: Page) {
      const texts = sql`
        select s.key, p.id from account_search s
        join permissions p on p.account_id = s.account_id and p.application_id = ${appId}`;
      const owners = {
        ids: sql`select p.id from permissions p where p.application_id = ${appId} and ${matches(sql, filters)}`,
        count: isFiltered(filters) ? await count(appId, filters) : null,
      };
      return withOwnPlans(
        sql,
        (tx) => tx<ListedRow[]>`
          select ${columns(sql)}, jsonb_build_array(s.key, p.id) as sort_key
          from (
            select s.key, s.id from (${searchOwners(sql, texts, text, owners)}) s
            where ${isAfter(sql, [sql`s.key`, sql`s.id`], page.after)}
            order by s.key, s.id limit ${page.limit}) s
          join permissions p on p.id = s.id ${joins(sql)}
          order by s.key, s.id`,
      );
    },

    find: (appId: string, id: string) =>
      sql<PermissionDetailRow[]>`
        select ${columns(sql)}, p.account_id, (
          select u.last_used_at from application_uses u
          where u.account_id = p.account_id and u.application_id = p.application_id) as last_used_at
        from permissions p ${joins(sql)}
        where p.id = ${id} and p.application_id = ${appId} and ${matches(sql, {})}`.first(),

    /** Returns the permissions of the accounts with these phones, a row for each role. */
    async listByPhones(appId: string, phones: readonly string[]) {
      return sql<(Pick<PermissionsRow, 'id'> & Pick<AccountsRow, 'phone'>)[]>`
        select p.id, a.phone from permissions p join accounts a on a.id = p.account_id
        where p.application_id = ${appId} and a.phone = any(${[...phones]}) and ${matches(sql, {})}`;
    },

    async listHistory(appId: string, accountId: string): Promise<readonly PermissionEventRow[]> {
      return sql<PermissionEventRow[]>`
        select split_part(t.kind, '.', 2) as kind, t.at, ${nameOf(sql, sql`a`, sql`e`)} as by, t.details ->> 'role' as role
        from audit_events t left join accounts a on a.id = t.actor_id ${joinEnterprise(sql)}
        where t.account_id = ${accountId} and t.details ->> 'applicationId' = ${appId}
          and t.kind in ('permission.added', 'permission.changed', 'permission.locked', 'permission.unlocked',
            'permission.removed')
        order by t.at desc limit 50`;
    },

    /**
     * Returns at most 100 accounts that added permissions, followed by `none` if some permissions have no
     * creator. Each account costs one index probe.
     */
    async listCreators(appId: string): Promise<readonly { id: string; name: string | null }[]> {
      const accounts = await sql<{ id: string; name: string | null }[]>`
        with recursive creators as (
          (select created_by from permissions where application_id = ${appId} order by created_by limit 1)
          union all
          select (select p.created_by from permissions p
            where p.application_id = ${appId} and p.created_by > c.created_by order by p.created_by limit 1)
          from creators c where c.created_by is not null)
        select a.id, ${nameOf(sql, sql`a`, sql`e`)} as name
        from creators c join accounts a on a.id = c.created_by ${joinEnterprise(sql)}
        order by a.sort_name, a.id limit 100`;
      // With `desc`, PostgreSQL sorts nulls first, so this row shows whether a permission has no creator.
      const [last] = await sql<{ createdBy: string | null }[]>`
        select created_by from permissions where application_id = ${appId} order by created_by desc limit 1`;
      return last?.createdBy === null ? [...accounts, { id: noCreator, name: null }] : accounts;
    },
  };
}
