import { Type } from 'typebox';
import { adminErrors, defineEndpoints } from '../../endpoint.ts';
import { closed, Done } from '../shapes.ts';
import { NavId } from './account-support-fields.ts';
import { accountParams, lockErrors, ReasonBody } from './accounts.ts';

const tag = 'accounts';

export const adminAccountSupportEndpoints = defineEndpoints({
  'POST /vid/api/admin/accounts/:accountId/force-password-change': {
    id: 'forcePasswordChange',
    summary: 'Make the member choose a new password before anything else',
    tag,
    access: 'admin',
    confirm: true,
    params: accountParams,
    body: ReasonBody,
    data: Done,
    errors: [...lockErrors, 'NO_PASSWORD'],
  },
  'POST /vid/api/admin/accounts/:accountId/lift-throttle': {
    id: 'liftAccountThrottle',
    summary: 'Forget wrong passwords and codes of an account, and the codes sent to it',
    tag,
    access: 'admin',
    confirm: true,
    params: accountParams,
    body: ReasonBody,
    data: Done,
    errors: lockErrors,
  },
  'POST /vid/api/admin/accounts/:accountId/notes': {
    id: 'addAccountNote',
    summary: 'Add a note about an account; notes are never changed',
    tag,
    access: 'admin',
    params: accountParams,
    body: Type.Object(
      {
        text: Type.String({
          minLength: 1,
          maxLength: 2_000,
          examples: ['Came in person with the identity card.'],
        }),
      },
      closed,
    ),
    data: Done,
    errors: [...adminErrors, 'NOT_FOUND'],
  },
  'PUT /vid/api/admin/accounts/:accountId/hidden-nav-ids': {
    id: 'setHiddenNavIds',
    summary: 'Choose the menu items that a member does not see',
    tag,
    access: 'admin',
    confirm: true,
    params: accountParams,
    body: Type.Object(
      {
        hiddenNavIds: Type.Array(NavId, { maxItems: 50, uniqueItems: true, examples: [['invite-friends']] }),
      },
      closed,
    ),
    data: Done,
    errors: lockErrors,
  },
});
