import type { Body } from '@vid/contract/endpoints/index';
import type { Queryable } from '#database/connection.ts';
import type { AccountsRow } from '#database/tables.ts';
import type { Caller } from '#http/caller.ts';
import { AppError } from '#lib/app-error.ts';
import { networkHits } from '#platform/limits/network-hits.ts';
import { requireAccountPhone } from '#account/require-phone.ts';
import type { Visit } from '#sign-in/complete/proof.ts';
import { useOf, type OtpTokenUse } from '#sign-in/otp/otp-token.ts';
import { requireGoodPassword } from '#account/credentials/password.policy.ts';
import type { SignIn } from '../services.ts';

const invalidTokensPerHour = 100;

/**
 * Maximum number of resets per phone and hour. Each reset immediately sends a notice to the phone and the
 * e-mail address of the account, so without a limit a member could cause thousands of SMS a day. The window is
 * short, because a person who has the SIM could otherwise keep the owner from a reset for long.
 */
const resetsPerHour = 5;

/**
 * Resets passwords with a verified code. A reset starts no session; the owner then signs in with the new
 * password.
 */
export function createPasswordResetService(deps: SignIn) {
  const { sql, accounts, passwords, audit, otpTokens } = deps;

  /** Limits only invalid tokens, so that others on the same network cannot block the owner's reset. */
  const requireLiveToken = async (use: OtpTokenUse, { addressKey }: Caller): Promise<void> => {
    try {
      await otpTokens.requireLive(use);
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'OTP_TOKEN_INVALID') throw error;
      const limit = { windowSeconds: 3_600, limit: invalidTokensPerHour };
      await deps.counters.allow(...networkHits('forget-miss', addressKey, limit));
      throw error;
    }
  };

  /**
   * Calls `hash` and counts the reset. Undoes the count if `hash` fails, for example because no slot is free.
   * Call this only with a valid token, so that strangers cannot block the owner's reset.
   */
  const hashCounted = async (phone: string, hash: () => Promise<string>): Promise<string> => {
    const key = `password-reset:${deps.keys.pepper('counter', phone).toString('base64url')}`;
    await deps.counters.allow({ key, windowSeconds: 3_600, limit: resetsPerHour });
    try {
      return await hash();
    } catch (error) {
      await deps.counters.refund([key]);
      throw error;
    }
  };

  const endForgotten = async (
    tx: Queryable,
    account: Pick<AccountsRow, 'id' | 'phone'>,
    by: { readonly accountId: string; readonly caller: Caller },
  ): Promise<number> => {
    await accounts.noteSignIn(tx, account.id);
    const sessionsEnded = await deps.endAccess(tx, account);
    await deps.removeRecent(tx, by);
    return sessionsEnded;
  };

  return {
    /**
     * Sets the password and ends all access gained with the old password, in one transaction (P10). If the
     * owner had locked the account, the account returns to its owner; otherwise the passkeys and social
     * accounts added in the last week are removed, and the e-mail address unless `keepsEmailAtReset` keeps it.
     * @throws AppError PHONE_INVALID, VALIDATION_FAILED, PASSWORD_*, BUSY, OTP_TOKEN_INVALID, RATE_LIMITED;
     * with a valid token ACCOUNT_NOT_FOUND, ACCOUNT_LOCKED, RESET_BY_OPERATOR, RECOVERY_REQUIRED
     */
    async reset(input: Body<'POST /vid/api/users/password/forget'> & Visit): Promise<void> {
      const { caller } = input;
      const phone = requireAccountPhone(input.phone, deps.config);
      const password = requireGoodPassword(input.newPassword, phone, 'newPassword');
      const use = useOf(input, phone, 'forget-password');
      await deps.hasher.admit({ signal: input.signal, address: caller.addressKey }, async (slot) => {
        // Check the token before the expensive hashing.
        await requireLiveToken(use, caller);
        const hash = await hashCounted(phone, () => slot.hash(password));
        await sql.begin(async (tx) => {
          // Every transaction locks the account before its tokens, to prevent deadlocks.
          const account = await accounts.lockByPhone(tx, phone);
          await otpTokens.consume(tx, use);
          if (!account) throw new AppError('ACCOUNT_NOT_FOUND');
          if (account.status === 'locked' && !account.lockedByOwner) throw new AppError('ACCOUNT_LOCKED');
          // A thief of an administrator's phone could set the password and then prove both factors.
          if (account.role === 'admin') throw new AppError('RESET_BY_OPERATOR');
          if (account.phoneInDoubt)
            throw new AppError('RECOVERY_REQUIRED', { details: { reason: 'locked' } });
          if (await accounts.isDormant(tx, account.id))
            throw new AppError('RECOVERY_REQUIRED', { details: { reason: 'dormant' } });
          const by = { accountId: account.id, caller };
          await passwords.set(tx, account.id, hash);
          const isReturn = account.status === 'locked';
          const sessionsEnded = isReturn
            ? await deps.returnToOwner(tx, { account, way: 'lock-opened', by })
            : await endForgotten(tx, account, by);
          await deps.throttle.clear(tx, phone);
          const kind = isReturn ? 'account-returned' : 'password-reset';
          await deps.notices.notify(tx, { account, kind, caller });
          await audit.write(tx, {
            kind: 'password.reset',
            ...by,
            details: { sessionsEnded, wasLocked: isReturn },
          });
        });
      });
      deps.notices.kick();
    },
  };
}
