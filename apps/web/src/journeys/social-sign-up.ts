import { paths } from '#navigation/paths.ts';
import type { Journey } from './journey.ts';

export type SocialSignUpStep = 'phone' | 'captcha' | 'code' | 'newCode' | 'password' | 'done';

/** After a provider has vouched for a person whom no account knows. */
export const socialSignUpJourney: Journey<SocialSignUpStep> = {
  flow: 'social',
  title: 'Sign-up by social account',
  start: 'phone',
  steps: {
    phone: {
      page: paths.signUpOauthConfirmPhone,
      alsoOpen: [],
      needs: 'nothing',
      on: { codeSent: { to: 'code' }, pictureDemanded: { to: 'captcha' } },
    },
    // Only if proof of work in the background is not enough.
    captcha: {
      page: paths.signUpOauthConfirmCaptcha,
      alsoOpen: [paths.signUpOauthConfirmPhone],
      needs: 'nothing',
      on: {
        codeSent: { to: 'code' },
        pictureDemanded: { to: 'captcha' },
        phoneChangeRequested: { to: 'phone' },
      },
    },
    code: {
      page: paths.signUpOauthConfirmOtp,
      alsoOpen: [paths.signUpOauthResend, paths.signUpOauthConfirmPhone],
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
      page: paths.signUpOauthResend,
      alsoOpen: [paths.signUpOauthConfirmPhone],
      needs: 'nothing',
      on: { codeSent: { to: 'code' }, phoneChangeRequested: { to: 'phone' } },
    },
    password: {
      page: paths.signUpOauthConfirmPassword,
      alsoOpen: [paths.signUpOauthConfirmPhone],
      needs: 'liveVerification',
      on: {
        codeSent: { to: 'code' },
        accountCreated: { to: 'done', effects: ['forgetProof', 'carryToSuccess'] },
        signedIn: { to: 'done', effects: ['forgetFlow'] },
        verificationExpired: { to: 'newCode', effects: ['forgetProof'], reason: 'verificationExpired' },
        phoneChangeRequested: { to: 'phone', effects: ['forgetProof'] },
      },
    },
    done: {
      page: paths.home,
      alsoOpen: [paths.signUpOauthConfirmPhone],
      needs: 'nothing',
      on: { codeSent: { to: 'code' }, pictureDemanded: { to: 'captcha' } },
    },
  },
};
