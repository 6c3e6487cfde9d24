import type { Queryable } from '#database/connection.ts';
import type { AccountsRow } from '#database/tables.ts';
import type { OtpTokens } from '#sign-in/otp/otp-token.ts';
import type { SessionRepo } from './session.repo.ts';

type Deps = {
  readonly sessions: Pick<SessionRepo, 'deleteAll'>;
  readonly otpTokens: Pick<OtpTokens, 'revokeAll'>;
};

/**
 * Ends all access to an account: sessions, grants of applications, pending codes and tokens. Runs in the transaction
 * that changes the password or locks the account, after `lockRow`, so nothing outlives the change (P10). Returns the
 * number of sessions that ended. `keepSessionId` is the session that made the change.
 */
export type EndAccess = (
  tx: Queryable,
  account: Pick<AccountsRow, 'id' | 'phone'>,
  keepSessionId?: string,
) => Promise<number>;

export function createEndAccess({ sessions, otpTokens }: Deps): EndAccess {
  return async (tx, account, keepSessionId) => {
    const ended = await sessions.deleteAll(tx, account.id, keepSessionId);
    await otpTokens.revokeAll(tx, account.phone);
    return ended;
  };
}
