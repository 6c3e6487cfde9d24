import { interactionPolicy, type KoaContextWithOIDC } from 'oidc-provider';
import { AppError } from '#lib/app-error.ts';
import { wantedAcrs } from './acr.ts';
import type { AccountSource } from '#sso/oidc/store/claims.ts';
import { holdGrant, type GrantRepo } from '#sso/oidc/store/grants.ts';

/** First-party applications need no consent; others are asked once for each session (“continue as …”). */
export function createGrantLoader(repo: GrantRepo) {
  return async function loadGrant(ctx: KoaContextWithOIDC) {
    const { client, account, session, provider } = ctx.oidc;
    if (!client || !account || !session) return undefined;
    const { accountId } = account;
    const { clientId } = client;
    const find = async (grantId: string | undefined) => {
      const found = grantId === undefined ? undefined : await provider.Grant.find(grantId);
      return found?.accountId === accountId && found.clientId === clientId ? found : undefined;
    };
    // A consent just given has been written to the session's own grant.
    const known = await find(session.grantIdFor(clientId));
    if (client['vid_first_party'] !== true) return known;
    const wanted = ctx.oidc.requestParamOIDCScopes;
    const held = new Set(known?.getOIDCScope().split(' '));
    if (known && [...wanted].every((scope) => held.has(scope))) return known;
    const kept = await holdGrant(provider, repo, {
      sessionId: session.uid,
      accountId,
      clientId,
      scope: [...wanted].join(' '),
    }).catch((error: unknown) => {
      if (error instanceof AppError) return undefined;
      throw error;
    });
    // Signed out in this very moment: without a grant the person is asked, and signs in.
    if (!kept) return undefined;
    session.sidFor(clientId, kept.sid);
    return find(kept.grantId);
  };
}

/** The library's own checks, and three of ours: choose an account, consent of clients that always ask, access. */
export function createPolicy(accounts: AccountSource) {
  const { Check, Prompt, base } = interactionPolicy;
  const prompts = base();
  prompts.get('login')?.checks.add(
    new Check('forbidden', 'the account may not use this application', 'access_denied', async (ctx) => {
      const { client, session } = ctx.oidc;
      if (!client || !session?.accountId || client['vid_restricted'] !== true) return Check.NO_NEED_TO_PROMPT;
      return (await accounts.mayUse(session.accountId, client))
        ? Check.NO_NEED_TO_PROMPT
        : Check.REQUEST_PROMPT;
    }),
  );
  prompts.get('login')?.checks.add(
    // A wish, so it is asked once, and never of who must not be asked (OpenID Connect Core 3.1.2.1).
    new Check('acr_values', 'a sign-in of another kind is wished for', 'login_required', ({ oidc }) => {
      const { values, isEssential } = wantedAcrs(oidc.params ?? {});
      const isMet = isEssential || values.length === 0 || values.some((value) => value === oidc.acr);
      return isMet || oidc.result?.login || oidc.prompts.has('none')
        ? Check.NO_NEED_TO_PROMPT
        : Check.REQUEST_PROMPT;
    }),
  );
  prompts.get('login')?.checks.add(
    // The same as prompt=login (OpenID Connect Core, errata 2, 3.1.2.1); the library counts whole seconds.
    new Check('max_age_zero', 'a sign-in newer than the request is needed', 'login_required', ({ oidc }) =>
      Number(oidc.params?.['max_age'] ?? Number.NaN) === 0 && !oidc.result?.login
        ? Check.REQUEST_PROMPT
        : Check.NO_NEED_TO_PROMPT,
    ),
  );
  prompts.add(new Prompt({ name: 'select_account', requestable: true }), 1);
  prompts
    .get('consent')
    ?.checks.add(
      new Check('always_asks', 'the application asks every time', 'consent_required', (ctx) =>
        ctx.oidc.client?.['vid_asks'] === true && !ctx.oidc.result?.consent
          ? Check.REQUEST_PROMPT
          : Check.NO_NEED_TO_PROMPT,
      ),
    );
  return prompts;
}
