import type { Sql } from '#database/connection.ts';
import type { Caller } from '#http/caller.ts';
import { AppError } from '#lib/app-error.ts';
import type { AccountRepo } from '#account/account.repo.ts';
import { requireAccountPhone } from '#account/require-phone.ts';
import type { OtpTokens } from '#sign-in/otp/otp-token.ts';
import type { Browser, IssuedSession, SessionService } from '#sign-in/session/session.service.ts';

type Parts = {
  readonly config: { readonly phoneCountries: readonly string[] };
  readonly sql: Sql;
  readonly accounts: AccountRepo;
  readonly otpTokens: OtpTokens;
  readonly sessions: SessionService;
};

/** Sign-in by a verified one-time code. */
export function createOtpSignInService(parts: Parts) {
  return {
    /**
     * Spends the token only when a session comes of it: for a phone without an account the transaction is
     * undone, so that sign-up can go on with the same verified phone.
     * @throws AppError PHONE_INVALID, OTP_TOKEN_INVALID; ACCOUNT_NOT_FOUND and ACCOUNT_LOCKED after a good token only.
     */
    async signIn(input: {
      phone: string;
      otpToken: string;
      remember: boolean;
      caller: Caller;
      browser: Browser;
    }): Promise<IssuedSession> {
      const phone = requireAccountPhone(input.phone, parts.config);
      return parts.sql.begin(async (tx) => {
        // The account before the token, as a lock or a reset takes them: neither can wait for the other in a circle.
        const account = await parts.accounts.lockByPhone(tx, phone);
        await parts.otpTokens.consume(tx, {
          token: input.otpToken,
          phone,
          purposes: ['signin'],
          preSessionHash: input.browser.preSession.hash,
        });
        if (!account) throw new AppError('ACCOUNT_NOT_FOUND');
        return parts.sessions.issue(tx, {
          accountId: account.id,
          method: 'otp',
          remember: input.remember,
          caller: input.caller,
          browser: input.browser,
        });
      });
    },
  };
}

export type OtpSignInService = ReturnType<typeof createOtpSignInService>;
