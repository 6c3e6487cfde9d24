import { paths } from '#navigation/paths.ts';
import { codeMoves } from './code-moves.ts';
import { type Journey, stepAt } from './journey.ts';

export type PasswordResetStep = 'phone' | 'code' | 'newCode' | 'password' | 'done';

export const passwordResetJourney: Journey<PasswordResetStep> = {
  flow: 'forget-password',
  title: 'Forgotten password',
  start: 'phone',
  steps: {
    phone: stepAt(paths.forgetPassword, 'nothing', [], { codeSent: { to: 'code' } }),
    code: stepAt(
      paths.forgetPasswordOtp,
      'liveCode',
      [paths.forgetPasswordResend, paths.forgetPassword],
      codeMoves.code,
    ),
    newCode: stepAt(paths.forgetPasswordResend, 'nothing', [paths.forgetPassword], codeMoves.newCode),
    password: stepAt(paths.forgetPasswordInput, 'liveVerification', [paths.forgetPassword], {
      ...codeMoves.password,
      passwordSet: { to: 'done', effects: ['forgetFlow'], reason: 'passwordSet' },
      accountMissing: { to: 'phone', effects: ['forgetProof'] },
    }),
    done: stepAt(paths.signIn, 'nothing', [paths.forgetPassword], { codeSent: { to: 'code' } }),
  },
};
