import { defineEndpoints } from '../../endpoint.ts';
import { closedObject, NewPassword, newPasswordErrors, Phone, Token } from '../shapes.ts';

export const passwordResetEndpoints = defineEndpoints('visitor', 'password', {
  'POST /vid/api/users/password/forget': {
    id: 'resetPassword',
    summary: 'Set a new password with a verified one-time code; ends every session and starts none',
    body: closedObject({ phone: Phone, otpToken: Token, newPassword: NewPassword }),
    errors: [
      'PHONE_INVALID',
      'OTP_TOKEN_INVALID',
      'ACCOUNT_NOT_FOUND',
      'ACCOUNT_LOCKED',
      'RESET_BY_OPERATOR',
      'RECOVERY_REQUIRED',
      ...newPasswordErrors,
      'BUSY',
    ],
  },
});
