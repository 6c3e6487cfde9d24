import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { EntryName } from './entry-group.ts';
import { closureOf, entryOf, keyOf, type Manifest } from './manifest.ts';

const base = '/vid/web/';

export const pageKinds = ['signin', 'app', 'sso'] as const;
export type PageKind = (typeof pageKinds)[number];

/** The chunks each page preloads. */
const preloads: Readonly<Record<PageKind, { scripts: readonly EntryName[]; hasFonts: boolean }>> = {
  signin: { scripts: ['start', 'view'], hasFonts: true },
  app: { scripts: ['start', 'view'], hasFonts: true },
  sso: { scripts: ['start', 'start-sso'], hasFonts: false },
};

/** The tags that Vite adds to the template. They are removed and added again in the order that paints soonest. */
const injected =
  /\s*<(?:script type="module"[^>]*><\/script>|link rel="(?:stylesheet|modulepreload)"[^>]*>)/g;

function fontsOf(manifest: Manifest, css: string): string[] {
  return Object.values(manifest)
    .map((entry) => entry.file)
    .filter((file) => file.endsWith('.woff2') && css.includes(file));
}

/**
 * Composes a page for one language, with its style sheet inlined. `signin` is prerendered; `app` and `sso` are empty.
 * `sso` is for a signed-in user with a sign-on request, who is usually redirected without seeing a page, so it preloads
 * neither the view nor fonts.
 */
export async function composePage(input: {
  template: string;
  manifest: Manifest;
  dist: string;
  language: 'vi' | 'en';
  kind: PageKind;
  page: { body: string; title: string; description: string };
}): Promise<string> {
  const { template, manifest, dist, language, kind, page } = input;
  const { scripts, hasFonts } = preloads[kind];
  const entry = entryOf(manifest, keyOf(manifest, 'start'));
  const texts = entryOf(manifest, `src/shared/i18n/messages/${language}/core.ts`);
  const sheet = Object.values(manifest).find(({ file }) => /^assets\/start-[^/]*\.css$/.test(file))?.file;
  if (!sheet) throw new Error('The build has no style sheet for the first page');
  const css = await readFile(join(dist, sheet), 'utf8');
  const closure = new Set<string>();
  for (const name of scripts) closureOf(manifest, keyOf(manifest, name), closure);
  const modules = [...closure, texts.file];
  // Vietnamese needs all four font files, English only the Latin ones. The tabular digits load later.
  const fonts = fontsOf(manifest, css).filter(
    (file) => hasFonts && (file.includes('/latin-') || (language === 'vi' && file.includes('/vietnamese-'))),
  );
  const head = [
    ...fonts.map(
      (file) => `<link rel="preload" as="font" type="font/woff2" href="${base}${file}" crossorigin>`,
    ),
    ...modules.map((file) => `<link rel="modulepreload" href="${base}${file}" nonce="%NONCE%">`),
    `<style nonce="%NONCE%">${css}</style>`,
  ].join('');
  return (
    template
      .replace(injected, '')
      // Remove line breaks between tags. The formatter may also break a line inside a tag: replace that break with a
      // space.
      .replaceAll(/>\n\s*</g, '><')
      .replaceAll(/\n\s*/g, ' ')
      .replace('%LANG%', language)
      .replace(
        '<title>VID</title>',
        () => `<title>${kind === 'signin' ? escapeText(page.title) : 'VID'}</title>`,
      )
      .replace('%DESCRIPTION%', () => escapeText(page.description))
      .replace('</head>', () => `${head}</head>`)
      .replace('<div id="root"><!--app--></div>', () =>
        kind === 'signin' ? `<div id="root" data-page="signin">${page.body}</div>` : '<div id="root"></div>',
      )
      .replace(
        '</body>',
        () => `<script type="module" src="${base}${entry.file}" nonce="%NONCE%"></script></body>`,
      )
  );
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
