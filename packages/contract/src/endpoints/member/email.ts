import { Type } from 'typebox';
import { defineEndpoints } from '../../endpoint.ts';
import { closedObject, NoBody, Token } from '../shapes.ts';

export const emailEndpoints = defineEndpoints('member', 'profile', {
  'POST /vid/api/users/email/send': {
    id: 'sendEmailConfirmation',
    limit: { perHour: 30, rows: 1 },
    summary: 'Send the link that confirms the email address again; earlier links stop working',
    body: NoBody,
    // NOT_FOUND: no e-mail address is waiting for confirmation, or the server cannot send mail.
    errors: ['NOT_FOUND'],
  },
  'POST /vid/api/users/email/confirm': {
    id: 'confirmEmail',
    summary: 'Confirm an email address with the token of the link sent to it',
    access: 'public',
    body: closedObject({ token: Token }),
    data: Type.Object({ email: Type.String({ examples: ['minhanh@example.vn'] }) }),
    errors: ['EMAIL_LINK_INVALID', 'CHANGE_ON_HOLD'],
  },
});
