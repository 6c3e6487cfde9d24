import { randomBytes } from 'node:crypto';
import { isLegalDocument, versionIn } from '@vid/contract/legal/legal-text';
import { foreignCountriesOf } from '#lib/phone/phone.ts';
import { defaultLocale, locales, type Locale } from '@vid/contract/limits';
import { renderedPageOf, type PageName } from '@vid/contract/pages';
import { ssoEntryPaths } from '@vid/contract/sso/sso-query';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { SocialProofs } from '#account/identities/social-proof.service.ts';
import type { Availability } from '#database/availability/availability.ts';
import type { Config } from '#config/config.ts';
import { openInteractionCookie, type Cookies } from '#http/browser/cookies.ts';
import type { PreSessions } from '#http/browser/pre-session.ts';
import { AppError } from '#lib/app-error.ts';
import type { AppParams } from '#operations/app-params/built-in-params.ts';
import { program } from '#lib/program.ts';
import type { Maintenance } from '#platform/maintenance/maintenance.ts';
import { createBrandIcons, type BrandIconDeps } from './brand-icons.ts';
import { brandStyle } from './brand-style.ts';
import { registerCspReports, type CspReportDeps } from './csp-report.ts';
import { compressPage, negotiateEncoding } from './encoding.ts';
import { pageDuringMaintenance } from './maintenance.policy.ts';
import { pageHeaders } from './page-headers.ts';
import { hintElements, type PageHints, readPageHints } from './page-hints.ts';
import { readPageTemplates, type PageTemplates } from './page-templates.ts';
import { socialSourcesOf } from './social-sources.ts';
import { StaticFiles } from './static-files.ts';
import { registerWellKnown } from './well-known.ts';
import { webManifest, webManifestName } from './web-manifest.ts';

type Deps = CspReportDeps &
  BrandIconDeps & {
    readonly config: Config;
    readonly cookies: Cookies;
    readonly availability: Pick<Availability, 'state'>;
    readonly preSessions: Pick<PreSessions, 'ensure'>;
    readonly nowMs: () => number;
    readonly socialProofs: Pick<SocialProofs, 'offered'>;
    /** Returns the cached application parameters without waiting for the database. */
    readonly pageParams: () => AppParams;
    readonly maintenance: Pick<Maintenance, 'current'>;
    /** Returns whether the request has the session of an administrator; false while the database is down. */
    readonly isAdministrator: (request: FastifyRequest) => Promise<boolean>;
  };

/** Must match the base path of the web app's build. */
const base = '/vid/web/';
const page = { acceptsAnyOrigin: true, acceptsAnyType: true, isQuiet: true };

export async function registerWebPages(app: FastifyInstance, deps: Deps, folder: string): Promise<void> {
  const site = createWebSite(folder);
  // Read the state of maintenance at the start, so that the first visits find it.
  app.addHook('onListen', async () => void deps.maintenance.current());
  const brandIcons = createBrandIcons(deps);
  if (!(await site.load()))
    app.log.warn('the web app is not built (node apps/web/build/build.ts); pages answer 503');

  app.get('/', { config: page }, (_request, reply) => reply.redirect(base, 302));
  app.get('/vid/web', { config: page }, (request, reply) => reply.redirect(base + queryOf(request), 302));

  app.get('/vid/web/*', { config: page }, async (request, reply) => {
    const loaded = await site.load();
    if (!loaded) return sendUnbuilt(reply);
    const url = new URL(request.url, 'http://page');
    const name = url.pathname.slice(base.length);
    if (name === webManifestName) {
      const locale = toLocale(url.searchParams.get('lang')) ?? defaultLocale;
      return reply
        .headers({ 'cache-control': 'public, max-age=3600' })
        .type('application/manifest+json')
        .send(webManifest(deps.pageParams(), locale));
    }
    const file =
      (await brandIcons.find(name, deps.pageParams(), loaded.files)) ??
      loaded.files.find(name, request.headers['accept-encoding']);
    if (file) {
      reply.removeHeader('content-security-policy').headers(file.headers);
      if (request.headers['if-none-match'] === file.etag) return reply.status(304).send();
      return reply.send(file.body);
    }
    if (name.startsWith('assets/') || name.startsWith('fonts/')) throw new AppError('NOT_FOUND');
    if (await isClosed(request, url, deps)) return reply.redirect(maintenancePageOf(url), 302);
    return sendPage({ request, reply, url, loaded, deps });
  });

  // Redirect a form that was submitted before the app started, without reading its body.
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

  registerCspReports(app, deps);
  registerWellKnown(app, deps);
}

/** Returns the URL of the maintenance page, without the parameters of a sign-on request. */
function maintenancePageOf({ searchParams }: URL): string {
  const language = searchParams.get('lang');
  return `${base}error/maintain${toLocale(language) === undefined ? '' : `?lang=${language}`}`;
}

async function isClosed(request: FastifyRequest, url: URL, deps: Deps): Promise<boolean> {
  if (deps.maintenance.current() === null) return false;
  const verdict = pageDuringMaintenance({
    path: url.pathname.slice(base.length - 1),
    query: url.searchParams,
    hasSession: deps.cookies.read(request, 'vid_sid') !== undefined,
  });
  return verdict === 'closed' || (verdict === 'administrators' && !(await deps.isAdministrator(request)));
}

type Loaded = {
  readonly templates: PageTemplates;
  readonly hints: PageHints;
  readonly files: StaticFiles;
};

