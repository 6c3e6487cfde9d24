import { paths } from '#navigation/paths.ts';
import type { Journey } from './journey.ts';

export type OtpSignInStep = 'phone' | 'code' | 'verified' | 'noAccount' | 'passwordNeeded' | 'done';

export const otpSignInJourney: Journey<OtpSignInStep> = {
  flow: 'signin',
  title: 'Sign-in by one-time code',
  start: 'phone',
  steps: {
    phone: {
      page: paths.signInOtp,
      alsoOpen: [],
      needs: 'nothing',
      on: { codeSent: { to: 'code' } },
    },
    code: {
      page: paths.signInOtpConfirm,
      alsoOpen: [paths.signInOtp],
      needs: 'liveCode',
      on: {
        codeSent: { to: 'code' },
        codeAccepted: { to: 'verified' },
        codeExpired: { to: 'phone', effects: ['forgetProof'], reason: 'codeExpired' },
        codeLocked: { to: 'phone', effects: ['forgetProof'], reason: 'codeLocked' },
        phoneChangeRequested: { to: 'phone', effects: ['forgetProof'] },
      },
    },
    // A separate step, so that the sign-in can be retried after a lost answer without a new code.
    verified: {
      page: paths.signInOtpConfirm,
      alsoOpen: [paths.signInOtp],
      needs: 'liveVerification',
      on: {
        codeSent: { to: 'code' },
        signedIn: { to: 'done', effects: ['forgetFlow'] },
        accountMissing: { to: 'noAccount' },
        passwordDemanded: { to: 'passwordNeeded', effects: ['forgetFlow'], reason: 'passwordNeeded' },
        verificationExpired: { to: 'phone', effects: ['forgetProof'], reason: 'verificationExpired' },
        phoneChangeRequested: { to: 'phone', effects: ['forgetProof'] },
      },
    },
    noAccount: {
      page: paths.signInOtpConfirm,
      alsoOpen: [paths.signInOtp],
      needs: 'liveVerification',
      on: {
        codeSent: { to: 'code' },
        signUpAccepted: { to: 'done', effects: ['carryToSignUp'] },
        verificationExpired: { to: 'phone', effects: ['forgetProof'], reason: 'verificationExpired' },
        phoneChangeRequested: { to: 'phone', effects: ['forgetProof'] },
      },
    },
    // The code counts as the first proof of an administrator; the password form is the second.
    passwordNeeded: {
      page: paths.signIn,
      alsoOpen: [paths.signInOtp],
      needs: 'nothing',
      on: { codeSent: { to: 'code' } },
    },
    done: {
      page: paths.home,
      alsoOpen: [paths.signInOtp],
      needs: 'nothing',
      on: { codeSent: { to: 'code' } },
    },
  },
};
