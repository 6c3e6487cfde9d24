import { clientSignal } from '#http/client-signal.ts';
import { readFlowToken } from '#http/cookies.ts';
import type { Module } from '#platform/module.ts';
import type { SignIn } from '../services.ts';
import { createPasswordSignInService } from './password-sign-in.service.ts';

export function createPasswordSignInModule(deps: SignIn): Module {
  const { completion, sessions, cookies } = deps;
  const passwordSignIn = createPasswordSignInService(deps);
  return {
    handlers: {
      'POST /vid/ajax/auth/login/phone': async ({ body, caller, preSession, request, reply }) => {
        const completed = await passwordSignIn.signIn({
          phone: body.phone,
          password: body.password,
          captchaToken: body.captchaToken,
          otpToken: body.otpToken === undefined ? undefined : readFlowToken(cookies, request, body.otpToken),
          remember: body.remember ?? true,
          caller,
          browser: sessions.browserOf(request, preSession),
          signal: clientSignal(reply),
        });
        return completion.deliver(completed, reply);
      },
    },
  };
}
