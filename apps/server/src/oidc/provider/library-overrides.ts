import { decodeJwt } from 'jose';
import { Provider, type Client, type Configuration, type TokenEndpointGrantContext } from 'oidc-provider';
import { networkOf } from './caller-address.ts';
import { claimsOfScope } from '#oidc/claims/claims.ts';
import { webViewOriginOf } from '#applications/clients/redirect-address.policy.ts';
import { findSecretHash } from '#oidc/store/clients.ts';
import { currentState } from '#oidc/store/request-state.ts';
import { withCheckDigit } from '#oidc/device/user-code.ts';
import type { TokenExchange } from '#oidc/grants/token-exchange.ts';
import type { RefusalLog } from '#diagnosis/refusal-log.ts';
import { ttl } from './ttl.ts';

/**
 * Changes that VID makes to oidc-provider beyond its configuration. Each change has a test that fails if an
 * upgrade makes it ineffective.
 */

export type Ctx = Parameters<Parameters<Provider['use']>[0]>[0];

type Deps = {
  readonly provider: Provider;
  readonly sessionCookie: string;
  readonly refusals: Pick<RefusalLog, 'write'>;
};

const responseModes: readonly string[] = ['query', 'fragment'];

export class VidProvider extends Provider {
  readonly #exchange: TokenExchange;

  constructor(issuer: string, configuration: Configuration, exchange: TokenExchange) {
    super(issuer, configuration);
    this.#exchange = exchange;
  }

  /**
   * Stores the issued tokens together with the use of the code or token; oidc-provider would mark a code as
   * used before storing its tokens.
   */
  override registerGrantType<Params extends object>(
    name: string,
    handler: (ctx: TokenEndpointGrantContext<Params>) => Promise<void> | void,
    ...parameters: (string | readonly string[] | ReadonlySet<string>)[]
  ): void {
    super.registerGrantType<Params>(
      name,
      (ctx) => this.#exchange(ctx, async () => handler(ctx)),
      ...parameters,
    );
  }

  /** Registers only the supported modes. The page of `form_post` would submit its form by script. */
  override registerResponseMode(
    name: string,
    handler: Parameters<Provider['registerResponseMode']>[1],
  ): void {
    if (responseModes.includes(name)) super.registerResponseMode(name, handler);
  }
}

type ClientSchema = {
  readonly redirect_uris?: readonly string[];
  redirectUris: (this: ClientSchema, uris?: readonly string[], label?: string) => void;
};

export function overrideModels(provider: Provider): void {
  // Only VID may start a session or change its cookie.
  const session: { resetIdentifier(): void; loginAccount(details: unknown): void } =
    provider.Session.prototype;
  session.resetIdentifier = () => undefined;
  session.loginAccount = () => undefined;
  // oidc-provider cannot compare secrets that are stored as hashes.
  provider.Client.prototype.compareClientSecret = compareClientSecret;
  // Users consent to scopes, so consent to a scope covers all its claims that the request names for the id
  // token.
  const grant: { getOIDCClaims(): string[] } = provider.Grant.prototype;
  grant.getOIDCClaims = claimsOfGrantedScopes;
  // VID queues logout notices whenever a session ends (record-logouts.ts), whereas oidc-provider would send
  // them only after its own logout.
  provider.Client.prototype.backchannelLogout = () => Promise.resolve();
  // oidc-provider would reject every request of a native client that has a WebView's https://localhost.
  const schema: ClientSchema = Reflect.get(provider.Client, 'Schema').prototype;
  const { redirectUris } = schema;
  schema.redirectUris = function check(this: ClientSchema, uris = this.redirect_uris ?? [], label?) {
    const others = uris.filter((uri) => webViewOriginOf(uri) !== 'https://localhost');
    redirectUris.call(this, others, label);
  };
  // Koa would print broken connections to the console; errors go to VID's log.
  Object.assign(provider, { silent: true });
}

/**
 * Returns the claims of the granted scopes. oidc-provider also calls this method with the refused part of a
 * grant, which is always empty at VID.
 */
function claimsOfGrantedScopes(this: { openid?: { scope?: string } }): string[] {
  return (this.openid?.scope ?? '').split(' ').flatMap(claimsOfScope);
}

function compareClientSecret(this: Client, secret: string): boolean {
  const secretHash = findSecretHash(this, secret);
  const state = currentState();
  if (state) state.secretHash = secretHash;
  return secretHash !== undefined;
}

/** Endpoints that browsers may also reach by a form (OpenID Connect Core 3.1.2.1, RP-Initiated Logout 2). */
const formEndpoints: ReadonlySet<string> = new Set(['/auth', '/session/end']);

