// @vitest-environment node
import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type PageName, pageNames } from '@vid/contract/pages';
import { composePage } from './compose.ts';
import { preloads } from './pages.ts';

const template = `<!doctype html>
<html lang="%LANG%" data-page="%PAGE%">
  <head>
    <title>VID</title>
    <meta name="description" content="%DESCRIPTION%" />
    <script type="application/json" id="vid-boot" nonce="%NONCE%">%BOOT%</script>
    <script nonce="%NONCE%">early()</script>
    <meta property="csp-nonce" nonce="%NONCE%">
    <script type="module" crossorigin src="/vid/web/assets/start-1.js" nonce="%NONCE%"></script>
    <link rel="stylesheet" crossorigin href="/vid/web/assets/start-1.css" nonce="%NONCE%">
  </head>
  <body>
    <div id="root"><!--app--></div>
  </body>
</html>`;

const entry = { name: '', css: [], imports: [], isDynamicEntry: false };
const manifest = {
  _start: { ...entry, file: 'assets/start-1.js', name: 'start', imports: ['_rt'] },
  _sso: { ...entry, file: 'assets/start-sso-1.js', name: 'start-sso', imports: ['_start', '_rt'] },
  _view: { ...entry, file: 'assets/view-1.js', name: 'view', imports: ['_start', '_rt'] },
  _signIn: { ...entry, file: 'assets/sign-in-1.js', name: 'sign-in', imports: ['_view'] },
  _rt: { ...entry, file: 'assets/rt-1.js' },
  ...Object.fromEntries(
    ['core', ...Object.values(preloads).flatMap(({ texts }) => texts)].flatMap((area) =>
      ['vi', 'en'].map((language) => [
        `src/shared/i18n/messages/${language}/${area}.ts`,
        { ...entry, file: `assets/${area}-${language}.js` },
      ]),
    ),
  ),
  ...Object.fromEntries(
    Object.values(preloads)
      .flatMap(({ sources }) => sources)
      .map((source) => [
        source,
        { ...entry, file: `assets/${source.replaceAll('/', '_')}.js`, imports: ['_view'] },
      ]),
  ),
  l: { ...entry, file: 'assets/latin-400-1.woff2' },
  v: { ...entry, file: 'assets/vietnamese-400-1.woff2' },
  d: { ...entry, file: 'assets/digits-1.woff2' },
};
const fontRules = ['latin-400', 'vietnamese-400', 'digits']
  .map((name) => `a{src:url(/vid/web/assets/${name}-1.woff2)}`)
  .join('');
const css = `${fontRules}c{content:"$&"}`;

let dist = '';
beforeAll(async () => {
  dist = await mkdtemp(join(tmpdir(), 'vid-compose-'));
  await mkdir(join(dist, 'assets'));
  await writeFile(join(dist, 'assets', 'start-1.css'), css);
});
afterAll(() => rm(dist, { recursive: true }));

const compose = (name: PageName, language: 'vi' | 'en') =>
  composePage({
    template,
    manifest,
    dist,
    language,
    page: { name, body: '<h1>$& Đăng nhập</h1>', title: 'A & B', description: '"x" <y>' },
  });

const tags = (html: string, name: string) => html.match(new RegExp(`<${name}\\b[^>]*>`, 'g')) ?? [];

describe('composePage', () => {
  test('inlines the style sheet of the sign-in page and preloads its scripts', async () => {
    const html = await compose('signin', 'vi');
    expect(html).toContain('<div id="root"><h1>$& Đăng nhập</h1></div>');
    expect(html).toContain('<html lang="vi" data-page="signin">');
    expect(html).toContain(`<style nonce="%NONCE%">${css}</style>`);
    expect(html).toContain('<title>A &amp; B</title>');
    expect(html).toContain('content="&quot;x&quot; &lt;y>"');
    for (const file of ['start-1.js', 'rt-1.js', 'view-1.js', 'sign-in-1.js', 'core-vi.js']) {
      expect(html).toContain(`rel="modulepreload" href="/vid/web/assets/${file}"`);
    }
    expect(html).not.toContain('core-en.js');
    expect(html).not.toContain('start-sso-1.js');
    expect(html).not.toContain('rel="stylesheet"');
  });

  test('preloads the module of a page and its texts in one language', async () => {
    const html = await compose('signup-otp', 'en');
    expect(html).toContain('<html lang="en" data-page="signup-otp">');
    for (const file of ['view-1.js', 'sign-up-en.js', 'src_features_sign-in_sign-up_sign-up.page.tsx.js'])
      expect(html).toContain(`rel="modulepreload" href="/vid/web/assets/${file}"`);
    expect(html).not.toContain('sign-up-vi.js');
  });

  test('preloads neither the view nor fonts for the sign-on page', async () => {
    const html = await compose('sso', 'vi');
    for (const file of ['start-1.js', 'rt-1.js', 'start-sso-1.js', 'core-vi.js'])
      expect(html).toContain(`rel="modulepreload" href="/vid/web/assets/${file}"`);
    expect(html).not.toContain('view-1.js');
    expect(html).not.toContain('rel="preload"');
    expect(html).toContain(`<style nonce="%NONCE%">${css}</style>`);
  });

  test('does not preload the Vietnamese font for an English page', async () => {
    expect(await compose('signin', 'vi')).toContain('vietnamese-400-1.woff2" crossorigin');
    expect(await compose('signin', 'en')).not.toContain('vietnamese-400-1.woff2" crossorigin');
  });

  test('preloads the digits font for the app but not the sign-in', async () => {
    expect(await compose('app', 'vi')).toContain('digits-1.woff2" crossorigin');
    expect(await compose('app', 'en')).toContain('digits-1.woff2" crossorigin');
    expect(await compose('signin', 'vi')).not.toContain('digits-1.woff2" crossorigin');
  });

  test.each(pageNames)('puts a nonce on every script and style of the page %s', async (name) => {
    const html = await compose(name, 'vi');
    for (const tag of [...tags(html, 'script'), ...tags(html, 'style')])
      expect(tag).toContain('nonce="%NONCE%"');
    expect(html.split('src="/vid/web/assets/start-1.js"')).toHaveLength(2);
    expect(html.split('%BOOT%')).toHaveLength(2);
    expect(html.includes('%HINTS%')).toBe(name === 'app');
    expect(html).not.toMatch(/%(?!NONCE|BOOT|BRAND|ASSOCIATION|HINTS)[A-Z]+%/);
    expect(html).not.toMatch(/ style="/);
  });
});
