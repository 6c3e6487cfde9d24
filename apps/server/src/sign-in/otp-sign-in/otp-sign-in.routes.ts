import { readFlowToken, type Cookies } from '#http/cookies.ts';
import type { Route } from '#http/routes.ts';
import type { CompleteService } from '#sign-in/complete/complete.service.ts';
import type { SessionService } from '#sign-in/session/session.service.ts';
import type { OtpSignInService } from './otp-sign-in.service.ts';

type Deps = {
  readonly otpSignIn: OtpSignInService;
  readonly completion: CompleteService;
  readonly sessions: SessionService;
  readonly cookies: Cookies;
};

export function registerOtpSignInRoutes(
  route: Route,
  { otpSignIn, completion, sessions, cookies }: Deps,
): void {
  route('POST /vid/ajax/auth/login/otp', async ({ body, caller, preSession, request, reply }) => {
    const completed = await otpSignIn.signIn({
      phone: body.phone,
      otpToken: readFlowToken(cookies, request, body.otpToken),
      remember: body.remember ?? true,
      caller,
      browser: sessions.browserOf(request, preSession),
    });
    return completion.deliver(completed, reply);
  });
}
