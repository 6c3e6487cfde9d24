import { paths } from '#navigation/paths.ts';
import type { Journey } from './journey.ts';

export type PasswordResetStep = 'phone' | 'code' | 'newCode' | 'password' | 'done';

export const passwordResetJourney: Journey<PasswordResetStep> = {
  flow: 'forget-password',
  title: 'Forgotten password',
  start: 'phone',
  steps: {
    phone: {
      page: paths.forgetPassword,
      alsoOpen: [],
      needs: 'nothing',
      on: { codeSent: { to: 'code' } },
    },
    code: {
      page: paths.forgetPasswordOtp,
      alsoOpen: [paths.forgetPasswordResend, paths.forgetPassword],
      needs: 'liveCode',
      on: {
        codeSent: { to: 'code' },
        codeAccepted: { to: 'password' },
        codeExpired: { to: 'newCode', effects: ['forgetProof'], reason: 'codeExpired' },
        codeLocked: { to: 'newCode', effects: ['forgetProof'], reason: 'codeLocked' },
        phoneChangeRequested: { to: 'phone', effects: ['forgetProof'] },
      },
    },
    newCode: {
      page: paths.forgetPasswordResend,
      alsoOpen: [paths.forgetPassword],
      needs: 'nothing',
      on: { codeSent: { to: 'code' }, phoneChangeRequested: { to: 'phone' } },
    },
    password: {
      page: paths.forgetPasswordInput,
      alsoOpen: [paths.forgetPassword],
      needs: 'liveVerification',
      on: {
        codeSent: { to: 'code' },
        passwordSet: { to: 'done', effects: ['forgetFlow'] },
        accountMissing: { to: 'phone', effects: ['forgetProof'] },
        verificationExpired: { to: 'newCode', effects: ['forgetProof'], reason: 'verificationExpired' },
        phoneChangeRequested: { to: 'phone', effects: ['forgetProof'] },
      },
    },
    done: {
      page: paths.signIn,
      alsoOpen: [paths.forgetPassword],
      needs: 'nothing',
      on: { codeSent: { to: 'code' } },
    },
  },
};
