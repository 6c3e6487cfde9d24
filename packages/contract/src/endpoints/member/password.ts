import { Type } from 'typebox';
import { defineEndpoints } from '../../endpoint.ts';
import { closed, Done, NewPassword, Phone, Secret, Token } from '../shapes.ts';

export const passwordEndpoints = defineEndpoints({
  'POST /vid/api/users/password/forget': {
    summary: 'Set a new password with a verified one-time code; ends every session, starts none',
    tag: 'password',
    access: 'visitor',
    body: Type.Object({ phone: Phone, otpToken: Token, newPassword: NewPassword }, closed),
    data: Done,
    errors: [
      'PHONE_INVALID',
      'OTP_TOKEN_INVALID',
      'ACCOUNT_NOT_FOUND',
      'ACCOUNT_LOCKED',
      'PASSWORD_POLICY',
      'PASSWORD_COMMON',
      'PASSWORD_CONTAINS_PHONE',
      'BUSY',
    ],
  },
  'POST /vid/api/users/password/change': {
    summary: 'Change the password of the signed-in account; ends its other sessions',
    tag: 'password',
    access: 'member',
    body: Type.Object({ currentPassword: Secret, newPassword: NewPassword }, closed),
    data: Done,
    errors: [
      'TOKEN_MISSING',
      'TOKEN_INVALID',
      'CURRENT_PASSWORD_WRONG',
      'AUTH_THROTTLED',
      'PASSWORD_POLICY',
      'PASSWORD_COMMON',
      'PASSWORD_CONTAINS_PHONE',
      'PASSWORD_REUSED',
      'BUSY',
    ],
  },
});
