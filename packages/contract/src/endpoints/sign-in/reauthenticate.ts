import { Type } from 'typebox';
import { defineEndpoints } from '../../endpoint.ts';
import { closedObject, Secret } from '../shapes.ts';
import { PasskeyAssertion } from './passkey.ts';

export const reauthenticateEndpoints = defineEndpoints('member', 'session', {
  'POST /vid/ajax/auth/reauthenticate': {
    id: 'reauthenticateSession',
    limit: { perHour: 60, rows: 0 },
    summary: 'Verify the owner of the session again; allows sensitive changes for five minutes',
    body: Type.Union([closedObject({ password: Secret }), closedObject({ passkey: PasskeyAssertion })]),
    errors: [
      'CURRENT_PASSWORD_WRONG',
      'PASSKEY_INVALID',
      'PASSKEY_UNKNOWN',
      'PASSKEY_ON_HOLD',
      'AUTH_THROTTLED',
      'BUSY',
    ],
  },
});
