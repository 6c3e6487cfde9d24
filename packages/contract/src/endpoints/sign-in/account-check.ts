import { Type } from 'typebox';
import { defineEndpoints } from '../../endpoint.ts';
import { CaptchaToken, closed, Phone } from '../shapes.ts';

export const accountCheckEndpoints = defineEndpoints({
  'POST /vid/api/users/checking/phone': {
    id: 'checkPhone',
    summary: 'Check whether a phone is free for a new account',
    tag: 'sign-in',
    access: 'visitor',
    body: Type.Object({ phone: Phone, captchaToken: Type.Optional(CaptchaToken) }, closed),
    data: Type.Object({ available: Type.Boolean() }),
    errors: ['PHONE_INVALID', 'PHONE_UNSUPPORTED', 'CAPTCHA_REQUIRED', 'CAPTCHA_INVALID'],
  },
});
