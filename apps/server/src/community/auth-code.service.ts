import type { Body } from '@vid/contract/endpoints/index';
import { missingDetail } from '@vid/contract/sso/required-details';
import { isCodeChallenge } from '@vid/contract/sso/sso-query';
import type { Caller } from '#http/caller.ts';
import { AppError } from '#lib/app-error.ts';
import { requireNoDemand } from '#sign-in/session/session.policy.ts';
import type { CurrentSession } from '#sign-in/session/session.service.ts';
import { isRegistered } from '#applications/clients/redirect-address.policy.ts';
import { mayUse } from '#applications/clients/lookups.ts';
import { acrOf } from '#oidc/claims/acr.ts';
import type { Provider } from '#oidc/provider/provider-holder.ts';
import { toSeconds, ttl } from '#oidc/provider/ttl.ts';
import { ensureGrant, type SessionGrant } from '#oidc/grants/grants.ts';
import { done, linkOf, type StepResult } from '#diagnosis/attempts/attempt.ts';
import type { SignOn } from '#oidc/services.ts';
import { createCodeRequestRepo } from './code-request.repo.ts';
import { codeFailure } from './code-failure.ts';
import { scopesFor } from './community-scopes.ts';

type ByBrowser = { readonly session: CurrentSession; readonly preSessionHash: Buffer | undefined };
type CodeRequest = Body<'POST /vid/api/auth/code/request'> & ByBrowser;
type ValidatedRequest = Omit<CodeRequest, 'codeChallenge'>;
type Agreement = Body<'POST /vid/api/auth/code/consent'> & ByBrowser & { readonly caller: Caller };

/**
 * Issues authorization codes for the community protocol. The token endpoint redeems them like any other code.
 */
export function createAuthCodeService({
  lookups,
  grants,
  consents,
  refusalLog,
  attempts,
  oidcProvider,
}: SignOn) {
  const requests = createCodeRequestRepo(lookups);
  const { refuse } = refusalLog;
  const admit = async ({ appCode, clientId, redirectTo, session, preSessionHash }: ValidatedRequest) => {
    const asked = { appCode, clientId, redirectUri: redirectTo, from: session.account.id };
    requireNoDemand(session);

    const wanted = { sessionId: session.id, accountId: session.account.id, clientId };
    const found = await requests.find({ ...wanted, preSessionHash: preSessionHash ?? null });
    if (found?.appCode !== appCode) return refuse('SSO_FORBIDDEN', { ...asked, reason: 'client' });

    const { validatedUri } = found;
    // This refusal is not logged, because reloading the page after ten minutes is enough to cause it.
    if (validatedUri === null) throw new AppError('SSO_NOT_READY');
    // The redirect URI may have been unregistered since it was validated.
    if (
      !isRegistered(validatedUri, found.redirectUris, found.kind) ||
      (redirectTo ?? validatedUri) !== validatedUri
    )
      return refuse('REDIRECT_INVALID', { ...asked, reason: 'redirect_uri' });

    if (!mayUse(found.access, found.roles))
      return refuse('SSO_FORBIDDEN', { ...asked, reason: 'permission' });
    const missing = missingDetail(found, found);
    if (missing) throw new AppError(missing);
    return { found, wanted: { ...wanted, scope: scopesFor(found).join(' ') }, redirectUri: validatedUri };
  };

  const issue = async (input: CodeRequest) => {
    const { appCode, clientId, redirectTo, session, codeChallenge } = input;
    if (!isCodeChallenge(codeChallenge))
      return refuse('SSO_INVALID_REQUEST', {
        appCode,
        clientId,
        redirectUri: redirectTo,
        reason: 'code_challenge',
        from: session.account.id,
      });
    const { found, wanted, redirectUri } = await admit(input);
    // A third-party application needs the account's consent and a grant of this session (A8); `agree` stores
    // both.
    if (!found.mayReceive || (!found.isFirstParty && found.grantId === null))
      throw consentRequired(wanted.scope);

    const provider = await oidcProvider.get();
    const grant = found.grantId === null ? await ensureGrant(provider, grants, wanted) : found;
    const authCode = await issueAuthCode(provider, {
      session,
      clientId,
      redirectUri,
      codeChallenge,
      grant,
      scope: wanted.scope,
    });
    return { authCode, expiresIn: ttl.code, iss: provider.issuer };
  };

  const report = (
    { clientId, preSessionHash }: ValidatedRequest,
    steps: readonly StepResult[],
    links: readonly string[] = [],
  ): void => {
    if (preSessionHash && steps.length > 0)
      attempts.continue({ clientId, link: linkOf('browser', preSessionHash), links, steps });
  };

  return {
    /**
     * Issues a code for the redirect URI that this browser has validated, bound to the client, the challenge and the
     * session.
     * @throws AppError SSO_INVALID_REQUEST for a malformed code challenge; SSO_NOT_READY without a validated redirect
     *   URI; REDIRECT_INVALID for another or no longer registered redirect URI; SSO_FORBIDDEN for an unknown or
     *   inactive client, another application's client, or an account without permission; CONSENT_REQUIRED with the
     *   scopes until `agree` for a third-party application; NAME_REQUIRED or EMAIL_REQUIRED if the account lacks a name
     *   or a confirmed e-mail address that the client requires; DELETION_PENDING, PASSWORD_CHANGE_REQUIRED or
     *   AGREEMENT_REQUIRED if the session must first cancel a deletion, change a reset password or agree to new terms
     */
    async request(input: CodeRequest): Promise<{ authCode: string; expiresIn: number; iss: string }> {
      try {
        const issued = await issue(input);
        report(input, done('signIn', 'consent', 'code'), [linkOf('code', issued.authCode)]);
        return issued;
      } catch (error) {
        if (error instanceof AppError) report(input, codeFailure(error.code));
        throw error;
      }
    },

    /**
     * Records the account's consent to the scopes, and a grant for the session.
     * @throws AppError CONSENT_REQUIRED if the screen showed another account or other scopes; otherwise the
     *   errors of `request`, except SSO_INVALID_REQUEST
     */
    async agree({ accountId, scopes, caller, ...input }: Agreement): Promise<void> {
      const { found, wanted } = await admit(input);
      if (accountId !== wanted.accountId || scopes.join(' ') !== wanted.scope)
        throw consentRequired(wanted.scope);
      const application = { ...found, id: found.applicationId, code: found.appCode };
      await consents.record({ accountId, application, scope: wanted.scope, caller });
      await ensureGrant(await oidcProvider.get(), grants, wanted);
    },
  };
}

const consentRequired = (scope: string) => new AppError('CONSENT_REQUIRED', { details: { scope } });

type NewCode = {
  readonly session: CurrentSession;
  readonly clientId: string;
  readonly redirectUri: string;
  readonly codeChallenge: string;
  readonly grant: SessionGrant;
  readonly scope: string;
};

/**
 * Stores a code as the authorization endpoint would; in this protocol, the browser does not visit that
 * endpoint.
 */
async function issueAuthCode(provider: Provider, { session, grant, ...code }: NewCode): Promise<string> {
  // @ts-expect-error -- the constructor's type requires the whole client, but oidc-provider stores only its
  //   id
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
    sessionUid: session.id,
  });
  return authCode.save();
}
