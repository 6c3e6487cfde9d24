import { paths } from '#navigation/paths.ts';
import { codeMoves } from './code-moves.ts';
import { type Journey, stepAt } from './journey.ts';

export type SignUpStep = 'phone' | 'code' | 'newCode' | 'password' | 'done';

export const signUpJourney: Journey<SignUpStep> = {
  flow: 'signup',
  title: 'Sign-up by phone',
  start: 'phone',
  steps: {
    phone: stepAt(paths.signUpOtp, 'nothing', [], { codeSent: { to: 'code' } }),
    code: stepAt(paths.signUpConfirm, 'liveCode', [paths.signUpResend, paths.signUpOtp], codeMoves.code),
    newCode: stepAt(paths.signUpResend, 'nothing', [paths.signUpOtp], codeMoves.newCode),
    password: stepAt(paths.signUpPassword, 'liveVerification', [paths.signUpOtp], {
      ...codeMoves.password,
      accountCreated: { to: 'done', effects: ['forgetProof'] },
      accountExists: { to: 'phone', effects: ['forgetProof'], reason: 'accountExists' },
    }),
    // Allows another sign-up in this tab, because the first session may have ended.
    done: stepAt(paths.signUpSuccess, 'nothing', [], { codeSent: { to: 'code' } }),
  },
};
