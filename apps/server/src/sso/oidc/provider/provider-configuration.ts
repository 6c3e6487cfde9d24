import type { JWK } from 'jose';
import type { Configuration } from 'oidc-provider';
import { assertionAlgorithms } from '#sso/applications/client-keys.ts';
import type { Keys } from '#lib/keys.ts';
import { acrValues, adoptClaims } from './acr.ts';
import { claimsByScope, type AccountSource } from '#sso/oidc/store/claims.ts';
import { isOriginOf, ownMetadata } from '#sso/oidc/store/clients.ts';
import type { GrantRepo } from '#sso/oidc/store/grants.ts';
import { lives } from './lives.ts';
import { interactionCookie } from '#sso/oidc/interactions/interactions.service.ts';
import { createGrantLoader, createPolicy } from './provider-policy.ts';
import { checkRequest, refuseResource, scopes } from './request-checks.ts';
import { goTo, renderError, type WriteTrace } from './provider-pages.ts';
import { SigningKey } from '#sso/oidc/keys/signing-key.ts';

export type ProviderParts = {
  readonly issuer: string;
  readonly adapter: NonNullable<Configuration['adapter']>;
  readonly accounts: AccountSource;
  readonly grants: GrantRepo;
  readonly jwks: { keys: JWK[] };
  readonly keys: Keys;
  readonly sessionCookie: string;
  readonly isSecure: boolean;
  readonly trace: WriteTrace;
};

export function createConfiguration(parts: ProviderParts): Configuration {
  const cookie = { httpOnly: true, sameSite: 'lax', secure: parts.isSecure, signed: false } as const;
  return {
    adapter: parts.adapter,
    jwks: { keys: parts.jwks.keys.map((jwk) => new SigningKey(jwk)) },
    clients: [],
    scopes: [...scopes],
    claims: claimsByScope,
    acrValues: Object.keys(acrValues),
    subjectTypes: ['public'],
    responseTypes: ['code'],
    clientAuthMethods: ['none', 'client_secret_basic', 'client_secret_post', 'private_key_jwt'],
    enabledJWA: {
      idTokenSigningAlgValues: ['ES256', 'RS256'],
      clientAuthSigningAlgValues: assertionAlgorithms,
      dPoPSigningAlgValues: ['ES256', 'Ed25519', 'EdDSA'],
    },
    pkce: { required: () => true },
    // The library's one place for checks of a request that are not its own; nobody sends this parameter.
    extraParams: { vid_checks: checkRequest },
    // Where a code goes is said, never guessed.
    allowOmittingSingleRegisteredRedirectUri: false,
    rotateRefreshToken: true,
    conformIdTokenClaims: false,
    cookies: {
      names: { interaction: 'vid_ix', resume: 'vid_ix_resume', session: parts.sessionCookie },
      long: { ...cookie, path: '/' },
      short: cookie,
      keys: [parts.keys.derive('oidc-cookie').toString('base64url')],
    },
    extraClientMetadata: { properties: [...ownMetadata] },
    // Where there is no token yet, the policy says what becomes of someone who may not use the application.
    findAccount: (ctx, id, token) => parts.accounts.find(id, token && ctx.oidc.client),
    clientBasedCORS: (_ctx, origin, client) => isOriginOf(origin, client),
    expiresWithSession: (_ctx, code) => !code.scopes.has('offline_access'),
    issueRefreshToken: (_ctx, client) => Promise.resolve(client.grantTypeAllowed('refresh_token')),
    loadExistingGrant: createGrantLoader(parts.grants),
    interactions: {
      policy: createPolicy(parts.accounts),
      url: (ctx, { uid }) => {
        ctx.cookies.set(interactionCookie.name, uid, {
          ...cookie,
          path: interactionCookie.pathOf(uid),
          maxAge: lives.interaction * 1_000,
        });
        return `/vid/web/intermediate?uid=${uid}`;
      },
    },
    ttl: {
      AuthorizationCode: lives.code,
      AccessToken: lives.accessToken,
      ClientCredentials: lives.accessToken,
      IdToken: lives.idToken,
      DeviceCode: lives.device,
      Grant: lives.grant,
      Interaction: lives.interaction,
      PushedAuthorizationRequest: lives.pushedRequest,
      Session: lives.refreshMax,
      RefreshToken: (_ctx, token) => {
        const now = Math.floor(Date.now() / 1000);
        const left = (token.iiat ?? now) + lives.refreshMax - now;
        return Math.max(1, Math.min(lives.refreshIdle, left));
      },
    },
    features: {
      devInteractions: { enabled: false },
      externalSigningSupport: { enabled: true, ack: 'experimental-01' },
      // Tokens are for VID itself; the library's own answer would be a warning on the console.
      resourceIndicators: { enabled: true, getResourceServerInfo: refuseResource },
      claimsParameter: { enabled: true, assertClaimsParameter: adoptClaims },
      introspection: {
        enabled: true,
        allowedPolicy: async (ctx, client, token) => {
          // A public client proves nothing, and one application has no business with the tokens of another.
          if (client.clientAuthMethod === 'none' && token.clientId !== client.clientId) return false;
          const owner =
            token.clientId === client.clientId
              ? client
              : token.clientId && (await ctx.oidc.provider.Client.find(token.clientId));
          if (!owner || owner['vid_application_id'] !== client['vid_application_id']) return false;
          return 'accountId' in token && typeof token.accountId === 'string'
            ? parts.accounts.mayUse(token.accountId, owner)
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
        mask: '****-****',
        charset: 'base-20',
        userCodeInputSource: (ctx) => goTo(ctx, '/vid/web/device'),
        userCodeConfirmSource: (ctx) => goTo(ctx, '/vid/web/device'),
        successSource: (ctx) => goTo(ctx, '/vid/web/device'),
      },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource(ctx) {
          const { session, entities } = ctx.oidc;
          // Only an id token of this very person proves that an application they use asks; a client id is public.
          if (session?.state && entities.IdTokenHint?.payload['sub'] === session.accountId) {
            session.state['isProven'] = true;
          }
          goTo(ctx, '/vid/web/logout');
        },
        postLogoutSuccessSource: (ctx) => goTo(ctx, '/vid/web/signin'),
      },
    },
    renderError: (ctx, out, error) => renderError(parts.trace, ctx, out, error),
  };
}
