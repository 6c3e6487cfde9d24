import type { MissingDetail } from '@vid/contract/sso/required-details';
import { errors, interactionPolicy, type KoaContextWithOIDC } from 'oidc-provider';
import { AppError } from '#lib/app-error.ts';
import type { ConsentService } from '#consent/consent.service.ts';
import { ensureGrant, type GrantRepo } from '#oidc/grants/grants.ts';
import { stateOf } from '#oidc/store/request-state.ts';
import { requestedAcrs } from '#oidc/claims/acr.ts';

export const forbiddenDescription = 'the account may not use this application';

/**
 * Creates the function that returns the grant for a request; undefined if the user must first sign in or
 * consent. First-party applications need no consent. Other applications need it once per session: the session's
 * grant and the account's recorded consent must each include every scope.
 * @throws InvalidRedirectUri if the redirect URI was unregistered after the request arrived; oidc-provider
 * compares it only on arrival
 */
export function createGrantLoader(repo: GrantRepo, consents: Pick<ConsentService, 'covers'>) {
  return async function loadGrant(ctx: KoaContextWithOIDC) {
    const { client, account, session, provider } = ctx.oidc;
    if (!client || !account || !session) return undefined;
    if (!client.redirectUriAllowed(String(ctx.oidc.params?.['redirect_uri'])))
      throw new errors.InvalidRedirectUri();
    const { accountId } = account;
    const { clientId } = client;
    const find = async (grantId: string | undefined) => {
      const grant = grantId === undefined ? undefined : await provider.Grant.find(grantId);
      return grant?.accountId === accountId && grant.clientId === clientId ? grant : undefined;
    };
    // Consent given during this request is already part of the session's grant.
    const known = await find(session.grantIdFor(clientId));
    const wanted = ctx.oidc.requestParamOIDCScopes;
    if (client['vid_first_party'] !== true) {
      const applicationId = String(client['vid_application_id']);
      const asked = { accountId, applicationId, scope: [...wanted].join(' ') };
      return known && (await consents.covers(asked)) ? known : undefined;
    }
    const granted = new Set(known?.getOIDCScope().split(' '));
    if (known && [...wanted].every((scope) => granted.has(scope))) return known;
    const ensured = await ensureGrant(provider, repo, {
      sessionId: session.uid,
      accountId,
      clientId,
      scope: [...wanted].join(' '),
    }).catch((error: unknown) => {
      if (error instanceof AppError) return undefined;
      throw error;
    });
    // The session ended during this request. Without a grant, oidc-provider prompts the user again.
    if (!ensured) return undefined;
    session.sidFor(clientId, ensured.sid);
    return find(ensured.grantId);
  };
}

/** Supported values of `prompt` besides `none`. */
export const promptNames = ['login', 'consent', 'select_account', 'create'] as const;

const detailChecks: readonly (readonly [reason: string, missing: MissingDetail, description: string])[] = [
  ['name', 'NAME_REQUIRED', 'the account needs a name'],
  ['email', 'EMAIL_REQUIRED', 'the account needs a confirmed e-mail address'],
];

export function createInteractionPolicy() {
  const { Check, Prompt, base } = interactionPolicy;
  const promptIf = (isNeeded: boolean) => (isNeeded ? Check.REQUEST_PROMPT : Check.NO_NEED_TO_PROMPT);
  const prompts = base();
  prompts
    .get('login')
    ?.checks.add(
      new Check('forbidden', forbiddenDescription, 'access_denied', ({ oidc }) =>
        promptIf(oidc.session?.accountId !== undefined && oidc.account?.['mayUseClient'] !== true),
      ),
    );
  prompts.get('login')?.checks.add(
    // An account that must change its password gets codes only after the change.
    new Check('password_change', 'the password must be changed', 'login_required', ({ oidc }) =>
      promptIf(oidc.account?.['mustChangePassword'] === true),
    ),
  );
  prompts
    .get('login')
    ?.checks.add(
      new Check('agreement', 'the account must agree to new terms', 'interaction_required', (ctx) =>
        promptIf(stateOf(ctx).mustAgree === true),
      ),
    );
  prompts
    .get('login')
    ?.checks.add(
      new Check('deletion', 'the account is about to be deleted', 'interaction_required', (ctx) =>
        promptIf(stateOf(ctx).mustDecideDeletion === true),
      ),
    );
  for (const [reason, missing, description] of detailChecks)
    prompts
      .get('login')
      ?.checks.add(
        new Check(reason, description, 'interaction_required', ({ oidc }) =>
          promptIf(oidc.account?.['missingDetail'] === missing),
        ),
      );
  prompts.get('login')?.checks.add(
    // `acr_values` is voluntary, so it prompts only once, and never with prompt=none (OpenID Connect Core
    // 3.1.2.1).
    new Check('acr_values', 'another sign-in method is requested', 'login_required', ({ oidc }) => {
      const { values, isEssential } = requestedAcrs(oidc.params ?? {});
      const isMet = isEssential || values.length === 0 || values.some((value) => value === oidc.acr);
      return promptIf(!isMet && !oidc.result?.login && !oidc.prompts.has('none'));
    }),
  );
  // Replace oidc-provider's check, which would compare the sign-in time from the database with this process's
  // clock.
  prompts.get('login')?.checks.remove('max_age');
  prompts.get('login')?.checks.add(
    new Check('max_age', 'a newer sign-in is needed', 'login_required', (ctx) => {
      const { params, result, entities } = ctx.oidc;
      if (params?.['max_age'] === undefined) return Check.NO_NEED_TO_PROMPT;
      const maxAge = Number(params['max_age']);
      const { signInAgeSeconds = Number.POSITIVE_INFINITY, signedInAt = 0 } = stateOf(ctx);
      // Zero means prompt=login (OpenID Connect Core, errata 2, 3.1.2.1). A sign-in during this request is
      // recent enough; an earlier sign-in that became too old during a prompt is not.
      const isAnswered = result?.login && (maxAge === 0 || signedInAt >= (entities.Interaction?.iat ?? 0));
      return promptIf(!isAnswered && (maxAge === 0 || signInAgeSeconds > maxAge));
    }),
  );
  prompts.add(new Prompt({ name: 'select_account', requestable: true }), 1);
  // `prompt=create` opens the sign-up (Initiating User Registration via OpenID Connect 1.0).
  prompts.add(new Prompt({ name: 'create', requestable: true }), 0);
  prompts
    .get('consent')
    ?.checks.add(
      new Check('always_asks', 'the application asks every time', 'consent_required', ({ oidc }) =>
        promptIf(oidc.client?.['vid_asks'] === true && !oidc.result?.consent),
      ),
    );
  return prompts;
}
