import { Type } from 'typebox';
import { defineEndpoints, sessionErrors } from '../../endpoint.ts';
import { closed, Done, NoBody, Token } from '../shapes.ts';

export const emailEndpoints = defineEndpoints({
  'POST /vid/api/users/email/send': {
    id: 'sendEmailConfirmation',
    summary: 'Send the link that confirms the e-mail address again; earlier links stop working',
    tag: 'profile',
    access: 'member',
    body: NoBody,
    data: Done,
    // NOT_FOUND: no address waits for confirmation.
    errors: [...sessionErrors, 'NOT_FOUND'],
  },
  'POST /vid/api/users/email/confirm': {
    id: 'confirmEmail',
    summary: 'Confirm an e-mail address with the token of the link sent to it',
    tag: 'profile',
    access: 'public',
    body: Type.Object({ token: Token }, closed),
    data: Type.Object({ email: Type.String({ examples: ['minhanh@example.vn'] }) }),
    errors: ['EMAIL_LINK_INVALID', 'CHANGE_ON_HOLD'],
  },
});
