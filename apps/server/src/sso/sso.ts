import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { Config } from '#config/config.ts';
import type { Availability } from '#database/availability.ts';
import type { Sql } from '#database/connection.ts';
import { createApplicationRepo } from './applications/application.repo.ts';
import { createApplicationService } from './applications/application.service.ts';
import { createAuthCodeRepo } from './community/auth-code.repo.ts';
import { registerAuthCodeRoutes } from './community/auth-code.routes.ts';
import { createAuthCodeService } from './community/auth-code.service.ts';
import type { Counters } from '#platform/limits/counters.ts';
import type { SessionService } from '#sign-in/session/session.service.ts';
import type { SsoRedirectRepo } from './community/sso-redirect.repo.ts';
import { registerSsoRedirectRoutes } from './community/sso-redirect.routes.ts';
import { createSsoRedirectService } from './community/sso-redirect.service.ts';
import type { Cookies } from '#http/cookies.ts';
import type { PreSessions } from '#http/pre-session.ts';
import type { Route } from '#http/routes.ts';
import type { Keys } from '#lib/keys.ts';
import { createAdapterFactory, createSettle } from './oidc/store/adapter.ts';
import { createAuthCodeIssuer } from './community/auth-code-issuer.ts';
import { createBackchannelLogout } from './oidc/logout/backchannel-logout.ts';
import { createCarrierSource } from './oidc/store/carriers.ts';
import { createAccountSource } from './oidc/store/claims.ts';
import { createClientSource } from './oidc/store/clients.ts';
import { createDeviceRepo } from './oidc/device/device.repo.ts';
import { registerDeviceRoutes } from './oidc/device/device.routes.ts';
import { createDeviceService } from './oidc/device/device.service.ts';
import { registerInteractionRoutes } from './oidc/interactions/interactions.routes.ts';
import { createInteractionService } from './oidc/interactions/interactions.service.ts';
import { registerLogoutRoutes } from './oidc/logout/logout.routes.ts';
import { mountOidc } from './oidc/provider/mount.ts';
import { createProviderHolder } from './oidc/provider/provider-holder.ts';
import { createProvider } from './oidc/provider/provider.ts';
import { createSessionSource } from './oidc/store/session-source.ts';
import { createSigningKeys } from './oidc/keys/signing-keys.ts';
import { createStoreCode } from './oidc/store/token-exchange.ts';
import { createTraces } from './refusal-log.ts';

type Parts = {
  readonly config: Config;
  readonly sql: Sql;
  /** Connections of look-ups that every request begins with; see `createSessionRepo`. */
  readonly lookups: Sql;
  readonly counters: Pick<Counters, 'hit'>;
  readonly keys: Keys;
  readonly log: Logger;
  readonly nowMs: () => number;
  readonly transactions: SsoRedirectRepo;
};

/** Single sign-on: applications, both protocols, and the provider over VID's own sessions. */
export function createSso({ config, sql, lookups, counters, keys, log, nowMs, transactions }: Parts) {
  const applicationRepo = createApplicationRepo(sql);
  const applications = createApplicationService({
    sql,
    repo: applicationRepo,
    keys,
    allowsLoopback: !config.isProduction,
  });
  const issuerAddress = `${config.publicUrl.origin}/vid/oidc`;
  const signingKeys = createSigningKeys(sql, keys);
  const traces = createTraces(sql, counters);
  const accounts = createAccountSource(lookups);
  const grants = createAuthCodeRepo(sql, lookups);
  const carriers = createCarrierSource(lookups, keys);
  const adapter = createAdapterFactory({
    sql,
    lookups,
    keys,
    carriers,
    storeCode: createStoreCode(lookups),
    clients: createClientSource(lookups, carriers),
    sessions: createSessionSource({ sql, lookups, keys }),
  });
  const settle = createSettle(sql, keys);
  const holder = createProviderHolder(
    signingKeys,
    (jwks) =>
      createProvider({
        issuer: issuerAddress,
        adapter,
        accounts,
        grants,
        jwks,
        keys,
        sessionCookie: config.isSecure ? '__Host-vid_sid' : 'vid_sid',
        isSecure: config.isSecure,
        trace: traces.write,
        settle,
        onFault: (err) => log.error({ err }, 'the OpenID Connect provider failed'),
      }),
    nowMs,
  );
  const issuer = createAuthCodeIssuer(holder.get, grants);
  return {
    applications,
    transactions,
    signingKeys,
    traces,
    holder,
    logouts: createBackchannelLogout({ sql, signingKeys, issuer: issuerAddress, log }),
    redirects: createSsoRedirectService({ applications, repo: transactions, refuse: traces.refuse }),
    authCodes: createAuthCodeService({ repo: grants, issuer, refuse: traces.refuse }),
    interactions: createInteractionService({ getProvider: holder.get, applications, grants }),
    device: createDeviceService({
      getProvider: holder.get,
      applications,
      repo: createDeviceRepo(sql, keys),
      grants,
      counters,
    }),
  };
}

export type Sso = ReturnType<typeof createSso>;

type HttpParts = {
  readonly config: Config;
  readonly sql: Sql;
  readonly availability: Availability;
  readonly sessions: SessionService;
  readonly cookies: Cookies;
  readonly preSessions: PreSessions;
  readonly sso: Sso;
};

export async function registerSso(app: FastifyInstance, route: Route, parts: HttpParts): Promise<void> {
  const { sso } = parts;
  registerSsoRedirectRoutes(route, sso.redirects);
  registerAuthCodeRoutes(route, sso.authCodes, parts.preSessions);
  registerInteractionRoutes(route, sso.interactions, parts);
  registerDeviceRoutes(route, sso.device);
  registerLogoutRoutes(route, { sql: parts.sql, applications: sso.applications });
  await mountOidc(app, {
    holder: sso.holder,
    availability: parts.availability,
    publicUrl: parts.config.publicUrl,
  });
}
