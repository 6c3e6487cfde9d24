import { clientSignal } from '#http/client-signal.ts';
import { readFlowToken, type Cookies } from '#http/cookies.ts';
import type { Route } from '#http/routes.ts';
import type { CompleteService } from '#sign-in/complete/complete.service.ts';
import type { SessionService } from '#sign-in/session/session.service.ts';
import type { PasswordSignInService } from './password-sign-in.service.ts';

type Deps = {
  readonly passwordSignIn: PasswordSignInService;
  readonly completion: CompleteService;
  readonly sessions: SessionService;
  readonly cookies: Cookies;
};

export function registerPasswordSignInRoutes(
  route: Route,
  { passwordSignIn, completion, sessions, cookies }: Deps,
): void {
  route('POST /vid/ajax/auth/login/phone', async ({ body, caller, preSession, request, reply }) => {
    const completed = await passwordSignIn.signIn({
      phone: body.phone,
      password: body.password,
      captchaToken: body.captchaToken,
      otpToken: body.otpToken === undefined ? undefined : readFlowToken(cookies, request, body.otpToken),
      remember: body.remember ?? true,
      caller,
      browser: sessions.browserOf(request, preSession),
      signal: clientSignal(reply),
    });
    return completion.deliver(completed, reply);
  });
}
