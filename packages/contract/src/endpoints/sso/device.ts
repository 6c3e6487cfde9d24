import { Type } from 'typebox';
import { defineEndpoints } from '../../endpoint.ts';
import { missingDetails } from '../../sso/required-details.ts';
import { closedObject } from '../shapes.ts';
import { requirements, ShownAccountId, SsoAccount, SsoApplication } from './shapes.ts';

const UserCode = Type.String({ minLength: 1, maxLength: 32, examples: ['BCDF-GHJK'] });

/** Endpoints that sign in a device without a browser (RFC 8628). */
export const deviceEndpoints = defineEndpoints('member', 'sso', {
  'POST /vid/api/sso/device/lookup': {
    id: 'lookUpDevice',
    limit: { perHour: 120, rows: 0 },
    summary: 'Get the application that shows this device code',
    body: closedObject({ userCode: UserCode }),
    data: Type.Object({
      application: SsoApplication,
      ...requirements,
      account: SsoAccount,
      scopes: Type.Array(Type.String({ examples: ['openid'] })),
    }),
    errors: ['DEVICE_CODE_INVALID', 'DEVICE_CODE_RATE'],
  },
  'POST /vid/api/sso/device/decide': {
    id: 'decideDevice',
    limit: { perHour: 120, rows: 'paired' },
    summary: 'Approve or deny the sign-in of a device',
    body: closedObject({
      userCode: UserCode,
      // An approval requires the account id; a denial does not.
      accountId: Type.Optional(ShownAccountId),
      approve: Type.Boolean(),
    }),
    data: Type.Object({ approved: Type.Boolean() }),
    errors: [
      'DEVICE_CODE_INVALID',
      'DEVICE_CODE_RATE',
      'SSO_FORBIDDEN',
      'PAGE_OUTDATED',
      'CONSENT_REQUIRED',
      'AGREEMENT_REQUIRED',
      'DELETION_PENDING',
      ...missingDetails,
    ],
  },
});
