import { readFlowToken } from '#http/browser/cookies.ts';
import type { Module } from '#platform/module.ts';
import type { SignIn } from '../services.ts';
import { createOtpSignInService } from './otp-sign-in.service.ts';

export function createOtpSignInModule(deps: SignIn): Module {
  const { completion, sessions, cookies } = deps;
  const otpSignIn = createOtpSignInService(deps);
  return {
    handlers: {
      'POST /vid/ajax/auth/login/otp': async ({ body, ...call }) => {
        const otpToken = readFlowToken(cookies, call.request, body.otpToken);
        const completed = await otpSignIn.signIn({ ...body, otpToken, ...sessions.visitOf(call) });
        return completion.deliver(completed, call.reply);
      },
    },
  };
}
