import { Type } from 'typebox';
import { defineEndpoints, sessionErrors } from '../../endpoint.ts';
import { closed, Done, IsoTime } from '../shapes.ts';
import { ApplicationCode, Scopes, SsoApplication } from './shapes.ts';

/** The third-party applications that may receive a member's data. */
export const consentEndpoints = defineEndpoints({
  'GET /vid/api/sso/consents': {
    summary: 'List the third-party applications that the signed-in account has consented to',
    tag: 'consent',
    access: 'member',
    data: Type.Array(
      Type.Object({
        application: SsoApplication,
        scopes: Scopes,
        agreedAt: IsoTime,
      }),
    ),
    errors: sessionErrors,
  },
  'POST /vid/api/sso/consents/withdraw': {
    summary: 'Withdraw the consent to an application; its tokens stop working at once',
    tag: 'consent',
    access: 'member',
    body: Type.Object({ appCode: ApplicationCode }, closed),
    data: Done,
    errors: [...sessionErrors, 'NOT_FOUND'],
  },
});
