import type Provider from 'oidc-provider';
import type { KoaContextWithOIDC } from 'oidc-provider';
import { decodeJwt } from 'jose';
import { isOutage } from '#database/outage.ts';

/** Writes down why a request was refused and returns the reference that the person is shown. */
export type WriteTrace = (
  clientId: string | undefined,
  reason: string,
  details: Record<string, unknown>,
) => Promise<string>;

export type Ctx = Parameters<Parameters<Provider['use']>[0]>[0];

/** Endpoints that a browser is sent to; the others answer programs, in JSON whatever they say they accept. */
const pageRoutes = new Set([
  'authorization',
  'resume',
  'end_session',
  'end_session_confirm',
  'end_session_success',
]);

/** A request that can't be answered to its client ends on VID's own error page, with a number to ask about. */
export async function renderError(
  trace: WriteTrace,
  ctx: KoaContextWithOIDC,
  out: { error: string; error_description?: string | undefined },
  error: Error,
): Promise<void> {
  if (isOutage(error)) return answerOutage(ctx);
  const { route, params, client } = ctx.oidc;
  if (!pageRoutes.has(route)) {
    ctx.body = out;
    return;
  }
  const clientId =
    client?.clientId ?? (typeof params?.['client_id'] === 'string' ? params['client_id'] : undefined);
  const ref = await trace(clientId, out.error, {
    description: out.error_description ?? null,
    detail: 'error_detail' in error ? String(error.error_detail) : null,
    redirectUri: textOf(params?.['redirect_uri']),
    route,
  });
  goTo(ctx, `/vid/web/error/${out.error === 'server_error' ? '500' : '403'}?ref=${ref}`);
}

/** An outage is 503 for every protocol, so that no client takes it for a refusal. */
export function answerOutage(ctx: Ctx): void {
  ctx.status = 503;
  ctx.set('retry-after', '5');
  ctx.type = 'json';
  ctx.body = outageBody;
}

export const outageBody = {
  error: 'temporarily_unavailable',
  error_description: 'the service is briefly unavailable',
};

/** 303: the next page is fetched by GET and no body goes along (RFC 9700 section 4.12). */
export function goTo(ctx: Pick<Ctx, 'redirect' | 'status'>, address: string): void {
  ctx.redirect(address);
  ctx.status = 303;
}

/** More than the address of a request may hold, which it becomes. */
const formLimit = 4_096;

/**
 * A form of another site comes without our cookies (SameSite=Lax), and everybody would be signed out: so the browser
 * is sent to the same endpoint by GET, which it brings them along to.
 */
export async function turnToGet(provider: Provider, ctx: Ctx): Promise<void> {
  let form = '';
  if (ctx.is('application/x-www-form-urlencoded') !== false) {
    for await (const chunk of ctx.req) {
      form += String(chunk);
      if (form.length > formLimit) break;
    }
  }
  const query = [ctx.querystring, form].filter((part) => part !== '').join('&');
  if (query.length > formLimit) {
    ctx.status = 413;
    ctx.body = { error: 'invalid_request', error_description: 'the request is too large' };
    return;
  }
  goTo(ctx, `${new URL(provider.issuer).pathname}${ctx.path}?${query}`);
}

/** A logout of someone who is not signed in has nothing to end: back to the registered address, or to sign-in. */
export async function answerSignedOut(provider: Provider, cookieName: string, ctx: Ctx): Promise<boolean> {
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

/** Only chooses which client's registered addresses are looked at, so the signature need not be checked here. */
function audienceOf(idToken: string | null): string | undefined {
  try {
    const { aud } = decodeJwt(idToken ?? '');
    return typeof aud === 'string' ? aud : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The session's cookie is written by sign-in alone: the library would renew it with every answer, and turn one
 * that ends with the browser into one that lasts. Taking it off, at a logout, is left to it.
 */
export function keepSessionCookie(ctx: Ctx, cookieName: string): void {
  const written = ctx.response.get('set-cookie');
  const all = Array.isArray(written) ? written.map(String) : written ? [written] : [];
  const kept = all.filter(
    (cookie) => !cookie.startsWith(`${cookieName}=`) || cookie.startsWith(`${cookieName}=;`),
  );
  if (kept.length === all.length) return;
  if (kept.length === 0) ctx.remove('set-cookie');
  else ctx.set('set-cookie', kept);
}

export function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value.slice(0, 500) : null;
}
