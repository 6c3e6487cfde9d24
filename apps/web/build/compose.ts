import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PageName } from '@vid/contract/pages';
import { closureOf, entryOf, keyOf, type Manifest } from './manifest.ts';
import { preloads } from './pages.ts';

const base = '/vid/web/';

/**
 * Matches the tags that Vite adds to the template, which are removed and added again in the order that paints soonest.
 */
const injected =
  /\s*<(?:script type="module"[^>]*><\/script>|link rel="(?:stylesheet|modulepreload)"[^>]*>)/g;

function fontsOf(manifest: Manifest, css: string, subsets: readonly string[]): string[] {
  const files = Object.values(manifest)
    .map((entry) => entry.file)
    .filter((file) => file.endsWith('.woff2') && css.includes(file));
  return subsets.flatMap((subset) => files.filter((file) => file.includes(`/${subset}-`)));
}

export async function composePage(input: {
  template: string;
  manifest: Manifest;
  dist: string;
  language: 'vi' | 'en';
  page: { name: PageName; body: string; title: string; description: string };
}): Promise<string> {
  const { template, manifest, dist, language, page } = input;
  const { scripts, hasFonts, sources, texts } = preloads[page.name];
  const catalogueOf = (area: string): string => `src/shared/i18n/messages/${language}/${area}.ts`;
  const entry = entryOf(manifest, keyOf(manifest, 'start'));
  const sheet = (await readdir(join(dist, 'assets'))).find((name) => /^start-.*\.css$/.test(name));
  if (sheet === undefined) throw new Error('The build has no style sheet for the first page');
  const css = await readFile(join(dist, 'assets', sheet), 'utf8');
  const closure = new Set<string>();
  const roots = [
    ...scripts.map((name) => keyOf(manifest, name)),
    ...['core', ...texts].map(catalogueOf),
    ...sources,
  ];
  for (const key of roots) closureOf(manifest, key, closure);
  const subsets = [
    'latin',
    ...(language === 'vi' ? ['vietnamese'] : []),
    // Without a preload, the browser requests the digit font only once data is shown, and its arrival shifts the table.
    ...(page.name === 'app' ? ['digits'] : []),
  ];
  const fonts = hasFonts ? fontsOf(manifest, css, subsets) : [];
  const head = [
    ...fonts.map(
      (file) => `<link rel="preload" as="font" type="font/woff2" href="${base}${file}" crossorigin>`,
    ),
    ...[...closure].map((file) => `<link rel="modulepreload" href="${base}${file}" nonce="%NONCE%">`),
    `<style nonce="%NONCE%">${css}</style><style nonce="%NONCE%">%BRAND%</style>`,
    // The server fills in the resource hints of the page that the URL names.
    page.name === 'app' ? '%HINTS%' : '',
  ].join('');
  return (
    template
      .replace(injected, '')
      // Remove line breaks between tags. Replace breaks inside a tag, which the formatter may add, with a space.
      .replaceAll(/>\n\s*</g, '><')
      .replaceAll(/\n\s*/g, ' ')
      .replaceAll('%LANG%', language)
      .replace('%PAGE%', page.name)
      .replace('<title>VID</title>', () => `<title>${escapeText(page.title)}</title>`)
      .replace('%DESCRIPTION%', () => escapeText(page.description))
      .replace('</head>', () => `${head}</head>`)
      .replace('<!--app-->', () => page.body)
      .replace(
        '</body>',
        () => `<script type="module" src="${base}${entry.file}" nonce="%NONCE%"></script></body>`,
      )
  );
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
