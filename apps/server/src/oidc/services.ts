import type { ApplicationServices } from '#applications/services.ts';
import type { ConsentService } from '#consent/consent.service.ts';
import type { AttemptLog } from '#diagnosis/attempts/attempt-log.ts';
import type { RefusalLog } from '#diagnosis/refusal-log.ts';
import { createRequestLimit } from '#platform/limits/sign-on-limit.ts';
import type { SessionService } from '#sign-in/session/session.service.ts';
import { createGrantRepo } from './grants/grants.ts';
import { createTokenExchange } from './grants/token-exchange.ts';
import type { SigningKeys } from './keys/signing-keys.ts';
import { createProviderHolder } from './provider/provider-holder.ts';
import { createProvider } from './provider/provider.ts';
import { createAccountStore } from './claims/accounts.ts';
import { createAdapterFactory } from './store/adapter.ts';
import { createClientStore } from './store/clients.ts';
import { createSessionStore } from './store/sessions.ts';

type Deps = ApplicationServices & {
  readonly signingKeys: SigningKeys;
  readonly consents: ConsentService;
  readonly refusalLog: RefusalLog;
  readonly attempts: AttemptLog;
};

export function createOidcServices(deps: Deps) {
  const { config, sql, lookups, counters } = deps;
  const requestLimit = createRequestLimit(counters, config);
  const grants = createGrantRepo(sql, lookups);
  const claims = createAccountStore(lookups, config.publicUrl.origin);
  const issuer = `${config.publicUrl.origin}/vid/oidc`;
  const adapter = createAdapterFactory({
    ...deps,
    clients: createClientStore(lookups),
    sessions: createSessionStore(deps),
    requestLimit,
  });
  const providerDeps = {
    ...deps,
    issuer,
    adapter,
    exchange: createTokenExchange(deps),
    claims,
    grants,
  };
  const oidcProvider = createProviderHolder(
    deps.signingKeys,
    (jwks) => createProvider(providerDeps, jwks),
    deps.nowMs,
  );
  return { issuer, requestLimit, grants, claims, oidcProvider };
}

export type SignOn = Deps & ReturnType<typeof createOidcServices> & { readonly sessions: SessionService };