/**
 * Endpoints that only applications call. oidc-provider treats `GET /device/auth` as a page, and responds with
 * 404 to a GET of the others.
 */
const postEndpoints: ReadonlySet<string> = new Set([
  '/token',
  '/token/introspection',
  '/token/revocation',
  '/request',
  '/device/auth',
]);
const postMethods: readonly string[] = ['POST', 'OPTIONS'];

/** Paths defined by OpenID Connect Discovery 1.0 and RFC 8414. */
const discoveryPaths: ReadonlySet<string> = new Set([
  '/.well-known/openid-configuration',
  '/.well-known/oauth-authorization-server',
]);

export async function answerInstead({ provider, sessionCookie }: Deps, ctx: Ctx): Promise<boolean> {
  if (ctx.method === 'POST' && formEndpoints.has(ctx.path)) {
    await turnIntoGet(provider, ctx);
    return true;
  }
  if (ctx.path === '/session/end') {
    if (await answerSignedOut(provider, sessionCookie, ctx)) return true;
    await dropUnusableHints(provider, ctx);
    return false;
  }
  if (postEndpoints.has(ctx.path) && !postMethods.includes(ctx.method)) {
    ctx.status = 405;
    ctx.set('allow', postMethods.join(', '));
    ctx.body = { error: 'invalid_request', error_description: 'send a POST request' };
    return true;
  }
  if (ctx.path === '/device' || (ctx.path.startsWith('/device/') && !postEndpoints.has(ctx.path))) {
    const userCode = new URLSearchParams(ctx.querystring).get('user_code');
    goTo(ctx, `/vid/web/device${userCode === null ? '' : `?user_code=${encodeURIComponent(userCode)}`}`);
    return true;
  }
  return false;
}

export async function adjustAnswer({ provider, sessionCookie, refusals }: Deps, ctx: Ctx): Promise<void> {
  if (discoveryPaths.has(ctx.path) && ctx.status === 200)
    // oidc-provider announces `form_post` even if it is not registered.
    ctx.body = { ...Object(ctx.body), response_modes_supported: [...responseModes] };
  if (ctx.path === '/device/auth' && ctx.status === 200) ctx.body = withCheckDigit(Object(ctx.body));
  nameRefusedGrant(ctx);
  // The body has no meaning (RFC 7009 section 2.2), and a client may fail to parse oidc-provider's empty text.
  if (ctx.path === '/token/revocation' && ctx.status === 200) dropBody(ctx);
  keepSessionCookie(ctx, sessionCookie);
  expireByAge(ctx);
  if (ctx.status >= 300 && ctx.status < 400) {
    dropBody(ctx);
    if (ctx.path === '/session/end/confirm') leaveForm(ctx, new URL(provider.issuer).origin);
  } else if (ctx.type === 'text/html') {
    // The only page of oidc-provider that can still appear is a form that signs out another account.
    const ref = await refusals.write({
      clientId: null,
      reason: 'another_account',
      details: { route: ctx.path },
      from: networkOf(ctx.req),
    });
    ctx.body = null;
    goTo(ctx, `/vid/web/error/403?ref=${ref}`);
  } else if (ctx.status === 404 && ctx.body === undefined) {
    ctx.status = 404;
    ctx.body = { error: 'not_found', error_description: 'there is no such endpoint' };
  }
}

/**
 * Replaces `invalid_request` with `unauthorized_client` for a client that may not use a grant type (RFC 6749
 * section 5.2, RFC 8628 section 3.2).
 */
function nameRefusedGrant(ctx: Ctx): void {
  if (ctx.path !== '/token' && ctx.path !== '/device/auth') return;
  const body: Readonly<Record<string, unknown>> = Object(ctx.body);
  if (String(body['error_description']).endsWith(' is not allowed for this client'))
    ctx.body = { ...body, error: 'unauthorized_client' };
}

/**
 * Redirects with 303, so that the browser requests the next page by GET and without the body (RFC 9700
 * section 4.12).
 */
export function goTo(ctx: Pick<Ctx, 'redirect' | 'status'>, address: string): void {
  ctx.redirect(address);
  ctx.status = 303;
}

/** Maximum length of the query that a form becomes, with the URL's own query. */
const maxFormLength = 4_096;

/**
 * Redirects a form to the same endpoint by GET, or responds with 413 to a form that is too long. A form of
 * another site arrives without the session cookie (SameSite=Lax), as if the user were signed out; the
 * redirected GET includes the cookie.
 */
