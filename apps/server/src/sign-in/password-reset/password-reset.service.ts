import type { Sql } from '#database/connection.ts';
import type { Caller } from '#http/caller.ts';
import type { PreSession } from '#http/pre-session.ts';
import { AppError } from '#lib/app-error.ts';
import type { AccountRepo } from '#account/account.repo.ts';
import { requireAccountPhone } from '#account/require-phone.ts';
import type { Audit } from '#platform/audit/audit.ts';
import { publishWebhooks } from '#platform/webhooks/publish.ts';
import type { Counters } from '#platform/limits/counters.ts';
import { removeHeldPasskeys } from '#account/passkeys/passkey.repo.ts';
import type { OtpTokens, OtpTokenUse } from '#sign-in/otp/otp-token.ts';
import type { PasswordHasher } from '#account/credentials/password-hasher.ts';
import type { PasswordThrottle } from '#account/credentials/password-throttle.ts';
import { requireGoodPassword } from '#account/credentials/password.policy.ts';
import type { EndAccess } from '#account/end-access.ts';
import type { NoticeService } from '#account/notices/notices.service.ts';

type Deps = {
  readonly config: { readonly phoneCountries: readonly string[] };
  readonly sql: Sql;
  readonly accounts: AccountRepo;
  readonly hasher: PasswordHasher;
  readonly throttle: PasswordThrottle;
  readonly otpTokens: OtpTokens;
  readonly counters: Pick<Counters, 'hit'>;
  readonly endAccess: EndAccess;
  readonly notices: NoticeService;
  readonly audit: Audit;
};

/** Invalid tokens that a network address may submit in an hour: as many as the codes it may request. */
const invalidTokensPerHour = 100;

/**
 * Resets a forgotten password with a verified one-time code. Starts no session, so that the owner signs in with the
 * new password.
 */
export function createPasswordResetService(deps: Deps) {
  const { sql, accounts, audit, otpTokens } = deps;

  /** A valid token always passes, so that a stranger on the same network cannot block the owner's reset. */
  const requireLiveToken = async (use: OtpTokenUse, { addressKey }: Caller): Promise<void> => {
    try {
      await otpTokens.requireLive(use);
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'OTP_TOKEN_INVALID') throw error;
      const [hit] = await deps.counters.hit([
        { key: `forget-miss:${addressKey}`, windowSeconds: 3_600, limit: invalidTokensPerHour },
      ]);
      if (hit?.isOver) throw new AppError('RATE_LIMITED', { retryAfterSeconds: hit.resetsInSeconds });
      throw error;
    }
  };

  return {
    /**
     * Sets the password and ends all access that was gained with the old one, in one transaction (P10). Removes
     * passkeys that are on hold.
     * @throws AppError PHONE_INVALID, VALIDATION_FAILED, PASSWORD_*, BUSY, OTP_TOKEN_INVALID, RATE_LIMITED; with a
     * valid token ACCOUNT_NOT_FOUND, ACCOUNT_LOCKED, RESET_BY_OPERATOR, RECOVERY_REQUIRED
     */
    async reset(input: {
      phone: string;
      otpToken: string;
      newPassword: string;
      caller: Caller;
      preSession: PreSession;
      signal: AbortSignal;
    }): Promise<void> {
      const { caller } = input;
      const phone = requireAccountPhone(input.phone, deps.config);
      const password = requireGoodPassword(input.newPassword, phone, 'newPassword');
      const use = {
        token: input.otpToken,
        phone,
        purposes: ['forget-password'],
        preSessionHash: input.preSession.hash,
      } as const;
      await deps.hasher.admit({ signal: input.signal, address: caller.addressKey }, async (slot) => {
        // Hashing is expensive; check the token first.
        await requireLiveToken(use, caller);
        const hash = await slot.hash(password);
        await sql.begin(async (tx) => {
          // Lock the account before its tokens, as every other transaction does, to prevent deadlocks.
          const account = await accounts.lockByPhone(tx, phone);
          await otpTokens.consume(tx, use);
          if (!account) throw new AppError('ACCOUNT_NOT_FOUND');
          if (account.status === 'locked' && !account.lockedByOwner) throw new AppError('ACCOUNT_LOCKED');
          // Refuse administrators: a thief of the phone could otherwise set the password and then prove both factors.
          if (account.role === 'admin') throw new AppError('RESET_BY_OPERATOR');
          if (account.phoneInDoubt)
            throw new AppError('RECOVERY_REQUIRED', { details: { reason: 'locked' } });
          if (await accounts.isDormant(tx, account.id))
            throw new AppError('RECOVERY_REQUIRED', { details: { reason: 'dormant' } });
          await accounts.giveBack(tx, account, phone);
          if (account.status === 'locked')
            await publishWebhooks(tx, { event: 'account.unlocked', accountId: account.id });
          await accounts.setPassword(tx, account.id, hash);
          const sessionsEnded = await deps.endAccess(tx, account);
          // These passkeys were added without a fresh proof of the owner, so an intruder may have added them.
          for (const passkeyId of await removeHeldPasskeys(tx, account.id))
            await audit.write(tx, {
              kind: 'passkey.removed',
              accountId: account.id,
              caller,
              details: { passkeyId },
            });
          await deps.throttle.clear(tx, phone);
          await deps.notices.notify(tx, { account, kind: 'password-reset', caller });
          await audit.write(tx, {
            kind: 'password.reset',
            accountId: account.id,
            caller,
            details: { sessionsEnded, wasLocked: account.status === 'locked' },
          });
        });
      });
      deps.notices.kick();
    },
  };
}

export type PasswordResetService = ReturnType<typeof createPasswordResetService>;
