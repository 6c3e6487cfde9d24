import type { Sql } from '#database/connection.ts';
import type { Caller } from '#http/caller.ts';
import { AppError } from '#lib/app-error.ts';
import type { Audit } from '#platform/audit/audit.ts';
import type { SmsService } from '#platform/sms/sms.service.ts';
import type { PasswordHasher } from '#account/credentials/password-hasher.ts';
import type { PasswordThrottle } from '#account/credentials/password-throttle.ts';
import { requireGoodPassword } from '#account/credentials/password.policy.ts';
import type { EndAccess } from '#account/end-access.ts';
import { localeOfAccount, type AccountRepo } from '#account/account.repo.ts';

type Deps = {
  readonly sql: Sql;
  readonly accounts: AccountRepo;
  readonly hasher: PasswordHasher;
  readonly throttle: Pick<PasswordThrottle, 'clear'>;
  readonly endAccess: EndAccess;
  readonly sms: Pick<SmsService, 'notify' | 'kick'>;
  readonly audit: Audit;
};

type By = {
  /** The administrator; null for the operator at the command line. */
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

/** An administrator's changes to accounts. */
export function createAccountService(deps: Deps) {
  const { sql, accounts, audit } = deps;

  return {
    /**
     * Locks an account and ends all access to it, in one transaction. False if it was already locked.
     * @throws AppError ACCOUNT_NOT_FOUND
     */
    lock: (accountId: string, by: By): Promise<boolean> =>
      sql.begin(async (tx) => {
        if (!(await accounts.lockRow(tx, accountId))) throw new AppError('ACCOUNT_NOT_FOUND');
        const locked = await accounts.setStatus(tx, accountId, 'locked');
        if (!locked) return false;
        await deps.endAccess(tx, locked);
        await audit.write(tx, { kind: 'account.locked', ...record(by, accountId) });
        return true;
      }),

    /**
     * Lets an account sign in again; its old sessions stay ended. False if it was not locked.
     * @throws AppError ACCOUNT_NOT_FOUND
     */
    unlock: (accountId: string, by: By): Promise<boolean> =>
      sql.begin(async (tx) => {
        if (!(await accounts.lockRow(tx, accountId))) throw new AppError('ACCOUNT_NOT_FOUND');
        if (!(await accounts.setStatus(tx, accountId, 'active'))) return false;
        await audit.write(tx, { kind: 'account.unlocked', ...record(by, accountId) });
        return true;
      }),

    /**
     * Sets a temporary password and ends all access, because an administrator cannot reset it with a code alone.
     * @throws AppError ACCOUNT_NOT_FOUND; FORBIDDEN for a member, because members set their own passwords (M4)
     */
    async resetAdminPassword(accountId: string, password: string, by: By): Promise<void> {
      const hash = await deps.hasher.admit({}, (slot) => slot.hash(password));
      await sql.begin(async (tx) => {
        const account = await accounts.lockRow(tx, accountId);
        if (!account) throw new AppError('ACCOUNT_NOT_FOUND');
        if (account.role !== 'admin') throw new AppError('FORBIDDEN');
        requireGoodPassword(password, account.phone, 'newPassword');
        await accounts.setTemporaryPassword(tx, accountId, hash);
        await deps.endAccess(tx, account);
        await deps.throttle.clear(tx, account.phone);
        await deps.sms.notify(tx, {
          phone: account.phone,
          kind: 'password-reset',
          locale: localeOfAccount(account),
        });
        await audit.write(tx, { kind: 'password.reset', ...record(by, accountId) });
      });
      deps.sms.kick();
    },
  };
}

export type AccountService = ReturnType<typeof createAccountService>;
