import { demandsCode } from '#account/credentials/code-demand.ts';
import type { Fragment, Queryable } from '#database/connection.ts';

/**
 * Whether strangers attack a phone: they entered too many wrong codes, or so many wrong passwords that a new device
 * needs a code. It does not depend on whether the phone has an account.
 */
export const isUnderAttack = (
  sql: Queryable,
  about: { readonly phone: string; readonly throttleHash: Buffer; readonly failureLimit: number },
): Fragment => sql`
  (${demandsCode(sql, about.throttleHash)} or exists (select from otp_failures
    where phone = ${about.phone} and failures >= ${about.failureLimit} and expires_at > now()))`;
