import { readFlowToken } from '#http/cookies.ts';
import type { Module } from '#platform/module.ts';
import type { SignIn } from '../services.ts';
import { createOtpSignInService } from './otp-sign-in.service.ts';

export function createOtpSignInModule(deps: SignIn): Module {
  const { completion, sessions, cookies } = deps;
  const otpSignIn = createOtpSignInService(deps);
  return {
    handlers: {
      'POST /vid/ajax/auth/login/otp': async ({ body, caller, preSession, request, reply }) => {
        const completed = await otpSignIn.signIn({
          phone: body.phone,
          otpToken: readFlowToken(cookies, request, body.otpToken),
          remember: body.remember ?? true,
          caller,
          browser: sessions.browserOf(request, preSession),
        });
        return completion.deliver(completed, reply);
      },
    },
  };
}
