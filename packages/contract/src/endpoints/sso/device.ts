import { Type } from 'typebox';
import { defineEndpoints, sessionErrors } from '../../endpoint.ts';
import { closed } from '../shapes.ts';
import { RequiresName, ShownAccountId, SsoAccount, SsoApplication } from './shapes.ts';

const UserCode = Type.String({ minLength: 1, maxLength: 32, examples: ['BCDF-GHJK'] });

/** Sign-in of a device without a browser (RFC 8628). */
export const deviceEndpoints = defineEndpoints({
  'POST /vid/api/sso/device/lookup': {
    id: 'lookUpDevice',
    summary: 'Get the application that shows this device code',
    tag: 'sso',
    access: 'member',
    body: Type.Object({ userCode: UserCode }, closed),
    data: Type.Object({
      application: SsoApplication,
      requiresName: RequiresName,
      account: SsoAccount,
      scopes: Type.Array(Type.String({ examples: ['openid'] })),
    }),
    errors: [...sessionErrors, 'DEVICE_CODE_INVALID', 'DEVICE_CODE_RATE'],
  },
  'POST /vid/api/sso/device/decide': {
    id: 'decideDevice',
    summary: 'Approve or deny the sign-in of a device',
    tag: 'sso',
    access: 'member',
    body: Type.Object(
      {
        userCode: UserCode,
        // Required to approve; a denial needs none.
        accountId: Type.Optional(ShownAccountId),
        approve: Type.Boolean(),
      },
      closed,
    ),
    data: Type.Object({ approved: Type.Boolean() }),
    errors: [
      ...sessionErrors,
      'DEVICE_CODE_INVALID',
      'DEVICE_CODE_RATE',
      'SSO_FORBIDDEN',
      'PAGE_OUTDATED',
      'CONSENT_REQUIRED',
      'AGREEMENT_REQUIRED',
      'NAME_REQUIRED',
    ],
  },
});
