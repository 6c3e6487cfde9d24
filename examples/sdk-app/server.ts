import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { fileURLToPath } from 'node:url';
import {
  exchangeCode,
  fetchUserInfo,
  verifyLogoutToken,
  type VidClaims,
  type VidUserInfo,
} from '@vid/sso/server';
import { renderPage, type Lang } from './page.ts';

const {
  VID_ORIGIN = 'http://localhost:8080',
  CLIENT_ID = 'sdk-example-web',
  CLIENT_SECRET = '',
} = process.env;
const port = Number(process.env['PORT'] ?? 8081);
const origin = `http://localhost:${port}`;
const redirectUri = `${origin}/callback`;
const vid = { origin: VID_ORIGIN, clientId: CLIENT_ID, clientSecret: CLIENT_SECRET };

/** Sessions, in memory for brevity. A real application stores sessions in its database. */
const sessions = new Map<
  string,
  { readonly claims: VidClaims; readonly person: VidUserInfo; readonly until: number }
>();
const sessionHours = 8;
const cookieName = 'sdk_example_session';

const files: Readonly<Record<string, readonly [string, URL]>> = {
  '/favicon.svg': ['image/svg+xml', new URL('./public/favicon.svg', import.meta.url)],
  '/app.js': ['text/javascript', new URL('./public/app.js', import.meta.url)],
  '/style.css': ['text/css', new URL('./public/style.css', import.meta.url)],
  '/vid-sso.js': ['text/javascript', new URL(import.meta.resolve('@vid/sso/vid-sso.global.js'))],
};
const headers = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  // Send no Referer, because the redirect URI contains a code.
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
};

type Handler = (request: IncomingMessage, response: ServerResponse, url: URL) => Promise<void> | void;

const routes: Readonly<Record<string, Handler>> = {
  'GET /': showPage,
  'GET /callback': showPage,
  'POST /session': signIn,
  'DELETE /session': signOut,
  'POST /backchannel-logout': logOutFromVid,
};

function showPage(request: IncomingMessage, response: ServerResponse, { pathname, searchParams }: URL): void {
  const lang = langOf(
    searchParams.get('lang') ?? cookieOf(request, 'example_lang') ?? request.headers['accept-language'],
  );
  const person = sessions.get(cookieOf(request, cookieName) ?? '')?.person;
  const path = pathname === '/callback' ? '/callback' : '/';
  response.setHeader('set-cookie', `example_lang=${lang}; Path=/; SameSite=Lax`);
  send(response, 200, renderPage({ lang, path, vidOrigin: vid.origin, clientId: vid.clientId, person }));
}

/**
 * Exchanges the browser's code for tokens. Only this server can do so, because the exchange needs the client secret.
 */
async function signIn(request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (!isOwnPage(request)) return send(response, 403, 'Cross-site request refused.');
  const { authCode, codeVerifier }: Record<string, unknown> = JSON.parse(await readBody(request));
  try {
    const code = { authCode: String(authCode), codeVerifier: String(codeVerifier), redirectUri };
    const tokens = await exchangeCode(vid, code);
    const person = await fetchUserInfo(vid, tokens);
    // Each sign-in gets a new session id, which prevents session fixation.
    const id = randomBytes(32).toString('base64url');
    sessions.set(id, { claims: tokens.claims, person, until: Date.now() + sessionHours * 3_600_000 });
    response.setHeader(
      'set-cookie',
      `${cookieName}=${id}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${sessionHours * 3_600}`,
    );
    send(response, 204);
  } catch (error) {
    process.stderr.write(`sign-in refused: ${String(error)}\n`);
    send(response, 401, 'VID did not accept the code.');
  }
}

function signOut(request: IncomingMessage, response: ServerResponse): void {
  if (!isOwnPage(request)) return send(response, 403, 'Cross-site request refused.');
  sessions.delete(cookieOf(request, cookieName) ?? '');
  response.setHeader('set-cookie', `${cookieName}=; Path=/; Max-Age=0`);
  send(response, 204);
}

/**
 * Ends the sessions that VID reports as ended, for example by "sign out everywhere" (OpenID Connect Back-Channel Logout
 * 1.0).
 */
async function logOutFromVid(request: IncomingMessage, response: ServerResponse): Promise<void> {
  try {
    const token = new URLSearchParams(await readBody(request)).get('logout_token') ?? '';
    const { sid, sub } = await verifyLogoutToken(vid, token);
    for (const [id, { claims }] of sessions) {
      if (sid === undefined ? claims.sub === sub : claims.sid === sid) sessions.delete(id);
    }
    send(response, 200);
  } catch {
    send(response, 400, 'Not a logout token of VID.');
  }
}

const server = createServer((request, response) => {
  answer(request, response).catch((error: unknown) => {
    process.stderr.write(`${String(error)}\n`);
    if (!response.headersSent) send(response, 400, 'Malformed request.');
  });
});

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? '/', origin);
  const file = files[url.pathname];
  // Handle HEAD like GET without a body: the SDK uses HEAD to read the page's opener policy.
  const method = request.method === 'HEAD' ? 'GET' : request.method;
  const handler = routes[`${method} ${url.pathname}`];
  // Refuse other host names, which a page may resolve to this machine (DNS rebinding).
  if (request.headers.host !== `localhost:${port}`) send(response, 421, 'Misdirected request.');
  else if (file && method === 'GET')
    send(response, 200, await readFile(fileURLToPath(file[1]), 'utf8'), file[0]);
  else if (handler) await handler(request, response, url);
  else send(response, 404, 'Not found.');
}

function send(
  response: ServerResponse,
  status: number,
  body = '',
  type = status === 200 ? 'text/html' : 'text/plain',
): void {
  response.writeHead(status, { ...headers, 'content-type': `${type}; charset=utf-8` }).end(body);
}

/** Returns whether one of this application's own pages sent the request. Prevents CSRF. */
function isOwnPage(request: IncomingMessage): boolean {
  return request.headers.origin === origin;
}

async function readBody(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) {
    text += String(chunk);
    if (text.length > 20_000) throw new Error('The body is too long.');
  }
  return text;
}

function cookieOf(request: IncomingMessage, name: string): string | undefined {
  const pairs = request.headers.cookie?.split('; ').map((pair) => pair.split('=', 2));
  return pairs?.find(([key]) => key === name)?.[1];
}

function langOf(text: string | undefined): Lang {
  return text?.startsWith('en') ? 'en' : 'vi';
}

setInterval(() => {
  for (const [id, { until }] of sessions) if (until < Date.now()) sessions.delete(id);
}, 60_000).unref();

server.listen(port, '127.0.0.1');
// In evaluation mode, VID starts this process, which must stop when VID stops.
process.on('disconnect', () => process.exit());
