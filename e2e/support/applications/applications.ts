import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { stripTypeScriptTypes } from 'node:module';
import { resolve } from 'node:path';
import { listenOnLoopback } from '@vid/testkit/network';
import type { ApplicationToRegister } from '../operator.ts';
import { operate, root } from '../run.ts';

const sdk = resolve(root, 'packages/sso/src');
const logo = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const contentTypes = { html: 'text/html; charset=utf-8', js: 'text/javascript; charset=utf-8' };

const page = `<!doctype html><html lang="vi"><title>Ứng dụng thử</title>
<button id="popup">Popup</button><button id="redirect">Redirect</button><pre id="result"></pre>
<script type="module" src="/page.js"></script></html>`;

const script = `
import { VidSso } from '/sdk/index.ts';
const options = new URLSearchParams(location.hash.slice(1));
const kept = sessionStorage.getItem('options') ?? JSON.stringify(Object.fromEntries(options));
sessionStorage.setItem('options', kept);
const { origin, code, lang } = JSON.parse(kept);
const vid = new VidSso({ origin, appCode: code, clientId: code + '-web', redirectUri: location.origin + '/callback', ...(lang ? { lang } : {}) });
const result = document.querySelector('#result');
const events = [];
vid.on('loaded', () => events.push('loaded'));
vid.on('error', (error) => events.push(error.reason ?? error.code));
const show = (value) => { result.textContent = JSON.stringify({ ...value, events }); };
const fail = (error) => show({ error: error.code ?? String(error), reason: error.reason });
document.querySelector('#popup').onclick = () => vid.signInWithPopup({ data: 'trang-chủ' }).then(show, fail);
document.querySelector('#redirect').onclick = () => vid.signInWithRedirect({ data: 'trang-chủ' }).catch(fail);
window.signOut = () => vid.signOut();
if (location.pathname === '/callback') vid.handleRedirect().then((value) => show(value ?? { none: location.search }), fail);
else {
  show({ ready: true });
  vid.resume().then((value) => value && show(value), fail);
}
`;

export type ApplicationSite = { readonly origin: string; close(): Promise<void> };

/** Starts a relying application at 127.0.0.1, which is a different site from VID at localhost. */
export async function startApplicationSite(headers: Record<string, string> = {}): Promise<ApplicationSite> {
  const server: Server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://application');
    if (pathname === '/logo.png') return response.writeHead(200).end(logo);
    return void (async () => {
      const file = /^\/sdk\/([a-z]+\.ts)$/u.exec(pathname)?.[1];
      const isScript = pathname === '/page.js' || file !== undefined;
      const source = file === undefined ? undefined : await readFile(resolve(sdk, file), 'utf8');
      const body = source === undefined ? (isScript ? script : page) : stripTypeScriptTypes(source);
      response
        .writeHead(200, { 'content-type': isScript ? contentTypes.js : contentTypes.html, ...headers })
        .end(body);
    })().catch(() => response.writeHead(500).end());
  });
  return listen(server);
}

export async function listen(server: Server): Promise<ApplicationSite> {
  const port = await listenOnLoopback(server);
  return {
    origin: `http://127.0.0.1:${port}`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((done) => {
        server.close(done);
      });
    },
  };
}

export async function register(...applications: ApplicationToRegister[]): Promise<void> {
  await operate('registerApplications', ...applications);
}
