import { arrayOf } from '../../named.ts';
import { defineEndpoints } from '../../endpoint.ts';
import { closedObject, IsoTime, nullable } from '../shapes.ts';
import { ApplicationCode, Scopes, SsoApplication } from './shapes.ts';

export const consentEndpoints = defineEndpoints('member', 'consent', {
  'GET /vid/api/sso/consents': {
    id: 'listApplicationConsents',
    summary:
      'List the applications that receive data of the signed-in account, by consent or because it signed in to them',
    data: arrayOf({
      application: SsoApplication,
      scopes: Scopes,
      agreedAt: nullable(IsoTime, {
        description: 'Null for the association’s own application, which needs no consent',
      }),
      firstUsedAt: nullable(IsoTime),
      lastUsedAt: nullable(IsoTime, {
        description: 'When it last got a token, within an hour; null if never',
      }),
    }),
  },
  'POST /vid/api/sso/consents/withdraw': {
    id: 'withdrawApplicationConsent',
    limit: { perHour: 120, of: 'session', rows: 0 },
    summary: 'End the access of an application, and the consent to it; its tokens stop working right away',
    body: closedObject({ appCode: ApplicationCode }),
    errors: ['NOT_FOUND'],
  },
});
