import type { Fragment, Queryable } from '#database/connection.ts';
import type { Keys } from '#lib/keys.ts';
import { failuresBeforeCode } from './password-throttle.policy.ts';

/** The key of a phone in the tables of password failures. It does not reveal the phone. */
export const throttleHash = (keys: Keys, phone: string): Buffer => keys.pepper('password-throttle', phone);

/** Whether a new device needs a code as well as the password. The phone may have no account. */
export const demandsCode = (sql: Queryable, phoneHash: Buffer): Fragment => sql`
  exists (select from password_throttles where phone_hash = ${phoneHash} and failures >= ${failuresBeforeCode}::int)`;
