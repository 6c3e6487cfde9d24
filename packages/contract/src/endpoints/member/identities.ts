import { Type } from 'typebox';
import { named } from '../../named.ts';
import { defineEndpoints, sessionErrors } from '../../endpoint.ts';
import { closed, Done, IsoTime, nullable } from '../shapes.ts';
import { SocialProof, socialProofErrors, SocialProvider, SocialStart } from '../sign-in/social.ts';

const Identity = named(
  'Identity',
  Type.Object({
    provider: SocialProvider,
    name: nullable(Type.String({ examples: ['Nguyễn Thị Minh Anh'] })),
    linkedAt: IsoTime,
  }),
);

export const identityEndpoints = defineEndpoints({
  'GET /vid/api/users/identities': {
    id: 'listIdentities',
    summary: 'List the social identities of the account, and the providers that can be added',
    tag: 'social',
    access: 'member',
    data: Type.Object({ identities: Type.Array(Identity), addable: Type.Array(SocialProvider) }),
    errors: sessionErrors,
  },
  'POST /vid/api/users/identity-requests': {
    id: 'startAddingIdentity',
    summary: 'Start adding a social identity by redirect to a provider',
    tag: 'social',
    access: 'member',
    body: Type.Object({ provider: SocialProvider }, closed),
    data: SocialStart,
    errors: [
      ...sessionErrors,
      'REAUTHENTICATION_REQUIRED',
      'CHANGE_ON_HOLD',
      'SOCIAL_DISABLED',
      'SOCIAL_TAKEN',
    ],
  },
  'POST /vid/api/users/identities': {
    id: 'addIdentity',
    summary: 'Add a social identity to the account',
    tag: 'social',
    access: 'member',
    body: SocialProof,
    data: Identity,
    errors: [
      ...sessionErrors,
      ...socialProofErrors,
      'REAUTHENTICATION_REQUIRED',
      'CHANGE_ON_HOLD',
      'SOCIAL_TAKEN',
    ],
  },
  'DELETE /vid/api/users/identities/:provider': {
    id: 'removeIdentity',
    summary: 'Remove a social identity, unless it is the last way to sign in',
    tag: 'social',
    access: 'member',
    params: Type.Object({ provider: SocialProvider }, closed),
    data: Done,
    errors: [
      ...sessionErrors,
      'REAUTHENTICATION_REQUIRED',
      'CHANGE_ON_HOLD',
      'SOCIAL_NOT_LINKED',
      'LAST_CREDENTIAL',
    ],
  },
});
