import { Type } from 'typebox';
import { defineEndpoints } from '../../endpoint.ts';
import { CaptchaToken, closedObject, Phone } from '../shapes.ts';

export const accountCheckEndpoints = defineEndpoints('visitor', 'sign-in', {
  'POST /vid/api/users/checking/phone': {
    id: 'checkPhone',
    summary: 'Check whether a phone is free for a new account',
    body: closedObject({ phone: Phone, captchaToken: Type.Optional(CaptchaToken) }),
    data: Type.Object({ available: Type.Boolean() }),
    errors: ['PHONE_INVALID', 'PHONE_UNSUPPORTED', 'CAPTCHA_REQUIRED', 'CAPTCHA_INVALID'],
  },
});
