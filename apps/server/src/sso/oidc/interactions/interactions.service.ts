import { decodeJwt } from 'jose';
import type Provider from 'oidc-provider';
import type { ApplicationService } from '#sso/applications/application.service.ts';
import type { CurrentSession, FullSession } from '#sign-in/session/session.service.ts';
import { AppError } from '#lib/app-error.ts';
import { acrOf, acrValues, wantedAcrs, wantedSubject, type SignInWay } from '#sso/oidc/provider/acr.ts';
import { toSsoApplication } from './application-view.ts';
import { holdGrant, type GrantRepo } from '#sso/oidc/store/grants.ts';

type Parts = {
  readonly getProvider: () => Promise<Provider>;
  readonly applications: ApplicationService;
  readonly grants: GrantRepo;
};
type Interaction = InstanceType<Provider['Interaction']>;

/** Which request, and the cookie that says this browser made it. */
export type InteractionUse = { readonly uid: string; readonly proof: string | undefined };

/** The proof's cookie goes to the calls about this one request only, so that requests of two tabs stay apart. */
export const interactionCookie = {
  name: 'vid_ixp',
  pathOf: (uid: string) => `/vid/api/sso/interactions/${uid}`,
} as const;

/** What an OpenID Connect request waits for, in the terms of VID's screens. */
export function createInteractionService({ getProvider, applications, grants }: Parts) {
  const open = async ({
    uid,
    proof,
  }: InteractionUse): Promise<{ provider: Provider; interaction: Interaction; clientId: string }> => {
    // Only the browser that made the request holds the cookie: a link to somebody else's request leads nowhere.
    if (proof !== uid) throw new AppError('SSO_REQUEST_EXPIRED');
    const provider = await getProvider();
    const interaction = /^[\w-]{10,64}$/u.test(uid) ? await provider.Interaction.find(uid) : undefined;
    const clientId = interaction?.params['client_id'];
    if (!interaction || typeof clientId !== 'string') throw new AppError('SSO_REQUEST_EXPIRED');
    return { provider, interaction, clientId };
  };
  const applicationOf = async (clientId: string) => {
    const found = await applications.findActive(clientId);
    if (!found) throw new AppError('SSO_REQUEST_EXPIRED');
    return found;
  };

  return {
    async describe(use: InteractionUse, session: FullSession | undefined) {
      const { interaction, clientId } = await open(use);
      const { application } = await applicationOf(clientId);
      const { params, prompt } = interaction;
      return {
        prompt: promptOf(prompt.name),
        application: toSsoApplication(application),
        scopes: typeof params['scope'] === 'string' ? params['scope'].split(' ') : [],
        loginHint: typeof params['login_hint'] === 'string' ? params['login_hint'].slice(0, 40) : null,
        locale: localeOf(params['ui_locales']),
        account: session
          ? {
              // As the application will be told it (claims.ts).
              name: session.enterprise?.name ?? session.account.name,
              phone: maskForOwner(session.account.phone),
            }
          : null,
        needsFreshSignIn: !isFresh(interaction, session),
        signInWay: wayOf(interaction),
      };
    },

    /**
     * The signed-in person goes on, with what the request's prompt asked and nothing else: who was only asked to
     * sign in has consented to nothing.
     * @throws AppError SSO_REAUTHENTICATE when the request wants a newer sign-in, SSO_FORBIDDEN without a right
     */
    async proceed(use: InteractionUse, session: CurrentSession): Promise<{ continueTo: string }> {
      const { provider, interaction, clientId } = await open(use);
      // A refusal stands: whoever changes their mind asks anew.
      if (interaction.result?.['error'] !== undefined) throw new AppError('SSO_REQUEST_EXPIRED');
      const { application } = await applicationOf(clientId);
      if (!isFresh(interaction, session)) throw new AppError('SSO_REAUTHENTICATE');
      const accountId = session.account.id;
      const roles = await applications.rolesOf(accountId, application);
      if (roles === undefined) throw new AppError('SSO_FORBIDDEN');
      // The library compares a hint with the session at the request only, and not with who has signed in since.
      const hinted = hintedAccount(interaction);
      if (hinted !== undefined && hinted !== accountId)
        return finish(interaction, {
          error: 'login_required',
          error_description: 'another account signed in',
        });
      // Who signed in anew and yet otherwise may have no other way: the application decides what becomes of it.
      const { values, isEssential } = wantedAcrs(interaction.params);
      if (isEssential && !values.includes(acrOf(session.method)))
        return finish(interaction, {
          error: 'unmet_authentication_requirements',
          error_description: 'signed in in another way',
        });
      const login = { accountId };
      const prompt = promptOf(interaction.prompt.name);
      if (prompt === 'login') return finish(interaction, { login });
      if (prompt === 'select_account') return finish(interaction, { login, select_account: {} });
      const { scope } = interaction.params;
      const { grantId } = await holdGrant(provider, grants, {
        sessionId: session.id,
        accountId,
        clientId,
        scope: typeof scope === 'string' ? scope : '',
      });
      return finish(interaction, { login, consent: { grantId } });
    },

    async refuse(use: InteractionUse): Promise<{ continueTo: string }> {
      const { interaction } = await open(use);
      return finish(interaction, { error: 'access_denied', error_description: 'the person refused' });
    },
  };
}

export type InteractionService = ReturnType<typeof createInteractionService>;

async function finish(
  interaction: Interaction,
  result: Record<string, unknown>,
): Promise<{ continueTo: string }> {
  // A request may ask several things, one interaction after the other: what was answered before still is.
  interaction.result = { ...interaction.lastSubmission, ...result };
  // The person may have signed in (again) since: the session that counts is the one the browser returns with.
  Object.assign(interaction, { session: undefined });
  await interaction.persist();
  return { continueTo: pathOf(interaction.returnTo) };
}

function promptOf(name: string): 'login' | 'select_account' | 'consent' {
  return name === 'consent' || name === 'select_account' ? name : 'login';
}

/** Between this machine and the database. */
const clockToleranceSeconds = 60;

/**
 * What a `login` prompt asks for (`prompt=login`, `max_age`, the account of a hint) the session that the request came
 * with could not give. Every sign-in begins a session, so one that the browser has now and did not have then is newer
 * than the request: times alone, of whole seconds and of two clocks, would let through a sign-in just before it. They
 * are looked at all the same, for a browser whose cookie was taken away before the request and put back after it.
 */
function isFresh({ prompt, session: asked, iat }: Interaction, session: CurrentSession | undefined): boolean {
  if (!session) return false;
  const isNewer = session.authenticatedAt.getTime() / 1_000 >= iat - clockToleranceSeconds;
  if (prompt.name !== 'login' || (session.id !== asked?.uid && isNewer)) return true;
  // Signing in again opens no application; that is for `proceed` to say.
  return prompt.reasons.every((reason) => reason === 'forbidden');
}

/** Whose sign-in the application asked for; its id token was verified when the request was taken. */
function hintedAccount({ params }: Interaction): string | undefined {
  const hint = params['id_token_hint'];
  return typeof hint === 'string' ? decodeJwt(hint).sub : wantedSubject(params);
}

/** The way of signing in that the application prefers. */
function wayOf({ params }: Interaction): SignInWay | null {
  const [preferred] = wantedAcrs(params).values;
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

/** Enough for its owner to know it again. */
function maskForOwner(phone: string): string {
  return `${phone.slice(0, 5)}•••••${phone.slice(-2)}`;
}

/** The library names its own origin; the browser is on it already. */
function pathOf(address: string): string {
  const url = new URL(address);
  return url.pathname + url.search;
}
