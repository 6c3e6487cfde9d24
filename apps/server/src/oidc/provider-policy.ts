import { interactionPolicy, type KoaContextWithOIDC } from 'oidc-provider';
import type { AccountSource } from './claims.ts';

/** First-party applications need no consent; others are asked once for each session (“continue as …”). */
export async function loadGrant(ctx: KoaContextWithOIDC) {
  const { client, account, session, provider, result } = ctx.oidc;
  if (!client || !account || !session) return undefined;
  const grantId = result?.consent?.grantId ?? session.grantIdFor(client.clientId);
  const found = grantId === undefined ? undefined : await provider.Grant.find(grantId);
  const known =
    found?.accountId === account.accountId && found.clientId === client.clientId ? found : undefined;
  if (client['vid_first_party'] !== true) return known;
  const wanted = [...ctx.oidc.requestParamOIDCScopes];
  const held = new Set(known?.getOIDCScopeFiltered(ctx.oidc.requestParamOIDCScopes).split(' '));
  if (known && wanted.every((scope) => held.has(scope))) return known;
  const grant = known ?? new provider.Grant({ accountId: account.accountId, clientId: client.clientId });
  grant.addOIDCScope(wanted.join(' '));
  await grant.save();
  return grant;
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
