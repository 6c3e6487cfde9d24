import { Type } from 'typebox';
import { defineEndpoints } from '../../endpoint.ts';
import { ClientId, closed, Id, Phone, Seconds } from '../shapes.ts';

/** What a code proves the phone for; the token it gives serves this one purpose. */
export const OtpPurpose = Type.Union([
  Type.Literal('signup'),
  Type.Literal('signin'),
  Type.Literal('forget-password'),
  Type.Literal('social'),
]);

export const otpEndpoints = defineEndpoints({
  'POST /vid/gateway/otp/request': {
    summary: 'Send a one-time code by SMS',
    tag: 'otp',
    access: 'gateway',
    body: Type.Object(
      {
        clientId: ClientId,
        phone: Phone,
        captchaToken: Type.Optional(Type.String({ maxLength: 128 })),
        purpose: Type.Optional(OtpPurpose),
      },
      closed,
    ),
    data: Type.Object({ otpRequestId: Type.String(), expiresIn: Seconds, resendIn: Seconds }),
    errors: [
      'PHONE_INVALID',
      'PHONE_UNSUPPORTED',
      'CAPTCHA_REQUIRED',
      'CAPTCHA_INVALID',
      'OTP_RATE',
      'SMS_UNAVAILABLE',
      'TOKEN_MISSING',
      'TOKEN_INVALID',
      'UNKNOWN_VALIDATING_EXCEPTION',
    ],
  },
  'POST /vid/gateway/otp/validate': {
    summary: 'Exchange a one-time code for an otpToken',
    tag: 'otp',
    access: 'gateway',
    body: Type.Object(
      { clientId: ClientId, otpValue: Type.String({ minLength: 1, maxLength: 32 }), otpRequestId: Id },
      closed,
    ),
    data: Type.Object({ otpToken: Type.String(), expiresIn: Seconds }),
    errors: ['OTP_INVALID', 'OTP_LOCKED', 'TOKEN_MISSING', 'TOKEN_INVALID', 'UNKNOWN_VALIDATING_EXCEPTION'],
  },
});
