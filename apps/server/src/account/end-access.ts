import type { Queryable } from '#database/connection.ts';
import type { AccountsRow } from '#database/tables.ts';

/**
 * Ends all access to an account: sessions, grants of applications, pending codes and tokens, open recoveries
 * and known devices. Runs in the transaction that changes the password or locks the account, after `lockRow`,
 * so nothing outlives the change (P10). Returns the number of sessions that ended. `sessionId` is the session
 * that made the change. A recovery that support began continues unless `supportRecovery` is false: an
 * intruder who has the phone or a session could otherwise stop it. The owner, who would otherwise wait for
 * the link, is notified of a recovery that ends, except at a return, which has its own notice (`isReturn`).
 * The pending codes of `nextPhone`, the account's next phone, end too: someone who had that phone for minutes
 * may have entered one. Implemented by `sign-in/session`.
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
