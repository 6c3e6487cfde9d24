import { Type } from 'typebox';
import { namedObject } from '../../named.ts';
import { defineEndpoints } from '../../endpoint.ts';
import { AccountName, closedObject, IsoTime, SocialProvider } from '../shapes.ts';
import { SocialProof, socialProofErrors, SocialStart } from '../sign-in/social.ts';

const Identity = namedObject('Identity', {
  provider: SocialProvider,
  name: AccountName,
  linkedAt: IsoTime,
});

export const identityEndpoints = defineEndpoints('member', 'social', {
  'GET /vid/api/users/identities': {
    id: 'listIdentities',
    summary: 'List the social identities of the account, and the providers that can be added',
    data: Type.Object({ identities: Type.Array(Identity), addable: Type.Array(SocialProvider) }),
  },
  'POST /vid/api/users/identity-requests': {
    id: 'startAddingIdentity',
    limit: { perHour: 30, rows: 'expire' },
    summary: 'Start adding a social identity by redirect to a provider',
    body: closedObject({ provider: SocialProvider }),
    data: SocialStart,
    errors: ['REAUTHENTICATION_REQUIRED', 'CHANGE_ON_HOLD', 'SOCIAL_DISABLED', 'SOCIAL_TAKEN'],
  },
  'POST /vid/api/users/identities': {
    id: 'addIdentity',
    limit: { perHour: 30, rows: 3 },
    summary: 'Add a social identity to the account',
    body: SocialProof,
    data: Identity,
    errors: [...socialProofErrors, 'REAUTHENTICATION_REQUIRED', 'CHANGE_ON_HOLD', 'SOCIAL_TAKEN'],
  },
  'DELETE /vid/api/users/identities/:provider': {
    id: 'removeIdentity',
    limit: { perHour: 30, of: 'session', rows: 0 },
    summary: 'Remove a social identity, unless it is the last way to sign in',
    errors: ['REAUTHENTICATION_REQUIRED', 'CHANGE_ON_HOLD', 'SOCIAL_NOT_LINKED', 'LAST_CREDENTIAL'],
  },
});
