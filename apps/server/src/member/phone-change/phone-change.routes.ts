import { readFlowToken, type Cookies } from '#http/cookies.ts';
import type { PreSessions } from '#http/pre-session.ts';
import type { Route } from '#http/routes.ts';
import { AppError } from '#lib/app-error.ts';
import { demandsOn } from '#sign-in/complete/complete.policy.ts';
import type { SessionService } from '#sign-in/session/session.service.ts';
import { toUserInfo } from '#sign-in/session/user-info.ts';
import type { PhoneChangeService } from './phone-change.service.ts';

type Deps = {
  readonly phoneChanges: PhoneChangeService;
  readonly sessions: SessionService;
  readonly preSessions: PreSessions;
  readonly cookies: Cookies;
};

export function registerPhoneChangeRoutes(
  route: Route,
  { phoneChanges, sessions, preSessions, cookies }: Deps,
): void {
  route('POST /vid/api/users/phone', async ({ body, session, caller, request, reply }) => {
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
  });

  route('POST /vid/api/users/phone/undo', ({ body, caller }) =>
    phoneChanges.undo({ token: body.token, caller }),
  );
}
