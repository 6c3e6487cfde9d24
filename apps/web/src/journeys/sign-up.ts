import { paths } from '#navigation/paths.ts';
import { codeMoves } from './code-moves.ts';
import type { Journey } from './journey.ts';

export type SignUpStep = 'phone' | 'code' | 'newCode' | 'password' | 'done';

export const signUpJourney: Journey<SignUpStep> = {
  flow: 'signup',
  title: 'Sign-up by phone',
  start: 'phone',
  steps: {
    phone: {
      page: paths.signUpOtp,
      alsoOpen: [],
      needs: 'nothing',
      on: { codeSent: { to: 'code' } },
    },
    code: {
      page: paths.signUpConfirm,
      alsoOpen: [paths.signUpResend, paths.signUpOtp],
      needs: 'liveCode',
      on: codeMoves.code,
    },
    newCode: {
      page: paths.signUpResend,
      alsoOpen: [paths.signUpOtp],
      needs: 'nothing',
      on: codeMoves.newCode,
    },
    password: {
      page: paths.signUpPassword,
      alsoOpen: [paths.signUpOtp],
      needs: 'liveVerification',
      on: {
        ...codeMoves.password,
        accountCreated: { to: 'done', effects: ['forgetProof'] },
        accountExists: { to: 'phone', effects: ['forgetProof'], reason: 'accountExists' },
      },
    },
    done: {
      page: paths.signUpSuccess,
      alsoOpen: [],
      needs: 'nothing',
      // The session has ended since, and a visitor signs up again in this tab.
      on: { codeSent: { to: 'code' } },
    },
  },
};
