import { createHash, randomBytes } from 'node:crypto';
import { createAccount } from './accounts.ts';
import type { TestCluster } from './database/database.ts';
import { freePort } from './network.ts';
import { startTestServer, type TestServer, type TestServerOptions } from './server.ts';

export type SsoServer = TestServer & { readonly origin: string; readonly issuer: string };

/** Starts a server that listens at its configured origin, as OpenID Connect clients require. */
export async function startSsoServer(
  cluster: TestCluster,
  options: TestServerOptions = {},
): Promise<SsoServer> {
  const port = await freePort();
  const server = await startTestServer(cluster, {
    ...options,
    environment: { VID_PORT: String(port), ...options.environment },
  });
  await server.app.listen({ host: '127.0.0.1', port });
  const origin = `http://localhost:${port}`;
  return { ...server, origin, issuer: `${origin}/vid/oidc` };
}

type Cookie = { readonly value: string; readonly path: string };

/** A browser on real sockets, which stores cookies by path and follows redirects one at a time. */
export class SsoBrowser {
  readonly origin: string;
  readonly cookies = new Map<string, Cookie>();

  constructor(origin: string) {
    this.origin = origin;
  }

  async fetch(address: string, init: RequestInit = {}): Promise<Response> {
    const url = new URL(address, this.origin);
    const answer = await fetch(url, {
      redirect: 'manual',
      ...init,
      headers: {
        accept: 'text/html,application/xhtml+xml,*/*;q=0.8',
        cookie: this.cookieHeader(url.pathname),
        ...(init.method === undefined || init.method === 'GET'
          ? {}
          : { origin: this.origin, 'sec-fetch-site': 'same-origin' }),
        ...Object.fromEntries(new Headers(init.headers)),
      },
    });
    for (const line of answer.headers.getSetCookie()) this.keep(line, url.pathname);
    return answer;
  }

  async post(path: string, body: unknown): Promise<{ status: number; body: Record<string, unknown> }> {
    const answer = await this.fetch(path, {
      method: 'POST',
      body: JSON.stringify(body ?? {}),
      headers: { 'content-type': 'application/json' },
    });
    const json: unknown = await answer.json();
    return { status: answer.status, body: isRecord(json) ? json : {} };
  }

  /** Follows redirects within VID. Stops at a page of VID or at the first URL outside. */
  async visit(address: string): Promise<URL> {
    let url = new URL(address, this.origin);
    for (let step = 0; step < 10; step += 1) {
      if (url.origin !== this.origin || url.pathname.startsWith('/vid/web/')) return url;
      const answer = await this.fetch(url.href);
      await answer.body?.cancel();
      const location = answer.headers.get('location');
      if (location === null) throw new Error(`${url.href} returned ${answer.status} without a redirect`);
      url = new URL(location, url);
    }
    throw new Error('too many redirects');
  }

  /** Calls `visit`, and confirms the "continue as …" page. */
  async visitAndContinue(address: string): Promise<URL> {
    let url = await this.visit(address);
    for (let step = 0; step < 3 && url.pathname === '/vid/web/intermediate'; step += 1) {
      const uid = url.searchParams.get('uid') ?? '';
      const { status, body } = await this.continueInteraction(uid);
      if (status !== 200 || !isRecord(body['data'])) throw new Error(`continue returned ${status}`);
      url = await this.visit(String(body['data']['continueTo']));
    }
    return url;
  }

  /** Continues an interaction as the account that its screen shows. */
  async continueInteraction(uid: string): ReturnType<SsoBrowser['post']> {
    const described: unknown = await (await this.fetch(`/vid/api/sso/interactions/${uid}`)).json();
    const data = isRecord(described) && isRecord(described['data']) ? described['data'] : {};
    const account = isRecord(data['account']) ? { accountId: data['account']['id'] } : {};
    return this.post(`/vid/api/sso/interactions/${uid}/continue`, account);
  }

  private cookieHeader(path: string): string {
    return [...this.cookies]
      .filter(([, cookie]) => path.startsWith(cookie.path))
      .map(([name, cookie]) => `${name.split(';')[0] ?? ''}=${cookie.value}`)
      .join('; ');
  }

