import { readFlowToken } from '#http/browser/cookies.ts';
import type { Module } from '#platform/module.ts';
import type { SignIn } from '../services.ts';
import { createSignUpService, type SignUpService } from './sign-up.service.ts';

export function createSignUpModule(deps: SignIn): Module & { readonly signUp: SignUpService } {
  const { completion, sessions, cookies } = deps;
  const signUp = createSignUpService(deps);
  return {
    signUp,
    handlers: {
      'POST /vid/ajax/users/signup/phone': async ({ body, ...call }) => {
        const otpToken = readFlowToken(cookies, call.request, body.otpToken);
        const completed = await signUp.signUp({ ...body, otpToken, ...sessions.visitOf(call) });
        return completion.deliver(completed, call.reply);
      },
    },
  };
}
