import { managementPath } from '@vid/contract/management-scopes';
import { findExampleLinks } from '#sso/applications/seed-examples.ts';
import { createMachineCallers } from '#sso/management/machine-callers.ts';
import { createMachineTokenRepo } from '#sso/management/machine-tokens.repo.ts';
import { createAuthCodeService } from '#sso/community/auth-code.service.ts';
import { createCodeRequestRepo } from '#sso/community/code-request.repo.ts';
import { createSsoRedirectRepo } from '#sso/community/sso-redirect.repo.ts';
import { createSsoRedirectService } from '#sso/community/sso-redirect.service.ts';
import { createDeviceRepo } from '#sso/oidc/device/device.repo.ts';
import { createDeviceService } from '#sso/oidc/device/device.service.ts';
import { createInteractionService } from '#sso/oidc/interactions/interactions.service.ts';
import { createBackchannelLogout } from '#sso/oidc/logout/backchannel-logout.ts';
import { createProviderHolder } from '#sso/oidc/provider/provider-holder.ts';
import { createProvider } from '#sso/oidc/provider/provider.ts';
import { createAccountStore } from '#sso/oidc/store/accounts.ts';
import { createAdapterFactory } from '#sso/oidc/store/adapter.ts';
import { createClientStore } from '#sso/oidc/store/clients.ts';
import { createGrantRepo } from '#sso/oidc/store/grants.ts';
import { createSessionStore } from '#sso/oidc/store/sessions.ts';
import { createRequestLimit } from '#sso/request-limit.ts';
import type { ApplicationDeps } from './applications.ts';
import type { PlatformDeps } from './platform.ts';

export function createSsoDeps(deps: PlatformDeps & ApplicationDeps) {
  const { config, sql, lookups, keys, counters, log, nowMs } = deps;
  const { applications, signingKeys, refusalLog, attempts, consents } = deps;
  const managementAudience = config.publicUrl.origin + managementPath;
  const issuer = `${config.publicUrl.origin}/vid/oidc`;
  const { refuse } = refusalLog;
  const requestLimit = createRequestLimit(counters, config);
  const grants = createGrantRepo(sql, lookups);
  const accounts = createAccountStore(lookups, config.publicUrl.origin);
  const adapter = createAdapterFactory({
    sql,
    lookups,
    keys,
    clients: createClientStore(lookups),
    sessions: createSessionStore({ sql, lookups, keys }),
    requestLimit,
  });
  const oidcProvider = createProviderHolder(
    signingKeys,
    (jwks) =>
      createProvider({
        issuer,
        sql,
        adapter,
        accounts,
        grants,
        consents,
        jwks,
        keys,
        sessionCookie: config.isSecure ? '__Host-vid_sid' : 'vid_sid',
        isSecure: config.isSecure,
        managementAudience,
        refusals: refusalLog,
        attempts,
        nowMs,
        onFault: (err) => log.error({ err }, 'OpenID Connect request failed'),
      }),
    nowMs,
  );
  const signOn = { getProvider: oidcProvider.get, applications, grants, consents, accounts };
  return {
    applications,
    signingKeys,
    refusalLog,
    attempts,
    attemptRepo: deps.attemptRepo,
    oidcProvider,
    consents,
    ssoRedirects: createSsoRedirectService({
      applications,
      transactions: createSsoRedirectRepo(sql),
      requestLimit,
      refuse,
      attempts,
    }),
    authCodes: createAuthCodeService({
      getProvider: oidcProvider.get,
      requests: createCodeRequestRepo(lookups),
      grants,
      consents,
      refuse,
      attempts,
    }),
    interactions: createInteractionService({ ...signOn, attempts }),
    devices: createDeviceService({ ...signOn, repo: createDeviceRepo(sql, keys), counters, config }),
    backchannelLogout: createBackchannelLogout({ ...deps, issuer }),
    managementScopes: deps.managementScopes,
    machines: createMachineCallers({
      repo: createMachineTokenRepo(sql, lookups, keys),
      counters,
      origin: config.publicUrl.origin,
    }),
    findExampleLinks: () => findExampleLinks(sql),
  };
}
