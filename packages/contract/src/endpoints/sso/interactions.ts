import { Type } from 'typebox';
import { defineEndpoints, sessionErrors } from '../../endpoint.ts';
import { closed, nullable } from '../shapes.ts';
import { RequiresName, ShownAccountId, SsoAccount, SsoApplication } from './shapes.ts';

const uid = Type.Object({ uid: Type.String({ minLength: 1, maxLength: 64 }) }, closed);

/** The sign-in and consent screens of an OpenID Connect request. The protocol itself has its standard endpoints. */
export const interactionEndpoints = defineEndpoints({
  'GET /vid/api/sso/interactions/:uid': {
    id: 'getInteraction',
    summary: 'Get the sign-in, account choice or consent that an OpenID Connect request asks for',
    tag: 'sso',
    access: 'visitor',
    params: uid,
    data: Type.Object({
      prompt: Type.Union([Type.Literal('login'), Type.Literal('select_account'), Type.Literal('consent')]),
      application: SsoApplication,
      requiresName: RequiresName,
      scopes: Type.Array(Type.String({ examples: ['openid'] })),
      loginHint: nullable(Type.String({ examples: ['+84912345678'] })),
      locale: nullable(Type.Union([Type.Literal('vi'), Type.Literal('en')])),
      account: nullable(SsoAccount),
      needsFreshSignIn: Type.Boolean({
        description: 'prompt=login, max_age, acr or a hint rules out the current session.',
      }),
      signInWay: nullable(Type.Union([Type.Literal('password'), Type.Literal('otp')]), {
        description: 'The sign-in method that the application requires by acr, if any.',
      }),
    }),
    errors: ['SSO_REQUEST_EXPIRED'],
  },
  'POST /vid/api/sso/interactions/:uid/continue': {
    id: 'continueInteraction',
    summary: 'Continue with the signed-in account and consent to the requested scopes',
    tag: 'sso',
    access: 'member',
    params: uid,
    body: Type.Object({ accountId: Type.Optional(ShownAccountId) }, closed),
    data: Type.Object({ continueTo: Type.String() }),
    errors: [
      ...sessionErrors,
      'SSO_REQUEST_EXPIRED',
      'SSO_REAUTHENTICATE',
      'SSO_FORBIDDEN',
      'CONSENT_REQUIRED',
      'AGREEMENT_REQUIRED',
      'NAME_REQUIRED',
    ],
  },
  'POST /vid/api/sso/interactions/:uid/deny': {
    id: 'denyInteraction',
    summary: 'Refuse; the application receives access_denied',
    tag: 'sso',
    access: 'visitor',
    params: uid,
    data: Type.Object({ continueTo: Type.String() }),
    errors: ['SSO_REQUEST_EXPIRED'],
  },
});
