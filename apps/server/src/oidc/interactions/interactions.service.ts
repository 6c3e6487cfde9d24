import { decodeJwt } from 'jose';
import type Provider from 'oidc-provider';
import { AppError } from '#lib/app-error.ts';
import type { Caller } from '#http/caller.ts';
import { requireNoDemand } from '#sign-in/session/session.policy.ts';
import type { CurrentSession, FullSession } from '#sign-in/session/session.service.ts';
import { domainOf } from '#applications/clients/redirect-address.policy.ts';
import { toSsoApplication } from '#applications/application/application.service.ts';
import { failed, linkOf } from '#diagnosis/attempts/attempt.ts';
import { acrOf, acrValues, requestedAcrs, requestedSubject, type SignInWay } from '#oidc/claims/acr.ts';
import { forbiddenDescription, promptNames } from '#oidc/provider/interaction-policy.ts';
import { ensureGrant } from '#oidc/grants/grants.ts';
import { requireShownAccount, toShownAccount } from '#oidc/shown-account.ts';
import type { SignOn } from '../services.ts';

type Interaction = InstanceType<Provider['Interaction']>;

export type InteractionRef = { readonly uid: string; readonly proof: string | undefined };

export function createInteractionService(deps: SignOn) {
  const { applications, grants, consents, attempts } = deps;
  const open = async ({
    uid,
    proof,
  }: InteractionRef): Promise<{ provider: Provider; interaction: Interaction; clientId: string }> => {
    // Only the browser that made the request has the cookie, so forwarded links do not work.
    if (proof !== uid) throw new AppError('SSO_REQUEST_EXPIRED');
    const provider = await deps.oidcProvider.get();
    const interaction = /^[\w-]{10,64}$/u.test(uid) ? await provider.Interaction.find(uid) : undefined;
    const { client_id: clientId, redirect_uri: redirectUri } = interaction?.params ?? {};
    const client = typeof clientId === 'string' ? await provider.Client.find(clientId) : undefined;
    // Since the request, the client may have been disabled or its redirect URI unregistered.
    if (!interaction || !client?.redirectUriAllowed(String(redirectUri)))
      throw new AppError('SSO_REQUEST_EXPIRED');
    return { provider, interaction, clientId: client.clientId };
  };
  const getClient = async (clientId: string) => {
    const found = await applications.findActive(clientId);
    if (!found) throw new AppError('SSO_REQUEST_EXPIRED');
    return found;
  };
  /**
   * Reports the refusal, because oidc-provider reports one only if the account was already signed in when the
   * request arrived.
   */
  const reportForbidden = (clientId: string, { params }: Interaction): void => {
    const { code_challenge: challenge } = params;
    if (typeof challenge !== 'string') return;
    const steps = [failed('signIn', { code: 'noPermission', error: 'access_denied' })];
    attempts.continue({ clientId, link: linkOf('challenge', challenge), steps });
  };
  const isForbidden = async (clientId: string, session: CurrentSession | undefined): Promise<boolean> => {
    if (!session) return false;
    const found = await applications.findActive(clientId);
    return found !== undefined && !(await applications.mayUse(session.account.id, found.application));
  };

  return {
    async describe(ref: InteractionRef, session: FullSession | undefined) {
      const { interaction, clientId } = await open(ref);
      const { application, client } = await getClient(clientId);
      const { params, prompt } = interaction;
      const name = promptOf(prompt.name);
      return {
        prompt: name === 'create' ? ('login' as const) : name,
        application: toSsoApplication(application),
        domain: domainOf(String(params['redirect_uri'])),
        requiresName: client.requiresName,
        requiresEmail: client.requiresEmail,
        restart: restartOf(params),
        scopes: scopeOf(interaction).split(' '),
        loginHint: typeof params['login_hint'] === 'string' ? params['login_hint'].slice(0, 40) : null,
        locale: localeOf(params['ui_locales']),
        account: session ? toShownAccount(session) : null,
        needsFreshSignIn: !isFresh(interaction, session),
        signInWay: signInWayOf(interaction),
      };
    },

    /**
     * Completes the current prompt as the signed-in user. Later prompts remain, because a sign-in is not
     * consent.
     * @throws AppError SSO_REQUEST_EXPIRED, also for a denied request; SSO_REAUTHENTICATE if the request
     * needs a newer sign-in; CONSENT_REQUIRED if the screen showed another account; SSO_FORBIDDEN without
     * permission; DELETION_PENDING, PASSWORD_CHANGE_REQUIRED or AGREEMENT_REQUIRED if the session must first
     * cancel a deletion, change a reset password or agree to new terms; NAME_REQUIRED or EMAIL_REQUIRED if
     * the account lacks a name or a confirmed e-mail address that the client requires; TOKEN_INVALID if the
     * session has ended
     */
    async continueSso(input: {
      ref: InteractionRef;
      session: CurrentSession;
      shownAccountId: string | undefined;
      caller: Caller;
    }): Promise<{ continueTo: string }> {
      const { ref, session, shownAccountId, caller } = input;
      const { provider, interaction, clientId } = await open(ref);
      if (interaction.result?.['error'] !== undefined) throw new AppError('SSO_REQUEST_EXPIRED');
      const { application, client } = await getClient(clientId);
      if (!isFresh(interaction, session)) throw new AppError('SSO_REAUTHENTICATE');
      const prompt = promptOf(interaction.prompt.name);
      if (prompt === 'consent' || shownAccountId !== undefined) requireShownAccount(shownAccountId, session);
      const accountId = session.account.id;
      if (!(await applications.mayUse(accountId, application))) {
        reportForbidden(clientId, interaction);
        throw new AppError('SSO_FORBIDDEN');
      }
      requireNoDemand(session);
      await deps.claims.requireDetails(client, accountId);

      // oidc-provider compares the hint only with the session at the time of the request; the user may have
      // switched accounts since.
      const hinted = hintedAccount(interaction);
      if (hinted !== undefined && hinted !== accountId)
        return finish(interaction, {
          error: 'login_required',
          error_description: 'another account signed in',
        });
      // The user may have no suitable sign-in method, so another prompt could loop. Let the application
      // decide.
      const { values, isEssential } = requestedAcrs(interaction.params);
      if (isEssential && !values.some((value) => value === acrOf(session.amr)))
        return finish(interaction, {
          error: 'unmet_authentication_requirements',
          error_description: 'signed in by another method',
        });

      const login = { accountId };
      if (prompt === 'login') {
        // Discard a consent that another account gave earlier during this request.
        const isSame = interaction.lastSubmission?.login?.accountId === accountId;
        return finish(interaction, { login, ...(!isSame && { consent: undefined }) });
      }
      if (prompt === 'select_account' || prompt === 'create')
        return finish(interaction, { login, [prompt]: {} });
      const scope = scopeOf(interaction);
      await consents.record({ accountId, application, scope, caller });
      const wanted = { sessionId: session.id, accountId, clientId, scope };
      const { grantId } = await ensureGrant(provider, grants, wanted);
      return finish(interaction, { login, consent: { grantId } });
    },

    /**
     * Ends the request with `access_denied`, and returns the path to continue to. The description
     * distinguishes a denial by the user from a missing permission.
     */
    async deny(ref: InteractionRef, session: CurrentSession | undefined): Promise<{ continueTo: string }> {
      const { interaction, clientId } = await open(ref);
      return finish(interaction, {
        error: 'access_denied',
        error_description: (await isForbidden(clientId, session))
          ? forbiddenDescription
          : 'the person denied the request',
      });
    },
  };
}

