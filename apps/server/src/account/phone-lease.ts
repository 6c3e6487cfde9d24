import type { Fragment, Queryable } from '#database/connection.ts';

/** Operators give a phone number to another subscriber some months after it was cut off. */
export const leaseDays = 180;

/**
 * A condition on the account `a`: its last sign-in is so long ago that the phone may have another subscriber. A code
 * sent to the phone is then not enough. Administrators always need their password as well.
 */
export const isDormant = (sql: Queryable): Fragment => sql`
  (a.role = 'user' and a.last_sign_in_at < now() - make_interval(days => ${leaseDays}::int))`;
