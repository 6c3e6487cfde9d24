import type Provider from 'oidc-provider';
import type { Client } from 'oidc-provider';
import type { HeldGrant } from '../features/auth-code/auth-code.repo.ts';
import type { CurrentSession } from '../features/session/session.service.ts';
import { acrOf, amrOf } from './acr.ts';
import { holdGrant, type GrantRepo } from './grants.ts';
import { lives } from './provider-configuration.ts';

/** What a code of the community's protocol gives at the token endpoint. */
export const communityScope = 'openid profile phone email vid';

export type CodeRequest = {
  readonly session: CurrentSession;
  readonly clientId: string;
  readonly redirectUri: string;
  /** S256, already checked for its shape. */
  readonly codeChallenge: string;
  readonly grantId: string;
  readonly sid: string;
};

/**
 * Issues a standard authorization code without a visit to the authorization endpoint, which the browser does
 * not need: it is already here, signed in and validated. Redeemed at the token endpoint like any other.
 */
export function createAuthCodeIssuer(getProvider: () => Promise<Provider>, grants: GrantRepo) {
  return {
    /** The session's grant for the client, with the scopes above. */
    async grant(of: { sessionId: string; accountId: string; clientId: string }): Promise<HeldGrant> {
      return holdGrant(await getProvider(), grants, { ...of, scope: communityScope });
    },

    async issue(request: CodeRequest): Promise<{ authCode: string; expiresIn: number; iss: string }> {
      const provider = await getProvider();
      const { session } = request;
      // Of the client the code takes the id alone, which the caller has looked up already.
      const client: Client = Object.create(provider.Client.prototype, {
        clientId: { value: request.clientId },
      });
      const code = new provider.AuthorizationCode({
        accountId: session.account.id,
        acr: acrOf(session.method),
        amr: amrOf(session.method),
        authTime: Math.floor(session.authenticatedAt.getTime() / 1000),
        client,
        codeChallenge: request.codeChallenge,
        codeChallengeMethod: 'S256',
        expiresWithSession: true,
        grantId: request.grantId,
        gty: 'authorization_code',
        redirectUri: request.redirectUri,
        scope: communityScope,
        sessionUid: session.id,
        sid: request.sid,
      });
      return { authCode: await code.save(), expiresIn: lives.code, iss: provider.issuer };
    },
  };
}

export type AuthCodeIssuer = ReturnType<typeof createAuthCodeIssuer>;
