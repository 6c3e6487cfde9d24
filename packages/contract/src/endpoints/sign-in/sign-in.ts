import { Type } from 'typebox';
import { defineEndpoints } from '../../endpoint.ts';
import { closed, Phone, Secret, Token, UserInfo } from '../shapes.ts';

const remember = Type.Optional(
  Type.Boolean({ description: 'False keeps the session only until the browser closes. Default true.' }),
);

export const signInEndpoints = defineEndpoints({
  'POST /vid/ajax/auth/login/phone': {
    summary: 'Sign in with phone and password',
    tag: 'sign-in',
    access: 'visitor',
    body: Type.Object(
      {
        phone: Phone,
        password: Secret,
        captchaToken: Type.Optional(Type.String({ maxLength: 128 })),
        remember,
      },
      closed,
    ),
    data: UserInfo,
    errors: [
      'PHONE_INVALID',
      'AUTH_FAILED',
      'AUTH_THROTTLED',
      'CAPTCHA_REQUIRED',
      'CAPTCHA_INVALID',
      'ACCOUNT_LOCKED',
      'BUSY',
    ],
  },
  'POST /vid/ajax/auth/login/otp': {
    summary: 'Sign in with a verified one-time code',
    tag: 'sign-in',
    access: 'visitor',
    body: Type.Object({ phone: Phone, otpToken: Token, remember }, closed),
    data: UserInfo,
    errors: ['PHONE_INVALID', 'OTP_TOKEN_INVALID', 'ACCOUNT_NOT_FOUND', 'ACCOUNT_LOCKED'],
  },
});
