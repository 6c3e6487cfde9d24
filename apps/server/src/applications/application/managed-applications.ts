import type { Fragment, Queryable, Sql } from '#database/connection.ts';
import { isManager } from '#platform/application-rights.ts';
import { managesAll, type ManagerRight } from '#http/call-session.ts';

export const managedApplications = {
  exist: (sql: Queryable, accountId: Fragment): Fragment => sql`
    (exists (select from applications m where m.owner_id = ${accountId})
      or exists (select from application_managers g where g.account_id = ${accountId}))`,

  areOwned: (sql: Queryable, accountId: Fragment): Fragment => sql`
    exists (select from applications m where m.owner_id = ${accountId})`,

  /**
   * Selects the applications that an account owns or manages as a JSON array, ordered by code; null if there
   * are none.
   */
  list: (sql: Queryable, accountId: Fragment): Fragment => sql`
    (select json_agg(json_build_object('id', m.id, 'code', m.code, 'name', m.name) order by m.code)
      from (
        select id, code, name from applications where owner_id = ${accountId}
        union
        select o.id, o.code, o.name from application_managers g join applications o on o.id = g.application_id
        where g.account_id = ${accountId}) m)`,
};

export type Manager = {
  readonly account: { readonly id: string };
  readonly isAdmin: boolean;
  readonly mustSetUpTwoStep: boolean;
};

/** Reads the managers at each request, so that a removed manager loses access at once. */
export function createApplicationGuard(lookups: Sql) {
  return {
    ...managedApplications,

    async findRight(session: Manager, appId: string): Promise<ManagerRight | null> {
      const { id } = session.account;
      const [row] = await lookups<{ right: ManagerRight | null }[]>`
        select case when m.owner_id = ${id} then 'owner'
          when ${isManager(lookups, lookups`${id}`)} then 'manager'
          when ${managesAll(session)}::boolean then 'admin' end as right
        from applications m where m.id = ${appId}`;
      return row?.right ?? null;
    },
  };
}