async function finish(
  interaction: Interaction,
  result: Record<string, unknown>,
): Promise<{ continueTo: string }> {
  // Keep earlier results, because a request can have several prompts in a row.
  interaction.result = { ...interaction.lastSubmission, ...result };
  // The user may have signed in again, so oidc-provider must use the session that the browser returns with.
  Object.assign(interaction, { session: undefined });
  await interaction.persist();
  return { continueTo: pathOf(interaction.returnTo) };
}

function promptOf(name: string): (typeof promptNames)[number] {
  return promptNames.find((known) => known === name) ?? 'login';
}

/** Reasons for a `login` prompt that a new sign-in does not resolve; `continueSso` handles them. */
const signInCannotHelp: ReadonlySet<string> = new Set([
  'forbidden',
  'password_change',
  'agreement',
  'deletion',
  'name',
  'email',
]);

/**
 * Returns whether the session satisfies a `login` prompt (`prompt=login`, `max_age`, another account's hint)
 * or a `create` prompt. The session at the time of the request did not, and every sign-in starts a new
 * session, so only another session can. That session must have started after the request, in case an older
 * cookie was restored. Both times come from the database.
 */
function isFresh({ prompt, session: asked, iat }: Interaction, session: CurrentSession | undefined): boolean {
  if (!session) return false;
  const isNewer = session.authenticatedAt.getTime() / 1_000 >= iat;
  const needsSignIn = prompt.name === 'login' || prompt.name === 'create';
  if (!needsSignIn || (session.id !== asked?.uid && isNewer)) return true;
  return prompt.reasons.every((reason) => signInCannotHelp.has(reason));
}

/**
 * Returns the account that the request names in a verified `id_token_hint` or in its `claims`; undefined if it
 * names none.
 */
function hintedAccount({ params }: Interaction): string | undefined {
  const hint = params['id_token_hint'];
  return typeof hint === 'string' ? decodeJwt(hint).sub : requestedSubject(params);
}

/**
 * Returns the path that repeats a request of a native app; null for an http or https redirect URI. The user has
 * already completed the prompts, so only consent is requested again, as RFC 8252 section 8.6 requires.
 */
function restartOf({ prompt: _answered, ...params }: Interaction['params']): string | null {
  if (/^https?:/u.test(String(params['redirect_uri']))) return null;
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(params))
    if (typeof value === 'string') query.append(name, value);
  return `/vid/oidc/auth?${query.toString()}`;
}

function scopeOf({ params }: Interaction): string {
  const { scope } = params;
  return typeof scope === 'string' ? scope : '';
}

function signInWayOf({ params, prompt }: Interaction): SignInWay | 'sign-up' | null {
  if (prompt.name === 'create') return 'sign-up';
  const [preferred] = requestedAcrs(params).values;
  return preferred === undefined ? null : acrValues[preferred];
}

function localeOf(uiLocales: unknown): 'vi' | 'en' | null {
  if (typeof uiLocales !== 'string') return null;
  for (const tag of uiLocales.toLowerCase().split(' ')) {
    if (tag.startsWith('vi')) return 'vi';
    if (tag.startsWith('en')) return 'en';
  }
  return null;
}

function pathOf(address: string): string {
  const url = new URL(address);
  return url.pathname + url.search;
}
