import type { ApplicationServices } from '#applications/services.ts';
import type { ConsentService } from '#consent/consent.service.ts';
import type { AttemptLog } from '#diagnosis/attempts/attempt-log.ts';
import type { RefusalLog } from '#diagnosis/refusal-log.ts';
import type { OidcServices } from '#oidc/services.ts';
import type { Module } from '#platform/module.ts';
import { createAuthCodeService } from './auth-code.service.ts';
import { createCodeRequestRepo } from './code-request.repo.ts';
import { createSsoRedirectRepo } from './sso-redirect.repo.ts';
import { createSsoRedirectService } from './sso-redirect.service.ts';

type Deps = ApplicationServices &
  OidcServices & {
    readonly consents: ConsentService;
    readonly attempts: AttemptLog;
    readonly refusalLog: RefusalLog;
  };

/** Serves the association's own protocol. An application validates its redirect address and then requests a code. */
export function createCommunityModule(deps: Deps): Module {
  const { preSessions, refusalLog } = deps;
  const { refuse } = refusalLog;
  const ssoRedirects = createSsoRedirectService({
    ...deps,
    transactions: createSsoRedirectRepo(deps.sql),
    refuse,
  });
  const authCodes = createAuthCodeService({
    ...deps,
    getProvider: deps.oidcProvider.get,
    requests: createCodeRequestRepo(deps.lookups),
    refuse,
  });
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
