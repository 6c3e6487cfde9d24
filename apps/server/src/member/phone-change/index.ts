import { readFlowToken } from '#http/browser/cookies.ts';
import { AppError } from '#lib/app-error.ts';
import { demandsOn } from '#sign-in/complete/complete.policy.ts';
import { toUserInfo } from '#sign-in/session/user-info.ts';
import type { Module } from '#platform/module.ts';
import type { Access } from '#sign-in/session/access.ts';
import { createPhoneChangeService } from './phone-change.service.ts';

export function createPhoneChangeModule(deps: Access): Module {
  const { sessions, preSessions, cookies } = deps;
  const phoneChanges = createPhoneChangeService(deps);
  return {
    handlers: {
      'POST /vid/api/users/phone': async ({ body, session, caller, request, reply }) => {
        const preSession = preSessions.find(request);
        if (!preSession) throw new AppError('OTP_TOKEN_INVALID');
        const changed = await phoneChanges.change({
          session: await sessions.withExtras(session),
          phone: body.phone,
          otpToken: readFlowToken(cookies, request, body.otpToken),
          preSessionHash: preSession.hash,
          caller,
        });
        cookies.clear(reply, 'vid_flow');
        return toUserInfo(changed, demandsOn(changed));
      },
    },
  };
}
