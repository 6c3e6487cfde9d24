import { readFlowToken } from '#http/browser/cookies.ts';
import type { Module } from '#platform/module.ts';
import type { SignIn } from '../services.ts';
import { createPasswordResetService } from './password-reset.service.ts';

export function createPasswordResetModule(deps: SignIn): Module {
  const { cookies, sessions } = deps;
  const passwordReset = createPasswordResetService(deps);
  return {
    handlers: {
      'POST /vid/api/users/password/forget': async ({ body, ...call }) => {
        const otpToken = readFlowToken(cookies, call.request, body.otpToken);
        await passwordReset.reset({ ...body, otpToken, ...sessions.visitOf(call) });
        cookies.clear(call.reply, 'vid_flow');
      },
    },
  };
}
