import { clientSignal } from '#http/client-signal.ts';
import { readFlowToken, type Cookies } from '#http/cookies.ts';
import type { Route } from '#http/routes.ts';
import type { CompleteService } from '#sign-in/complete/complete.service.ts';
import type { SessionService } from '#sign-in/session/session.service.ts';
import type { SignUpService } from './sign-up.service.ts';

type Deps = {
  readonly signUp: SignUpService;
  readonly completion: CompleteService;
  readonly sessions: SessionService;
  readonly cookies: Cookies;
};

export function registerSignUpRoutes(route: Route, { signUp, completion, sessions, cookies }: Deps): void {
  route('POST /vid/ajax/users/signup/phone', async ({ body, caller, preSession, request, reply }) => {
    const completed = await signUp.signUp({
      phone: body.phone,
      password: body.password,
      isEnterprise: body.isEnterprise ?? false,
      referralCode: body.referralCode,
      campaign: body.campaign,
      name: body.name,
      otpToken: readFlowToken(cookies, request, body.otpToken),
      acceptedTerms: body.acceptedTerms,
      termsVersion: body.termsVersion,
      isNewOwner: body.isNewOwner ?? false,
      caller,
      browser: sessions.browserOf(request, preSession),
      signal: clientSignal(reply),
    });
    return completion.deliver(completed, reply);
  });
}
