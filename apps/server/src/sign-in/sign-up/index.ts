import { clientSignal } from '#http/client-signal.ts';
import { readFlowToken } from '#http/cookies.ts';
import type { Module } from '#platform/module.ts';
import type { SignIn } from '../services.ts';
import { createSignUpService, type SignUpService } from './sign-up.service.ts';

export function createSignUpModule(deps: SignIn): Module & { readonly signUp: SignUpService } {
  const { completion, sessions, cookies } = deps;
  const signUp = createSignUpService(deps);
  return {
    signUp,
    handlers: {
      'POST /vid/ajax/users/signup/phone': async ({ body, caller, preSession, request, reply }) => {
        const completed = await signUp.signUp({
          phone: body.phone,
          password: body.password,
          isEnterprise: body.isEnterprise ?? false,
          referralCode: body.referralCode,
          campaign: body.campaign,
          name: body.name,
          otpToken: readFlowToken(cookies, request, body.otpToken),
          acceptedTerms: body.acceptedTerms,
          termsVersion: body.termsVersion,
          isNewOwner: body.isNewOwner ?? false,
          caller,
          browser: sessions.browserOf(request, preSession),
          signal: clientSignal(reply),
        });
        return completion.deliver(completed, reply);
      },
    },
  };
}
