import { Type } from 'typebox';
import { defineEndpoints } from '../../../endpoint.ts';
import { closedObject } from '../../shapes.ts';
import { NavId } from './account-support-fields.ts';
import { ReasonBody } from './accounts.ts';

export const adminAccountSupportEndpoints = defineEndpoints('admin', 'accounts', {
  'POST /vid/api/admin/accounts/:accountId/force-password-change': {
    id: 'forcePasswordChange',
    limit: { perHour: 600, rows: 0 },
    summary: 'Require a new password before the member can do anything else',
    confirm: true,
    body: ReasonBody,
    errors: ['OWN_ACCOUNT', 'NO_PASSWORD'],
  },
  'POST /vid/api/admin/accounts/:accountId/notes': {
    id: 'addAccountNote',
    limit: { perHour: 600, rows: 'kept' },
    summary: 'Add a note about an account; notes are never changed',
    body: closedObject({
      text: Type.String({
        minLength: 1,
        maxLength: 2_000,
        examples: ['Came in person with the identity card.'],
      }),
    }),
  },
  'PUT /vid/api/admin/accounts/:accountId/hidden-nav-ids': {
    id: 'setHiddenNavIds',
    limit: { perHour: 600, rows: 0 },
    summary: 'Choose the menu items that a member does not see',
    confirm: true,
    body: closedObject({
      hiddenNavIds: Type.Array(NavId, { maxItems: 50, uniqueItems: true, examples: [['invite-friends']] }),
    }),
    errors: ['OWN_ACCOUNT'],
  },
});
