import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createRemoteJWKSet, jwtVerify } from 'jose';
import * as oidc from 'openid-client';
import { cookieOf, readBody, redirect, send, setCookie } from './http.ts';
import { renderPage, type Lang } from './page.ts';

const {
  VID_ORIGIN = 'http://localhost:8080',
  CLIENT_ID = 'oidc-example-web',
  CLIENT_SECRET = '',
} = process.env;
const port = Number(process.env['PORT'] ?? 8082);
const origin = `http://localhost:${port}`;
const redirectUri = `${origin}/callback`;

type Session = { readonly person: oidc.UserInfoResponse; readonly idToken: string; readonly sid: unknown };
/** Sessions, in memory for brevity. A real application stores sessions in its database and lets them expire. */
const sessions = new Map<string, Session>();
/** Pending sign-ins, each bound to its browser by a cookie. */
const pendingSignIns = new Map<
  string,
  { readonly verifier: string; readonly state: string; readonly nonce: string }
>();
const cookies = {
  session: 'oidc_example_session',
  signIn: 'oidc_example_sign_in',
  lang: 'example_lang',
} as const;

/** VID's metadata, from its discovery document. Plain HTTP is allowed for localhost only. */
let discovered: Promise<oidc.Configuration> | undefined;
function discover(): Promise<oidc.Configuration> {
  discovered ??= oidc
    .discovery(
      new URL(`${VID_ORIGIN}/vid/oidc`),
      CLIENT_ID,
      undefined,
      oidc.ClientSecretBasic(CLIENT_SECRET),
      {
        execute: VID_ORIGIN.startsWith('http://localhost:') ? [oidc.allowInsecureRequests] : [],
      },
    )
    .catch((error: unknown) => {
      // Discovery failed, so the next request must try again.
      discovered = undefined;
      throw error;
    });
  return discovered;
}

type Handler = (request: IncomingMessage, response: ServerResponse, url: URL) => Promise<void> | void;

const routes: Readonly<Record<string, Handler>> = {
  'GET /': showPage,
  'GET /style.css': sendFile('style.css', 'text/css'),
  'GET /favicon.svg': sendFile('favicon.svg', 'image/svg+xml'),
  'GET /login': logIn,
  'GET /callback': finishLogin,
  'POST /logout': logOut,
  'POST /backchannel-logout': logOutFromVid,
};

function sendFile(name: string, type: string): Handler {
  return async (_request, response) =>
    send(response, 200, await readFile(new URL(`./public/${name}`, import.meta.url), 'utf8'), type);
}

function showPage(request: IncomingMessage, response: ServerResponse, { searchParams }: URL): void {
  const lang = langOf(request, searchParams.get('lang'));
  setCookie(response, cookies.lang, lang);
  send(response, 200, renderPage({ lang, person: sessions.get(cookieOf(request, cookies.session))?.person }));
}

async function logIn(
  request: IncomingMessage,
  response: ServerResponse,
  { searchParams }: URL,
): Promise<void> {
  const config = await discover();
  const verifier = oidc.randomPKCECodeVerifier();
  const [state, nonce, id] = [oidc.randomState(), oidc.randomNonce(), randomId()];
  pendingSignIns.set(id, { verifier, state, nonce });
  setTimeout(() => pendingSignIns.delete(id), 30 * 60_000).unref();
  setCookie(response, cookies.signIn, id);
  redirect(
    response,
    oidc.buildAuthorizationUrl(config, {
      redirect_uri: redirectUri,
      scope: 'openid profile phone vid',
      code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      state,
      nonce,
      ui_locales: langOf(request),
      ...(searchParams.get('prompt') === 'select_account' ? { prompt: 'select_account' } : {}),
    }),
  );
}

