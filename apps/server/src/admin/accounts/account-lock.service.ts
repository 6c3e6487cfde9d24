import type { Queryable, Sql } from '#database/connection.ts';
import { AppError } from '#lib/app-error.ts';
import type { Audit } from '#platform/audit/audit.ts';
import { publishWebhooks } from '#platform/webhooks/publish.ts';
import { requireOtherAdmin } from '#account/administrators.ts';
import type { EndAccess } from '#account/end-access.ts';
import type { AccountRepo } from '#account/account.repo.ts';
import { record, type Actor } from '#account/actor.ts';

type Deps = {
  readonly sql: Sql;
  readonly accounts: AccountRepo;
  readonly endAccess: EndAccess;
  readonly audit: Audit;
};

/** Locks and unlocks accounts for an administrator. */
export function createAccountLockService(deps: Deps) {
  const { sql, accounts, audit } = deps;

  const lockRow = async (tx: Queryable, accountId: string, { isMachine = false }: Actor) => {
    const account = await accounts.lockRow(tx, accountId);
    if (!account) throw new AppError('NOT_FOUND');
    // A leaked token must not lock out the administrators who can revoke it.
    if (isMachine && account.role === 'admin') throw new AppError('FORBIDDEN');
    return account;
  };

  return {
    /**
     * Locks an account and ends all access to it, in one transaction. False if the account was already locked.
     * @throws AppError NOT_FOUND; FORBIDDEN if a machine client locks an administrator; OWN_ACCOUNT, LAST_ADMIN (M4)
     */
    lock: (accountId: string, by: Actor): Promise<boolean> =>
      sql.begin(async (tx) => {
        if (accountId === by.actorId) throw new AppError('OWN_ACCOUNT');
        const { role, status } = await lockRow(tx, accountId, by);
        if (role === 'admin') await requireOtherAdmin(tx, accountId);
        const locked = await accounts.setStatus(tx, accountId, 'locked');
        if (!locked) return false;
        await deps.endAccess(tx, locked);
        // A lock by the owner was already published.
        if (status !== 'locked')
          await publishWebhooks(tx, { event: 'account.locked', accountId, lockedBy: 'association' });
        await audit.write(tx, { kind: 'account.locked', ...record(by, accountId) });
        return true;
      }),

    /**
     * Lets an account sign in again; its old sessions stay ended. False if the account was not locked.
     * @throws AppError NOT_FOUND, OWN_ACCOUNT
     */
    unlock: (accountId: string, by: Actor): Promise<boolean> =>
      sql.begin(async (tx) => {
        if (accountId === by.actorId) throw new AppError('OWN_ACCOUNT');
        await lockRow(tx, accountId, by);
        if (!(await accounts.setStatus(tx, accountId, 'active'))) return false;
        await publishWebhooks(tx, { event: 'account.unlocked', accountId });
        await audit.write(tx, { kind: 'account.unlocked', ...record(by, accountId) });
        return true;
      }),

    /**
     * Ends every session of an account, with its pending codes and its applications' tokens. Returns the number of
     * sessions.
     * @throws AppError NOT_FOUND
     */
    endSessions: (accountId: string, by: Actor): Promise<number> =>
      sql.begin(async (tx) => {
        const count = await deps.endAccess(tx, await lockRow(tx, accountId, by));
        const { details, ...rest } = record(by, accountId);
        await audit.write(tx, { kind: 'session.ended-all', ...rest, details: { ...details, count } });
        return count;
      }),
  };
}

export type AccountLockService = ReturnType<typeof createAccountLockService>;
