import type { Queryable } from '#database/connection.ts';
import type { AccountsRow } from '#database/tables.ts';

/**
 * Ends all access to an account: sessions, unfinished sign-ins, grants of applications, pending codes and
 * tokens, open recoveries and known devices. Runs after `lockRow` in the transaction of the change that
 * requires it, such as a new password, a new phone or a lock, so that nothing outlives the change (P10).
 * Returns the number of sessions that ended. Implemented by `sign-in/session`.
 * - `sessionId`: the session that made the change, which continues.
 * - `supportRecovery`: if false, also ends a recovery that support began. By default it continues, because an
 * intruder who has the phone or a session could otherwise stop it.
 * - `isReturn`: sends no notice of an ended recovery, because the return has its own notice.
 * - `nextPhone`: the account's next phone, whose pending codes also end, because someone who had that phone for
 * minutes may have entered one.
 */
export type EndAccess = (
  tx: Queryable,
  account: Pick<AccountsRow, 'id' | 'phone'>,
  options?: {
    readonly sessionId?: string;
    readonly supportRecovery?: boolean;
    readonly isReturn?: boolean;
    readonly nextPhone?: string | null;
  },
) => Promise<number>;
