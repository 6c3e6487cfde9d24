import { Type } from 'typebox';
import { defineEndpoints, tokenErrors } from '../../endpoint.ts';
import { closed, Done, NewPassword, Secret } from '../shapes.ts';

export const passwordChangeEndpoints = defineEndpoints({
  'POST /vid/api/users/password/change': {
    id: 'changePassword',
    summary: 'Change the password of the signed-in account; ends its other sessions',
    tag: 'password',
    access: 'member',
    isOpenDuringForcedChange: true,
    body: Type.Object({ currentPassword: Secret, newPassword: NewPassword }, closed),
    data: Done,
    errors: [
      ...tokenErrors,
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
