import type { Configuration } from 'oidc-provider';
import { managementPath } from '@vid/contract/management-scopes';
import { interactionCookie, openInteractionCookie } from '#http/browser/cookies.ts';
import { assertionAlgorithms } from '#applications/clients/client-keys.ts';
import type { ConsentService } from '#consent/consent.service.ts';
import type { AttemptLog } from '#diagnosis/attempts/attempt-log.ts';
import type { TokenExchange } from '#oidc/grants/token-exchange.ts';
import type { SigningKeys } from '#oidc/keys/signing-keys.ts';
import type { Platform } from '#platform/platform.ts';
import { acrValues, adoptClaims } from '#oidc/claims/acr.ts';
import type { AccountStore } from '#oidc/claims/accounts.ts';
import { claimsByScope } from '#oidc/claims/claims.ts';
import { isOriginOf, ownMetadata } from '#oidc/store/clients.ts';
import type { GrantRepo } from '#oidc/grants/grants.ts';
import { createGrantLoader, createInteractionPolicy, promptNames } from './interaction-policy.ts';
import { checkAssertion, checkRequest, scopes } from './request-checks.ts';
import { createResourceIndicators } from './resource-indicators.ts';
import { renderError } from './error-page.ts';
import { goTo } from './library-overrides.ts';
import { ttl } from './ttl.ts';
import type { RefusalLog } from '#diagnosis/refusal-log.ts';
import { SigningKey } from '#oidc/keys/signing-key.ts';

export type ProviderDeps = Platform & {
  readonly issuer: string;
  readonly adapter: NonNullable<Configuration['adapter']>;
  readonly exchange: TokenExchange;
  readonly claims: AccountStore;
  readonly grants: GrantRepo;
  readonly consents: ConsentService;
  readonly refusalLog: RefusalLog;
  readonly attempts: AttemptLog;
};
export type Jwks = Awaited<ReturnType<SigningKeys['load']>>['jwks'];

