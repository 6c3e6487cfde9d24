import { Type } from 'typebox';
import { defineEndpoints } from '../../endpoint.ts';
import { missingDetails } from '../../sso/required-details.ts';
import { closedObject, Seconds } from '../shapes.ts';
import {
  Address,
  ApplicationCode,
  Domain,
  Logo,
  publisher,
  RelyingClientId,
  requirements,
  Scopes,
  ShownAccountId,
} from './shapes.ts';

export const communityEndpoints = defineEndpoints('member', 'sso', {
  'POST /vid/ajax/apps/view/validateRedirectUrls': {
    id: 'validateRedirectUrls',
    summary: 'Check redirect URIs against a registered client and bind the request to this browser',
    access: 'visitor',
    body: closedObject({
      appCode: ApplicationCode,
      clientId: RelyingClientId,
      redirectUrls: Type.Union([Address, Type.Array(Address, { minItems: 1, maxItems: 10 })]),
      action: Type.Optional(
        Type.Literal('logout', {
          description: 'Also accepts post-logout addresses; no code can be requested afterwards.',
        }),
      ),
    }),
    data: Type.Object({
      name: Type.String({ examples: ['Sàn giao dịch'] }),
      logo: Logo,
      ...publisher,
      domain: Domain,
      redirectUrls: Type.Array(Address),
      isFirstParty: Type.Boolean(),
      asksToContinue: Type.Boolean({
        description: 'Whether a signed-in member must confirm before the redirect.',
      }),
      ...requirements,
      scopes: Scopes,
    }),
    errors: ['REDIRECT_INVALID', 'SSO_INVALID_REQUEST'],
  },
  'POST /vid/api/auth/code/request': {
    id: 'issueCommunityCode',
    limit: { perHour: 600, rows: 'expire' },
    summary: 'Issue an authorization code for the validated request of this browser',
    // The handler itself refuses an account that must change its password, so that the application's managers see the
    // attempt.
    isOpenDuringForcedChange: true,
    body: closedObject({
      appCode: ApplicationCode,
      clientId: RelyingClientId,
      codeChallenge: Type.String({
        minLength: 43,
        maxLength: 128,
        pattern: '^[A-Za-z0-9._~-]+$',
        examples: ['E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'],
      }),
      redirectTo: Type.Optional(Address),
    }),
    data: Type.Object({
      authCode: Type.String({ examples: ['4mJ6tq2s8R4uKcLzPbEoAgDfiQxW5yN7k9vXn0V1hYw'] }),
      expiresIn: Seconds,
      iss: Type.String({ examples: ['https://id.example.vn/vid/oidc'] }),
    }),
    errors: [
      'SSO_NOT_READY',
      'SSO_FORBIDDEN',
      'CONSENT_REQUIRED',
      'PASSWORD_CHANGE_REQUIRED',
      'AGREEMENT_REQUIRED',
      'DELETION_PENDING',
      ...missingDetails,
      'REDIRECT_INVALID',
      'SSO_INVALID_REQUEST',
    ],
  },
  'POST /vid/api/auth/code/consent': {
    id: 'recordCommunityConsent',
    limit: { perHour: 120, rows: 'paired' },
    summary: 'Record the member’s consent to the scopes that the screen showed for the validated request',
    body: closedObject({
      appCode: ApplicationCode,
      clientId: RelyingClientId,
      redirectTo: Type.Optional(Address),
      accountId: ShownAccountId,
      scopes: Scopes,
    }),
    errors: [
      'SSO_NOT_READY',
      'SSO_FORBIDDEN',
      'CONSENT_REQUIRED',
      'AGREEMENT_REQUIRED',
      'DELETION_PENDING',
      ...missingDetails,
      'REDIRECT_INVALID',
    ],
  },
});
