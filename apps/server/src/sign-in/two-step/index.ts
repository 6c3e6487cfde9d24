import { readFlowToken } from '#http/browser/cookies.ts';
import type { Module } from '#platform/module.ts';
import type { SignIn } from '../services.ts';
import { createTwoStepSignInService } from './two-step.service.ts';

export function createTwoStepSignInModule(deps: SignIn): Module {
  const { completion, sessions, cookies } = deps;
  const twoStepSignIn = createTwoStepSignInService(deps);
  return {
    handlers: {
      'POST /vid/ajax/auth/login/two-step': async ({ body, ...call }) => {
        const mfaToken = readFlowToken(cookies, call.request, body.mfaToken);
        const completed = await twoStepSignIn.signIn({ ...body, mfaToken, ...sessions.visitOf(call) });
        return completion.deliverSession(completed, call.reply);
      },
    },
  };
}