export function createConfiguration(deps: ProviderDeps, jwks: Jwks): Configuration {
  const { config, claims } = deps;
  const cookie = { httpOnly: true, sameSite: 'lax', secure: config.isSecure, signed: false } as const;
  return {
    adapter: deps.adapter,
    jwks: { keys: jwks.keys.map((jwk) => new SigningKey(jwk)) },
    clients: [],
    scopes: [...scopes],
    claims: claimsByScope,
    acrValues: Object.keys(acrValues),
    discovery: { prompt_values_supported: ['none', ...promptNames] },
    subjectTypes: ['public'],
    responseTypes: ['code'],
    clientAuthMethods: ['none', 'client_secret_basic', 'client_secret_post', 'private_key_jwt'],
    enabledJWA: {
      idTokenSigningAlgValues: ['ES256', 'RS256'],
      clientAuthSigningAlgValues: assertionAlgorithms,
      dPoPSigningAlgValues: ['ES256', 'Ed25519', 'EdDSA'],
    },
    assertJwtClientAuthClaimsAndHeader: checkAssertion,
    pkce: { required: (_ctx, client) => client['vid_may_omit_pkce'] !== true },
    // oidc-provider runs custom checks as validators of extra parameters, so `vid_checks` exists only for its
    // validator.
    extraParams: { vid_checks: checkRequest },
    allowOmittingSingleRegisteredRedirectUri: false,
    rotateRefreshToken: true,
    // Id tokens appear in URLs and logs, for example as the id_token_hint of a logout, so claims of scopes
    // are returned only at userinfo (OpenID Connect Core 5.4).
    conformIdTokenClaims: true,
    cookies: {
      names: {
        interaction: deps.cookies.pathNameOf('vid_ix'),
        resume: deps.cookies.pathNameOf('vid_ix_resume'),
        session: deps.cookies.nameOf('vid_sid'),
      },
      long: { ...cookie, path: '/' },
      short: cookie,
      keys: [deps.keys.derive('oidc-cookie').toString('base64url')],
    },
    extraClientMetadata: { properties: [...ownMetadata] },
    // Tokens are issued only to accounts that may use the application. Prompts also see other accounts, whose
    // refusal interaction-policy.ts decides.
    findAccount: (ctx, id, token) =>
      token ? claims.find(id, ctx.oidc.client) : claims.findVisitor(id, ctx.oidc.client),
    clientBasedCORS: (_ctx, origin, client) => isOriginOf(origin, client),
    expiresWithSession: (_ctx, code) => !code.scopes.has('offline_access'),
    issueRefreshToken: (_ctx, client) => Promise.resolve(client.grantTypeAllowed('refresh_token')),
    loadExistingGrant: createGrantLoader(deps.grants, deps.consents),
    interactions: {
      policy: createInteractionPolicy(),
      url: (ctx, { uid }) => {
        ctx.cookies.set(deps.cookies.pathNameOf(interactionCookie.name), uid, {
          ...cookie,
          path: interactionCookie.pathOf(uid),
          maxAge: ttl.interaction * 1_000,
        });
        ctx.cookies.set(deps.cookies.pathNameOf(openInteractionCookie.name), '1', {
          ...cookie,
          path: openInteractionCookie.path,
          maxAge: ttl.interaction * 1_000,
        });
        return `/vid/web/intermediate?uid=${uid}`;
      },
    },
    ttl: {
      AuthorizationCode: ttl.code,
      AccessToken: ttl.accessToken,
      ClientCredentials: ttl.accessToken,
      IdToken: ttl.idToken,
      DeviceCode: ttl.device,
      Grant: ttl.grant,
      Interaction: ttl.interaction,
      PushedAuthorizationRequest: ttl.pushedRequest,
      Session: ttl.refreshMax,
      RefreshToken: (_ctx, token) => {
        const now = Math.floor(Date.now() / 1000);
        const left = (token.iiat ?? now) + ttl.refreshMax - now;
        return Math.max(1, Math.min(ttl.refreshIdle, left));
      },
    },
    features: {
      devInteractions: { enabled: false },
      externalSigningSupport: { enabled: true, ack: 'experimental-01' },
      resourceIndicators: createResourceIndicators(config.publicUrl.origin + managementPath),
      claimsParameter: { enabled: true, assertClaimsParameter: adoptClaims },
      introspection: {
        enabled: true,
        allowedPolicy: async (ctx, client, token) => {
          // A public client is not authenticated, so it may introspect only its own tokens. No client may
          // introspect tokens of another application.
          if (client.clientAuthMethod === 'none' && token.clientId !== client.clientId) return false;
          const owner =
            token.clientId === client.clientId
              ? client
              : token.clientId && (await ctx.oidc.provider.Client.find(token.clientId));
          if (!owner || owner['vid_application_id'] !== client['vid_application_id']) return false;
          return 'accountId' in token && typeof token.accountId === 'string'
            ? claims.mayUse(token.accountId, owner)
            : true;
        },
      },
      revocation: {
        enabled: true,
        allowedPolicy: (_ctx, client, token) => Promise.resolve(token.clientId === client.clientId),
      },
      clientCredentials: { enabled: true },
      backchannelLogout: { enabled: true },
      pushedAuthorizationRequests: { enabled: true },
      dPoP: { enabled: true },
      deviceFlow: {
        enabled: true,
        // `withCheckDigit` appends a tenth digit to this mask.
        mask: '***-***-***',
        charset: 'digits',
        userCodeInputSource: (ctx) => goTo(ctx, '/vid/web/device'),
        userCodeConfirmSource: (ctx) => goTo(ctx, '/vid/web/device'),
        successSource: (ctx) => goTo(ctx, '/vid/web/device'),
      },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource(ctx) {
          const { session, entities } = ctx.oidc;
          // An id token of this user proves that an application to which the user has signed in sent the
          // request. A client id is public and proves nothing.
          if (session?.state && entities.IdTokenHint?.payload['sub'] === session.accountId) {
            session.state['isProven'] = true;
          }
          goTo(ctx, '/vid/web/logout');
        },
        postLogoutSuccessSource: (ctx) => goTo(ctx, '/vid/web/signin'),
      },
    },
    renderError: (ctx, out, error) => renderError(deps.refusalLog, ctx, out, error),
  };
}
