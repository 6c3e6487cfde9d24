import type { Fragment, Queryable } from '#database/connection.ts';
import type { AccountsRow } from '#database/tables.ts';
import type { Keys } from '#lib/keys.ts';
import { failuresBeforeCode } from './password-throttle.policy.ts';

/** Returns a keyed hash of the phone, so that the tables of password failures do not reveal the phone. */
export const throttleHash = (keys: Keys, phone: string): Buffer => keys.pepper('password-throttle', phone);

/**
 * Returns the key under which an account's failures are counted: its phone, or its id if it has no phone.
 * Known devices are looked up by phone, so without a phone each failure in a session counts as a failure on
 * an unknown device.
 */
export const throttledName = ({ id, phone }: Pick<AccountsRow, 'id' | 'phone'>): string => phone ?? id;

/**
 * Selects whether a new device needs a code besides the password. The answer does not depend on whether the
 * phone has an account (P1).
 */
export const demandsCode = (sql: Queryable, phoneHash: Buffer): Fragment => sql`
  exists (select from password_throttles where phone_hash = ${phoneHash} and failures >= ${failuresBeforeCode}::int)`;
