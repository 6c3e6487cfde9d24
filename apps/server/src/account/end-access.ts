import type { Queryable } from '#database/connection.ts';
import type { AccountsRow } from '#database/tables.ts';

/**
 * Ends all access to an account: sessions, grants of applications, pending codes and tokens, open recoveries, known
 * devices. Runs in the transaction that changes the password or locks the account, after `lockRow`, so nothing outlives
 * the change (P10). Returns the number of sessions that ended. `keepSessionId` is the session that made the change.
 * Implemented by `sign-in/session`.
 */
export type EndAccess = (
  tx: Queryable,
  account: Pick<AccountsRow, 'id' | 'phone'>,
  keepSessionId?: string,
) => Promise<number>;
