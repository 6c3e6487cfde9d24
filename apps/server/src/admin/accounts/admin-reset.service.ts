import { throttledName } from '#account/credentials/code-demand.ts';
import { requireGoodPassword } from '#account/credentials/password.policy.ts';
import { AppError } from '#lib/app-error.ts';
import { record, type Actor } from '#account/actor.ts';
import type { Access } from '#sign-in/session/access.ts';

export function createAdminResetService(deps: Access) {
  const { sql, accounts, passwords, audit } = deps;

  return {
    /**
     * Sets a temporary password for an administrator, who cannot reset the password with a code alone, and returns the
     * account to its owner.
     * @throws AppError BUSY, NOT_FOUND, VALIDATION_FAILED, PASSWORD_*; RESET_BY_MEMBER for a member, because
     * members set their own passwords (M4)
     */
    async resetAdminPassword(accountId: string, password: string, by: Actor): Promise<void> {
      const hash = await deps.hasher.admit({}, (slot) => slot.hash(password));
      await sql.begin(async (tx) => {
        const account = await accounts.lockRow(tx, accountId);
        if (!account) throw new AppError('NOT_FOUND');
        if (account.role !== 'admin') throw new AppError('RESET_BY_MEMBER');
        requireGoodPassword(password, account.phone, 'newPassword');
        await passwords.setTemporary(tx, accountId, hash);
        await deps.returnToOwner(tx, { account, way: 'operator-reset', by });
        await deps.throttle.clear(tx, throttledName(account));
        await deps.notices.notify(tx, { account, kind: 'password-reset' });
        await audit.write(tx, { kind: 'password.reset', ...record(by, accountId) });
      });
      deps.notices.kick();
    },
  };
}
