import { Type } from 'typebox';
import { defineEndpoints } from '../../endpoint.ts';
import { missingDetails } from '../../sso/required-details.ts';
import { closedObject, nullable } from '../shapes.ts';
import { Domain, requirements, ShownAccountId, SsoAccount, SsoApplication } from './shapes.ts';

/** The sign-in and consent screens of an OpenID Connect request. The protocol itself has its standard endpoints. */
export const interactionEndpoints = defineEndpoints('visitor', 'sso', {
  'GET /vid/api/sso/interactions/:uid': {
    id: 'getInteraction',
    summary: 'Get the sign-in, account choice or consent that an OpenID Connect request asks for',
    data: Type.Object({
      prompt: Type.Union([Type.Literal('login'), Type.Literal('select_account'), Type.Literal('consent')]),
      application: SsoApplication,
      domain: Domain,
      ...requirements,
      restart: nullable(Type.String({ examples: ['/vid/oidc/auth?client_id=shop-native'] }), {
        description:
          'The address that makes the request again, if the redirect URI has a custom scheme: the page stays open behind the program, which the browser may not have opened. Otherwise null.',
      }),
      scopes: Type.Array(Type.String({ examples: ['openid'] })),
      loginHint: nullable(Type.String({ examples: ['+84912345678'] })),
      locale: nullable(Type.Union([Type.Literal('vi'), Type.Literal('en')])),
      account: nullable(SsoAccount),
      needsFreshSignIn: Type.Boolean({
        description: 'prompt=login, max_age, acr or a hint rules out the current session.',
      }),
      signInWay: nullable(
        Type.Union([Type.Literal('password'), Type.Literal('otp'), Type.Literal('sign-up')]),
        {
          description:
            'The sign-in method that the application requires by acr, or sign-up by prompt=create, if any.',
        },
      ),
    }),
    errors: ['SSO_REQUEST_EXPIRED'],
  },
  'POST /vid/api/sso/interactions/:uid/continue': {
    id: 'continueInteraction',
    limit: { perHour: 600, rows: 'paired' },
    summary: 'Continue with the signed-in account and consent to the requested scopes',
    access: 'member',
    body: closedObject({ accountId: Type.Optional(ShownAccountId) }),
    data: Type.Object({ continueTo: Type.String() }),
    errors: [
      'SSO_REQUEST_EXPIRED',
      'SSO_REAUTHENTICATE',
      'SSO_FORBIDDEN',
      'CONSENT_REQUIRED',
      'AGREEMENT_REQUIRED',
      'DELETION_PENDING',
      ...missingDetails,
    ],
  },
  'POST /vid/api/sso/interactions/:uid/deny': {
    id: 'denyInteraction',
    summary: 'Deny the request; the application receives access_denied',
    data: Type.Object({ continueTo: Type.String() }),
    errors: ['SSO_REQUEST_EXPIRED'],
  },
});
