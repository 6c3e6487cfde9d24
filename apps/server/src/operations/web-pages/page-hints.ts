import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locale } from '@vid/contract/limits';

type Files = readonly string[];
type FilesByLocale = Readonly<Record<Locale, Files>>;

/**
 * The web app's build (apps/web/build/hints.ts) lists the files that pages need beyond the files of the sign-in page.
 */
export type PageHints = {
  /** Returns the files of a page behind the sign-in; an empty list for another path. */
  filesOf(path: string, locale: Locale): Files;
  /** A signed-out visitor may open pages with these files next. */
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

/** With these elements, a browser fetches files while it reads the page. */
export function hintElements(files: Files, nonce: string): string {
  return files
    .map((file) =>
      file.endsWith('.css')
        ? `<link rel="preload" as="style" href="/vid/web/${file}">`
        : `<link rel="modulepreload" href="/vid/web/${file}" nonce="${nonce}">`,
    )
    .join('');
}
