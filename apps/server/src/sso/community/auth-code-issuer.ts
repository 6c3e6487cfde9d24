import type Provider from 'oidc-provider';
import type { Client } from 'oidc-provider';
import type { HeldGrant } from './auth-code.repo.ts';
import type { CurrentSession } from '#sign-in/session/session.service.ts';
import { acrOf, amrOf } from '#sso/oidc/provider/acr.ts';
import { holdGrant, type GrantRepo } from '#sso/oidc/store/grants.ts';
import { lives } from '#sso/oidc/provider/lives.ts';
import { runInScope } from '#sso/oidc/store/request-scope.ts';
import type { StoredRow } from '#sso/oidc/store/token-exchange.ts';

/** What a code of the community's protocol gives at the token endpoint. */
export const communityScope = 'openid profile phone email vid';

export type CodeRequest = {
  readonly session: CurrentSession;
  readonly clientId: string;
  /** S256, already checked for its shape. */
  readonly codeChallenge: string;
};

/** A code that is good once its row is stored, with the grant and the address that it is for. */
export type DraftCode = {
  readonly authCode: string;
  readonly row: StoredRow;
  readonly expiresIn: number;
  readonly iss: string;
};

/**
 * Drafts a standard authorization code without a visit to the authorization endpoint, which the browser does
 * not need: it is already here, signed in and validated. Redeemed at the token endpoint like any other.
 */
export function createAuthCodeIssuer(getProvider: () => Promise<Provider>, grants: GrantRepo) {
  return {
    /** The session's grant for the client, with the scopes above. */
    async grant(of: { sessionId: string; accountId: string; clientId: string }): Promise<HeldGrant> {
      return holdGrant(await getProvider(), grants, { ...of, scope: communityScope });
    },

    async draft({ session, clientId, codeChallenge }: CodeRequest): Promise<DraftCode> {
      const provider = await getProvider();
      // Of the client the code takes the id alone, which is judged when the row is stored.
      const client: Client = Object.create(provider.Client.prototype, { clientId: { value: clientId } });
      const code = new provider.AuthorizationCode({
        accountId: session.account.id,
        acr: acrOf(session.method),
        amr: amrOf(session.method),
        authTime: Math.floor(session.authenticatedAt.getTime() / 1000),
        client,
        codeChallenge,
        codeChallengeMethod: 'S256',
        expiresWithSession: true,
        // The row is stored with the grant that the session has then.
        grantId: '',
        gty: 'authorization_code',
        scope: communityScope,
        sessionUid: session.id,
      });
      const draft: { row: StoredRow | undefined } = { row: undefined };
      const authCode = await runInScope(() => code.save(), { draft });
      if (!draft.row) throw new Error('the library stored a code by another way');
      return { authCode, row: draft.row, expiresIn: lives.code, iss: provider.issuer };
    },
  };
}

export type AuthCodeIssuer = ReturnType<typeof createAuthCodeIssuer>;
