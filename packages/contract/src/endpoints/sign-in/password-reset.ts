import { Type } from 'typebox';
import { defineEndpoints } from '../../endpoint.ts';
import { closed, Done, NewPassword, Phone, Token } from '../shapes.ts';

export const passwordResetEndpoints = defineEndpoints({
  'POST /vid/api/users/password/forget': {
    id: 'resetPassword',
    summary: 'Set a new password with a verified one-time code; ends every session and starts none',
    tag: 'password',
    access: 'visitor',
    body: Type.Object({ phone: Phone, otpToken: Token, newPassword: NewPassword }, closed),
    data: Done,
    errors: [
      'PHONE_INVALID',
      'OTP_TOKEN_INVALID',
      'ACCOUNT_NOT_FOUND',
      'ACCOUNT_LOCKED',
      'RESET_BY_OPERATOR',
      'RECOVERY_REQUIRED',
      'PASSWORD_POLICY',
      'PASSWORD_COMMON',
      'PASSWORD_CONTAINS_PHONE',
      'BUSY',
    ],
  },
});
