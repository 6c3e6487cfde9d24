import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { pageNames } from '@vid/contract/pages';
import { TestBrowser } from '@vid/testkit/browser';
import fastify, { type FastifyBaseLogger } from 'fastify';
import sharp from 'sharp';
import { sendRaw } from '@vid/testkit/http/raw-http';
import { startTestServer, type TestServer } from '@vid/testkit/server';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { fontFaces } from '#http/pages/page-style.ts';
import { createLogger } from '#lib/log/log.ts';
import { createMetrics } from '#lib/telemetry/metrics.ts';
import { openDataKeys } from '#process/environment/open-data-keys.ts';
import { registerCspReports } from './csp-report.ts';

let server: TestServer;
let folder: string;

const script = 'console.log("vid")';

const filesIn = (name: string) => ({ vi: [`assets/${name}-vi.js`], en: [`assets/${name}-en.js`] });
const hints = {
  pages: {
    '/user/information': { ...filesIn('information'), vi: ['assets/full.css', 'assets/information-vi.js'] },
    '/admin/accounts': filesIn('accounts'),
    '/admin/accounts/:accountId': filesIn('account'),
  },
  journeys: filesIn('journeys'),
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vid-web-'));
  await mkdir(join(folder, 'html'));
  await mkdir(join(folder, 'assets'));
  await mkdir(join(folder, '.vite'));
  for (const name of pageNames)
    for (const locale of ['vi', 'en'])
      await writeFile(
        join(folder, 'html', `${name}.${locale}.html`),
        `<!doctype html><html lang="${locale}"><script type="application/json" id="vid-boot" nonce="%NONCE%">%BOOT%</script><title>%ASSOCIATION%</title><style nonce="%NONCE%">%BRAND%</style><script nonce="%NONCE%">go()</script>${name === 'app' ? '%HINTS%' : ''}<p>${name}</p></html>`,
      );
  await writeFile(join(folder, 'html', 'hints.json'), JSON.stringify(hints));
  await writeFile(join(folder, 'assets', 'index-abc.js'), script);
  await writeFile(join(folder, 'assets', 'index-abc.js.br'), brotliCompressSync(script));
  await writeFile(join(folder, 'assets', 'index-abc.js.gz'), gzipSync(script));
  for (const subset of ['latin', 'vietnamese'])
    await copyFile(
      fileURLToPath(
        import.meta.resolve(`@fontsource/be-vietnam-pro/files/be-vietnam-pro-${subset}-600-normal.woff2`),
      ),
      join(folder, 'assets', `${subset}-600-abc.woff2`),
    );
  await mkdir(join(folder, 'icons'));
  await writeFile(join(folder, 'icons', 'apple-touch-icon.png'), 'built icon');
  await writeFile(join(folder, 'robots.txt'), 'User-agent: *');
  await writeFile(join(folder, '.vite', 'manifest.json'), '{}');
  server = await startTestServer(inject('cluster'), { overrides: { webFolder: folder } });
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

const get = (url: string, headers: Record<string, string> = {}) =>
  new TestBrowser(server.app).get(url, { headers });

function bootOf(html: string): Record<string, unknown> {
  const text = /id="vid-boot"[^>]*>([^<]*)</u.exec(html)?.[1] ?? '';
  const value: unknown = JSON.parse(text);
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

describe('the brand on pages', () => {
  it('F3 is shown as text if the administrator types markup', async () => {
    const { sql, appParams } = server.deps;
    const evil = '</title><script>alert(1)</script>%NONCE%"\'&';
    const value = {
      name: { vi: evil, en: evil },
      shortName: { vi: 'H', en: 'A' },
      logo: '/vid/api/brand/img_1',
      colours: {
        light: { brand: '#1b4f8a', hover: '#143c69' },
        dark: { brand: '#8ab8f0', hover: '#a9ccf5' },
      },
    };
    await get('/vid/web/signin');
    await sql`insert into app_params (name, value) values ('brand', ${sql.json(value)})`;
    await appParams.refresh();
    // Poll, because the change listener may start at this moment and read the parameters a second time.
    const title = '<title>&lt;/title&gt;&lt;script&gt;alert(1)&lt;/script&gt;%NONCE%&quot;&#39;&amp;</title>';
    const page = async () => (await get('/vid/web/signin')).raw.body;
    await expect.poll(page, { timeout: 20_000 }).toContain(title);
    const body = await page();
    expect(body).toContain(':root{--color-brand:#1b4f8a;');
    expect(body).toContain('url("/vid/api/brand/img_1")');
    const manifest = await get('/vid/web/manifest.webmanifest?lang=en');
    expect(manifest.raw.headers['content-type']).toContain('application/manifest+json');
    expect(JSON.parse(manifest.raw.body)).toMatchObject({
      name: evil,
      short_name: 'A',
      theme_color: '#1b4f8a',
    });
    expect(body.split('<script>alert')).toHaveLength(1);
    await sql`delete from app_params`;
    await appParams.refresh();
  });
});

const hintsOf = async (url: string, cookie: string) => {
  const { body } = (await get(url, { cookie })).raw;
  const nonce = /nonce="([\w-]{24})"/u.exec(body)?.[1] ?? 'none';
  return [...body.matchAll(/<link[^>]*>/gu)].map(([link]) => link.replace(nonce, 'NONCE'));
};

describe('the hints of a page', () => {
  it('name the files of the page for a browser with a session', async () => {
    expect(await hintsOf('/vid/web/user/information', 'vid_sid=s')).toEqual([
      '<link rel="preload" as="style" href="/vid/web/assets/full.css">',
      '<link rel="modulepreload" href="/vid/web/assets/information-vi.js" nonce="NONCE">',
    ]);
  });

  it.each([
    ['/vid/web/admin/accounts', 'vid_sid=s; vid_lang=en', ['assets/accounts-en.js']],
    ['/vid/web/admin/accounts/acc_1/', 'vid_sid=s', ['assets/account-vi.js']],
    ['/vid/web/admin/nothing', 'vid_sid=s', []],
    ['/vid/web/admin/accounts', '', []],
  ])('for %s with the cookies “%s” name the files %j', async (url, cookie, files) => {
    const links = await hintsOf(url, cookie);
    expect(links.map((link) => /href="\/vid\/web\/([^"]+)"/u.exec(link)?.[1])).toEqual(files);
  });

  it.each([
    [
      '/vid/web/signin',
      '',
      { journeys: ['assets/journeys-vi.js'], page: hints.pages['/user/information'].vi },
    ],
    [
      '/vid/web/admin/accounts',
      'vid_lang=en',
      { journeys: ['assets/journeys-en.js'], page: ['assets/accounts-en.js'] },
    ],
    ['/vid/web/user/information', 'vid_sid=s', undefined],
  ])('on %s (cookies “%s”) name the files of the next page', async (url, cookie, next) => {
    expect(bootOf((await get(url, { cookie })).raw.body)['next']).toEqual(next);
  });
});

describe('the web app manifest', () => {
  it.each([
    ['', { lang: 'vi', name: 'Hội Bất động sản', short_name: 'Hội BĐS' }],
    ['?lang=en', { lang: 'en', name: 'Real Estate Association', short_name: 'Association' }],
    ['?lang=xx', { lang: 'vi' }],
  ])('contains the association’s names in the page’s language (query “%s”)', async (query, names) => {
    const { body } = (await get(`/vid/web/manifest.webmanifest${query}`)).raw;
    expect(JSON.parse(body)).toMatchObject({ ...names, start_url: './', theme_color: '#0b5d51' });
    const { icons }: { icons: { src: string; purpose?: string }[] } = JSON.parse(body);
    expect(icons.filter(({ purpose }) => purpose === 'maskable').map(({ src }) => src)).toEqual([
      'icons/maskable-512.png',
    ]);
  });
});

const icon = async (name: string) => (await get(`/vid/web/icons/${name}`)).raw;

describe('the icons of tabs and home screens', () => {
  it('include VID’s apple-touch-icon if the association has the built-in name and no logo', async () => {
    expect((await icon('apple-touch-icon.png')).body).toBe('built icon');
  });

  it('show the association’s logo on a white background', async () => {
    const { sql, appParams, paramRepo } = server.deps;
    const green = { r: 0, g: 128, b: 0, alpha: 1 };
    const logo = await sharp({ create: { width: 200, height: 100, channels: 4, background: green } })
      .webp({ lossless: true })
      .toBuffer();
    await paramRepo.addImage(sql, 'img_1', logo);
    await sql`
      insert into app_params (name, value) values ('imageUrls.logo', ${sql.json('/vid/api/brand/img_1')})`;
    await appParams.refresh();
    for (const [name, side, inset] of [
      ['apple-touch-icon.png', 180, 20],
      ['icon-192.png', 192, 16],
      ['icon-512.png', 512, 40],
      ['maskable-512.png', 512, 112],
    ] as const) {
      const answer = await icon(name);
      expect([answer.headers['content-type'], answer.headers['etag']]).toEqual(['image/png', '"img_1"']);
      const { data, info } = await sharp(answer.rawPayload).raw().toBuffer({ resolveWithObject: true });
      expect([info.width, info.height]).toEqual([side, side]);
      const at = (x: number, y: number) => [...data.subarray((y * side + x) * info.channels)].slice(0, 3);
      expect(at(inset - 4, side / 2)).toEqual([255, 255, 255]);
      expect(at(inset + 4, side / 2)).toEqual([0, 128, 0]);
      expect(at(side / 2, inset + 4)).toEqual([255, 255, 255]);
    }
    expect((await icon('icon.svg')).body).toContain(`data:image/webp;base64,${logo.toString('base64')}`);
    const known = await get('/vid/web/icons/icon-192.png', { 'if-none-match': '"img_1"' });
    expect(known.status).toBe(304);
    await sql`delete from app_params`;
    await appParams.refresh();
    expect((await icon('apple-touch-icon.png')).body).toBe('built icon');
  });

  it.each([
    ['Đất Việt', 'Đ', '/logo.png'],
    ['“hội” môi giới', 'H', '/vid/api/brand/img_9'],
  ])('show the initial of an association without a stored logo: %s', async (vi, letter, logo) => {
    const { sql, appParams } = server.deps;
    const light = { brand: '#1b4f8a', hover: '#143c69' };
    const colours = { light, dark: { brand: '#8ab8f0', hover: '#a9ccf5' } };
    await sql`
      insert into app_params (name, value) values
        ('configurations.associationShortName', ${sql.json({ vi, en: 'X' })}),
        ('configurations.colours', ${sql.json(colours)}), ('imageUrls.logo', ${sql.json(logo)})`;
    await appParams.refresh();
    for (const [name, side] of [
      ['apple-touch-icon.png', 180],
      ['icon-192.png', 192],
      ['icon-512.png', 512],
      ['maskable-512.png', 512],
    ] as const) {
      const answer = await icon(name);
      expect(answer.headers['content-type']).toBe('image/png');
      const { data, info } = await sharp(answer.rawPayload).raw().toBuffer({ resolveWithObject: true });
      expect([info.width, info.height]).toEqual([side, side]);
      const isInk = (x: number, y: number) => (data[(y * side + x) * info.channels] ?? 0) > 200;
      expect([...data.subarray(0, 3)]).toEqual([0x1b, 0x4f, 0x8a]);
      const inked = Array.from(
        { length: side * side },
        (_, at) => [at % side, Math.floor(at / side)] as const,
      ).filter(([x, y]) => isInk(x, y));
      // The letter is visible, and at least a fifth of the icon is free on each side of it.
      expect(inked.length).toBeGreaterThan((side * side) / 40);
      for (const position of inked.flat()) {
        expect(position).toBeGreaterThan(side / 5);
        expect(position).toBeLessThan((side * 4) / 5);
      }
    }
    expect((await icon('icon.svg')).body).toContain(`fill="#ffffff">${letter}</text>`);
    await sql`delete from app_params`;
    await appParams.refresh();
    expect((await icon('apple-touch-icon.png')).body).toBe('built icon');
  });

  it('include VID’s apple-touch-icon if the association’s initial is not Latin', async () => {
    const { sql, appParams } = server.deps;
    await sql`
      insert into app_params (name, value)
      values ('configurations.associationShortName', ${sql.json({ vi: 'Хоа', en: 'X' })})`;
    await appParams.refresh();
    expect((await icon('apple-touch-icon.png')).body).toBe('built icon');
    await sql`delete from app_params`;
    await appParams.refresh();
  });

  it.each([
    'https://cdn.example.vn/a.png',
    'http://cdn.example.vn/a.png',
    '/vid/api/brand/img_2',
    '/logo.png',
  ])('include VID’s apple-touch-icon if the logo %s is not stored', async (logo) => {
    const { sql, appParams } = server.deps;
    await sql`insert into app_params (name, value) values ('imageUrls.logo', ${sql.json(logo)})`;
    await appParams.refresh();
    expect((await icon('apple-touch-icon.png')).body).toBe('built icon');
    const policy = String((await get('/vid/web/signin')).raw.headers['content-security-policy']);
    expect(policy).toContain(
      `; img-src 'self' data:${logo.startsWith('https:') ? ' https://cdn.example.vn' : ''};`,
    );
    await sql`delete from app_params`;
    await appParams.refresh();
  });
});

describe('HTML pages', () => {
  it('set the pre-session cookie, which the next request of the app keeps', async () => {
    const browser = new TestBrowser(server.app);
    await browser.get('/vid/web/signup/otp');
    const preSession = browser.cookies.get('vid_pre');
    expect(preSession).toBeTruthy();
    await browser.get('/vid/api/auth/client/config?type=web&clientId=vid-web');
    expect(browser.cookies.get('vid_pre')).toBe(preSession);
  });

  it('are reached by a redirect from / and /vid/web', async () => {
    for (const url of ['/', '/vid/web']) {
      const answer = await get(url);
      expect([answer.status, answer.raw.headers['location']]).toEqual([302, '/vid/web/']);
    }
    expect((await get('/vid/web?lang=en')).raw.headers['location']).toBe('/vid/web/?lang=en');
  });

  it.each([
    ['/vid/web/signin', 'signin'],
    ['/vid/web/signin/', 'signin'],
    ['/vid/web/signin/otp', 'signin-otp'],
    ['/vid/web/signin/otp?appCode=a&clientId=c&redirectTo=r', 'signin-otp'],
    ['/vid/web/signup', 'signup-otp'],
    ['/vid/web/signup/otp', 'signup-otp'],
    ['/vid/web/forget-password', 'forget-password'],
    ['/vid/web/terms', 'terms'],
    ['/vid/web/error/404', 'error-404'],
    ['/vid/web/error/comming', 'error-comming'],
    ['/vid/web/', 'signin'],
    ['/vid/web/home', 'signin'],
    ['/vid/web/home?lang=vi', 'signin'],
    ['/vid/web/home?mode=window', 'landing'],
    ['/vid/web/signup/password', 'step'],
    ['/vid/web/intermediate', 'step'],
    ['/vid/web/signin/qr', 'step'],
    ['/vid/web/qr/qr_3k9x7c2m5v8b1n4q6w0z2s4d7f', 'step'],
    ['/vid/web/user/information', 'signin'],
    ['/vid/web/admin', 'signin'],
    ['/vid/web/apps-elsewhere', 'step'],
    ['/vid/web/no/such/page', 'step'],
  ])('are rendered for %s from the template “%s”', async (url, name) => {
    const answer = await get(url);
    expect(answer.status).toBe(200);
    expect(answer.raw.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(answer.raw.body).toContain(`<p>${name}</p>`);
  });

  it.each([
    ['/vid/web/home?appCode=a&clientId=c&redirectTo=r', true, 'sso'],
    ['/vid/web/?clientId=c', true, 'sso'],
    ['/vid/web/home?appCode=a&mode=window', true, 'sso'],
    ['/vid/web/home?appCode=a', false, 'landing'],
    ['/vid/web/logout', true, 'step'],
    ['/vid/web/qr/qr_3k9x7c2m5v8b1n4q6w0z2s4d7f', true, 'step'],
    ['/vid/web/no/such/page', true, 'app'],
    ['/vid/web/terms', true, 'terms'],
    ['/vid/web/home', true, 'app'],
    ['/vid/web/home?state=appCode', true, 'app'],
    ['/vid/web/user/information?appCode=a', true, 'app'],
    ['/vid/web/signin?appCode=a', true, 'signin'],
  ])('are rendered for %s (signed in: %s) from the template “%s”', async (url, isSignedIn, name) => {
    const answer = await get(url, isSignedIn ? { cookie: `vid_sid=${'A'.repeat(43)}` } : {});
    expect(answer.raw.body).toContain(`<p>${name}</p>`);
  });

  it.each([
    ['', '', 'vi'],
    ['?lang=en', '', 'en'],
    ['?lang=vi&lang=en', '', 'vi'],
    ['?lang=ar', '', 'en'],
    ['?lang=fr', '', 'vi'],
    ['?lang=en', 'vid_lang=vi', 'vi'],
    ['', 'vid_lang=en', 'en'],
    ['?lang=en', 'vid_lang=<script>', 'en'],
  ])('I7 for the query “%s” and cookie “%s” have the language %s', async (query, cookie, locale) => {
    const answer = await get(`/vid/web/signin${query}`, {
      'accept-language': 'en',
      ...(cookie === '' ? {} : { cookie }),
    });
    expect(answer.raw.body).toContain(`<html lang="${locale}">`);
  });

  it('contain the data with which the app starts', async () => {
    const boot = bootOf((await get('/vid/web/signin')).raw.body);
    expect(boot).toMatchObject({
      hasSession: false,
      mode: 'evaluation',
      cmsLoginUrl: null,
      locales: ['vi', 'en'],
      phoneCountries: [],
      params: { configurations: { associationName: expect.anything() } },
    });
    expect(Math.abs(Number(boot['serverTime']) - Date.now())).toBeLessThan(5_000);
    const signedIn = await get('/vid/web/home', { cookie: `vid_sid=${'A'.repeat(43)}` });
    expect(bootOf(signedIn.raw.body)['hasSession']).toBe(true);
  });

  it('offer languages, phone countries and a CMS that the operator adds', async () => {
    const cmsLoginUrl = 'https://cms.example.vn/login';
    const arabic = await startTestServer(inject('cluster'), {
      environment: { VID_ARABIC: 'on', VID_PHONE_COUNTRIES: 'VN,SG', VID_CMS_LOGIN_URL: cmsLoginUrl },
      overrides: { webFolder: folder },
    });
    const page = await new TestBrowser(arabic.app).get('/vid/web/signin');
    expect(bootOf(page.raw.body)['locales']).toEqual(['vi', 'en', 'ar']);
    expect(bootOf(page.raw.body)['phoneCountries']).toEqual([{ code: 'SG', callingCode: '65' }]);
    expect(bootOf(page.raw.body)['cmsLoginUrl']).toBe(cmsLoginUrl);
    await arabic.close();
  });

  it('F3 contain app data that cannot close its script element', async () => {
    const { toScriptText } = await import('./page-templates.ts');
    const text = toScriptText({
      name: '</script><script>alert(1)</script>\u2028\u2029<!--',
      nonce: '%NONCE%',
    });
    expect(text).not.toMatch(/[<>&\u2028\u2029]/u);
    expect(JSON.parse(text)).toEqual({
      name: '</script><script>alert(1)</script>\u2028\u2029<!--',
      nonce: '%NONCE%',
    });
  });

  it('are compressed with an encoding that the browser accepts', async () => {
    for (const [accept, encoding, open] of [
      ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
      ['gzip', 'gzip', gunzipSync],
      ['br;q=0, gzip;q=0.5', 'gzip', gunzipSync],
      ['br;q=0, *;q=0.5', 'gzip', gunzipSync],
      ['identity, BR', 'br', brotliDecompressSync],
    ] as const) {
      const answer = await get('/vid/web/signin', { 'accept-encoding': accept });
      expect(answer.raw.headers['content-encoding']).toBe(encoding);
      expect(open(answer.raw.rawPayload).toString()).toContain('<p>signin</p>');
    }
    expect((await get('/vid/web/signin', { 'accept-encoding': 'identity' })).raw.headers).not.toHaveProperty(
      'content-encoding',
    );
  });

  it('are served while migrations are pending and no keys are loaded', async () => {
    const { availability, keys } = server.deps;
    availability.awaitMigrations();
    keys.use([]);
    try {
      expect((await get('/vid/web/signin')).status).toBe(200);
      expect((await get('/vid/ajax/auth/me')).status).toBe(503);
    } finally {
      await openDataKeys(server.deps, { current: Buffer.alloc(32, 7) });
      availability.migrated();
    }
  });
});

describe('F1 the security policies of pages', () => {
  const pages = ['/vid/web/', '/vid/web/signin', '/vid/web/home', '/vid/web/no/such', '/vid/docs'];

  it.each(pages)('allow no inline or evaluated scripts on %s and use a fresh nonce', async (url) => {
    const nonces = new Set<string>();
    for (let round = 0; round < 3; round += 1) {
      const answer = await get(url);
      const policy = String(answer.raw.headers['content-security-policy']);
      expect(policy).not.toMatch(/unsafe-inline|unsafe-eval|unsafe-hashes|\*|http:|blob:/u);
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("base-uri 'none'");
      const nonce = /'nonce-([\w-]{24})'/u.exec(policy)?.[1] ?? '';
      expect(answer.raw.body).toContain(`nonce="${nonce}"`);
      expect(answer.raw.body).not.toContain('%NONCE%');
      nonces.add(nonce);
    }
    expect(nonces.size).toBe(3);
  });

  it('list the exact sources of the sign-in page', async () => {
    const answer = await get('/vid/web/signin');
    const policy = String(answer.raw.headers['content-security-policy']).replaceAll(
      /nonce-[\w-]+/gu,
      'nonce-R',
    );
    expect(policy.split('; ')).toEqual([
      "default-src 'none'",
      "script-src 'nonce-R' 'strict-dynamic'",
      "style-src 'self' 'nonce-R'",
      "font-src 'self'",
      "img-src 'self' data:",
      "connect-src 'self'",
      "worker-src 'self'",
      "manifest-src 'self'",
      "form-action 'self'",
      "base-uri 'none'",
      "object-src 'none'",
      "frame-ancestors 'none'",
      'report-to csp',
    ]);
    expect(answer.raw.headers['reporting-endpoints']).toBe('csp="/vid/csp-report"');
    expect(answer.raw.headers['content-security-policy-report-only']).toContain('require-trusted-types-for');
  });

  it('F2 apply to every HTML route without parameters', async () => {
    const urls = server.app.routeIndex.routes
      .filter(({ method, url }) => method === 'GET' && !url.includes(':'))
      .map(({ url }) => url);
    const policies: string[] = [];
    for (const url of urls) {
      const { headers, body } = (await get(url.replace('*', 'any'))).raw;
      if (!String(headers['content-type']).startsWith('text/html')) continue;
      policies.push(String(headers['content-security-policy']));
      expect(headers['x-frame-options']).toBe('DENY');
      expect(body).not.toMatch(/<script(?![^>]*(?:nonce|src)=)|\son\w+=["']|style="/iu);
    }
    expect(policies.length).toBeGreaterThanOrEqual(4);
    for (const policy of policies) {
      expect(policy).toMatch(/default-src 'none'.*frame-ancestors 'none'/u);
      expect(policy).not.toMatch(/unsafe-|\*|data: '|http:/u);
    }
  });

  it('upgrade insecure requests and use the __Secure- language cookie over https', async () => {
    const secure = await startTestServer(inject('cluster'), {
      environment: { VID_PUBLIC_URL: 'https://id.example.vn' },
      overrides: { webFolder: folder },
    });
    const answer = await new TestBrowser(secure.app).get('/vid/web/signin', {
      headers: { host: 'id.example.vn' },
    });
    expect(answer.raw.headers['content-security-policy']).toContain('; upgrade-insecure-requests; ');
    const page = await new TestBrowser(secure.app).get('/vid/web/signin', {
      headers: { host: 'id.example.vn', cookie: '__Secure-vid_lang=en; vid_lang=vi' },
    });
    expect(page.raw.body).toContain('<html lang="en">');
    await secure.close();
  });

  it.each(pages)('F2 forbid framing of %s', async (url) => {
    const { headers } = (await get(url)).raw;
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
    expect(headers['x-frame-options']).toBe('DENY');
    expect(headers['cache-control']).toBe('no-store');
  });

  const severed = 'same-origin-allow-popups';
  it.each([
    ['/vid/web/home', '', severed],
    ['/vid/web/home?mode=window', '', 'unsafe-none'],
    ['/vid/web/home?mode=other&mode=window', '', severed],
    ['/vid/web/?display=popup', '', 'unsafe-none'],
    ['/vid/web/signin?display=page', '', severed],
    ['/vid/web/intermediate?uid=AAAAAAAAAAAAAAAAAAAAA', '', 'unsafe-none'],
    ['/vid/web/intermediate', '', severed],
    ['/vid/web/logout', '', 'unsafe-none'],
    ['/vid/web/error/403?ref=7K2MPQ9XAB', '', 'unsafe-none'],
    ['/vid/web/error/403', '', severed],
    ['/vid/web/signin/otp/confirm', 'vid_ix_open=1', 'unsafe-none'],
    ['/vid/web/signup/password', 'vid_ix_open=1', 'unsafe-none'],
    ['/vid/web/forget-password', 'vid_ix_open=1', 'unsafe-none'],
    ['/vid/web/reception?code=x', 'vid_ix_open=1', 'unsafe-none'],
    ['/vid/web/reset-password', 'vid_ix_open=1', 'unsafe-none'],
    ['/vid/web/agree', 'vid_ix_open=1', 'unsafe-none'],
    ['/vid/web/agree?mode=window', '', 'unsafe-none'],
    ['/vid/web/signin/otp', '', severed],
    // Neither the query nor a pending interaction relaxes the opener policy of member pages.
    ['/vid/web/user/security?mode=window&display=popup', 'vid_ix_open=1', severed],
    ['/vid/web/admin?mode=window', 'vid_ix_open=1', severed],
    ['/vid/web/signing?mode=window', '', severed],
  ])('W3 for %s with the cookie “%s” include the opener policy %s', async (url, cookie, policy) => {
    const { headers } = (await get(url, cookie === '' ? {} : { cookie })).raw;
    expect([headers['cross-origin-opener-policy'], headers['vary']]).toEqual([
      policy,
      'Accept-Encoding, Cookie',
    ]);
  });

  it.each([
    ['/vid/web/signin', 'strict-origin-when-cross-origin'],
    ...['appCode', 'clientId', 'redirectTo', 'codeChallenge', 'authCode', 'code', 'state'].map((name) => [
      `/vid/web/signin?${name}=a`,
      'no-referrer',
    ]),
    ['/vid/web/home', 'no-referrer'],
    ['/vid/web/reception', 'no-referrer'],
    ['/vid/web/intermediate', 'no-referrer'],
    ['/vid/web/reset-password', 'no-referrer'],
    ['/vid/web/agree', 'no-referrer'],
    ['/vid/web/forget-password/otp', 'no-referrer'],
    ['/vid/web/error/403', 'no-referrer'],
    ['/vid/web/qr/abc', 'no-referrer'],
    ['/vid/web/homeland', 'strict-origin-when-cross-origin'],
  ])('A9 for %s include the referrer policy %s', async (url, policy) => {
    expect((await get(url)).raw.headers['referrer-policy']).toBe(policy);
  });
});

describe('the endpoint for content policy violations', () => {
  it('logs at most 30 of 51 violation reports', async () => {
    const browser = new TestBrowser(server.app);
    const from = server.logLines.length;
    await browser.post(
      '/vid/csp-report',
      JSON.stringify({
        body: {
          documentURL: 'http://localhost:8080/vid/web/home?authCode=canary',
          effectiveDirective: 'canary-src',
          blockedURL: 'data:text/plain,canary',
          sourceFile: `${'x'.repeat(40)}canary`,
          disposition: 'report',
        },
      }),
      { headers: { 'content-type': 'application/reports+json' } },
    );
    const body = {
      'csp-report': {
        'document-uri': 'http://localhost:8080/vid/web/home?authCode=canary',
        'effective-directive': 'script-src-elem',
        'blocked-uri': 'https://evil.test/x.js?token=canary',
      },
    };
    for (let round = 0; round < 50; round += 1) {
      const answer = await browser.post('/vid/csp-report', JSON.stringify(body), {
        headers: { 'content-type': 'application/csp-report', 'sec-fetch-site': 'none' },
      });
      expect(answer.status).toBe(204);
    }
    const lines = server.logLines.slice(from).filter((line) => line.includes('content policy violation'));
    expect(lines.length).toBe(30);
    const [first, second] = lines.map((line): unknown => JSON.parse(line));
    expect(first).toMatchObject({
      csp: {
        directive: 'other',
        blocked: 'data:',
        page: 'http://localhost:8080/vid/web/home',
        source: 'x'.repeat(40),
        disposition: 'report',
      },
    });
    expect(second).toMatchObject({ csp: { directive: 'script-src-elem', disposition: 'enforce' } });
    expect(await server.deps.metrics.registry.getSingleMetricAsString('vid_csp_reports_total')).toContain(
      'vid_csp_reports_total{directive="script-src-elem"} 50',
    );
    expect(lines.join('')).toContain('https://evil.test/x.js');
    expect(lines.join('')).not.toContain('canary');
  });

  it('reads reports of the Reporting API, at most ten per request', async () => {
    const from = server.logLines.length;
    const report = {
      type: 'csp-violation',
      body: {
        documentURL: 'http://localhost:8080/vid/web/home?authCode=canary',
        effectiveDirective: 'img-src',
        blockedURL: 'https://evil.test/x.png?token=canary',
        sourceFile: 'https://evil.test/x.js?token=canary',
        disposition: 'report',
      },
    };
    await new TestBrowser(server.app).post(
      '/vid/csp-report',
      JSON.stringify(Array.from({ length: 12 }, () => report)),
      {
        headers: { 'content-type': 'application/reports+json' },
      },
    );
    expect(await server.deps.metrics.registry.getSingleMetricAsString('vid_csp_reports_total')).toContain(
      'vid_csp_reports_total{directive="img-src"} 10',
    );
    expect(server.logLines.slice(from).join('')).not.toContain('canary');
  });

  it('logs 30 further violation reports in the next minute', async () => {
    let nowMs = 0;
    const lines: string[] = [];
    const loggerInstance: FastifyBaseLogger = createLogger('warn', {
      write: (line: string) => void lines.push(line),
    });
    const app = fastify({ loggerInstance });
    registerCspReports(app, { metrics: createMetrics(), nowMs: () => nowMs });
    const countAt = async (ms: number) => {
      nowMs = ms;
      const from = lines.length;
      for (let round = 0; round < 4; round += 1)
        await app.inject({
          method: 'POST',
          url: '/vid/csp-report',
          headers: { 'content-type': 'application/reports+json' },
          payload: JSON.stringify(Array.from({ length: 10 }, () => ({}))),
        });
      return lines.length - from;
    };
    expect([await countAt(59_999), await countAt(59_999), await countAt(60_000)]).toEqual([30, 0, 30]);
    await app.close();
  });

  it('ignores malformed violation reports', async () => {
    const browser = new TestBrowser(server.app);
    for (const body of ['', 'null', '[1,null,"x"]', '{', '{"csp-report":7}']) {
      const answer = await browser.post('/vid/csp-report', body, {
        headers: { 'content-type': 'application/reports+json' },
      });
      expect(answer.status).toBe(204);
    }
  });
});

describe('static files', () => {
  it('are cached for a year if their names contain a hash', async () => {
    const answer = await get('/vid/web/assets/index-abc.js', { 'accept-encoding': 'br' });
    expect(answer.raw.headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'content-encoding': 'br',
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'Accept-Encoding',
      'cross-origin-resource-policy': 'same-origin',
    });
    expect(brotliDecompressSync(answer.raw.rawPayload).toString()).toBe(script);
    const plain = await get('/vid/web/assets/index-abc.js');
    expect(plain.raw.body).toBe(script);
    expect(plain.raw.headers).not.toHaveProperty('content-security-policy');
    const gzip = await get('/vid/web/assets/index-abc.js', { 'accept-encoding': 'gzip' });
    expect(gunzipSync(gzip.raw.rawPayload).toString()).toBe(script);
    const etags = [answer, plain, gzip].map(({ raw }) => raw.headers['etag']);
    expect(new Set(etags).size).toBe(3);
    const etag = String(plain.raw.headers['etag']);
    expect((await get('/vid/web/assets/index-abc.js', { 'if-none-match': etag })).status).toBe(304);
  });

  it('include the fonts at URLs without a content hash', async () => {
    const font = await get('/vid/web/fonts/vietnamese-600.woff2');
    expect([font.status, font.raw.headers['content-type']]).toEqual([200, 'font/woff2']);
    expect(font.raw.headers['cache-control']).not.toContain('immutable');
    expect(fontFaces).toContain('url(/vid/web/fonts/vietnamese-600.woff2)');
  });

  it.each([
    '/vid/web/assets/none.js',
    '/vid/web/assets/index-abc.js.br',
    '/vid/web/assets/../html/app.vi.html',
    '/vid/web/assets/%2e%2e/%2e%2e/package.json',
  ])('do not include %s', async (url) => {
    const answer = await get(url);
    expect(answer.raw.body).not.toContain('%BOOT%');
    expect(answer.raw.body).not.toContain('"workspaces"');
    expect(answer.raw.headers['cache-control']).toBe('no-store');
  });

  it.each(['/vid/web/assets/none.js', '/vid/web/fonts/none.woff2'])(
    'return an error instead of a page for the missing file %s',
    async (url) => {
      const answer = await get(url);
      expect([answer.status, answer.code]).toEqual([404, 'NOT_FOUND']);
    },
  );

  it.each(['/.git/config', '/vid/.git/HEAD', '/package.json', '/vid/web/assets/', '/vid/web/fonts/'])(
    'do not include files beside the web app or directory listings (%s)',
    async (url) => {
      const answer = await get(url);
      expect([answer.status, answer.code]).toEqual([404, 'NOT_FOUND']);
    },
  );

  it('do not include build metadata or templates', async () => {
    for (const url of ['/vid/web/html/app.vi.html', '/vid/web/.vite/manifest.json']) {
      const { body } = (await get(url)).raw;
      expect(body).toContain('<p>step</p>');
      expect(body).not.toContain('%BOOT%');
    }
    expect((await get('/vid/web/robots.txt')).raw.headers['cache-control']).toContain('max-age=3600');
  });
});

describe('a form submitted before the app started', () => {
  it.each([
    ['/vid/web/signin?lang=en', '/vid/web/signin?lang=en'],
    ['/vid/web/%0d%0aX:1', '/vid/web/%0d%0aX:1'],
    ['/vid/web//evil.test', '/vid/web//evil.test'],
  ])('is redirected from %s to %s, and its body is not logged', async (url, target) => {
    const browser = new TestBrowser(server.app);
    const answer = await browser.post(url, 'phone=0912345678&password=canary', {
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        origin: 'https://evil.test',
        'sec-fetch-site': 'cross-site',
      },
    });
    expect([answer.status, answer.raw.headers['location']]).toEqual([303, target]);
    expect(server.logLines.join('')).not.toContain('canary');
  });

  it('is redirected before its body arrives', async () => {
    const twin = await server.twin();
    await twin.app.listen({ port: 0, host: '127.0.0.1' });
    const address = twin.app.server.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    const answer = await sendRaw(port, [
      `POST /vid/web/signin HTTP/1.1\r\nHost: localhost:${port}\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 5000000\r\n\r\nphone=`,
    ]);
    expect(answer.status).toBe(303);
    expect(answer.head).toMatch(/^connection: close/imu);
    expect(answer.tookMs).toBeLessThan(2_000);
    for (const path of [
      '/vid/web/../../evil',
      '/vid/web/%2e%2e/%2e%2e/%2f/evil.test',
      '/vid/web/\\evil.test',
    ]) {
      const escaped = await sendRaw(port, [
        `POST ${path} HTTP/1.1\r\nHost: localhost:${port}\r\nConnection: close\r\n\r\n`,
      ]);
      expect(escaped.head).toMatch(/^location: \/vid\/web\//imu);
    }
  });
});

describe('VID without a built web app', () => {
  it('responds to page requests with 503 while the API works', async () => {
    const bare = await startTestServer(inject('cluster'));
    const browser = new TestBrowser(bare.app);
    const page = await browser.get('/vid/web/signin');
    expect([page.status, page.raw.body]).toEqual([503, expect.stringContaining('npm start')]);
    expect(page.raw.headers['retry-after']).toBe('10');
    expect((await browser.get('/vid/ajax/auth/me')).status).toBe(401);
    await bare.close();
  });
});

describe('the well-known URLs', () => {
  it('lead password managers to the page that changes the password', async () => {
    const answer = await get('/.well-known/change-password');
    expect([answer.status, answer.raw.headers.location]).toEqual([302, '/vid/web/user/password']);
    expect((await get('/.well-known/nothing-here')).status).toBe(404);
  });

  it('name the page that manages passkeys', async () => {
    const page = `${server.deps.config.publicUrl.origin}/vid/web/user/security/passkeys`;
    expect((await get('/.well-known/passkey-endpoints')).raw.json()).toEqual({ enroll: page, manage: page });
  });

  it('name the contact for security reports, with an expiry in 180 days', async () => {
    const answer = await get('/.well-known/security.txt');
    expect(answer.raw.headers['content-type']).toBe('text/plain; charset=utf-8');
    const { Contact: contact, Expires: expires } = Object.fromEntries(
      answer.raw.body
        .trim()
        .split('\n')
        .map((line) => line.split(': ', 2)),
    );
    expect(contact).toBe(`mailto:${server.deps.config.supportEmail}`);
    const days = (Date.parse(expires) - Date.now()) / 86_400_000;
    expect(Math.round(days)).toBe(180);
    const { origin } = server.deps.config.publicUrl;
    expect(answer.raw.body).toContain(
      `\nPreferred-Languages: vi, en\nCanonical: ${origin}/.well-known/security.txt\n`,
    );
  });
});
