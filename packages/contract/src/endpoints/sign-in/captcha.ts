import { Type } from 'typebox';
import { named } from '../../named.ts';
import { clientTokenErrors, defineEndpoints } from '../../endpoint.ts';
import { CaptchaToken, closedObject, idOf, NoBody, Seconds } from '../shapes.ts';

/** The operation that a captcha token is valid for. A token without a purpose is valid once, for any operation. */
export const CaptchaPurpose = named(
  'CaptchaPurpose',
  Type.Union([Type.Literal('otp'), Type.Literal('signin'), Type.Literal('check')]),
);

const CaptchaValue = Type.String({ minLength: 1, maxLength: 32, examples: ['h7k2m'] });

export const captchaEndpoints = defineEndpoints('gateway', 'captcha', {
  'POST /vid/gateway/captcha/generate': {
    id: 'createCaptcha',
    summary: 'Create an image captcha',
    body: NoBody,
    data: Type.Object({
      captchaId: idOf('cap'),
      captchaImage: Type.String({
        description: 'data:image/png;base64,…',
        examples: ['data:image/png;base64,…'],
      }),
      expiresIn: Seconds,
    }),
    errors: ['CAPTCHA_RATE', ...clientTokenErrors],
  },
  'POST /vid/gateway/captcha/validate': {
    id: 'answerCaptcha',
    summary: 'Answer an image captcha; each image takes one answer, right or wrong',
    body: closedObject({
      captchaId: idOf('cap'),
      captchaValue: CaptchaValue,
      purpose: Type.Optional(CaptchaPurpose),
    }),
    data: Type.Object({ captchaToken: CaptchaToken, expiresIn: Seconds }),
    errors: ['CAPTCHA_INVALID', 'CAPTCHA_REQUIRED', ...clientTokenErrors],
  },
  'GET /vid/gateway/captcha/challenge': {
    id: 'getCaptchaChallenge',
    summary: 'Get a proof-of-work challenge (ALTCHA)',
    query: closedObject({
      level: Type.Optional(
        Type.Union([Type.Literal('0'), Type.Literal('1'), Type.Literal('2'), Type.Literal('3')], {
          description: 'The `workLevel` that CAPTCHA_REQUIRED asked for; each doubles the work.',
        }),
      ),
      picture: Type.Optional(Type.Literal('no')),
    }),
    data: Type.Object(
      { needsPicture: Type.Boolean() },
      {
        additionalProperties: true,
        description:
          'A challenge of altcha-lib. With `needsPicture`, its solution also needs the answer of an image. ' +
          '`picture=no` gets a challenge with more work and no image.',
      },
    ),
    errors: ['CAPTCHA_RATE', ...clientTokenErrors],
  },
  'POST /vid/gateway/captcha/solution': {
    id: 'submitCaptchaSolution',
    summary: 'Submit the solution of a proof-of-work challenge',
    body: closedObject({
      payload: Type.String({ minLength: 1, maxLength: 4096 }),
      purpose: Type.Optional(CaptchaPurpose),
      captchaId: Type.Optional(idOf('cap')),
      captchaValue: Type.Optional(CaptchaValue),
    }),
    data: Type.Object({ captchaToken: CaptchaToken, expiresIn: Seconds }),
    errors: ['CAPTCHA_INVALID', ...clientTokenErrors],
  },
});
