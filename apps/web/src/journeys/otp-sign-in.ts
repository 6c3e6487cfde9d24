import { paths } from '#navigation/paths.ts';
import { type Journey, stepAt } from './journey.ts';

export type OtpSignInStep = 'phone' | 'code' | 'verified' | 'noAccount' | 'passwordNeeded' | 'done';

export const otpSignInJourney: Journey<OtpSignInStep> = {
  flow: 'signin',
  title: 'Sign-in by one-time code',
  start: 'phone',
  steps: {
    phone: stepAt(paths.signInOtp, 'nothing', [], { codeSent: { to: 'code' } }),
    code: stepAt(paths.signInOtpConfirm, 'liveCode', [paths.signInOtp], {
      codeSent: { to: 'code' },
      codeAccepted: { to: 'verified' },
      codeExpired: { to: 'phone', effects: ['forgetProof'], reason: 'codeExpired' },
      codeLocked: { to: 'phone', effects: ['forgetProof'], reason: 'codeLocked' },
      phoneChangeRequested: { to: 'phone', effects: ['forgetProof'] },
    }),
    // `verified` is a separate step, so that the sign-in can be retried after a lost response without a new code.
    verified: stepAt(paths.signInOtpConfirm, 'liveVerification', [paths.signInOtp], {
      codeSent: { to: 'code' },
      signedIn: { to: 'done', effects: ['forgetFlow'] },
      accountMissing: { to: 'noAccount' },
      passwordDemanded: { to: 'passwordNeeded', effects: ['forgetFlow'], reason: 'passwordNeeded' },
      verificationExpired: { to: 'phone', effects: ['forgetProof'], reason: 'verificationExpired' },
      phoneChangeRequested: { to: 'phone', effects: ['forgetProof'] },
    }),
    noAccount: stepAt(paths.signInOtpConfirm, 'liveVerification', [paths.signInOtp], {
      codeSent: { to: 'code' },
      signUpAccepted: { to: 'done', effects: ['carryToSignUp'] },
      verificationExpired: { to: 'phone', effects: ['forgetProof'], reason: 'verificationExpired' },
      phoneChangeRequested: { to: 'phone', effects: ['forgetProof'] },
    }),
    // The code counts as an administrator's first factor, and the password is the second.
    passwordNeeded: stepAt(paths.signIn, 'nothing', [paths.signInOtp], { codeSent: { to: 'code' } }),
    done: stepAt(paths.home, 'nothing', [paths.signInOtp], { codeSent: { to: 'code' } }),
  },
};
