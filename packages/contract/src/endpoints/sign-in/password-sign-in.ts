import { Type } from 'typebox';
import { defineEndpoints } from '../../endpoint.ts';
import {
  CaptchaToken,
  closedObject,
  lockErrors,
  Phone,
  Remember,
  secondFactorErrors,
  Secret,
  SignInOutcome,
  Token,
} from '../shapes.ts';

export const passwordSignInEndpoints = defineEndpoints('visitor', 'sign-in', {
  'POST /vid/ajax/auth/login/phone': {
    id: 'signInWithPassword',
    summary: 'Sign in with phone and password',
    body: closedObject({
      phone: Phone,
      password: Secret,
      captchaToken: Type.Optional(CaptchaToken),
      otpToken: Type.Optional(Token),
      remember: Remember,
    }),
    data: SignInOutcome,
    errors: [
      'PHONE_INVALID',
      'AUTH_FAILED',
      'AUTH_THROTTLED',
      'CAPTCHA_REQUIRED',
      'CAPTCHA_INVALID',
      'OTP_REQUIRED',
      'OTP_TOKEN_INVALID',
      ...lockErrors,
      ...secondFactorErrors,
      'BUSY',
    ],
  },
});
