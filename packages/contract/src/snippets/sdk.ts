import {
  isLoopback,
  lines,
  listenArguments,
  postLogoutUriOf,
  quote,
  type SignInClient,
  type Snippet,
  withSecret,
} from './snippet.ts';

/** File name of the `@vid/sso` package, which every VID server serves. */
export const sdkFile = 'vid-sso-0.1.0.tgz';
export const sdkPath = `/vid/sdk/${sdkFile}`;

const installOf = ({ origin }: SignInClient): string => `npm install ${origin}${sdkPath}`;

/**
 * Returns code for @vid/sso, which signs in through a popup or redirect. A single-page application exchanges the code
 * in the browser, any other application on its server.
 */
export function sdkSnippet(client: SignInClient): Snippet {
  return client.kind === 'spa' ? inBrowser(client) : withServer(client);
}

const options = ({ origin, appCode, clientId, redirectUri }: SignInClient, indent: string): string =>
  [
    `origin: ${quote(origin)},`,
    `appCode: ${quote(appCode)},`,
    `clientId: ${quote(clientId)},`,
    `redirectUri: ${quote(redirectUri)},`,
  ]
    .map((line) => `${indent}${line}`)
    .join('\n');

function withServer(client: SignInClient): Snippet {
  const { origin, clientId, redirectUri } = client;
  const page = new URL(redirectUri);
  return {
    install: installOf(client),
    files: [
      {
        name: 'index.html',
        code: `<!doctype html>
<html lang="en">
  <meta charset="utf-8">
  <title>Sign in with VID</title>
  <button id="sign-in">Sign in with VID</button>
  <button id="sign-out" hidden>Sign out</button>
  <p id="status" role="status"></p>
  <script src="/vid-sso.global.js"></script>
  <script>
    const sso = new VidSsoKit.VidSso({
${options(client, '      ')}
    });
    const [signIn, signOut, status] = document.querySelectorAll('#sign-in, #sign-out, #status');
    const show = (name) => {
      status.textContent = name && 'Signed in: ' + name;
      signIn.hidden = name !== '';
      signOut.hidden = name === '';
    };
    const explain = (error) => {
      status.textContent = error.reason ?? error.code ?? error.message;
    };

    // Sends the code to the server below, which exchanges it.
    async function finish(result) {
      const answer = await fetch('/session', { method: 'POST', body: JSON.stringify(result) });
      if (!answer.ok) throw new Error('The server did not accept the code.');
      show(await answer.text());
    }

    signIn.addEventListener('click', () => {
      sso.signInWithPopup().then(finish).catch(explain); // or signInWithRedirect()
    });
    // Ends the session of this application, then at VID.
    signOut.addEventListener('click', async () => {
      await fetch('/session', { method: 'DELETE' });
      sso.signOut(${signedOut(client)});
    });
    // After a reload, the server still knows who is signed in.
    const resume = async () => {
      show(await (await fetch('/session')).text());
      return sso.resume();
    };
    const isCallback = location.pathname === ${quote(page.pathname)} && location.search !== '';
    (isCallback ? sso.handleRedirect() : resume())
      .then((result) => result && finish(result))
      .catch(explain);
  </script>
</html>
`,
      },
      {
        name: 'server.mjs',
        code: `import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { exchangeCode, fetchUserInfo } from '@vid/sso/server';

const redirectUri = ${quote(redirectUri)};
const vid = {
  origin: ${quote(origin)},
  clientId: ${quote(clientId)},
  clientSecret: process.env.VID_CLIENT_SECRET,
};
const page = await readFile('index.html');
const sdk = await readFile(new URL(import.meta.resolve('@vid/sso/vid-sso.global.js')));
// Sessions are in memory for brevity. Use the sessions of your framework.
const sessions = new Map();

const cookieOf = (request) => /(?:^|; )session=([^;]+)/.exec(request.headers.cookie ?? '')?.[1];

async function signIn(request, response) {
  const { authCode, codeVerifier } = JSON.parse(await text(request));
  const tokens = await exchangeCode(vid, { authCode, codeVerifier, redirectUri });
  // user.sub never changes: use it as the key of your own user.
  const user = await fetchUserInfo(vid, tokens);
  const id = crypto.randomUUID();
  sessions.set(id, user);
  const cookie = \`session=\${id}; Path=/; HttpOnly; SameSite=Lax${page.protocol === 'https:' ? '; Secure' : ''}\`;
  response.setHeader('set-cookie', cookie);
  showUser(response, user);
}

function showUser(response, user) {
  response.setHeader('content-type', 'text/plain; charset=utf-8');
  response.end(user ? (user.name ?? user.sub) : '');
}

async function answerSession(request, response) {
  const session = cookieOf(request);
  if (request.method === 'GET') return showUser(response, sessions.get(session));
  // Another site must not sign the visitor in or out here.
  if (request.headers.origin !== new URL(redirectUri).origin) return response.writeHead(403).end();
  if (request.method === 'POST') return signIn(request, response);
  sessions.delete(session);
  response.end();
}

createServer((request, response) => {
  if (request.url === '/vid-sso.global.js') {
    response.writeHead(200, { 'content-type': 'text/javascript; charset=utf-8' }).end(sdk);
  } else if (request.url === '/session') {
    answerSession(request, response).catch((error) => {
      console.error(error);
      response.writeHead(401).end();
    });
  } else {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page);
  }
}).listen(${listenArguments(redirectUri)});
`,
      },
    ],
    run: withSecret('node server.mjs'),
    open: `${page.origin}/`,
    redirectUri,
  };
}

