import { isCodeChallenge } from '@vid/contract/sso/sso-query';
import { AppError } from '#lib/app-error.ts';
import type { CurrentSession } from '#sign-in/session/session.service.ts';
import { acrOf } from '#sso/oidc/provider/acr.ts';
import type { Provider } from '#sso/oidc/provider/provider-holder.ts';
import { toSeconds, ttl } from '#sso/oidc/provider/ttl.ts';
import { ensureGrant, type GrantRepo, type SessionGrant } from '#sso/oidc/store/grants.ts';
import type { RefuseWithRef } from '#sso/refusal-log.ts';
import type { CodeRequestRepo } from './code-request.repo.ts';

/** The scopes of every code of the community's protocol. */
const communityScope = 'openid profile phone email vid';

type Deps = {
  readonly getProvider: () => Promise<Provider>;
  readonly requests: CodeRequestRepo;
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
export function createAuthCodeService({ getProvider, requests, grants, refuse }: Deps) {
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

      const wanted = { sessionId: session.id, accountId, clientId, scope: communityScope };
      const found = await requests.find({ ...wanted, preSessionHash: input.preSessionHash ?? null });
      if (found?.appCode !== appCode) return refuse('SSO_FORBIDDEN', { ...asked, reason: 'client' });

      const { validatedUri } = found;
      // Not logged as a refusal, because reloading a page after ten minutes is enough to get here.
      if (validatedUri === null) throw new AppError('SSO_NOT_READY');
      // The address may have been unregistered since it was validated.
      if (!found.redirectUris.includes(validatedUri) || (redirectTo ?? validatedUri) !== validatedUri)
        return refuse('REDIRECT_INVALID', { ...asked, reason: 'redirect_uri' });

      if (found.access === 'restricted' && found.roles.length === 0)
        return refuse('SSO_FORBIDDEN', { ...asked, reason: 'permission' });

      const provider = await getProvider();
      const grant = found.grantId === null ? await ensureGrant(provider, grants, wanted) : found;
      const code = { session, clientId, redirectUri: validatedUri, codeChallenge, grant };
      const authCode = await issueAuthCode(provider, code);
      return { authCode, expiresIn: ttl.code, iss: provider.issuer };
    },
  };
}

export type AuthCodeService = ReturnType<typeof createAuthCodeService>;

type NewCode = {
  readonly session: CurrentSession;
  readonly clientId: string;
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
  // @ts-expect-error -- its types require the whole client, but the library stores no more than the id
  const authCode = new provider.AuthorizationCode({
    ...code,
    grantId: grant.grantId,
    sid: grant.sid,
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
