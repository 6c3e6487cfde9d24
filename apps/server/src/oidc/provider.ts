import { decodeJwt, type JWK } from 'jose';
import Provider, {
  interactionPolicy,
  type Client,
  type Configuration,
  type KoaContextWithOIDC,
} from 'oidc-provider';
import { isOutage } from '../database/outage.ts';
import type { ApplicationService } from '../features/applications/application.service.ts';
import type { Keys } from '../lib/keys.ts';
import { claimsByScope, type AccountSource } from './claims.ts';

/** Lives in seconds (security policy: access 5 min; refresh idle 7 d, absolute 30 d; code 60 s). */
export const lives = {
  code: 60,
  accessToken: 300,
  idToken: 300,
  refreshIdle: 7 * 86_400,
  refreshMax: 30 * 86_400,
  interaction: 600,
  device: 600,
  grant: 30 * 86_400,
  pushedRequest: 60,
} as const;

export type ProviderParts = {
  readonly issuer: string;
  readonly adapter: NonNullable<Configuration['adapter']>;
  readonly accounts: AccountSource;
  readonly applications: ApplicationService;
  readonly jwks: { keys: JWK[] };
  readonly keys: Keys;
  readonly sessionCookie: string;
  readonly isSecure: boolean;
  /** Writes down why a request was refused and returns the reference that the person is shown. */
  readonly trace: (
    clientId: string | undefined,
    reason: string,
    details: Record<string, unknown>,
  ) => Promise<string>;
  readonly onFault: (error: unknown) => void;
};

export const scopes = ['openid', 'profile', 'email', 'phone', 'vid', 'offline_access'] as const;

/** The certified library, told to use VID's accounts, sessions, clients and screens. */
export function createProvider(parts: ProviderParts): Provider {
  const provider = new Provider(parts.issuer, configuration(parts));
  provider.proxy = true;
  useOurSessions(provider);
  // Secrets are stored hashed, and two may be valid during a rotation: the comparison is ours.
  provider.Client.prototype.compareClientSecret = function compare(this: Client, secret: string) {
    return parts.applications.hasSecret(this.clientId, secret);
  };
  // Every end of a session is told by one job (see backchannel_logouts), not by the library's own logout alone.
  provider.Client.prototype.backchannelLogout = () => Promise.resolve();
  provider.on('server_error', (ctx, error) => {
    ctx.state['isOutage'] = isOutage(error);
    parts.onFault(error);
  });
  provider.use(async (ctx, next) => {
    if (ctx.path === '/session/end' && (await answerSignedOut(provider, parts.sessionCookie, ctx))) return;
    if (ctx.path === '/device') {
      const userCode = new URLSearchParams(ctx.querystring).get('user_code');
      ctx.redirect(
        userCode === null ? '/vid/web/device' : `/vid/web/device?user_code=${encodeURIComponent(userCode)}`,
      );
      return;
    }
    await next();
    // An outage is 503 for every protocol, so that no client takes it for a refusal.
    if (ctx.state['isOutage'] === true && ctx.status >= 500) {
      ctx.status = 503;
      ctx.set('retry-after', '5');
      ctx.body = {
        error: 'temporarily_unavailable',
        error_description: 'the service is briefly unavailable',
      };
    }
  });
  return provider;
}

type Ctx = Parameters<Parameters<Provider['use']>[0]>[0];

/** A logout of someone who is not signed in has nothing to end: back to the registered address, or to sign-in. */
async function answerSignedOut(provider: Provider, cookieName: string, ctx: Ctx): Promise<boolean> {
  const token = ctx.cookies.get(cookieName);
  if (token !== undefined && (await provider.Session.find(token))) return false;
  const query = new URLSearchParams(ctx.querystring);
  const clientId = query.get('client_id') ?? audienceOf(query.get('id_token_hint'));
  const client = clientId === undefined ? undefined : await provider.Client.find(clientId);
  const address = query.get('post_logout_redirect_uri');
  if (client && address !== null && client.postLogoutRedirectUriAllowed(address)) {
    const url = new URL(address);
    const state = query.get('state');
    if (state !== null) url.searchParams.set('state', state);
    ctx.redirect(url.href);
  } else {
    ctx.redirect('/vid/web/signin');
  }
  ctx.status = 303;
  return true;
}

/** Only chooses which client's registered addresses are looked at, so the signature need not be checked here. */
function audienceOf(idToken: string | null): string | undefined {
  try {
    const { aud } = decodeJwt(idToken ?? '');
    return typeof aud === 'string' ? aud : undefined;
  } catch {
    return undefined;
  }
}

/** The session is VID's: the library may neither sign it in nor rotate its cookie. */
function useOurSessions(provider: Provider): void {
  const session: { resetIdentifier(): void; loginAccount(details: unknown): void } =
    provider.Session.prototype;
  session.resetIdentifier = () => undefined;
  session.loginAccount = () => undefined;
}

