import { readFlowToken } from '#http/browser/cookies.ts';
import type { Module } from '#platform/module.ts';
import type { SignIn } from '../services.ts';
import { createPasswordSignInService } from './password-sign-in.service.ts';

export function createPasswordSignInModule(deps: SignIn): Module {
  const { completion, sessions, cookies } = deps;
  const passwordSignIn = createPasswordSignInService(deps);
  return {
    handlers: {
      'POST /vid/ajax/auth/login/phone': async ({ body, ...call }) => {
        const otpToken = body.otpToken && readFlowToken(cookies, call.request, body.otpToken);
        const completed = await passwordSignIn.signIn({ ...body, otpToken, ...sessions.visitOf(call) });
        return completion.deliver(completed, call.reply);
      },
    },
  };
}
