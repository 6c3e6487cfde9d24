import { paths } from '#navigation/paths.ts';
import { codeMoves } from './code-moves.ts';
import { type Journey, stepAt } from './journey.ts';

export type SocialSignUpStep = 'phone' | 'captcha' | 'code' | 'newCode' | 'password' | 'done';

export const socialSignUpJourney: Journey<SocialSignUpStep> = {
  flow: 'social',
  title: 'Sign-up by social account',
  start: 'phone',
  steps: {
    phone: stepAt(paths.signUpOauthConfirmPhone, 'nothing', [], {
      codeSent: { to: 'code' },
      pictureDemanded: { to: 'captcha' },
    }),
    // Reached only if proof of work in the background is not enough or cannot run.
    captcha: stepAt(paths.signUpOauthConfirmCaptcha, 'nothing', [paths.signUpOauthConfirmPhone], {
      codeSent: { to: 'code' },
      pictureDemanded: { to: 'captcha' },
      phoneChangeRequested: { to: 'phone' },
    }),
    code: stepAt(
      paths.signUpOauthConfirmOtp,
      'liveCode',
      [paths.signUpOauthResend, paths.signUpOauthConfirmPhone],
      codeMoves.code,
    ),
    newCode: stepAt(paths.signUpOauthResend, 'nothing', [paths.signUpOauthConfirmPhone], codeMoves.newCode),
    password: stepAt(paths.signUpOauthConfirmPassword, 'liveVerification', [paths.signUpOauthConfirmPhone], {
      ...codeMoves.password,
      accountCreated: { to: 'done', effects: ['forgetProof', 'carryToSuccess'] },
      signedIn: { to: 'done', effects: ['forgetFlow'] },
    }),
    done: stepAt(paths.home, 'nothing', [paths.signUpOauthConfirmPhone], {
      codeSent: { to: 'code' },
      pictureDemanded: { to: 'captcha' },
    }),
  },
};
