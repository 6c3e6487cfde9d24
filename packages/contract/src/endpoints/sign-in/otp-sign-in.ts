import { defineEndpoints } from '../../endpoint.ts';
import {
  closedObject,
  lockErrors,
  Phone,
  Remember,
  secondFactorErrors,
  SignInOutcome,
  Token,
} from '../shapes.ts';

export const otpSignInEndpoints = defineEndpoints('visitor', 'sign-in', {
  'POST /vid/ajax/auth/login/otp': {
    id: 'signInWithOtp',
    summary: 'Sign in with a verified one-time code',
    body: closedObject({ phone: Phone, otpToken: Token, remember: Remember }),
    data: SignInOutcome,
    errors: [
      'PHONE_INVALID',
      'OTP_TOKEN_INVALID',
      'ACCOUNT_NOT_FOUND',
      ...lockErrors,
      'RECOVERY_REQUIRED',
      ...secondFactorErrors,
    ],
  },
});