/** Loads the built app once. Until it has been built, `load` returns undefined and each call tries again. */
function createWebSite(folder: string): { load(): Promise<Loaded | undefined> } {
  let loaded: Loaded | undefined;
  return {
    async load() {
      if (loaded) return loaded;
      const templates = await readPageTemplates(folder);
      if (templates)
        loaded = { templates, hints: await readPageHints(folder), files: await StaticFiles.read(folder) };
      return loaded;
    },
  };
}

type PageCall = {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly url: URL;
  readonly loaded: Loaded;
  readonly deps: Deps;
};

function sendPage({ request, reply, url, loaded: { templates, hints }, deps }: PageCall): FastifyReply {
  const { config } = deps;
  const path = url.pathname.slice(base.length - 1);
  const nonce = randomBytes(18).toString('base64url');
  const locale = localeOfPage(deps.cookies.readLanguage(request), url.searchParams);
  const params = deps.pageParams();
  const sources = socialSourcesOf(config);
  // Only the presence of the cookie counts, because pages are served while the database is down.
  const hasSession = deps.cookies.read(request, 'vid_sid') !== undefined;
  const name = pageNameOf({
    pathname: path,
    query: url.searchParams,
    hasSession,
    termsVersion: params.configurations.termsVersion,
  });
  const html = templates(
    name,
    locale,
  )({
    nonce,
    hints: name === 'app' ? hintElements(hints.filesOf(path, locale), nonce) : '',
    association: params.configurations.associationName[locale],
    brand: brandStyle(params),
    boot: {
      params,
      hasSession,
      mode: config.mode,
      social: deps.socialProofs.offered(),
      cmsLoginUrl: config.cmsLoginUrl?.href ?? null,
      serverTime: deps.nowMs(),
      maintenance: deps.maintenance.current(),
      phoneCountries: foreignCountriesOf(config.phoneCountries),
      locales: config.arabic === 'on' ? [...locales, 'ar'] : locales,
      ...(!hasSession && {
        next: {
          journeys: hints.journeys(locale),
          page: hints.filesOf(memberPages.test(path) ? path : landingPath, locale),
        },
      }),
    },
  });
  // Send the pre-session with the page. Otherwise several parallel first requests would each get a pre-session,
  // and a captcha bound to a dropped pre-session would be refused. Its key is loaded from the database, so a
  // server that starts while the database is down sends pages without a pre-session.
  if (deps.availability.state().isMigrated) deps.preSessions.ensure(request, reply);
  const encoding = negotiateEncoding(request.headers['accept-encoding'], { br: true, gzip: true });
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  return reply
    .headers(
      pageHeaders({
        path,
        query: url.searchParams,
        hasInteraction: deps.cookies.readPath(request, openInteractionCookie.name) !== undefined,
        nonce,
        isSecure: config.isSecure,
        imageHosts: [...imageHostsOf(params), ...sources.imageHosts],
        sdkOrigins: sources.sdkOrigins,
      }),
    )
    .type('text/html; charset=utf-8')
    .send(compressPage(html, encoding));
}

const applicationParameters = ['appCode', 'clientId', 'redirectTo'];

const stepPages =
  /^\/(?:signin|signup|forget-password|reset-password|agree|logout|device|intermediate|reception|qr)(?:\/|$)/u;

/** Page shown after sign-in, unless another page was requested. */
const landingPath = '/user/information';

/**
 * Pages behind the sign-in. The app redirects a signed-out visitor to the sign-in page and back afterwards.
 */
const memberPages = /^\/(?:user|invite-friends|apps|admin)(?:\/|$)/u;

/** Chooses the template that renders first; all templates load the same app. */
function pageNameOf({
  pathname,
  query,
  hasSession,
  termsVersion,
}: {
  pathname: string;
  query: URLSearchParams;
  hasSession: boolean;
  termsVersion: string;
}): PageName {
  const path = pathname.length > 1 ? pathname.replace(/\/$/u, '') : pathname;
  const rendered = renderedPageOf(path);
  // Only the built-in texts are pre-rendered.
  if (rendered !== null && isLegalDocument(rendered) && versionIn(termsVersion, rendered) > 1) return 'step';
  if (rendered) return rendered;
  const isEntry = ssoEntryPaths.includes(path);
  const isSso = isEntry && applicationParameters.some((name) => query.has(name));
  if (isSso && hasSession) return 'sso';
  if (stepPages.test(path)) return 'step';
  if (hasSession) return 'app';
  const isWithoutRequest = query.keys().every((name) => name === 'lang');
  if (memberPages.test(path) || (isEntry && isWithoutRequest)) return 'signin';
  return isEntry ? 'landing' : 'step';
}

/** Returns the language that the user chose, or else the link's `lang`, or else Vietnamese. */
function localeOfPage(chosen: string | undefined, query: URLSearchParams): Locale {
  const candidates = [chosen, query.get('lang')];
  return candidates.map(toLocale).find((locale) => locale !== undefined) ?? defaultLocale;
}

/**
 * Returns the language in which to render a page; undefined for an unknown language. Arabic pages are
 * rendered in English and mirrored by the page's first script.
 */
function toLocale(text: string | null | undefined): Locale | undefined {
  if (text === 'ar') return 'en';
  return locales.find((locale) => locale === text);
}

/** Returns the origins of https image URLs, which the content security policy must list. */
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
    .send(`The web app is not built. ${program.repair}\n`);
}
