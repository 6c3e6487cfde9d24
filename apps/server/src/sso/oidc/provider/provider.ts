import { Provider, type Client } from 'oidc-provider';
import { isOutage } from '#database/outage.ts';
import { hasSecret } from '#sso/oidc/store/clients.ts';
import { createConfiguration, type ProviderParts } from './provider-configuration.ts';
import { currentScope } from '#sso/oidc/store/request-scope.ts';
import {
  answerOutage,
  answerSignedOut,
  goTo,
  keepSessionCookie,
  turnToGet,
  type Ctx,
  type WriteTrace,
} from './provider-pages.ts';

const responseModes: readonly string[] = ['query', 'fragment'];

/** The library without the ways of answering that show a page of its own (`form_post` sends itself by script). */
class OwnPagesProvider extends Provider {
  override registerResponseMode(
    name: string,
    handler: Parameters<Provider['registerResponseMode']>[1],
  ): void {
    if (responseModes.includes(name)) super.registerResponseMode(name, handler);
  }
}

type Parts = ProviderParts & {
  readonly trace: WriteTrace;
  /** Stores what a token request has issued; false when its code or refresh token was used up meanwhile. */
  readonly settle: () => Promise<boolean>;
  readonly onFault: (error: unknown) => void;
};

/** The certified library, told to use VID's accounts, sessions, clients and screens. */
export function createProvider(parts: Parts): Provider {
  const provider = new OwnPagesProvider(parts.issuer, createConfiguration(parts));
  provider.proxy = true;
  useOurSessions(provider);
  provider.Client.prototype.compareClientSecret = compareClientSecret;
  // Every end of a session is told by one job (see backchannel_logouts), not by the library's own logout alone.
  provider.Client.prototype.backchannelLogout = () => Promise.resolve();
  provider.on('server_error', (ctx, error) => {
    ctx.state['isOutage'] = isOutage(error);
    parts.onFault(error);
  });
  // What fails is told to our log; Koa would print broken connections to the console.
  Object.assign(provider, { silent: true });
  provider.use((ctx, next) => answer(provider, parts, ctx, next));
  return provider;
}

function compareClientSecret(this: Client, secret: string): boolean {
  return hasSecret(this, secret);
}

/** Endpoints that a browser may be sent to by a form as well (OpenID Connect Core 3.1.2.1, RP-Initiated Logout 2). */
const takenByGet: ReadonlySet<string> = new Set(['/auth', '/session/end']);

/** Around everything the library does: what it must not answer itself, and what becomes of its failures. */
async function answer(
  provider: Provider,
  { sessionCookie, trace, settle, onFault }: Parts,
  ctx: Ctx,
  next: () => Promise<unknown>,
): Promise<void> {
  const scope = currentScope();
  if (scope) scope.request = ctx;
  try {
    if (ctx.method === 'POST' && takenByGet.has(ctx.path)) return await turnToGet(provider, ctx);
    if (ctx.path === '/session/end' && (await answerSignedOut(provider, sessionCookie, ctx))) return;
    if (ctx.path === '/device' || (ctx.path.startsWith('/device/') && ctx.path !== '/device/auth')) {
      const userCode = new URLSearchParams(ctx.querystring).get('user_code');
      goTo(
        ctx,
        userCode === null ? '/vid/web/device' : `/vid/web/device?user_code=${encodeURIComponent(userCode)}`,
      );
      return;
    }
    await next();
    if (ctx.status < 400 && !(await settle())) refuseGrant(ctx);
    if (ctx.path === '/.well-known/openid-configuration') tellResponseModes(ctx);
    keepSessionCookie(ctx, sessionCookie);
    if (ctx.state['isOutage'] === true) answerOutage(ctx);
    else if (ctx.status >= 300 && ctx.status < 400) {
      emptyRedirect(ctx);
      if (ctx.path === '/session/end/confirm') leaveForm(ctx, new URL(provider.issuer).origin);
    } else if (ctx.type === 'text/html') {
      // No page of the library is ever shown; what is left is its form that signs another account out.
      const ref = await trace(undefined, 'another_account', { route: ctx.path });
      ctx.body = null;
      goTo(ctx, `/vid/web/error/403?ref=${ref}`);
    } else if (ctx.status === 404 && ctx.body === undefined) {
      ctx.status = 404;
      ctx.body = { error: 'not_found', error_description: 'there is no such endpoint' };
    }
  } catch (error) {
    onFault(error);
    keepSessionCookie(ctx, sessionCookie);
    if (isOutage(error)) {
      answerOutage(ctx);
      return;
    }
    ctx.status = 500;
    ctx.body = { error: 'server_error', error_description: 'oops! something went wrong' };
  }
}

/**
 * The confirmation of a sign-out is a form of our page, whose policy (form-action 'self') Chromium and WebKit apply to
 * what the form is redirected to as well: they would stay, signed out, on our page. The application's address can't be
 * put into that policy, since the page is served before anybody knows the application; so a browser, and it alone, is
 * sent on by an answer of ours instead, which is no redirect of the form any more. The address is a registered one.
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

/** The library announces the form that it would send by a page of its own, too. */
function tellResponseModes(ctx: Ctx): void {
  if (ctx.status === 200) ctx.body = { ...Object(ctx.body), response_modes_supported: [...responseModes] };
}

/** As the library words it (RFC 6749 section 5.2). */
function refuseGrant(ctx: Ctx): void {
  ctx.status = 400;
  ctx.body = { error: 'invalid_grant', error_description: 'grant request is invalid' };
}

/** A redirect needs no page under it. */
function emptyRedirect(ctx: Ctx): void {
  const { status } = ctx;
  ctx.body = null;
  ctx.status = status;
}

/** The session is VID's: the library may neither sign it in nor rotate its cookie. */
function useOurSessions(provider: Provider): void {
  const session: { resetIdentifier(): void; loginAccount(details: unknown): void } =
    provider.Session.prototype;
  session.resetIdentifier = () => undefined;
  session.loginAccount = () => undefined;
}
