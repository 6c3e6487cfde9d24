import { Type } from 'typebox';
import { defineEndpoints, sessionErrors } from '../../endpoint.ts';
import { closed, Done, Secret } from '../shapes.ts';
import { PasskeyAssertion } from './passkey.ts';

export const reauthenticateEndpoints = defineEndpoints({
  'POST /vid/ajax/auth/reauthenticate': {
    id: 'reauthenticateSession',
    summary: 'Verify the owner of the session again; allows sensitive changes for five minutes',
    tag: 'session',
    access: 'member',
    body: Type.Union([
      Type.Object({ password: Secret }, closed),
      Type.Object({ passkey: PasskeyAssertion }, closed),
    ]),
    data: Done,
    errors: [
      ...sessionErrors,
      'CURRENT_PASSWORD_WRONG',
      'PASSKEY_INVALID',
      'PASSKEY_ON_HOLD',
      'AUTH_THROTTLED',
      'BUSY',
    ],
  },
});
