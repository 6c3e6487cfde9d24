import { Type } from 'typebox';
import { defineEndpoints } from '../../endpoint.ts';
import { closed, Id, Seconds } from '../shapes.ts';

/** What a captcha may be spent on; unstated means any one of them. */
export const CaptchaPurpose = Type.Union([
  Type.Literal('otp'),
  Type.Literal('signin'),
  Type.Literal('check'),
]);

export const captchaEndpoints = defineEndpoints({
  'POST /vid/gateway/captcha/generate': {
    summary: 'Make a picture captcha',
    tag: 'captcha',
    access: 'gateway',
    body: Type.Optional(Type.Union([Type.Object({}, closed), Type.Null()])),
    data: Type.Object({
      captchaId: Type.String(),
      captchaImage: Type.String({ description: 'data:image/png;base64,…' }),
      expiresIn: Seconds,
    }),
    errors: ['CAPTCHA_RATE', 'TOKEN_MISSING', 'TOKEN_INVALID', 'UNKNOWN_VALIDATING_EXCEPTION'],
  },
  'POST /vid/gateway/captcha/validate': {
    summary: 'Answer a picture captcha; each picture takes one answer, right or wrong',
    tag: 'captcha',
    access: 'gateway',
    body: Type.Object(
      {
        captchaId: Id,
        captchaValue: Type.String({ minLength: 1, maxLength: 32 }),
        purpose: Type.Optional(CaptchaPurpose),
      },
      closed,
    ),
    data: Type.Object({ captchaToken: Type.String(), expiresIn: Seconds }),
    errors: ['CAPTCHA_INVALID', 'TOKEN_MISSING', 'TOKEN_INVALID', 'UNKNOWN_VALIDATING_EXCEPTION'],
  },
  'GET /vid/gateway/captcha/challenge': {
    summary: 'Get a proof-of-work challenge (ALTCHA), the way without a picture',
    tag: 'captcha',
    access: 'gateway',
    data: Type.Object({}, { additionalProperties: true, description: 'A challenge as altcha-lib makes it.' }),
    errors: ['CAPTCHA_RATE', 'TOKEN_MISSING', 'TOKEN_INVALID', 'UNKNOWN_VALIDATING_EXCEPTION'],
  },
  'POST /vid/gateway/captcha/solution': {
    summary: 'Hand in the solution of a proof-of-work challenge',
    tag: 'captcha',
    access: 'gateway',
    body: Type.Object(
      { payload: Type.String({ minLength: 1, maxLength: 4096 }), purpose: Type.Optional(CaptchaPurpose) },
      closed,
    ),
    data: Type.Object({ captchaToken: Type.String(), expiresIn: Seconds }),
    errors: ['CAPTCHA_INVALID', 'TOKEN_MISSING', 'TOKEN_INVALID', 'UNKNOWN_VALIDATING_EXCEPTION'],
  },
});
