import { readFlowToken, type Cookies } from '#http/cookies.ts';
import type { Route } from '#http/routes.ts';
import type { CompleteService } from '#sign-in/complete/complete.service.ts';
import type { SessionService } from '#sign-in/session/session.service.ts';
import type { TwoStepSignInService } from './two-step.service.ts';

type Deps = {
  readonly twoStepSignIn: TwoStepSignInService;
  readonly completion: CompleteService;
  readonly sessions: SessionService;
  readonly cookies: Cookies;
};

export function registerTwoStepSignInRoutes(
  route: Route,
  { twoStepSignIn, completion, sessions, cookies }: Deps,
): void {
  route('POST /vid/ajax/auth/login/two-step', async ({ body, caller, preSession, request, reply }) => {
    const completed = await twoStepSignIn.signIn({
      mfaToken: readFlowToken(cookies, request, body.mfaToken),
      code: body.code,
      recoveryCode: body.recoveryCode,
      rememberDevice: body.rememberDevice ?? false,
      caller,
      browser: sessions.browserOf(request, preSession),
    });
    return completion.deliverSession(completed, reply);
  });
}
