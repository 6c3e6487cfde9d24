import type { AccountRepo } from '#account/account.repo.ts';
import { throttledName } from '#account/credentials/code-demand.ts';
import type { PasswordHasher } from '#account/credentials/password-hasher.ts';
import type { PasswordThrottle } from '#account/credentials/password-throttle.ts';
import { requireGoodPassword } from '#account/credentials/password.policy.ts';
import type { EndAccess } from '#account/end-access.ts';
import type { NoticeService } from '#account/notices/notices.service.ts';
import type { RemoveCredentials } from '#account/remove-credentials.ts';
import type { Sql } from '#database/connection.ts';
import { AppError } from '#lib/app-error.ts';
import type { Audit } from '#platform/audit/audit.ts';
import { record, type Actor } from '#account/actor.ts';

type Deps = {
  readonly sql: Sql;
  readonly accounts: AccountRepo;
  readonly hasher: PasswordHasher;
  readonly throttle: Pick<PasswordThrottle, 'clear'>;
  readonly endAccess: EndAccess;
  readonly notices: NoticeService;
  readonly removeCredentials: RemoveCredentials;
  readonly audit: Audit;
};

/** Sets new passwords for administrators. */
export function createAdminResetService(deps: Deps) {
  const { sql, accounts, audit } = deps;

  return {
    /**
     * Sets a temporary password and ends all access, because an administrator cannot reset the password with a code
     * alone. Removes two-step sign-in, passkeys and social identities too, which may be lost with the phone.
     * @throws AppError NOT_FOUND; RESET_BY_MEMBER for a member, because members set their own passwords (M4)
     */
    async resetAdminPassword(accountId: string, password: string, by: Actor): Promise<void> {
      const hash = await deps.hasher.admit({}, (slot) => slot.hash(password));
      await sql.begin(async (tx) => {
        const account = await accounts.lockRow(tx, accountId);
        if (!account) throw new AppError('NOT_FOUND');
        if (account.role !== 'admin') throw new AppError('RESET_BY_MEMBER');
        requireGoodPassword(password, account.phone, 'newPassword');
        await accounts.setTemporaryPassword(tx, accountId, hash);
        await deps.endAccess(tx, account);
        await deps.removeCredentials(tx, { accountId, actorId: by.actorId, caller: by.caller });
        await deps.throttle.clear(tx, throttledName(account));
        await deps.notices.notify(tx, { account, kind: 'password-reset' });
        await audit.write(tx, { kind: 'password.reset', ...record(by, accountId) });
      });
      deps.notices.kick();
    },
  };
}
