import type { Sql } from '#database/connection.ts';
import type { Caller } from '#http/caller.ts';
import type { PreSession } from '#http/pre-session.ts';
import { AppError } from '#lib/app-error.ts';
import { localeOfAccount } from '#account/account.policy.ts';
import type { AccountRepo } from '#account/account.repo.ts';
import { requireAccountPhone } from '#account/require-phone.ts';
import type { Audit } from '#platform/audit/audit.ts';
import type { OtpTokens } from '#sign-in/otp/otp-token.ts';
import type { PasswordHasher } from '#account/credentials/password-hasher.ts';
import type { PasswordThrottle } from '#account/credentials/password-throttle.ts';
import { requireGoodPassword } from '#account/credentials/password.policy.ts';
import type { SessionRepo } from '#sign-in/session/session.repo.ts';
import type { SmsService } from '#platform/sms/sms.service.ts';

type Parts = {
  readonly config: { readonly phoneCountries: readonly string[] };
  readonly sql: Sql;
  readonly accounts: AccountRepo;
  readonly hasher: PasswordHasher;
  readonly throttle: PasswordThrottle;
  readonly otpTokens: OtpTokens;
  readonly sessions: Pick<SessionRepo, 'deleteAll'>;
  readonly sms: Pick<SmsService, 'notify' | 'kick'>;
  readonly audit: Audit;
};

/** A forgotten password, set anew with a verified one-time code. Starts no session: the person signs in with it. */
export function createPasswordResetService(parts: Parts) {
  const { sql, accounts, audit, otpTokens } = parts;
  return {
    /**
     * The hash, the end of every session and of every pending code are one transaction: whoever held the old
     * password holds nothing once this has answered (P10).
     * @throws AppError PHONE_INVALID, VALIDATION_FAILED, PASSWORD_*, BUSY, OTP_TOKEN_INVALID; ACCOUNT_NOT_FOUND and
     *   ACCOUNT_LOCKED after a good token only.
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
      const phone = requireAccountPhone(input.phone, parts.config);
      const password = requireGoodPassword(input.newPassword, phone, 'newPassword');
      const use = {
        token: input.otpToken,
        phone,
        purposes: ['forget-password'],
        preSessionHash: input.preSession.hash,
      } as const;
      await parts.hasher.admit(input.signal, async (place) => {
        // A hash is dear: it is not made for a token that will be refused.
        await otpTokens.requireLive(use);
        const hash = await place.hash(password);
        await sql.begin(async (tx) => {
          // The account before its tokens, as a lock takes them: neither can wait for the other in a circle.
          const account = await accounts.lockByPhone(tx, phone);
          await otpTokens.consume(tx, use);
          if (!account) throw new AppError('ACCOUNT_NOT_FOUND');
          if (account.status === 'locked') throw new AppError('ACCOUNT_LOCKED');
          await accounts.setPassword(tx, account.id, hash);
          const ended = await parts.sessions.deleteAll(tx, account.id);
          await parts.throttle.clear(tx, phone);
          await otpTokens.revokeAll(tx, phone);
          await parts.sms.notify(tx, { phone, kind: 'password-reset', locale: localeOfAccount(account) });
          await audit.write(tx, {
            kind: 'password.reset',
            accountId: account.id,
            caller,
            details: { sessionsEnded: ended },
          });
        });
      });
      parts.sms.kick();
    },
  };
}

export type PasswordResetService = ReturnType<typeof createPasswordResetService>;
