import type { Sql } from '#database/connection.ts';
import type { Caller } from '#http/caller.ts';
import { AppError } from '#lib/app-error.ts';
import type { Audit } from '#platform/audit/audit.ts';
import type { OtpTokens } from '#sign-in/otp/otp-token.ts';
import type { SessionRepo } from '#sign-in/session/session.repo.ts';
import type { AccountRepo } from '#account/account.repo.ts';

type Parts = {
  readonly sql: Sql;
  readonly accounts: AccountRepo;
  readonly sessions: Pick<SessionRepo, 'deleteAll'>;
  readonly otpTokens: Pick<OtpTokens, 'revokeAll'>;
  readonly audit: Audit;
};

type By = {
  /** The administrator who does it; null for the operator at the command line. */
  readonly actorId: string | null;
  readonly caller: Pick<Caller, 'address' | 'requestId'>;
  readonly reason?: string;
};

function record(by: By, accountId: string) {
  return {
    accountId,
    actorId: by.actorId,
    caller: by.caller,
    details: by.reason === undefined ? {} : { reason: by.reason },
  };
}

/** What is done to an account from outside. */
export function createAccountService(parts: Parts) {
  const { sql, accounts, audit } = parts;

  return {
    /**
     * Locks an account and ends its sessions and pending codes in one transaction, so that nothing signed in
     * outlives the lock. False when it was locked already.
     * @throws AppError ACCOUNT_NOT_FOUND
     */
    lock: (accountId: string, by: By): Promise<boolean> =>
      sql.begin(async (tx) => {
        if (!(await accounts.lockRow(tx, accountId))) throw new AppError('ACCOUNT_NOT_FOUND');
        const locked = await accounts.setStatus(tx, accountId, 'locked');
        if (!locked) return false;
        await parts.sessions.deleteAll(tx, accountId);
        await parts.otpTokens.revokeAll(tx, locked.phone);
        await audit.write(tx, { kind: 'account.locked', ...record(by, accountId) });
        return true;
      }),

    /**
     * Lets an account sign in again; its old sessions stay ended. False when it was not locked.
     * @throws AppError ACCOUNT_NOT_FOUND
     */
    unlock: (accountId: string, by: By): Promise<boolean> =>
      sql.begin(async (tx) => {
        if (!(await accounts.lockRow(tx, accountId))) throw new AppError('ACCOUNT_NOT_FOUND');
        if (!(await accounts.setStatus(tx, accountId, 'active'))) return false;
        await audit.write(tx, { kind: 'account.unlocked', ...record(by, accountId) });
        return true;
      }),
  };
}

export type AccountService = ReturnType<typeof createAccountService>;
