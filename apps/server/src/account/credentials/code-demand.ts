import type { Fragment, Queryable } from '#database/connection.ts';
import type { AccountsRow } from '#database/tables.ts';
import type { Keys } from '#lib/keys.ts';
import { failuresBeforeCode } from './password-throttle.policy.ts';

/** Returns the key of the tables of password failures: a hash, so that the tables do not reveal the phone. */
export const throttleHash = (keys: Keys, phone: string): Buffer => keys.pepper('password-throttle', phone);

/**
 * Returns the name under which an account's failures are counted: its phone, or its id if the account has no
 * phone. Known devices are found by the phone, so without a phone, a failure in a session counts as one on an
 * unknown device, after which the network must wait.
 */
export const throttledName = ({ id, phone }: Pick<AccountsRow, 'id' | 'phone'>): string => phone ?? id;

/** Selects whether a new device needs both a code and the password, even if the phone has no account. */
export const demandsCode = (sql: Queryable, phoneHash: Buffer): Fragment => sql`
  exists (select from password_throttles where phone_hash = ${phoneHash} and failures >= ${failuresBeforeCode}::int)`;