function configuration(parts: ProviderParts): Configuration {
  const { isSecure } = parts;
  const cookie = { httpOnly: true, sameSite: 'lax', secure: isSecure, signed: false } as const;
  const names = { interaction: 'vid_ix', resume: 'vid_ix_resume', session: parts.sessionCookie };
  return {
    adapter: parts.adapter,
    jwks: parts.jwks,
    clients: [],
    scopes: [...scopes],
    claims: claimsByScope,
    acrValues: ['urn:vid:acr:password', 'urn:vid:acr:otp'],
    subjectTypes: ['public'],
    responseTypes: ['code'],
    enabledJWA: { idTokenSigningAlgValues: ['ES256', 'RS256'] },
    pkce: { required: () => true },
    rotateRefreshToken: true,
    conformIdTokenClaims: false,
    // Keys of the cookies the library signs itself; ours is not one of them.
    cookies: {
      names,
      long: { ...cookie, path: '/' },
      short: cookie,
      keys: [parts.keys.derive('oidc-cookie').toString('base64url')],
    },
    extraClientMetadata: {
      properties: [
        'application_id',
        'application_code',
        'application_name',
        'application_logo',
        'first_party',
        'asks',
        'restricted',
      ].map((name) => `vid_${name}`),
    },
    findAccount: (_ctx, id, token) =>
      parts.accounts.find(id, token === undefined ? undefined : clientIdOf(token)),
    expiresWithSession: (_ctx, code) => !code.scopes.has('offline_access'),
    issueRefreshToken: (_ctx, client) => Promise.resolve(client.grantTypeAllowed('refresh_token')),
    loadExistingGrant: (ctx) => loadGrant(ctx),
    interactions: {
      policy: policy(parts.applications),
      url: (_ctx, interaction) => `/vid/web/intermediate?uid=${interaction.uid}`,
    },
    ttl: {
      AuthorizationCode: lives.code,
      AccessToken: lives.accessToken,
      ClientCredentials: lives.accessToken,
      IdToken: lives.idToken,
      DeviceCode: lives.device,
      Grant: lives.grant,
      Interaction: lives.interaction,
      PushedAuthorizationRequest: lives.pushedRequest,
      Session: lives.grant,
      RefreshToken: (_ctx, token) => {
        const begun = token.iiat ?? Math.floor(Date.now() / 1000);
        const left = begun + lives.refreshMax - Math.floor(Date.now() / 1000);
        return Math.max(1, Math.min(lives.refreshIdle, left));
      },
    },
    features: {
      devInteractions: { enabled: false },
      introspection: { enabled: true },
      revocation: { enabled: true },
      clientCredentials: { enabled: true },
      backchannelLogout: { enabled: true },
      pushedAuthorizationRequests: { enabled: true },
      dPoP: { enabled: true },
      deviceFlow: {
        enabled: true,
        mask: '****-****',
        charset: 'base-20',
        userCodeInputSource: (ctx) => ctx.redirect('/vid/web/device'),
        userCodeConfirmSource: (ctx) => ctx.redirect('/vid/web/device'),
        successSource: (ctx) => ctx.redirect('/vid/web/device'),
      },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: (ctx) => ctx.redirect('/vid/web/logout'),
        postLogoutSuccessSource: (ctx) => ctx.redirect('/vid/web/signin'),
      },
    },
    renderError: (ctx, out, error) => renderError(parts, ctx, out, error),
  };
}

function clientIdOf(token: object): string | undefined {
  return 'clientId' in token && typeof token.clientId === 'string' ? token.clientId : undefined;
}

/** First-party applications need no consent; others are asked once for each session (“continue as …”). */
async function loadGrant(ctx: KoaContextWithOIDC) {
  const { client, account, session, provider, result } = ctx.oidc;
  if (!client || !account || !session) return undefined;
  const grantId = result?.consent?.grantId ?? session.grantIdFor(client.clientId);
  const known = grantId === undefined ? undefined : await provider.Grant.find(grantId);
  const wanted = [...ctx.oidc.requestParamOIDCScopes].join(' ');
  if (known?.accountId === account.accountId) {
    if (
      client['vid_first_party'] !== true ||
      known.getOIDCScopeFiltered(ctx.oidc.requestParamOIDCScopes).length === wanted.length
    )
      return known;
  } else if (client['vid_first_party'] !== true) return undefined;
  const grant = known ?? new provider.Grant({ accountId: account.accountId, clientId: client.clientId });
  grant.addOIDCScope(wanted);
  await grant.save();
  return grant;
}

/** The library's own checks, and three of ours: choose an account, consent of clients that always ask, access. */
function policy(applications: ApplicationService) {
  const { Check, Prompt, base } = interactionPolicy;
  const prompts = base();
  const login = prompts.get('login');
  login?.checks.add(
    new Check('forbidden', 'the account may not use this application', 'access_denied', async (ctx) => {
      const { client, session } = ctx.oidc;
      if (!client || !session?.accountId || client['vid_restricted'] !== true) return Check.NO_NEED_TO_PROMPT;
      const found = await applications.findActive(client.clientId);
      const roles = found && (await applications.rolesOf(session.accountId, found.application));
      return roles === undefined ? Check.REQUEST_PROMPT : Check.NO_NEED_TO_PROMPT;
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

/** A request that can't be answered to its client ends on VID's own error page, with a number to ask about. */
async function renderError(
  parts: ProviderParts,
  ctx: KoaContextWithOIDC,
  out: { error: string; error_description?: string | undefined },
  error: Error,
): Promise<void> {
  if (ctx.state['isOutage'] === true) return;
  const isFault = out.error === 'server_error';
  const clientId =
    ctx.oidc?.client?.clientId ??
    (typeof ctx.oidc?.params?.['client_id'] === 'string' ? ctx.oidc.params['client_id'] : undefined);
  const ref = await parts.trace(clientId, out.error, {
    description: out.error_description ?? null,
    detail: 'error_detail' in error ? String(error.error_detail) : null,
    redirectUri: ctx.oidc?.params?.['redirect_uri'] ?? null,
    route: ctx.oidc?.route ?? null,
  });
  ctx.status = 303;
  ctx.redirect(`/vid/web/error/${isFault ? '500' : '403'}?ref=${ref}`);
}
