import type { Fragment, Queryable } from '#database/connection.ts';

/** The applications that an account manages, as SQL fragments for other features. */
export const managedApplications = {
  exist: (sql: Queryable, accountId: Fragment): Fragment => sql`
    exists (select from applications m where m.owner_id = ${accountId})`,

  /** A JSON array ordered by code; null if there are none. */
  list: (sql: Queryable, accountId: Fragment): Fragment => sql`
    (select json_agg(json_build_object('id', m.id, 'code', m.code, 'name', m.name) order by m.code)
      from applications m where m.owner_id = ${accountId})`,
};
