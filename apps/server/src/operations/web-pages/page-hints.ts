import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locale } from '@vid/contract/limits';

type Files = readonly string[];
type FilesByLocale = Readonly<Record<Locale, Files>>;

/**
 * Files that pages need in addition to those of the sign-in page, as listed by the web app's build
 * (apps/web/build/hints.ts).
 */
export type PageHints = {
  filesOf(path: string, locale: Locale): Files;
  journeys(locale: Locale): Files;
};

export async function readPageHints(folder: string): Promise<PageHints> {
  const hints: { pages: Record<string, FilesByLocale>; journeys: FilesByLocale } = JSON.parse(
    await readFile(join(folder, 'html', 'hints.json'), 'utf8'),
  );
  const pages = Object.entries(hints.pages).map(([path, files]) => ({
    pattern: new RegExp(`^${path.replaceAll(/:\w+/gu, '[^/]+')}/?$`, 'u'),
    files,
  }));
  return {
    filesOf: (path, locale) => pages.find(({ pattern }) => pattern.test(path))?.files[locale] ?? [],
    journeys: (locale) => hints.journeys[locale],
  };
}

/** Returns the HTML elements that make a browser fetch the files while it reads the page. */
export function hintElements(files: Files, nonce: string): string {
  return files
    .map((file) =>
      file.endsWith('.css')
        ? `<link rel="preload" as="style" href="/vid/web/${file}">`
        : `<link rel="modulepreload" href="/vid/web/${file}" nonce="${nonce}">`,
    )
    .join('');
}
