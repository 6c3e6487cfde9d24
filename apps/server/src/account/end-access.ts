import type { Queryable } from '#database/connection.ts';
import type { AccountsRow } from '#database/tables.ts';

/**
 * Ends all access to an account: sessions, grants of applications, pending codes and tokens, open recoveries,
 * known devices. Runs in the transaction that changes the password or locks the account, after `lockRow`, so
 * nothing outlives the change (P10). Returns the number of sessions that ended. `keep` names the session that
 * made the change. A recovery that support began continues unless `supportRecovery` is false, because an
 * intruder who has the phone or a session could otherwise stop it. The owner is notified when a recovery
 * ends, and would otherwise wait for its link, except at a return, which has its own notice (`isReturn`).
 * `sign-in/session` implements this function.
 */
export type EndAccess = (
  tx: Queryable,
  account: Pick<AccountsRow, 'id' | 'phone'>,
  keep?: { readonly sessionId?: string; readonly supportRecovery?: boolean; readonly isReturn?: boolean },
) => Promise<number>;
