import type { Fragment, Queryable } from '#database/connection.ts';
import type { AccountsRow } from '#database/tables.ts';
import type { Keys } from '#lib/keys.ts';
import { failuresBeforeCode } from './password-throttle.policy.ts';

/** The tables of password failures contain this hash as the key, so they do not reveal the phone. */
export const throttleHash = (keys: Keys, phone: string): Buffer => keys.pepper('password-throttle', phone);

/**
 * Returns the name under which an account's failures are counted: its phone, or its id if the account has no phone.
 * Known devices are found by the phone, so a failure in a session of an account without a phone counts as a failure on
 * an unknown device, after which the network must wait.
 */
export const throttledName = ({ id, phone }: Pick<AccountsRow, 'id' | 'phone'>): string => phone ?? id;

/**
 * Selects whether a new device needs both a code and the password. Works even if the phone has no account.
 */
export const demandsCode = (sql: Queryable, phoneHash: Buffer): Fragment => sql`
  exists (select from password_throttles where phone_hash = ${phoneHash} and failures >= ${failuresBeforeCode}::int)`;