async function finishLogin(request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> {
  const config = await discover();
  const key = cookieOf(request, cookies.signIn);
  const pending = pendingSignIns.get(key);
  pendingSignIns.delete(key);
  if (!pending) return redirect(response, new URL(origin));
  try {
    // The library checks state, iss, nonce, audience and expiry. The ID token comes directly from VID, so its signature
    // need not be checked (OpenID Connect Core section 3.1.3.7).
    const tokens = await oidc.authorizationCodeGrant(config, url, {
      pkceCodeVerifier: pending.verifier,
      expectedState: pending.state,
      expectedNonce: pending.nonce,
      idTokenExpected: true,
    });
    const claims = tokens.claims();
    const person = await oidc.fetchUserInfo(config, tokens.access_token, claims?.sub ?? '');
    const id = randomId();
    sessions.set(id, { person, idToken: tokens.id_token ?? '', sid: claims?.['sid'] });
    setCookie(response, cookies.session, id);
    redirect(response, new URL(origin));
  } catch (error) {
    // VID returns the error access_denied if the user cancels.
    const code = error instanceof oidc.AuthorizationResponseError ? error.error : 'sign_in_failed';
    process.stderr.write(`sign-in refused: ${String(error)}\n`);
    send(response, 400, renderPage({ lang: langOf(request), error: code }));
  }
}

async function logOut(request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.headers.origin !== origin) return send(response, 403, 'Cross-site request refused.');
  const key = cookieOf(request, cookies.session);
  const session = sessions.get(key);
  sessions.delete(key);
  if (!session) return redirect(response, new URL(origin));
  const parameters = { id_token_hint: session.idToken, post_logout_redirect_uri: `${origin}/` };
  redirect(response, oidc.buildEndSessionUrl(await discover(), parameters));
}

let keys: ReturnType<typeof createRemoteJWKSet> | undefined;

/** Ends the sessions that VID reports as ended (OpenID Connect Back-Channel Logout 1.0). */
async function logOutFromVid(request: IncomingMessage, response: ServerResponse): Promise<void> {
  try {
    const { issuer, jwks_uri } = (await discover()).serverMetadata();
    keys ??= createRemoteJWKSet(new URL(jwks_uri ?? ''));
    const token = new URLSearchParams(await readBody(request)).get('logout_token') ?? '';
    const options = { issuer, audience: CLIENT_ID, typ: 'logout+jwt', maxTokenAge: 300 };
    const { payload } = await jwtVerify(token, keys, options);
    const isLogout =
      Object(payload['events'])['http://schemas.openid.net/event/backchannel-logout'] !== undefined;
    if (!isLogout || 'nonce' in payload) throw new Error('not a logout token');
    for (const [id, { person, sid }] of sessions) {
      if (payload['sid'] === undefined ? person.sub === payload.sub : sid === payload['sid'])
        sessions.delete(id);
    }
    send(response, 200, '');
  } catch {
    send(response, 400, 'Not a logout token of VID.');
  }
}

function langOf(request: IncomingMessage, requested: string | null = null): Lang {
  const text = requested ?? (cookieOf(request, cookies.lang) || request.headers['accept-language']);
  return text?.startsWith('en') ? 'en' : 'vi';
}

function randomId(): string {
  return randomBytes(32).toString('base64url');
}

const server = createServer((request, response) => {
  const url = new URL(request.url ?? '/', origin);
  const handler = routes[`${request.method} ${url.pathname}`];
  // Refuse other host names, which a page may resolve to this machine (DNS rebinding).
  const isOwnHost = request.headers.host === `localhost:${port}`;
  if (!isOwnHost || !handler) return send(response, isOwnHost ? 404 : 421, 'Not found.');
  Promise.resolve(handler(request, response, url)).catch((error: unknown) => {
    process.stderr.write(`${String(error)}\n`);
    if (!response.headersSent) send(response, 502, 'VID is not reachable.');
  });
});
server.listen(port, '127.0.0.1');
// In evaluation mode, VID starts this process, which must stop when VID stops.
process.on('disconnect', () => process.exit());