function inBrowser(client: SignInClient): Snippet {
  const { origin, clientId, redirectUri } = client;
  const page = new URL(redirectUri);
  return {
    install: lines(installOf(client), 'npm install --save-dev vite'),
    files: [
      {
        name: 'index.html',
        code: `<!doctype html>
<html lang="en">
  <meta charset="utf-8">
  <title>Sign in with VID</title>
  <button id="sign-in">Sign in with VID</button>
  <button id="sign-out" hidden>Sign out</button>
  <p id="status" role="status"></p>
  <script type="module" src="/sign-in.js"></script>
</html>
`,
      },
      {
        name: 'sign-in.js',
        code: `import { VidSso } from '@vid/sso';
// These functions run in the browser too. A single-page application has no secret, so PKCE protects the code.
import { exchangeCode, fetchUserInfo } from '@vid/sso/server';

const vid = { origin: ${quote(origin)}, clientId: ${quote(clientId)} };
const sso = new VidSso({
${options(client, '  ')}
});
const [signIn, signOut, status] = document.querySelectorAll('#sign-in, #sign-out, #status');
const explain = (error) => {
  status.textContent = error.reason ?? error.code ?? error.message;
};

async function finish(result) {
  // The tokens are in memory only, where no script of a later page finds them. After a reload, the visitor signs in
  // again, which takes one click while the session at VID lasts.
  const tokens = await exchangeCode(vid, result);
  // user.sub never changes: use it as the key of your own user.
  const user = await fetchUserInfo(vid, tokens);
  status.textContent = 'Signed in: ' + (user.name ?? user.sub);
  signIn.hidden = true;
  signOut.hidden = false;
}

signIn.addEventListener('click', () => {
  sso.signInWithPopup().then(finish).catch(explain); // or signInWithRedirect()
});
signOut.addEventListener('click', () => sso.signOut(${signedOut(client)}));
// Your server must also serve this page at the redirect URI.
const isCallback = location.pathname === ${quote(page.pathname)} && location.search !== '';
(isCallback ? sso.handleRedirect() : sso.resume())
  .then((result) => result && finish(result))
  .catch(explain);
`,
      },
    ],
    run: viteCommand(page),
    open: `${page.origin}/`,
    redirectUri,
  };
}

/** Without a registered address, VID returns to the redirect URI. */
function signedOut(client: SignInClient): string {
  const address = postLogoutUriOf(client);
  return address === undefined ? '' : quote(address);
}

const viteCommand = ({ hostname, port }: URL): string =>
  isLoopback(hostname)
    ? `npx vite --host ${hostname} --port ${port || '80'} --strictPort`
    : 'npx vite build # then publish the folder dist';
