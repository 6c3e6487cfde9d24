import { Type } from 'typebox';
import { defineEndpoints, sessionErrors } from '../../endpoint.ts';
import { closed, Phone, Token, UserInfo } from '../shapes.ts';

export const phoneChangeEndpoints = defineEndpoints({
  'POST /vid/api/users/phone': {
    id: 'changePhone',
    summary:
      'Change the phone number of the signed-in account with a verified one-time code of purpose phone-change; ends its other sessions',
    tag: 'profile',
    access: 'member',
    body: Type.Object({ phone: Phone, otpToken: Token }, closed),
    data: UserInfo,
    errors: [
      ...sessionErrors,
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
    tag: 'profile',
    access: 'public',
    body: Type.Object({ token: Token }, closed),
    data: Type.Object({
      phone: Type.String({ description: 'The restored number, E.164.', examples: ['+84912345678'] }),
    }),
    errors: ['UNDO_LINK_INVALID', 'ACCOUNT_EXISTS'],
  },
});
