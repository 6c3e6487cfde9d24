import { defineEndpoints } from '../../endpoint.ts';
import { closedObject, Phone, Token, UserInfo } from '../shapes.ts';

export const phoneChangeEndpoints = defineEndpoints('member', 'profile', {
  'POST /vid/api/users/phone': {
    id: 'changePhone',
    limit: { perHour: 20, rows: 'kept' },
    summary:
      'Change the phone number of the signed-in account with a verified one-time code of purpose phone-change; ends its other sessions',
    body: closedObject({ phone: Phone, otpToken: Token }),
    data: UserInfo,
    errors: [
      'REAUTHENTICATION_REQUIRED',
      'CHANGE_ON_HOLD',
      'PHONE_INVALID',
      'PHONE_UNSUPPORTED',
      'OTP_TOKEN_INVALID',
      'ACCOUNT_EXISTS',
    ],
  },
});
