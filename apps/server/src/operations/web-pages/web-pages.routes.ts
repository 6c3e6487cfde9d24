import { randomBytes } from 'node:crypto';
import { defaultLocale, locales, type Locale } from '@vid/contract/limits';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '#config/config.ts';
import { readCookie, type Cookies } from '#http/cookies.ts';
import { AppError } from '#lib/app-error.ts';
import { registerCspReports, type CspReportParts } from './csp-report.ts';
import { compressPage, negotiateEncoding } from './encoding.ts';
import { pageHeaders } from './page-headers.ts';
import { readPageTemplates, type PageName, type PageTemplates } from './page-templates.ts';
import { StaticFiles } from './static-files.ts';

type Parts = CspReportParts & {
  readonly config: Config;
  readonly cookies: Cookies;
  readonly nowMs: () => number;
  /** The application parameters as far as they are at hand; never waits for the database. */
  readonly pageParams: () => unknown;
};

/** All pages live below it, and the web app is told so at build time. */
const base = '/vid/web/';
const page = { acceptsAnyOrigin: true, acceptsAnyType: true, isQuiet: true };

/** `folder`: what apps/web/build has built. */
export async function registerWebPages(app: FastifyInstance, parts: Parts, folder: string): Promise<void> {
  const site = createWebSite(folder);
  if (!(await site.load()))
    app.log.warn('the web app has not been built (node apps/web/build/build.ts); its pages answer 503');

  app.get('/', { config: page }, (_request, reply) => reply.redirect(base, 302));
  app.get('/vid/web', { config: page }, (request, reply) => reply.redirect(base + queryOf(request), 302));

  app.get('/vid/web/*', { config: page }, async (request, reply) => {
    const loaded = await site.load();
    if (!loaded) return sendUnbuilt(reply);
    const url = new URL(request.url, 'http://page');
    const name = url.pathname.slice(base.length);
    const file = loaded.files.find(name, request.headers['accept-encoding']);
    if (file) {
      reply.removeHeader('content-security-policy').headers(file.headers);
      if (request.headers['if-none-match'] === file.etag) return reply.status(304).send();
      return reply.send(file.body);
    }
    if (name.startsWith('assets/')) throw new AppError('NOT_FOUND');
    return sendPage({ request, reply, url, templates: loaded.templates, parts });
  });

  // A form that was sent before the app had started: the page is asked for again, and what was typed is not read.
  app.post(
    '/vid/web/*',
    {
      config: page,
      onRequest: (request, reply, done) => {
        const { pathname, search } = new URL(request.url, 'http://page');
        const target = pathname.startsWith(base) ? pathname + search : base;
        reply.header('connection', 'close').redirect(target, 303);
        done();
      },
    },
    () => undefined,
  );

  registerCspReports(app, parts);
}

type Loaded = { readonly templates: PageTemplates; readonly files: StaticFiles };

/** Read at the start; until there is something to read, looked for again at each request. */
function createWebSite(folder: string): { load(): Promise<Loaded | undefined> } {
  let loaded: Loaded | undefined;
  return {
    async load() {
      if (loaded) return loaded;
      const templates = await readPageTemplates(folder);
      if (templates) loaded = { templates, files: await StaticFiles.read(folder) };
      return loaded;
    },
  };
}

type PageCall = {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly url: URL;
  readonly templates: PageTemplates;
  readonly parts: Parts;
};

function sendPage({ request, reply, url, templates, parts }: PageCall): FastifyReply {
  const { config } = parts;
  const path = url.pathname.slice(base.length - 1);
  const nonce = randomBytes(18).toString('base64url');
  const locale = localeOfPage(request, url.searchParams);
  const params = parts.pageParams();
  // The cookie's presence, not its worth: a page must come while the database is away.
  const hasSession = parts.cookies.read(request, 'vid_sid') !== undefined;
  const html = templates[pageNameOf(path, url.searchParams, hasSession)][locale]({
    nonce,
    boot: {
      params,
      hasSession,
      mode: config.mode,
      cmsLoginUrl: config.cmsLoginUrl?.href ?? null,
      serverTime: parts.nowMs(),
      locales,
    },
  });
  const encoding = negotiateEncoding(request.headers['accept-encoding'], { br: true, gzip: true });
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  return reply
    .headers(
      pageHeaders({
        path,
        query: url.searchParams,
        nonce,
        isSecure: config.isSecure,
        imageHosts: imageHostsOf(params),
      }),
    )
    .type('text/html; charset=utf-8')
    .send(compressPage(html, encoding));
}

/** Where an application sends a person to, and what it says of itself. */
const waypoints = ['/', '/home', '/intermediate'];
const applicationParameters = ['appCode', 'clientId', 'redirectTo'];

/** Which page suits best; each of them brings the same app, and shows whatever is to be shown. */
function pageNameOf(path: string, query: URLSearchParams, hasSession: boolean): PageName {
  if (path === '/signin') return 'signin';
  const isOnWay = waypoints.includes(path) && applicationParameters.some((name) => query.has(name));
  return isOnWay && hasSession ? 'way' : 'app';
}

/** The language that the person chose, else the one that the link asks for, else Vietnamese. */
function localeOfPage(request: FastifyRequest, query: URLSearchParams): Locale {
  const wanted = [readCookie(request, 'vid_lang'), query.get('lang')];
  return wanted.map(toLocale).find((locale) => locale !== undefined) ?? defaultLocale;
}

function toLocale(text: string | null | undefined): Locale | undefined {
  return locales.find((locale) => locale === text);
}

/** Hosts of https pictures that the application parameters name. */
function imageHostsOf(params: unknown): string[] {
  if (typeof params !== 'object' || params === null || !('imageUrls' in params)) return [];
  const urls = Object.values(params.imageUrls ?? {}).flat();
  const hosts = urls
    .filter((url) => typeof url === 'string' && URL.canParse(url))
    .map((url) => new URL(String(url)))
    .filter((url) => url.protocol === 'https:')
    .map((url) => url.origin);
  return [...new Set(hosts)];
}

function queryOf(request: FastifyRequest): string {
  return new URL(request.url, 'http://page').search;
}

function sendUnbuilt(reply: FastifyReply): FastifyReply {
  return reply
    .status(503)
    .header('retry-after', '10')
    .type('text/plain; charset=utf-8')
    .send(
      'The web app has not been built yet. Run: npm start (or: node_modules/.bin/node apps/web/build/build.ts)\n',
    );
}
