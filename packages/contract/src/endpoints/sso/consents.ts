import { Type } from 'typebox';
import { defineEndpoints, sessionErrors } from '../../endpoint.ts';
import { closed, Done, IsoTime, nullable } from '../shapes.ts';
import { ApplicationCode, Scopes, SsoApplication } from './shapes.ts';

/** Endpoints about the applications that receive a member's data. */
export const consentEndpoints = defineEndpoints({
  'GET /vid/api/sso/consents': {
    id: 'listApplicationConsents',
    summary:
      'List the applications that receive data of the signed-in account, by consent or by its sign-ins',
    tag: 'consent',
    access: 'member',
    data: Type.Array(
      Type.Object({
        application: SsoApplication,
        scopes: Scopes,
        agreedAt: nullable(IsoTime, {
          description: 'Null for the association’s own, which needs no consent',
        }),
        firstUsedAt: nullable(IsoTime),
        lastUsedAt: nullable(IsoTime, {
          description: 'When it last got a token, within an hour; null if never',
        }),
      }),
    ),
    errors: sessionErrors,
  },
  'POST /vid/api/sso/consents/withdraw': {
    id: 'withdrawApplicationConsent',
    summary: 'End the access of an application, and the consent to it; its tokens stop working at once',
    tag: 'consent',
    access: 'member',
    body: Type.Object({ appCode: ApplicationCode }, closed),
    data: Done,
    errors: [...sessionErrors, 'NOT_FOUND'],
  },
});
