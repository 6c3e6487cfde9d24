import { managementPath } from '@vid/contract/management-scopes';
import { findExampleLinks } from '#applications/application/seed-examples.ts';
import { createMachineCallers } from '#applications/machine/machine-callers.ts';
import { createMachineTokenRepo } from '#applications/machine/machine-tokens.repo.ts';
import { createAuthCodeService } from '#community/auth-code.service.ts';
import { createCodeRequestRepo } from '#community/code-request.repo.ts';
import { createSsoRedirectRepo } from '#community/sso-redirect.repo.ts';
import { createSsoRedirectService } from '#community/sso-redirect.service.ts';
import { createDeviceRepo } from '#oidc/device/device.repo.ts';
import { createDeviceService } from '#oidc/device/device.service.ts';
import { createInteractionService } from '#oidc/interactions/interactions.service.ts';
import { createBackchannelLogout } from '#oidc/logout/backchannel-logout.ts';
import { createProviderHolder } from '#oidc/provider/provider-holder.ts';
import { createProvider } from '#oidc/provider/provider.ts';
import { createAccountStore } from '#oidc/store/accounts.ts';
import { createAdapterFactory } from '#oidc/store/adapter.ts';
import { createClientStore } from '#oidc/store/clients.ts';
import { createGrantRepo } from '#oidc/grants/grants.ts';
import { createSessionStore } from '#oidc/store/sessions.ts';
import { createTokenExchange } from '#oidc/grants/token-exchange.ts';
import { createRequestLimit } from '#platform/limits/sign-on-limit.ts';
import type { ApplicationDeps } from './applications.ts';
import type { Platform } from '#platform/platform.ts';

export function createSsoDeps(deps: Platform & ApplicationDeps) {
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
    audit: deps.audit,
    clients: createClientStore(lookups),
    sessions: createSessionStore({ sql, lookups, keys, audit: deps.audit }),
    requestLimit,
  });
  const exchange = createTokenExchange(sql, deps.audit);
  const oidcProvider = createProviderHolder(
    signingKeys,
    (jwks) =>
      createProvider({
        issuer,
        sql,
        adapter,
        exchange,
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
    oidcProvider,
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
    machines: createMachineCallers({
      repo: createMachineTokenRepo(sql, lookups, keys),
      counters,
      origin: config.publicUrl.origin,
    }),
    findExampleLinks: () => findExampleLinks(sql),
  };
}
