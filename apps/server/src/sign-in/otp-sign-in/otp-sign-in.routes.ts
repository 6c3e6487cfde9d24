import type { Cookies } from '#http/cookies.ts';
import { readFlowToken } from '#http/flow-token.ts';
import type { Route } from '#http/routes.ts';
import type { SessionService } from '#sign-in/session/session.service.ts';
import { toUserInfo } from '#sign-in/session/user-info.ts';
import type { OtpSignInService } from './otp-sign-in.service.ts';

type Parts = {
  readonly otpSignIn: OtpSignInService;
  readonly sessions: SessionService;
  readonly cookies: Cookies;
};

export function registerOtpSignInRoutes(route: Route, { otpSignIn, sessions, cookies }: Parts): void {
  route('POST /vid/ajax/auth/login/otp', async ({ body, caller, preSession, request, reply }) => {
    const issued = await otpSignIn.signIn({
      phone: body.phone,
      otpToken: readFlowToken(cookies, request, body.otpToken),
      remember: body.remember ?? true,
      caller,
      browser: sessions.browserOf(request, preSession),
    });
    return toUserInfo(sessions.deliver(issued, reply));
  });
}
