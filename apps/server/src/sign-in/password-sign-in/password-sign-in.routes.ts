import type { Route } from '#http/routes.ts';
import type { SessionService } from '#sign-in/session/session.service.ts';
import { toUserInfo } from '#sign-in/session/user-info.ts';
import type { PasswordSignInService } from './password-sign-in.service.ts';

export function registerPasswordSignInRoutes(
  route: Route,
  signIn: PasswordSignInService,
  sessions: SessionService,
): void {
  route('POST /vid/ajax/auth/login/phone', async ({ body, caller, preSession, request, reply }) => {
    const issued = await signIn.signIn({
      phone: body.phone,
      password: body.password,
      captchaToken: body.captchaToken,
      remember: body.remember ?? true,
      caller,
      browser: sessions.browserOf(request, preSession),
      signal: request.signal,
    });
    return toUserInfo(sessions.deliver(issued, reply));
  });
}
