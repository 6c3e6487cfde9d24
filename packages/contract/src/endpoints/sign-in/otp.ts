import { Type } from 'typebox';
import { named } from '../../named.ts';
import { clientTokenErrors, defineEndpoints } from '../../endpoint.ts';
import { CaptchaToken, ClientId, closedObject, idOf, Phone, Seconds, Token } from '../shapes.ts';

/** Operation for which a phone is verified. The otpToken is valid for this operation only. */
export const OtpPurpose = named(
  'OtpPurpose',
  Type.Union([
    Type.Literal('signup'),
    Type.Literal('signin'),
    Type.Literal('forget-password'),
    Type.Literal('social'),
    Type.Literal('phone-change'),
    Type.Literal('recovery'),
    Type.Literal('reauthenticate'),
  ]),
);

export const otpEndpoints = defineEndpoints('gateway', 'otp', {
  'POST /vid/gateway/otp/request': {
    id: 'requestOtp',
    summary: 'Send a one-time code by SMS',
    body: closedObject({
      clientId: ClientId,
      phone: Phone,
      captchaToken: Type.Optional(CaptchaToken),
      purpose: Type.Optional(OtpPurpose),
    }),
    data: Type.Object({
      otpRequestId: idOf('otp'),
      expiresIn: Seconds,
      resendIn: Seconds,
      digits: Type.Integer({ description: 'The length of the code.', examples: [6] }),
    }),
    errors: [
      'PHONE_INVALID',
      'PHONE_UNSUPPORTED',
      'CAPTCHA_REQUIRED',
      'CAPTCHA_INVALID',
      'OTP_RATE',
      'SMS_UNAVAILABLE',
      ...clientTokenErrors,
    ],
  },
  'POST /vid/gateway/otp/validate': {
    id: 'validateOtp',
    summary: 'Exchange a one-time code for an otpToken',
    body: closedObject({
      clientId: ClientId,
      otpValue: Type.String({ minLength: 1, maxLength: 32, examples: ['012345'] }),
      otpRequestId: idOf('otp'),
    }),
    data: Type.Object({ otpToken: Token, expiresIn: Seconds }),
    errors: ['OTP_INVALID', 'OTP_LOCKED', ...clientTokenErrors],
  },
});
