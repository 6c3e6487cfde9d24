import type { Fragment, Queryable } from '#database/connection.ts';

/** Whether the account `a` had to agree to a newer version when its session `s` began, and has not agreed since. */
export const mustAgree = (sql: Queryable): Fragment => sql`a.agreed_legal < s.legal_required`;
