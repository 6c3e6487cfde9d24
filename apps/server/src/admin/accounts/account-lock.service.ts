import type { Queryable } from '#database/connection.ts';
import { AppError } from '#lib/app-error.ts';
import { beginAs } from '#platform/begin-as.ts';
import { publishWebhooks } from '#platform/webhooks/publish.ts';
import { requireOtherAdmin } from '#account/administrators.ts';
import { record, type Actor } from '#account/actor.ts';
import type { Access } from '#sign-in/session/access.ts';

export function createAccountLockService(deps: Access) {
  const { sql, accounts, audit } = deps;

  const lockRow = async (tx: Queryable, accountId: string, { isMachine = false }: Actor) => {
    const account = await accounts.lockRow(tx, accountId);
    if (!account) throw new AppError('NOT_FOUND');
    // A leaked machine token must not lock out the administrators who can revoke it.
    if (isMachine && account.role === 'admin') throw new AppError('FORBIDDEN');
    return account;
  };

  const inTransaction = {
    /**
     * Locks an account and ends all access to it. Returns false if the association had already locked it.
     * @throws AppError NOT_FOUND; OWN_ACCOUNT; FORBIDDEN if a machine client changes an administrator;
     * LAST_ADMIN (M4)
     */
    async lock(tx: Queryable, accountId: string, by: Actor): Promise<boolean> {
      if (accountId === by.actorId) throw new AppError('OWN_ACCOUNT');
      const { role, status } = await lockRow(tx, accountId, by);
      if (role === 'admin') await requireOtherAdmin(tx, accountId);
      const locked = await accounts.setStatus(tx, accountId, 'locked');
      if (!locked) return false;
      await deps.endAccess(tx, locked, { supportRecovery: false });
      // A lock by the owner was already published.
      if (status !== 'locked')
        await publishWebhooks(tx, { event: 'account.locked', accountId, lockedBy: 'association' });
      await audit.write(tx, { kind: 'account.locked', ...record(by, accountId) });
      return true;
    },

    /**
     * Unlocks an account without restoring its sessions. If the owner had reported an event, the account
     * returns to its owner. Returns false if the account was not locked.
     * @throws AppError NOT_FOUND; OWN_ACCOUNT; FORBIDDEN if a machine client changes an administrator
     */
    async unlock(tx: Queryable, accountId: string, by: Actor): Promise<boolean> {
      if (accountId === by.actorId) throw new AppError('OWN_ACCOUNT');
      const account = await lockRow(tx, accountId, by);
      if (account.status !== 'locked') return false;
      if (account.disputedAt) {
        await deps.returnToOwner(tx, { account, way: 'lock-lifted', by });
        await deps.notices.notify(tx, { account, kind: 'lock-lifted' });
      } else {
        await accounts.setStatus(tx, accountId, 'active');
        await publishWebhooks(tx, { event: 'account.unlocked', accountId });
      }
      await audit.write(tx, { kind: 'account.unlocked', ...record(by, accountId) });
      return true;
    },

    /**
     * Ends the sessions of an account, its pending codes and the applications' tokens. Returns the number of
     * ended sessions.
     * @throws AppError NOT_FOUND; FORBIDDEN if a machine client changes an administrator
     */
    async endSessions(tx: Queryable, accountId: string, by: Actor): Promise<number> {
      const count = await deps.endAccess(tx, await lockRow(tx, accountId, by));
      const { details, ...rest } = record(by, accountId);
      await audit.write(tx, { kind: 'session.ended-all', ...rest, details: { ...details, count } });
      return count;
    },
  };

  const begin = <T>(accountId: string, by: Actor, work: (tx: Queryable) => Promise<T>): Promise<T> =>
    beginAs(sql, { ...by, others: [accountId] }, work);

  return {
    inTransaction,
    lock: (accountId: string, by: Actor) =>
      begin(accountId, by, (tx) => inTransaction.lock(tx, accountId, by)),
    unlock: async (accountId: string, by: Actor): Promise<boolean> => {
      const isUnlocked = await begin(accountId, by, (tx) => inTransaction.unlock(tx, accountId, by));
      deps.notices.kick();
      return isUnlocked;
    },
    endSessions: (accountId: string, by: Actor) =>
      begin(accountId, by, (tx) => inTransaction.endSessions(tx, accountId, by)),
  };
}

export type AccountLockService = ReturnType<typeof createAccountLockService>;
