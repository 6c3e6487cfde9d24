import type { Sql } from '#database/connection.ts';
import type { Caller } from '#http/caller.ts';
import { AppError } from '#lib/app-error.ts';
import { localeOfAccount } from '#account/account.policy.ts';
import type { AccountRepo } from '#account/account.repo.ts';
import type { Audit } from '#platform/audit/audit.ts';
import type { OtpTokens } from '#sign-in/otp/otp-token.ts';
import type { PasswordHasher } from '#account/credentials/password-hasher.ts';
import type { PasswordThrottle } from '#account/credentials/password-throttle.ts';
import { refusalOf } from '#account/credentials/refusal.ts';
import { requireComparablePassword, requireGoodPassword } from '#account/credentials/password.policy.ts';
import type { SessionRepo } from '#sign-in/session/session.repo.ts';
import type { CurrentSession } from '#sign-in/session/session.service.ts';
import type { SmsService } from '#platform/sms/sms.service.ts';

type Parts = {
  readonly sql: Sql;
  readonly accounts: AccountRepo;
  readonly hasher: PasswordHasher;
  readonly throttle: PasswordThrottle;
  readonly otpTokens: OtpTokens;
  readonly sessions: Pick<SessionRepo, 'deleteAll' | 'holdAlive'>;
  readonly sms: Pick<SmsService, 'notify' | 'kick'>;
  readonly audit: Audit;
};

/** Change of the password by somebody signed in who knows the current one. */
export function createPasswordChangeService(parts: Parts) {
  const { sql, accounts, audit, throttle } = parts;
  return {
    /**
     * Wrong current passwords count like failed sign-ins: a stolen session is no way to guess the password.
     * The new hash and the end of the other sessions are one transaction (P10).
     * @throws AppError VALIDATION_FAILED, PASSWORD_*, BUSY, AUTH_THROTTLED, CURRENT_PASSWORD_WRONG, PASSWORD_REUSED
     */
    async change(input: {
      session: CurrentSession;
      currentPassword: string;
      newPassword: string;
      caller: Caller;
      signal: AbortSignal;
    }): Promise<void> {
      const { caller, session } = input;
      const { id: accountId, phone } = session.account;
      const current = requireComparablePassword(input.currentPassword, 'currentPassword');
      const wanted = requireGoodPassword(input.newPassword, phone, 'newPassword');
      await parts.hasher.admit(input.signal, async (place) => {
        const counted = await throttle.count({
          phone,
          address: caller.addressKey,
          hasCaptcha: false,
          isMember: true,
        });
        if ('refused' in counted) throw refusalOf(counted);
        const oldHash = counted.account?.id === accountId ? counted.account.hash : null;
        let isRight = false;
        try {
          isRight = await place.verify(oldHash, current);
        } catch (error) {
          await throttle.takeBack(counted);
          throw error;
        }
        if (!isRight || oldHash === null) {
          await throttle.failed(counted);
          await audit.write(sql, {
            kind: 'sign-in.failed',
            accountId,
            caller,
            details: { method: 'password-change', reason: 'password' },
          });
          throw new AppError('CURRENT_PASSWORD_WRONG');
        }
        if (wanted === current) {
          await throttle.succeeded(counted);
          throw new AppError('PASSWORD_REUSED', { fields: { newPassword: 'passwordReused' } });
        }
        try {
          const newHash = await place.hash(wanted);
          await sql.begin(async (tx) => {
            await accounts.lockRow(tx, accountId);
            // Ended from another device while we compared: who ended it meant this browser.
            if (!(await parts.sessions.holdAlive(tx, session.id))) throw new AppError('TOKEN_INVALID');
            if (!(await accounts.changePassword(tx, { accountId, oldHash, newHash })))
              throw new AppError('CURRENT_PASSWORD_WRONG');
            const ended = await parts.sessions.deleteAll(tx, accountId, session.id);
            await parts.otpTokens.revokeAll(tx, phone);
            await parts.sms.notify(tx, {
              phone,
              kind: 'password-changed',
              locale: localeOfAccount(session.account),
            });
            await audit.write(tx, {
              kind: 'password.changed',
              accountId,
              caller,
              details: { sessionsEnded: ended },
            });
          });
        } catch (error) {
          // The current password was right; who tries again is no guesser.
          await throttle.takeBack(counted);
          throw error;
        }
        await throttle.succeeded(counted);
      });
      parts.sms.kick();
    },
  };
}

export type PasswordChangeService = ReturnType<typeof createPasswordChangeService>;
