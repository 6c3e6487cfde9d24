import { Type } from 'typebox';
import { defineEndpoints } from '../../endpoint.ts';
import { closedObject, Secret, Token } from '../shapes.ts';
import { PasskeyAssertion } from './passkey.ts';

export const reauthenticateEndpoints = defineEndpoints('member', 'session', {
  'GET /vid/ajax/auth/reauthenticate': {
    id: 'listReauthenticationWays',
    summary: 'List how the owner of the session can be verified again',
    data: Type.Object({
      password: Type.Boolean({ description: 'Whether the account has a password.' }),
      passkey: Type.Boolean({ description: 'Whether a passkey of the account may confirm changes.' }),
      code: Type.Boolean({
        description:
          'Whether a code sent to the phone is accepted for changes whose refusal has `details.acceptsCode`.',
      }),
    }),
  },
  'POST /vid/ajax/auth/reauthenticate': {
    id: 'reauthenticateSession',
    limit: { perHour: 60, of: 'session', rows: 0 },
    summary:
      'Verify the owner of the session again; allows sensitive changes for five minutes. A code allows only the changes that a sign-in by code allows',
    body: Type.Union([
      closedObject({ password: Secret }),
      closedObject({ passkey: PasskeyAssertion }),
      closedObject({ otpToken: Token }),
    ]),
    errors: [
      'CURRENT_PASSWORD_WRONG',
      'PASSKEY_INVALID',
      'PASSKEY_UNKNOWN',
      'PASSKEY_ON_HOLD',
      'OTP_TOKEN_INVALID',
      'CHANGE_ON_HOLD',
      'REAUTHENTICATION_REQUIRED',
      'AUTH_THROTTLED',
      'BUSY',
    ],
  },
});
