import { Type } from 'typebox';
import { defineEndpoints } from '../../endpoint.ts';
import { closed, Phone, Remember, SignInOutcome, Token } from '../shapes.ts';

export const otpSignInEndpoints = defineEndpoints({
  'POST /vid/ajax/auth/login/otp': {
    id: 'signInWithOtp',
    summary: 'Sign in with a verified one-time code',
    tag: 'sign-in',
    access: 'visitor',
    body: Type.Object({ phone: Phone, otpToken: Token, remember: Remember }, closed),
    data: SignInOutcome,
    errors: [
      'PHONE_INVALID',
      'OTP_TOKEN_INVALID',
      'ACCOUNT_NOT_FOUND',
      'ACCOUNT_LOCKED',
      'RECOVERY_REQUIRED',
      'SECOND_FACTOR_REQUIRED',
      'PASSKEY_REQUIRED',
    ],
  },
});
