import type { Cookies } from '#http/cookies.ts';
import { readFlowToken } from '#http/flow-token.ts';
import type { Route } from '#http/routes.ts';
import type { SessionService } from '#sign-in/session/session.service.ts';
import { toUserInfo } from '#sign-in/session/user-info.ts';
import type { SignUpService } from './sign-up.service.ts';

type Parts = {
  readonly signUp: SignUpService;
  readonly sessions: SessionService;
  readonly cookies: Cookies;
};

export function registerSignUpRoutes(route: Route, { signUp, sessions, cookies }: Parts): void {
  route('POST /vid/ajax/users/signup/phone', async ({ body, caller, preSession, request, reply }) => {
    const issued = await signUp.signUp({
      phone: body.phone,
      password: body.password,
      isEnterprise: body.isEnterprise ?? false,
      referralCode: body.referralCode,
      campaign: body.campaign,
      otpToken: readFlowToken(cookies, request, body.otpToken),
      acceptedTerms: body.acceptedTerms,
      caller,
      browser: sessions.browserOf(request, preSession),
      signal: request.signal,
    });
    return toUserInfo(sessions.deliver(issued, reply));
  });
}
