import { paths } from '#navigation/paths.ts';
import { codeMoves } from './code-moves.ts';
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
      on: codeMoves.code,
    },
    newCode: {
      page: paths.forgetPasswordResend,
      alsoOpen: [paths.forgetPassword],
      needs: 'nothing',
      on: codeMoves.newCode,
    },
    password: {
      page: paths.forgetPasswordInput,
      alsoOpen: [paths.forgetPassword],
      needs: 'liveVerification',
      on: {
        ...codeMoves.password,
        passwordSet: { to: 'done', effects: ['forgetFlow'] },
        accountMissing: { to: 'phone', effects: ['forgetProof'] },
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
