import {
  isInsecure,
  issuerOf,
  lines,
  listenArguments,
  postLogoutHint,
  postLogoutUriOf,
  quote,
  scopeOf,
  type SignInClient,
  type Snippet,
  type SnippetClient,
  withSecret,
} from './snippet.ts';

export function openidClientServer(client: SignInClient): Snippet {
  const { redirectUri } = client;
  const flags = `Path=/; HttpOnly; SameSite=Lax${isInsecure(redirectUri) ? '' : '; Secure'}`;
  return {
    ...commandsOf(client),
    open: new URL('/login', redirectUri).href,
    redirectUri,
    files: [
      {
        name: 'app.mjs',
        code: `import { createServer } from 'node:http';
${imports(client)}

const redirectUri = ${quote(redirectUri)};
${discovery(client)}

// The started sign-ins and sessions, by the id in a cookie. They are in memory for brevity: use the sessions of your
// framework.
const signIns = new Map();
const sessions = new Map();

async function startSignIn(response) {
  const verifier = oidc.randomPKCECodeVerifier();
  const [state, nonce] = [oidc.randomState(), oidc.randomNonce()];
${authorization(client)}
  const id = crypto.randomUUID();
  signIns.set(id, { verifier, state, nonce });
  redirect(response, address.href, \`sign_in=\${id}\`);
}

async function finishSignIn(request, response) {
  const id = cookieOf(request, 'sign_in');
  const signIn = signIns.get(id);
  signIns.delete(id);
  if (!signIn) return redirect(response, '/');
  // Checks state, iss, nonce, PKCE and the claims of the ID token.
  const tokens = await oidc.authorizationCodeGrant(vid, new URL(request.url, redirectUri), {
    pkceCodeVerifier: signIn.verifier,
    expectedState: signIn.state,
    expectedNonce: signIn.nonce,
    idTokenExpected: true,
  }${client.requiresDpop ? ', undefined, { DPoP }' : ''});
  // sub never changes: use it as the key of your own user.
  const { sub } = tokens.claims();
  const user = await oidc.fetchUserInfo(vid, tokens.access_token, sub${dpopOption(client)});
  const session = crypto.randomUUID();
  sessions.set(session, { user, idToken: tokens.id_token });
  redirect(response, '/', \`session=\${session}\`);
}

/** Ends the session here, then at VID. */
function signOut(request, response) {
  const session = cookieOf(request, 'session');
  const { idToken } = sessions.get(session) ?? {};
  sessions.delete(session);
${endSession(client)}
  redirect(response, oidc.buildEndSessionUrl(vid, parameters).href);
}

function showPage(request, response) {
  const { user } = sessions.get(cookieOf(request, 'session')) ?? {};
  const name = (user?.name ?? user?.sub)?.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  response.setHeader('content-type', 'text/html; charset=utf-8');
  response.end(
    name
      ? \`<form method="post" action="/logout">Signed in: \${name} <button>Sign out</button></form>\`
      : '<a href="/login">Sign in with VID</a>',
  );
}

function redirect(response, location, cookie) {
  const headers = cookie && { 'set-cookie': \`\${cookie}; ${flags}\` };
  response.writeHead(303, { location, ...headers }).end();
}

function cookieOf(request, name) {
  const pairs = request.headers.cookie?.split('; ').map((pair) => pair.split('='));
  return pairs?.find(([key]) => key === name)?.[1];
}

createServer(async (request, response) => {
  const { pathname, searchParams } = new URL(request.url, redirectUri);
  const isCallback = pathname === new URL(redirectUri).pathname && searchParams.has('state');
  try {
    if (isCallback) await finishSignIn(request, response);
    else if (pathname === '/login') await startSignIn(response);
    else if (pathname === '/logout' && request.method === 'POST') signOut(request, response);
    else showPage(request, response);
  } catch (error) {
    // The error may be access_denied if the member does not agree.
    console.error(error);
    response.writeHead(400, { 'content-type': 'text/plain; charset=utf-8' });
    response.end(error.error ?? error.code ?? 'The sign-in failed.');
  }
}).listen(${listenArguments(redirectUri)});
`,
      },
    ],
  };
}

/**
 * Returns code for openid-client 6 in a program on the member's device, which receives the authorization
 * response on a loopback port (RFC 8252).
 */
