import { clientSignal } from '#http/client-signal.ts';
import { readFlowToken } from '#http/cookies.ts';
import type { Module } from '#platform/module.ts';
import type { SignIn } from '../services.ts';
import { createPasswordResetService } from './password-reset.service.ts';

export function createPasswordResetModule(deps: SignIn): Module {
  const { cookies } = deps;
  const passwordReset = createPasswordResetService(deps);
  return {
    handlers: {
      'POST /vid/api/users/password/forget': async ({ body, caller, preSession, request, reply }) => {
        await passwordReset.reset({
          phone: body.phone,
          otpToken: readFlowToken(cookies, request, body.otpToken),
          newPassword: body.newPassword,
          caller,
          preSession,
          signal: clientSignal(reply),
        });
        cookies.clear(reply, 'vid_flow');
      },
    },
  };
}
