import { Type } from 'typebox';
import { namedObject } from '../../named.ts';
import { defineEndpoints } from '../../endpoint.ts';
import { closedObject, IsoTime, NoBody, nullable, Seconds } from '../shapes.ts';
import { AppCode } from '../sign-in/two-step.ts';

const RecoveryCodes = namedObject('RecoveryCodes', {
  recoveryCodes: Type.Array(Type.String({ examples: ['7k2qd-93xmb'] }), {
    description: 'Shown once. Earlier codes are no longer valid.',
  }),
});

export const twoStepEndpoints = defineEndpoints('member', 'two-step', {
  'GET /vid/api/users/two-step': {
    id: 'getTwoStep',
    summary: 'Get the state of two-step sign-in of the signed-in account',
    data: Type.Object({
      onSince: nullable(IsoTime, { description: 'Null if it is off.' }),
      recoveryCodesLeft: Type.Integer({ minimum: 0, examples: [10] }),
      maySwitchOff: Type.Boolean({
        description: 'False for an administrator who has no passkey.',
      }),
    }),
  },
  'POST /vid/api/users/two-step/setup': {
    id: 'startTwoStepSetup',
    limit: { perHour: 30, rows: 1 },
    summary: 'Start setting up an authenticator app, or replacing it',
    body: NoBody,
    data: Type.Object({
      secret: Type.String({ description: 'Base32.', examples: ['JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'] }),
      uri: Type.String({
        description: 'For a QR code.',
        examples: ['otpauth://totp/VID:0912345678?issuer=VID&secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'],
      }),
      expiresIn: Seconds,
    }),
    errors: ['REAUTHENTICATION_REQUIRED', 'CHANGE_ON_HOLD'],
  },
  'POST /vid/api/users/two-step/confirm': {
    id: 'confirmTwoStep',
    limit: { perHour: 30, rows: 10 },
    summary: 'Turn on two-step sign-in with the first code of the app; returns the recovery codes',
    body: closedObject({ code: AppCode }),
    data: RecoveryCodes,
    errors: [
      'REAUTHENTICATION_REQUIRED',
      'CHANGE_ON_HOLD',
      'TWO_STEP_SETUP_EXPIRED',
      'TWO_STEP_CODE_INVALID',
    ],
  },
  'POST /vid/api/users/two-step/recovery-codes': {
    id: 'replaceRecoveryCodes',
    limit: { perHour: 20, rows: 10 },
    summary: 'Replace the recovery codes',
    body: NoBody,
    data: RecoveryCodes,
    errors: ['REAUTHENTICATION_REQUIRED', 'CHANGE_ON_HOLD', 'TWO_STEP_OFF'],
  },
  'DELETE /vid/api/users/two-step': {
    id: 'disableTwoStep',
    limit: { perHour: 20, of: 'session', rows: 0 },
    summary: 'Turn off two-step sign-in',
    errors: ['REAUTHENTICATION_REQUIRED', 'CHANGE_ON_HOLD', 'TWO_STEP_REQUIRED'],
  },
});
