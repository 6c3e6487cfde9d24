import { defineEndpoints } from '../../endpoint.ts';
import { closedObject, NewPassword, newPasswordErrors, Secret } from '../shapes.ts';

export const passwordChangeEndpoints = defineEndpoints('member', 'password', {
  'POST /vid/api/users/password/change': {
    id: 'changePassword',
    limit: { perHour: 30, of: 'session', rows: 0 },
    summary: 'Change the password of the signed-in account; ends its other sessions',
    isOpenDuringForcedChange: true,
    body: closedObject({ currentPassword: Secret, newPassword: NewPassword }),
    errors: ['CURRENT_PASSWORD_WRONG', 'AUTH_THROTTLED', ...newPasswordErrors, 'PASSWORD_REUSED', 'BUSY'],
  },
  'POST /vid/api/users/password': {
    id: 'setFirstPassword',
    limit: { perHour: 30, of: 'session', rows: 1 },
    summary: 'Set the password of the signed-in account if it has none; ends its other sessions',
    body: closedObject({ newPassword: NewPassword }),
    errors: ['REAUTHENTICATION_REQUIRED', 'PASSWORD_EXISTS', ...newPasswordErrors, 'BUSY'],
  },
});
