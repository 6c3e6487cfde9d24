import { Type } from 'typebox';
import { named } from '../../named.ts';
import { defineEndpoints, sessionErrors } from '../../endpoint.ts';
import { closed, Done, IsoTime, NoBody, nullable, Seconds } from '../shapes.ts';
import { AppCode } from '../sign-in/two-step.ts';

const tag = 'two-step';
const RecoveryCodes = named(
  'RecoveryCodes',
  Type.Object({
    recoveryCodes: Type.Array(Type.String({ examples: ['7k2qd-93xmb'] }), {
      description: 'Shown once. The earlier ones are no longer valid.',
    }),
  }),
);

export const twoStepEndpoints = defineEndpoints({
  'GET /vid/api/users/two-step': {
    id: 'getTwoStep',
    summary: 'State of two-step sign-in of the signed-in account',
    tag,
    access: 'member',
    data: Type.Object({
      onSince: nullable(IsoTime, { description: 'Null if it is off.' }),
      recoveryCodesLeft: Type.Integer({ minimum: 0, examples: [10] }),
      maySwitchOff: Type.Boolean({
        description: 'False for an administrator who has nothing else that proves two factors.',
      }),
    }),
    errors: [...sessionErrors],
  },
  'POST /vid/api/users/two-step/setup': {
    id: 'startTwoStepSetup',
    summary: 'Start to set up an authenticator app, or to replace it',
    tag,
    access: 'member',
    body: NoBody,
    data: Type.Object({
      secret: Type.String({ description: 'Base32.', examples: ['JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'] }),
      uri: Type.String({
        description: 'For a QR code.',
        examples: ['otpauth://totp/VID:0912345678?issuer=VID&secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'],
      }),
      expiresIn: Seconds,
    }),
    errors: [...sessionErrors, 'REAUTHENTICATION_REQUIRED', 'CHANGE_ON_HOLD'],
  },
  'POST /vid/api/users/two-step/confirm': {
    id: 'confirmTwoStep',
    summary: 'Switch on two-step sign-in with the first code of the app; returns the recovery codes',
    tag,
    access: 'member',
    body: Type.Object({ code: AppCode }, closed),
    data: RecoveryCodes,
    errors: [
      ...sessionErrors,
      'REAUTHENTICATION_REQUIRED',
      'CHANGE_ON_HOLD',
      'TWO_STEP_SETUP_EXPIRED',
      'TWO_STEP_CODE_INVALID',
    ],
  },
  'POST /vid/api/users/two-step/recovery-codes': {
    id: 'replaceRecoveryCodes',
    summary: 'Replace the recovery codes',
    tag,
    access: 'member',
    body: NoBody,
    data: RecoveryCodes,
    errors: [...sessionErrors, 'REAUTHENTICATION_REQUIRED', 'CHANGE_ON_HOLD', 'TWO_STEP_OFF'],
  },
  'DELETE /vid/api/users/two-step': {
    id: 'disableTwoStep',
    summary: 'Switch off two-step sign-in',
    tag,
    access: 'member',
    data: Done,
    errors: [...sessionErrors, 'REAUTHENTICATION_REQUIRED', 'CHANGE_ON_HOLD', 'TWO_STEP_REQUIRED'],
  },
});
