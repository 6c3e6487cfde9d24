import { maxPeople } from '@vid/contract/limits';
import type { Fragment, Queryable, Sql } from '#database/connection.ts';
import type { ApplicationsRow } from '#database/tables.ts';

export type ManagedRow = Pick<
  ApplicationsRow,
  'id' | 'code' | 'name' | 'logo' | 'access' | 'status' | 'createdAt'
> & {
  readonly isOwner: boolean;
  readonly people: number;
  readonly locked: number;
};
type ManagedDetailRow = ManagedRow & { readonly usersWithout: number | null };

const columns = (sql: Queryable, accountId: string, max: number): Fragment => sql`
  a.id, a.code, a.name, a.logo, a.access, a.status, a.created_at,
  coalesce(a.owner_id = ${accountId}, false) as is_owner,
  (select count(*)::int from (
    select from permissions p where p.application_id = a.id
    group by p.account_id limit ${max}) people) as people,
  (select count(*)::int from (
    select from permissions p where p.application_id = a.id and p.status = 'locked'
    group by p.account_id limit ${max}) locked) as locked`;

/** Counts up to `max` people. `usersWithout` is null for an open application with more than `max` users. */
export function createManagedApplicationsRepo(sql: Sql, max = maxPeople) {
  return {
    async list(accountId: string): Promise<readonly ManagedRow[]> {
      return sql<ManagedRow[]>`
        select ${columns(sql, accountId, max)} from applications a
        where a.owner_id = ${accountId} or a.id in (
          select application_id from application_managers where account_id = ${accountId})
        order by a.code`;
    },

    async find(appId: string, accountId: string): Promise<ManagedDetailRow | undefined> {
      // Do not use `exists`: PostgreSQL might then read all permissions of the application instead of one per
      // user.
      return sql<ManagedDetailRow[]>`
        select ${columns(sql, accountId, max)}, case when a.access = 'restricted' then 0 else (
          select case when count(*) <= ${max} then
            count(*) filter (where (
              select true from permissions p where p.account_id = u.account_id and p.application_id = a.id
                limit 1) is null)::int end
          from (
            select u.account_id from application_uses u where u.application_id = a.id limit ${max + 1}) u
          ) end as users_without
        from applications a where a.id = ${appId}`.first();
    },
  };
}
