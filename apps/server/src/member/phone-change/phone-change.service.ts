import { holdSeconds } from '@vid/contract/limits';
import type { Caller } from '#http/caller.ts';
import { AppError } from '#lib/app-error.ts';
import { maskPhone } from '#lib/phone/mask-phone.ts';
import { orAccountExists, requirePhone } from '#account/require-phone.ts';
import { findPhoneHold } from '#account/phone-hold.ts';
import { isTrusted } from '#account/notices/notices.policy.ts';
import { lockForChange } from '#sign-in/session/lock-for-change.ts';
import { requireConfirmed, requireNoHold } from '#sign-in/session/session.policy.ts';
import type { Access } from '#sign-in/session/access.ts';
import type { FullSession } from '#sign-in/session/session.service.ts';

type Input = {
  readonly session: FullSession;
  readonly phone: string;
  readonly otpToken: string;
  readonly preSessionHash: Buffer;
  readonly caller: Caller;
};

/**
 * Changes the phone of an account. For a day, a link in the notice to an established former number can undo the change.
 */
export function createPhoneChangeService(deps: Access) {
  const { config, sql, accounts, otpTokens, endAccess, notices, audit } = deps;

  const replace = ({ session, otpToken, preSessionHash, caller }: Input, phone: string) =>
    sql.begin(async (tx) => {
      const before = await lockForChange(tx, session, deps);
      const { id: accountId, phone: oldPhone } = before;
      const hold = await findPhoneHold(deps.passwords, tx, accountId);
      if (hold) throw new AppError('CHANGE_ON_HOLD', { retryAfterSeconds: hold.seconds });
      await otpTokens.consume(tx, { token: otpToken, phone, purposes: ['phone-change'], preSessionHash });

      // Only an established number can be restored: an intruder may have added a new one, whose link would
      // undo the account's return to its owner.
      const { phoneSince, now } = await accounts.findPhoneHistory(tx, accountId);
      const restores = isTrusted({ at: now, channelSince: phoneSince });
      await notices.notify(tx, {
        account: before,
        kind: restores ? 'phone-replaced' : 'phone-changed',
        phone: oldPhone,
        caller,
        ...(restores && { restores: oldPhone }),
      });
      const sessionsEnded = await endAccess(tx, before, { sessionId: session.id });
      await deps.throttle.clear(tx, phone);
      const account = await accounts.changePhone(tx, { accountId, phone, holdSeconds });
      await audit.write(tx, {
        kind: 'phone.changed',
        accountId,
        caller,
        details: { from: maskPhone(oldPhone), to: maskPhone(phone), sessionsEnded },
      });
      return account;
    });

  /**
   * Returns whether the current phone comes from a change that is still on hold, rather than from a later
   * return to the owner.
   */
  const isRepeat = async ({ account, holdSeconds: held }: FullSession): Promise<boolean> => {
    if (held <= 0) return false;
    const { phoneSince, returnedAt, now } = await accounts.findPhoneHistory(sql, account.id);
    return (
      phoneSince !== null &&
      now.getTime() - phoneSince.getTime() < holdSeconds * 1_000 &&
      (returnedAt === null || returnedAt < phoneSince)
    );
  };

  return {
    /**
     * Changes the phone with a verified code sent to the new number, ends all other access and notifies the
     * former number. For a day after a new password, the phone cannot be changed. A call repeated after a lost
     * response changes nothing and succeeds (D4).
     * @throws AppError PHONE_INVALID, PHONE_UNSUPPORTED, CHANGE_ON_HOLD, REAUTHENTICATION_REQUIRED,
     *   OTP_TOKEN_INVALID, ACCOUNT_EXISTS; VALIDATION_FAILED for the current number; TOKEN_INVALID if the
     *   session has ended
     */
    async change(input: Input): Promise<FullSession> {
      const { session } = input;
      const phone = requirePhone(input.phone, config);
      if (phone === session.account.phone) {
        if (await isRepeat(session)) return session;
        throw new AppError('VALIDATION_FAILED', { fields: { phone: 'samePhone' } });
      }
      requireNoHold(session);
      requireConfirmed(session);
      const account = await orAccountExists(replace(input, phone));
      notices.kick();
      return { ...session, holdSeconds, holdUntil: account.sensitiveHoldUntil, account };
    },
  };
}
