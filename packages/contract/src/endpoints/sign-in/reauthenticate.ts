import { Type } from 'typebox';
import { defineEndpoints, sessionErrors } from '../../endpoint.ts';
import { closed, Done, Secret } from '../shapes.ts';

export const reauthenticateEndpoints = defineEndpoints({
  'POST /vid/ajax/auth/reauthenticate': {
    summary: 'Verify the owner of the session again; allows sensitive changes for five minutes',
    tag: 'session',
    access: 'member',
    body: Type.Object({ password: Secret }, closed),
    data: Done,
    errors: [...sessionErrors, 'CURRENT_PASSWORD_WRONG', 'AUTH_THROTTLED', 'BUSY'],
  },
});