async function turnIntoGet(provider: Provider, ctx: Ctx): Promise<void> {
  let form = '';
  if (ctx.is('application/x-www-form-urlencoded') !== false) {
    for await (const chunk of ctx.req) {
      form += String(chunk);
      if (form.length > maxFormLength) break;
    }
  }
  const query = [ctx.querystring, form].filter((part) => part !== '').join('&');
  if (query.length > maxFormLength) {
    ctx.status = 413;
    ctx.body = { error: 'invalid_request', error_description: 'the request is too large' };
    return;
  }
  goTo(ctx, `${new URL(provider.issuer).pathname}${ctx.path}?${query}`);
}

/**
 * Handles a logout without a session, for which oidc-provider would still ask for confirmation. Redirects to
 * the registered logout URI, or to the sign-in page. Returns false if the browser has a session.
 */
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
    goTo(ctx, url.href);
  } else {
    goTo(ctx, '/vid/web/signin');
  }
  return true;
}

/**
 * Drops an id token hint or client id that oidc-provider would refuse with an error page. Since the sign-in,
 * the signing key may have been replaced, the client's algorithm changed, or the client disabled or deleted.
 * Some applications send `undefined` or a truncated token.
 * Without the hint, the user has to confirm the logout and, if the request names no client id, stays at VID.
 */
async function dropUnusableHints(provider: Provider, ctx: Ctx): Promise<void> {
  const query = new URLSearchParams(ctx.querystring);
  const hint = query.get('id_token_hint');
  if (hint !== null) {
    const client = await provider.Client.find(audienceOf(hint) ?? '');
    const isValid =
      client &&
      (await provider.IdToken.validate(hint, client).then(
        () => true,
        () => false,
      ));
    if (!isValid) query.delete('id_token_hint');
  }
  const clientId = query.get('client_id');
  if (clientId !== null && !(await provider.Client.find(clientId))) query.delete('client_id');
  ctx.querystring = query.toString();
}

/**
 * Returns the audience of an unverified id token, which may only select a client; undefined if the token cannot
 * be decoded or has several audiences.
 */
function audienceOf(idToken: string | null): string | undefined {
  try {
    const { aud } = decodeJwt(idToken ?? '');
    return typeof aud === 'string' ? aud : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Removes the session cookie from responses of oidc-provider, except when they delete the cookie.
 * oidc-provider renews the cookie every time, which would turn a session cookie into a persistent cookie.
 */
export function keepSessionCookie(ctx: Ctx, cookieName: string): void {
  const header = ctx.response.get('set-cookie');
  const cookies = Array.isArray(header) ? header.map(String) : header ? [header] : [];
  const kept = cookies.filter(
    (cookie) => !cookie.startsWith(`${cookieName}=`) || cookie.startsWith(`${cookieName}=;`),
  );
  if (kept.length === cookies.length) return;
  if (kept.length === 0) ctx.remove('set-cookie');
  else ctx.set('set-cookie', kept);
}

/**
 * Gives the cookies of an interaction a `Max-Age` instead of an expiry date, which depends on the browser's
 * clock.
 */
function expireByAge(ctx: Ctx): void {
  const cookies = ctx.response.get('set-cookie');
  if (!Array.isArray(cookies)) return;
  ctx.set(
    'set-cookie',
    cookies.map((cookie) =>
      /^(?:__Secure-)?vid_ix\w*=[^;]/u.test(cookie)
        ? cookie.replace(/expires=[^;]*/u, `max-age=${ttl.interaction}`)
        : cookie,
    ),
  );
}

/** Removes the body of a response, such as the page with a link that Koa writes for every redirect. */
function dropBody(ctx: Ctx): void {
  const { status } = ctx;
  ctx.body = null;
  ctx.status = status;
}

/**
 * Replaces the redirect after a confirmed logout with a refresh. The confirmation is a form on VID's page,
 * and Chromium and WebKit apply that page's `form-action 'self'` to redirects too, so a redirect would leave
 * the signed-out user on the page. The page's policy cannot allow the application's URI, which is unknown
 * when the page is served.
 */
function leaveForm(ctx: Ctx, ownOrigin: string): void {
  const address = URL.parse(ctx.response.get('location'));
  if (ctx.get('sec-fetch-mode') !== 'navigate' || !address || address.origin === ownOrigin) return;
  ctx.remove('location');
  ctx.set('refresh', `0;url=${address.href}`);
  ctx.status = 200;
  ctx.type = 'text/plain';
  ctx.body = ' ';
}
