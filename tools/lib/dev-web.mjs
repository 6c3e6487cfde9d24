// The web half of npm run dev: Vite at VID's address, in front of the server. As in production, there is one origin:
// Vite serves /vid/web and forwards every other path below /vid to the server.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createServer } from 'vite';
import { root } from './paths.mjs';

const api = process.env.VID_DEV_API;
const host = process.env.VID_HOST;
const port = Number(process.env.VID_PORT);
const publicUrl = new URL(process.env.VID_PUBLIC_URL ?? '');
const web = join(root, 'apps', 'web');
const BOOT = /<script type="application\/json" id="vid-boot"[^>]*>(?<json>[^<]*)<\/script>/;
const WAIT_MS = 30_000;

/**
 * Fetches a URL from the server with the visitor's language and cookies. Retries while the server restarts.
 * @param {string} url
 * @param {import('node:http').IncomingHttpHeaders} headers
 */
async function fetchFromServer(url, headers) {
  const deadline = Date.now() + WAIT_MS;
  for (;;) {
    try {
      return await fetch(new URL(url, api), {
        redirect: 'manual',
        headers: {
          accept: 'text/html',
          'accept-language': headers['accept-language'] ?? 'vi',
          ...(headers.cookie ? { cookie: headers.cookie } : {}),
        },
      });
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  }
}

/** @returns {import('vite').Plugin} */
function pagePlugin() {
  return {
    name: 'vid-dev-page',
    configureServer(vite) {
      vite.middlewares.use((request, response, next) => {
        const url = request.originalUrl ?? '/';
        if (url === '/') {
          response.writeHead(302, { location: '/vid/web/' }).end();
          return;
        }
        const isPage = request.method === 'GET' && request.headers.accept?.includes('text/html');
        if (!isPage || !/^\/vid\/web(?:[/?]|$)/.test(url)) {
          next();
          return;
        }
        if (request.headers.host !== publicUrl.host) {
          // The server accepts only one host, so redirect to the same page on that host.
          response.writeHead(302, { location: new URL(url, publicUrl).href }).end();
          return;
        }
        void send(vite, url, request.headers, response);
      });
    },
  };
}

/**
 * @param {import('vite').ViteDevServer} vite
 * @param {string} url
 * @param {import('node:http').IncomingHttpHeaders} headers
 * @param {import('node:http').ServerResponse} response
 */
async function send(vite, url, headers, response) {
  try {
    const page = await renderPage(vite, url, headers);
    response.writeHead(page.status, page.headers).end(page.body);
  } catch (error) {
    response
      .writeHead(502, { 'content-type': 'text/plain' })
      .end(`The server is not responding: ${String(error)}`);
  }
}

/**
 * Returns the page that Vite serves, with the boot data and cookies of the server's page for this visitor.
 * @param {import('vite').ViteDevServer} vite
 * @param {string} url
 * @param {import('node:http').IncomingHttpHeaders} headers
 */
async function renderPage(vite, url, headers) {
  const served = await fetchFromServer(url, headers);
  const cookies = served.headers.getSetCookie();
  const location = served.headers.get('location');
  if (location) return { status: served.status, headers: { location, 'set-cookie': cookies }, body: '' };
  const text = await served.text();
  const boot = BOOT.exec(text)?.groups?.json ?? '{}';
  const language = /<html[^>]* lang="(?<lang>\w+)/.exec(text)?.groups?.lang ?? 'vi';
  const template = await readFile(join(web, 'index.html'), 'utf8');
  const html = await vite.transformIndexHtml(
    url,
    template.replace('%BOOT%', () => boot),
  );
  return {
    status: served.status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'set-cookie': cookies,
    },
    body: html.replaceAll('%LANG%', language).replaceAll('%DESCRIPTION%', 'VID').replaceAll('%NONCE%', ''),
  };
}

const vite = await createServer({
  root: web,
  configFile: join(web, 'vite.config.ts'),
  server: { host, port, strictPort: true },
  plugins: [pagePlugin()],
});
let isStopping = false;
const stop = () => {
  if (isStopping) return;
  isStopping = true;
  void vite.close().finally(() => process.exit(0));
};
for (const signal of ['SIGINT', 'SIGTERM', 'disconnect']) process.on(signal, stop);

await vite.listen();
// Print the URL last, below the server's output, which shows its internal port.
await fetchFromServer('/vid/health/ready', {});
process.stdout.write(`\n  Development server: ${publicUrl.origin}/vid/web/\n\n`);
