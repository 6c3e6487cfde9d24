import type { Fragment, Queryable } from '#database/connection.ts';

/** The last published version that requires agreement; 0 if there is none, because every sign-up agrees to the built-in ones. */
export const lastRequiredLegal = (sql: Queryable): Fragment => sql`
  (select coalesce(max(id), 0) from legal_versions where requires_agreement)`;

/** Whether the account `a` had to agree to a newer version when its session `s` began, and has not agreed since. */
export const mustAgree = (sql: Queryable): Fragment => sql`a.agreed_legal < s.legal_required`;
