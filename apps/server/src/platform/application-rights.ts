import type { Fragment, Queryable } from '#database/connection.ts';

export const isManager = (sql: Queryable, accountId: Fragment): Fragment => sql`
  (m.owner_id = ${accountId} or exists (
    select from application_managers g where g.account_id = ${accountId} and g.application_id = m.id))`;

/**
 * Holds for a client `c` of the application `m`, unless `c` is a machine client whose creator is erased or
 * locked, or is neither the owner or a manager of `m` nor an administrator.
 */
export const isStillGiven = (sql: Queryable): Fragment => sql`
  (c.kind <> 'machine' or not c.has_creator or exists (
    select from accounts b where b.id = c.created_by and b.status = 'active'
      and (b.role = 'admin' or ${isManager(sql, sql`b.id`)})))`;
