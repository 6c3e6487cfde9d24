import { readFlowToken } from '#http/browser/cookies.ts';
import type { Module } from '#platform/module.ts';
import type { SignIn } from '../services.ts';
import type { SignUpService } from '../sign-up/sign-up.service.ts';
import { registerFacebookDeletion } from './facebook-deletion.ts';
import { signUpSeconds } from './social-sign-up.repo.ts';
import { createSocialSignUpService } from './social-sign-up.service.ts';
import { createSocialService } from './social.service.ts';

export function createSocialModule(deps: SignIn & { readonly signUp: SignUpService }): Module {
  const { completion, sessions, cookies } = deps;
  const social = createSocialService(deps);
  const socialSignUp = createSocialSignUpService(deps);
  return {
    routes: (_route, app) => registerFacebookDeletion(app, deps),
    handlers: {
      'POST /vid/ajax/auth/login/social/start': async ({ body, caller, preSession }) => ({
        address: await social.start(body.provider, {
          intent: body.isPopup === true ? 'popup' : 'signin',
          caller,
          preSession,
        }),
      }),
      'POST /vid/ajax/auth/login/social': async ({ body, ...call }) => {
        const result = await social.signIn(body, sessions.visitOf(call));
        if ('signedIn' in result)
          return { isExistAccount: true as const, userInfo: completion.deliver(result.signedIn, call.reply) };
        const { signUpId, pending } = result;
        // The sign-up id is also returned in a cookie, so that scripts need not store it (S8).
        cookies.write(call.reply, 'vid_social', signUpId, signUpSeconds);
        const { provider, suggestion } = pending;
        return { isExistAccount: false as const, signUpId, provider, suggestion };
      },
      'POST /vid/ajax/auth/login/social/pending': async ({ body, ...call }) => {
        const signUpId = readFlowToken(cookies, call.request, body.signUpId, 'vid_social');
        const otpToken = body.otpToken && readFlowToken(cookies, call.request, body.otpToken);
        return socialSignUp.describe(
          { ...body, signUpId, ...(otpToken && { otpToken }) },
          sessions.visitOf(call),
        );
      },
      'POST /vid/ajax/auth/login/social/cancel': async ({ body, preSession, request, reply }) => {
        await socialSignUp.cancel(readFlowToken(cookies, request, body.signUpId, 'vid_social'), preSession);
        cookies.clear(reply, 'vid_social');
      },
      'POST /vid/ajax/auth/login/social/verify': async ({ body, ...call }) => {
        const { request, reply } = call;
        const completed = await socialSignUp.verify({
          ...body,
          signUpId: readFlowToken(cookies, request, body.signUpId, 'vid_social'),
          otpToken: readFlowToken(cookies, request, body.otpToken),
          ...sessions.visitOf(call),
        });
        cookies.clear(reply, 'vid_social');
        return completion.deliver(completed, reply);
      },
    },
  };
}
