import type Provider from 'oidc-provider';
import type { ApplicationService } from '../features/applications/application.service.ts';
import type { CurrentSession } from '../features/session/session.service.ts';
import { AppError } from '../lib/app-error.ts';
import { toSsoApplication } from './application-view.ts';

type Parts = { readonly getProvider: () => Promise<Provider>; readonly applications: ApplicationService };
type Interaction = InstanceType<Provider['Interaction']>;

/** Which request, and the cookie that says this browser made it. */
export type InteractionUse = { readonly uid: string; readonly proof: string | undefined };

/** The proof's cookie goes to the calls about this one request only, so that requests of two tabs stay apart. */
export const interactionCookie = {
  name: 'vid_ixp',
  pathOf: (uid: string) => `/vid/api/sso/interactions/${uid}`,
} as const;

/** What an OpenID Connect request waits for, in the terms of VID's screens. */
export function createInteractionService({ getProvider, applications }: Parts) {
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
    async describe(use: InteractionUse, session: CurrentSession | undefined) {
      const { interaction, clientId } = await open(use);
      const { application } = await applicationOf(clientId);
      const { params, prompt } = interaction;
      return {
        prompt: promptOf(prompt.name),
        application: toSsoApplication(application),
        scopes: typeof params['scope'] === 'string' ? params['scope'].split(' ') : [],
        loginHint: typeof params['login_hint'] === 'string' ? params['login_hint'].slice(0, 40) : null,
        locale: localeOf(params['ui_locales']),
        account: session ? { name: session.account.name, phone: maskForOwner(session.account.phone) } : null,
        needsFreshSignIn: !isFresh(interaction, session),
      };
    },

    /**
     * The signed-in person goes on: what was asked for is granted to the client.
     * @throws AppError SSO_REAUTHENTICATE when the request wants a newer sign-in, SSO_FORBIDDEN without a right
     */
    async proceed(use: InteractionUse, session: CurrentSession): Promise<{ continueTo: string }> {
      const { provider, interaction, clientId } = await open(use);
      const { application } = await applicationOf(clientId);
      if (!isFresh(interaction, session)) throw new AppError('SSO_REAUTHENTICATE');
      const roles = await applications.rolesOf(session.account.id, application);
      if (roles === undefined) throw new AppError('SSO_FORBIDDEN');
      const known =
        interaction.grantId === undefined ? undefined : await provider.Grant.find(interaction.grantId);
      const grant =
        known?.accountId === session.account.id
          ? known
          : new provider.Grant({ accountId: session.account.id, clientId });
      const { scope } = interaction.params;
      if (typeof scope === 'string') grant.addOIDCScope(scope);
      const grantId = await grant.save();
      return finish(interaction, {
        login: { accountId: session.account.id },
        select_account: {},
        consent: { grantId },
      });
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
  interaction.result = result;
  // The person may have signed in (again) since: the session that counts is the one the browser returns with.
  Object.assign(interaction, { session: undefined });
  await interaction.persist();
  return { continueTo: pathOf(interaction.returnTo) };
}

function promptOf(name: string): 'login' | 'select_account' | 'consent' {
  return name === 'consent' || name === 'select_account' ? name : 'login';
}

/** `prompt=login` and `max_age` are met by a sign-in that happened after the request, or recently enough. */
function isFresh(interaction: Interaction, session: CurrentSession | undefined): boolean {
  if (!session) return false;
  const authenticatedAt = session.authenticatedAt.getTime() / 1000;
  const { prompt, max_age: maxAge } = interaction.params;
  const wantsLogin = typeof prompt === 'string' && prompt.split(' ').includes('login');
  // Signed in for this very request; the interaction's time has whole seconds.
  if (authenticatedAt >= interaction.iat) return true;
  if (wantsLogin) return false;
  return maxAge === undefined || Date.now() / 1000 - authenticatedAt <= Number(maxAge);
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
