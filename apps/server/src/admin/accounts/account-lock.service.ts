import type { Sql } from '#database/connection.ts';
import { AppError } from '#lib/app-error.ts';
import type { Audit } from '#platform/audit/audit.ts';
import type { EndAccess } from '#account/end-access.ts';
import type { AccountRepo } from '#account/account.repo.ts';
import { record, type By } from './by.ts';

type Deps = {
  readonly sql: Sql;
  readonly accounts: AccountRepo;
  readonly endAccess: EndAccess;
  readonly audit: Audit;
};

/** Locks and unlocks accounts for an administrator. */
export function createAccountLockService(deps: Deps) {
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
  };
}
