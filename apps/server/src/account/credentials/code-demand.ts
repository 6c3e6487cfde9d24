import type { Fragment, Queryable } from '#database/connection.ts';
import type { Keys } from '#lib/keys.ts';
import { failuresBeforeCode } from './password-throttle.policy.ts';

/** The name of a phone in the tables of password failures, which does not reveal it. */
export const throttleHash = (keys: Keys, phone: string): Buffer => keys.pepper('password-throttle', phone);

/** Whether strangers need a code as well as the password of a phone, which may have no account. */
export const demandsCode = (sql: Queryable, phoneHash: Buffer): Fragment => sql`
  exists (select from password_throttles where phone_hash = ${phoneHash} and failures >= ${failuresBeforeCode}::int)`;
