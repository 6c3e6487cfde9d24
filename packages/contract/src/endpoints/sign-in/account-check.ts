import { Type } from 'typebox';
import { defineEndpoints } from '../../endpoint.ts';
import { closed, Phone } from '../shapes.ts';

export const accountCheckEndpoints = defineEndpoints({
  'POST /vid/api/users/checking/phone': {
    summary: 'Whether a phone is free for a new account',
    tag: 'account-check',
    access: 'visitor',
    body: Type.Object({ phone: Phone, captchaToken: Type.Optional(Type.String({ maxLength: 128 })) }, closed),
    data: Type.Object({ available: Type.Boolean() }),
    errors: ['PHONE_INVALID', 'PHONE_UNSUPPORTED', 'CAPTCHA_REQUIRED', 'CAPTCHA_INVALID'],
  },
});
