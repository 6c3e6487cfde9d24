import type { SignOn } from '#oidc/services.ts';
import type { Module } from '#platform/module.ts';
import { createAuthCodeService } from './auth-code.service.ts';
import { createSsoRedirectService } from './sso-redirect.service.ts';

/** The association's own protocol: an application validates its redirect URI, then requests a code. */
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
