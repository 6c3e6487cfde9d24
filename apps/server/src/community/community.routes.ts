import type { PreSessions } from '#http/pre-session.ts';
import type { Route } from '#http/routes.ts';
import type { AuthCodeService } from './auth-code.service.ts';
import type { SsoRedirectService } from './sso-redirect.service.ts';

type Deps = {
  readonly ssoRedirects: SsoRedirectService;
  readonly authCodes: AuthCodeService;
  readonly preSessions: PreSessions;
};

/** Registers the association's own protocol. An application validates its redirect address and then requests a code. */
export function registerCommunityRoutes(route: Route, { ssoRedirects, authCodes, preSessions }: Deps): void {
  route('POST /vid/ajax/apps/view/validateRedirectUrls', ({ body, preSession, caller }) =>
    ssoRedirects.validate({ ...body, preSessionHash: preSession.hash, addressKey: caller.addressKey }),
  );
  route('POST /vid/api/auth/code/request', ({ body, session, request }) =>
    authCodes.request({ ...body, session, preSessionHash: preSessions.find(request)?.hash }),
  );
  route('POST /vid/api/auth/code/consent', ({ body, session, request, caller }) =>
    authCodes.agree({ ...body, session, caller, preSessionHash: preSessions.find(request)?.hash }),
  );
}
