import { paths } from '#navigation/paths.ts';
import { codeMoves } from './code-moves.ts';
import type { Journey } from './journey.ts';

export type SocialSignUpStep = 'phone' | 'captcha' | 'code' | 'newCode' | 'password' | 'done';

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
    // The captcha step is taken only if proof of work in the background is not enough.
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
      on: codeMoves.code,
    },
    newCode: {
      page: paths.signUpOauthResend,
      alsoOpen: [paths.signUpOauthConfirmPhone],
      needs: 'nothing',
      on: codeMoves.newCode,
    },
    password: {
      page: paths.signUpOauthConfirmPassword,
      alsoOpen: [paths.signUpOauthConfirmPhone],
      needs: 'liveVerification',
      on: {
        ...codeMoves.password,
        accountCreated: { to: 'done', effects: ['forgetProof', 'carryToSuccess'] },
        signedIn: { to: 'done', effects: ['forgetFlow'] },
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
