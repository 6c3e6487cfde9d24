import { readFlowToken } from '#http/cookies.ts';
import type { Module } from '#platform/module.ts';
import type { SignIn } from '../services.ts';
import { createTwoStepSignInService } from './two-step.service.ts';

export function createTwoStepSignInModule(deps: SignIn): Module {
  const { completion, sessions, cookies } = deps;
  const twoStepSignIn = createTwoStepSignInService(deps);
  return {
    handlers: {
      'POST /vid/ajax/auth/login/two-step': async ({ body, caller, preSession, request, reply }) => {
        const completed = await twoStepSignIn.signIn({
          mfaToken: readFlowToken(cookies, request, body.mfaToken),
          code: body.code,
          recoveryCode: body.recoveryCode,
          rememberDevice: body.rememberDevice ?? false,
          caller,
          browser: sessions.browserOf(request, preSession),
        });
        return completion.deliverSession(completed, reply);
      },
    },
  };
}