export function openidClientNative(client: SignInClient): Snippet {
  const { redirectUri } = client;
  const host = new URL(redirectUri).hostname.replaceAll(/[[\]]/gu, '');
  return {
    ...commandsOf(client),
    open: null,
    redirectUri,
    files: [
      {
        name: 'app.mjs',
        code: `import { once } from 'node:events';
import { createServer } from 'node:http';
${imports(client)}

${discovery(client)}

// VID accepts every port of a registered loopback address.
const server = createServer().listen(0, ${quote(host)});
await once(server, 'listening');
const registered = new URL(${quote(redirectUri)});
registered.port = server.address().port;
const redirectUri = registered.href;

const verifier = oidc.randomPKCECodeVerifier();
const [state, nonce] = [oidc.randomState(), oidc.randomNonce()];
${authorization(client, '')}
console.log(\`Open in the browser: \${address.href}\`);

const [request, response] = await once(server, 'request');
const headers = { connection: 'close', 'content-type': 'text/plain; charset=utf-8' };
response.writeHead(200, headers).end('You can close this page.');
server.close();
// Checks state, iss, nonce, PKCE and the claims of the ID token.
const tokens = await oidc.authorizationCodeGrant(vid, new URL(request.url, redirectUri), {
  pkceCodeVerifier: verifier,
  expectedState: state,
  expectedNonce: nonce,
  idTokenExpected: true,
}${client.requiresDpop ? ', undefined, { DPoP }' : ''});
// sub never changes: use it as the key of your own user.
const { sub } = tokens.claims();
const user = await oidc.fetchUserInfo(vid, tokens.access_token, sub${dpopOption(client)});
console.log(JSON.stringify(user));
`,
      },
    ],
  };
}

/** Returns code for openid-client 6 in a program without a user, which calls the management API. */
export function openidClientMachine(client: SnippetClient): Snippet {
  return {
    ...commandsOf(client),
    open: null,
    redirectUri: null,
    files: [
      {
        name: 'app.mjs',
        code: `${imports(client)}

${discovery(client)}

// The token works for five minutes. Request another one after that.
const { access_token: token } = await oidc.clientCredentialsGrant(vid, {
  scope: ${quote(client.scopes.join(' '))},
}${dpopOption(client)});
// This call needs the scope vid:applications:read.
const address = new URL(${quote(`${client.origin}/vid/api/manage/applications/${client.appId}`)});
const answer = await oidc.fetchProtectedResource(vid, token, address, 'GET'${
          client.requiresDpop ? ', undefined, undefined, { DPoP }' : ''
        });
console.log(await answer.text());
`,
      },
    ],
  };
}

function commandsOf({ authMethod }: SnippetClient): Pick<Snippet, 'install' | 'run'> {
  const run = 'node app.mjs';
  if (authMethod === 'private_key_jwt') {
    const key = 'export VID_CLIENT_KEY="$(cat private-key.pem)" # PKCS #8';
    return { install: 'npm install openid-client jose', run: lines(key, run) };
  }
  return { install: 'npm install openid-client', run: authMethod === 'none' ? run : withSecret(run) };
}

function imports({ authMethod }: SnippetClient): string {
  return lines(
    authMethod === 'private_key_jwt' && "import { importPKCS8 } from 'jose';",
    "import * as oidc from 'openid-client';",
  );
}

const authentication = {
  none: 'oidc.None()',
  client_secret_basic: 'oidc.ClientSecretBasic(process.env.VID_CLIENT_SECRET)',
  client_secret_post: 'oidc.ClientSecretPost(process.env.VID_CLIENT_SECRET)',
  private_key_jwt: 'oidc.PrivateKeyJwt(key)',
} as const;

function discovery(client: SnippetClient): string {
  return lines(
    client.authMethod === 'private_key_jwt' &&
      "// Use the algorithm of your key.\nconst key = await importPKCS8(process.env.VID_CLIENT_KEY, 'ES256');",
    'const vid = await oidc.discovery(',
    `  new URL(${quote(issuerOf(client))}),`,
    `  ${quote(client.clientId)},`,
    client.kind === 'machine'
      ? '  undefined,'
      : `  { id_token_signed_response_alg: ${quote(client.idTokenAlg)} }, // VID signs with ES256 or RS256`,
    `  ${authentication[client.authMethod]},`,
    isInsecure(client.origin) &&
      '  { execute: [oidc.allowInsecureRequests] }, // only for a VID on this machine',
    ');',
    client.requiresDpop &&
      "// The tokens work only together with this key.\nconst DPoP = oidc.getDPoPHandle(vid, await oidc.randomDPoPKeyPair('ES256'));",
  );
}

function authorization(client: SnippetClient, indent = '  '): string {
  const build = client.requiresPar ? 'await oidc.buildAuthorizationUrlWithPAR' : 'oidc.buildAuthorizationUrl';
  return [
    `const address = ${build}(vid, {`,
    '  redirect_uri: redirectUri,',
    `  scope: ${quote(scopeOf(client))},`,
    '  code_challenge: await oidc.calculatePKCECodeChallenge(verifier),',
    "  code_challenge_method: 'S256',",
    '  state,',
    '  nonce,',
    `}${client.requiresPar ? dpopOption(client) : ''});`,
  ]
    .map((line) => `${indent}${line}`)
    .join('\n');
}

function endSession(client: SignInClient): string {
  const address = postLogoutUriOf(client);
  const parameter = address === undefined ? '' : ` post_logout_redirect_uri: ${quote(address)},`;
  return lines(
    address === undefined && `  // ${postLogoutHint}`,
    `  const parameters = {${parameter} ...(idToken && { id_token_hint: idToken }) };`,
  );
}

const dpopOption = ({ requiresDpop }: SnippetClient): string => (requiresDpop ? ', { DPoP }' : '');
