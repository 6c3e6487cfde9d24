import { isCodeChallenge } from '@vid/contract/sso/sso-query';
import { AppError } from '#lib/app-error.ts';
import type { CurrentSession } from '#sign-in/session/session.service.ts';
import { acrOf } from '#sso/oidc/provider/acr.ts';
import type { Client, Provider } from '#sso/oidc/provider/provider-holder.ts';
import { toSeconds, ttl } from '#sso/oidc/provider/ttl.ts';
import type { AccountStore } from '#sso/oidc/store/accounts.ts';
import { ensureGrant, type GrantRepo, type SessionGrant } from '#sso/oidc/store/grants.ts';
import type { RefuseWithRef } from '#sso/refusal-log.ts';
import type { SsoRedirectRepo } from './sso-redirect.repo.ts';

/** The scopes of every code of the community's protocol. */
const communityScope = 'openid profile phone email vid';

type Deps = {
  readonly getProvider: () => Promise<Provider>;
  readonly accounts: Pick<AccountStore, 'mayUse'>;
  readonly transactions: Pick<SsoRedirectRepo, 'find'>;
  readonly grants: GrantRepo;
  readonly refuse: RefuseWithRef;
};

type CodeRequest = {
  readonly appCode: string;
  readonly clientId: string;
  readonly codeChallenge: string;
  readonly redirectTo?: string;
  readonly session: CurrentSession;
  readonly preSessionHash: Buffer | undefined;
};

/** Authorization codes of the community's protocol, redeemed at the token endpoint like any other. */
export function createAuthCodeService({ getProvider, accounts, transactions, grants, refuse }: Deps) {
  return {
    /**
     * Issues a code for the redirect address that this browser has validated, bound to its client, challenge and
     * session.
     * @throws AppError SSO_NOT_READY without a validated address, SSO_FORBIDDEN without permission,
     * PASSWORD_CHANGE_REQUIRED before an administrator's reset is completed
     */
    async request(input: CodeRequest): Promise<{ authCode: string; expiresIn: number; iss: string }> {
      const { appCode, clientId, redirectTo, session, codeChallenge } = input;
      const accountId = session.account.id;
      const asked = { appCode, clientId, redirectUri: redirectTo };

      if (!isCodeChallenge(codeChallenge))
        return refuse('SSO_INVALID_REQUEST', { ...asked, reason: 'code_challenge' });

      if (session.mustChangePassword) throw new AppError('PASSWORD_CHANGE_REQUIRED');

      const provider = await getProvider();
      const client = await provider.Client.find(clientId);
      if (client?.['vid_app_code'] !== appCode)
        return refuse('SSO_FORBIDDEN', { ...asked, reason: 'client' });

      const redirectUri = input.preSessionHash && (await transactions.find(input.preSessionHash, clientId));
      // Not logged as a refusal, because reloading a page after ten minutes is enough to get here.
      if (redirectUri === undefined) throw new AppError('SSO_NOT_READY');
      // The address may have been unregistered since it was validated.
      if (client.redirectUris?.includes(redirectUri) !== true || (redirectTo ?? redirectUri) !== redirectUri)
        return refuse('REDIRECT_INVALID', { ...asked, reason: 'redirect_uri' });

      if (client['vid_restricted'] === true && !(await accounts.mayUse(accountId, client)))
        return refuse('SSO_FORBIDDEN', { ...asked, reason: 'permission' });

      const wanted = { sessionId: session.id, accountId, clientId, scope: communityScope };
      const grant = await ensureGrant(provider, grants, wanted);
      const authCode = await issueAuthCode(provider, { session, client, redirectUri, codeChallenge, grant });
      return { authCode, expiresIn: ttl.code, iss: provider.issuer };
    },
  };
}

export type AuthCodeService = ReturnType<typeof createAuthCodeService>;

type NewCode = {
  readonly session: CurrentSession;
  readonly client: Client;
  readonly redirectUri: string;
  /** S256 */
  readonly codeChallenge: string;
  readonly grant: SessionGrant;
};

/**
 * Stores a code as the authorization endpoint does. A visit to it is unnecessary, because the browser is signed in and
 * validated.
 */
async function issueAuthCode(provider: Provider, { session, grant, ...code }: NewCode): Promise<string> {
  const authCode = new provider.AuthorizationCode({
    ...code,
    ...grant,
    accountId: session.account.id,
    acr: acrOf(session.amr),
    amr: session.amr,
    authTime: toSeconds(session.authenticatedAt),
    codeChallengeMethod: 'S256',
    expiresWithSession: true,
    gty: 'authorization_code',
    scope: communityScope,
    sessionUid: session.id,
  });
  return authCode.save();
}
