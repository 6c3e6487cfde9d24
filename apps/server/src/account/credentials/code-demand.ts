import type { Fragment, Queryable } from '#database/connection.ts';
import type { AccountsRow } from '#database/tables.ts';
import type { Keys } from '#lib/keys.ts';
import { failuresBeforeCode } from './password-throttle.policy.ts';

/** The key of a phone in the tables of password failures. It does not reveal the phone. */
export const throttleHash = (keys: Keys, phone: string): Buffer => keys.pepper('password-throttle', phone);

/** The name under which an account's failures are counted: its phone, or its id if it has none. */
export const throttledName = ({ id, phone }: Pick<AccountsRow, 'id' | 'phone'>): string => phone ?? id;

/** Whether a new device needs a code as well as the password. The phone may have no account. */
export const demandsCode = (sql: Queryable, phoneHash: Buffer): Fragment => sql`
  exists (select from password_throttles where phone_hash = ${phoneHash} and failures >= ${failuresBeforeCode}::int)`;
