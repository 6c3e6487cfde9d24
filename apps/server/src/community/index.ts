import type { SignOn } from '#oidc/services.ts';
import type { Module } from '#platform/module.ts';
import { createAuthCodeService } from './auth-code.service.ts';
import { createSsoRedirectService } from './sso-redirect.service.ts';

/**
 * Creates the module of the association's own protocol: the web app validates the redirect URI of an
 * application's sign-on request, then requests a code for it.
 */
export function createCommunityModule(deps: SignOn): Module {
  const { preSessions } = deps;
  const ssoRedirects = createSsoRedirectService(deps);
  const authCodes = createAuthCodeService(deps);
  return {
    handlers: {
      'POST /vid/ajax/apps/view/validateRedirectUrls': ({ body, preSession, caller }) =>
        ssoRedirects.validate({ ...body, preSessionHash: preSession.hash, addressKey: caller.addressKey }),
      'POST /vid/api/auth/code/request': ({ body, session, request }) =>
        authCodes.request({ ...body, session, preSessionHash: preSessions.find(request)?.hash }),
      'POST /vid/api/auth/code/consent': ({ body, session, request, caller }) =>
        authCodes.agree({ ...body, session, caller, preSessionHash: preSessions.find(request)?.hash }),
    },
  };
}
