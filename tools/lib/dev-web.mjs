// The web app's half of npm run dev: Vite at VID's address, with reload, in front of the server.
// One origin serves all, as in production: Vite answers /vid/web and passes every other path on.
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
 * The server's own page for this visitor, of which only the data are used. It is asked again while the
 * server restarts after a change.
 * @param {string} url
 * @param {import('node:http').IncomingHttpHeaders} headers
 */
async function askServer(url, headers) {
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
          // The server answers calls of one host only: the page must come from that one too.
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
    const page = await answer(vite, url, headers);
    response.writeHead(page.status, page.headers).end(page.body);
  } catch (error) {
    response
      .writeHead(502, { 'content-type': 'text/plain' })
      .end(`The server does not answer: ${String(error)}`);
  }
}

/**
 * @param {import('vite').ViteDevServer} vite
 * @param {string} url
 * @param {import('node:http').IncomingHttpHeaders} headers
 */
async function answer(vite, url, headers) {
  const served = await askServer(url, headers);
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
// Said last, below the server's own words, whose address is only behind this one.
await askServer('/vid/health/ready', {});
process.stdout.write(`\n  With reload: ${publicUrl.origin}/vid/web/\n\n`);