  private keep(line: string, requestPath: string): void {
    const [pair = '', ...attributes] = line.split(';').map((part) => part.trim());
    const split = pair.indexOf('=');
    const read = (name: string): string | undefined =>
      attributes.find((part) => part.toLowerCase().startsWith(`${name}=`))?.slice(name.length + 1);
    const path = read('path') ?? requestPath;
    // Cookies with different paths may have the same name.
    const key = `${pair.slice(0, split)};${path}`;
    const value = pair.slice(split + 1);
    const expires = read('expires');
    if (
      value === '' ||
      read('max-age') === '0' ||
      (expires !== undefined && Date.parse(expires) < Date.now())
    )
      this.cookies.delete(key);
    else this.cookies.set(key, { value, path });
  }
}

/** Signs in a browser, by default to a new account without a password. */
export async function signedIn(
  server: SsoServer,
  input: { readonly accountId?: string } = {},
): Promise<{ browser: SsoBrowser; accountId: string; sessionId: string }> {
  const accountId =
    input.accountId ?? (await createAccount(server, { password: null, name: 'Lê Thị Hoa' })).id;
  const issued = await server.deps.completion.complete({
    account: { accountId },
    method: 'password',
    amr: ['pwd'],
    remember: false,
    browser: { preSession: server.deps.preSessions.make(), tokenHash: undefined, devices: [] },
    caller: {
      address: '127.0.0.1',
      addressKey: '127.0.0.1',
      userAgent: 'test',
      requestId: 'test',
      locale: 'vi',
    },
  });
  if (issued.demand === 'two-step') throw new Error('the account needs two proofs');
  const browser = new SsoBrowser(server.origin);
  browser.cookies.set('vid_sid;/', { value: issued.token, path: '/' });
  return { browser, accountId, sessionId: issued.session.id };
}

export function pkce(): { verifier: string; challenge: string } {
  const verifier = randomBytes(32).toString('base64url');
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') };
}

type Authorization = { readonly clientId: string; readonly redirectUri: string; readonly challenge?: string };

/**
 * Returns the parameters of an authorization request with PKCE for the scope `openid`. `more` adds or replaces
 * parameters.
 */
export function authorizationRequest(
  { clientId, redirectUri, challenge = pkce().challenge }: Authorization,
  more: Readonly<Record<string, string>> = {},
): Record<string, string> {
  return {
    client_id: clientId,
    response_type: 'code',
    scope: 'openid',
    redirect_uri: redirectUri,
    code_challenge: challenge,
    code_challenge_method: 'S256',
    ...more,
  };
}

export function authorizationPath(...request: Parameters<typeof authorizationRequest>): string {
  return `/vid/oidc/auth?${new URLSearchParams(authorizationRequest(...request)).toString()}`;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Posts a form to an OpenID Connect endpoint such as `/token`. */
export async function callOidc(
  server: SsoServer,
  path: string,
  parameters: Readonly<Record<string, string>> | string,
  options: {
    readonly client?: string;
    readonly secret?: string;
    readonly headers?: Record<string, string>;
  } = {},
): Promise<{ status: number; body: Record<string, unknown>; headers: Headers }> {
  const { client, secret } = options;
  const basic =
    client === undefined || secret === undefined
      ? {}
      : { authorization: `Basic ${Buffer.from(`${client}:${secret}`).toString('base64')}` };
  const answer = await fetch(`${server.issuer}${path}`, {
    method: 'POST',
    redirect: 'manual',
    body: typeof parameters === 'string' ? parameters : new URLSearchParams(parameters).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...basic, ...options.headers },
  });
  const text = await answer.text();
  const json: unknown = text === '' ? {} : JSON.parse(text);
  return { status: answer.status, body: isRecord(json) ? json : {}, headers: answer.headers };
}

export async function communityCode(
  browser: SsoBrowser,
  request: { readonly appCode: string; readonly clientId: string; readonly redirectUrl: string },
): Promise<{ code: string; verifier: string }> {
  const { verifier, challenge } = pkce();
  const { appCode, clientId, redirectUrl } = request;
  await browser.post('/vid/ajax/apps/view/validateRedirectUrls', {
    appCode,
    clientId,
    redirectUrls: redirectUrl,
  });
  const { status, body } = await browser.post('/vid/api/auth/code/request', {
    appCode,
    clientId,
    codeChallenge: challenge,
  });
  if (status !== 200 || !isRecord(body['data'])) throw new Error(`no code: ${JSON.stringify(body)}`);
  return { code: String(body['data']['authCode']), verifier };
}

export function textAt(body: unknown, ...path: readonly string[]): string {
  let value: unknown = body;
  for (const name of path) value = isRecord(value) ? value[name] : undefined;
  return typeof value === 'string' ? value : '';
}
