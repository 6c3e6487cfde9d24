import { Type } from 'typebox';
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
  'POST /vid/api/users/phone/undo': {
    id: 'undoPhoneChange',
    summary:
      'Undo a change of the phone number with the token of the link sent to the former number; ends every session and removes the password',
    access: 'public',
    body: closedObject({ token: Token }),
    data: Type.Object({
      phone: Type.String({ description: 'The restored number, E.164.', examples: ['+84912345678'] }),
    }),
    errors: ['UNDO_LINK_INVALID', 'ACCOUNT_EXISTS'],
  },
});
