import type { Body } from '@vid/contract/endpoints/index';
import { requireAccountPhone } from '#account/require-phone.ts';
import { AppError } from '#lib/app-error.ts';
import type { SignInResult } from '#sign-in/complete/complete.service.ts';
import { useOf } from '#sign-in/otp/otp-token.ts';
import type { Visit } from '#sign-in/complete/proof.ts';
import type { SignIn } from '../services.ts';

export function createOtpSignInService({ config, accounts, otpTokens, throttle, completion }: SignIn) {
  return {
    /**
     * Signs in with a verified code. The transaction that writes the session, or the first step of a sign-in,
     * redeems the token, so a phone without an account keeps its token for a sign-up.
     * @throws AppError PHONE_INVALID, OTP_TOKEN_INVALID; with a valid token ACCOUNT_NOT_FOUND,
     * ACCOUNT_LOCKED, LOCKED_BY_OWNER, MAINTENANCE, RATE_LIMITED; RECOVERY_REQUIRED if the account is dormant
     * or its phone is in doubt, because the phone may have a new owner
     */
    async signIn(input: Body<'POST /vid/ajax/auth/login/otp'> & Visit): Promise<SignInResult> {
      const { remember = true, caller, browser } = input;
      const phone = requireAccountPhone(input.phone, config);
      const use = useOf(input, phone, 'signin');
      // Check the token first: without a code, a stranger must not lock the account's row, on which its
      // owner's calls wait.
      await otpTokens.requireLive(use);
      try {
        return await completion.complete({
          account: { phone },
          method: 'otp',
          amr: ['otp', 'sms'],
          remember,
          caller,
          browser,
          redeem: (tx) => otpTokens.redeem(tx, use),
          settle: throttle.settleNetwork(phone, caller.addressKey),
        });
      } catch (error) {
        // Only a browser with a valid token may learn the state of the account (O12).
        if (error instanceof AppError) await otpTokens.requireLive(use);
        if (
          error instanceof AppError &&
          error.code === 'ACCOUNT_NOT_FOUND' &&
          (await accounts.isPhoneDormant(phone))
        )
          throw new AppError('RECOVERY_REQUIRED', { details: { reason: 'dormant' }, cause: error });
        throw error;
      }
    },
  };
}
