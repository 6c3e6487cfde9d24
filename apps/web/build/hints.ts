import { closureOf, keyOf, type Manifest } from './manifest.ts';
import { journeys } from './pages.ts';
import type { MemberPage } from '../src/prerender.tsx';

export type Files = { readonly vi: readonly string[]; readonly en: readonly string[] };

/**
 * Files that pages need in addition to the files that every page loads, by language. The server writes them into the
 * HTML as resource hints.
 */
export type Hints = {
  /** Files of the pages behind the sign-in, by path. A static path comes before a path with a parameter. */
  readonly pages: Readonly<Record<string, Files>>;
  readonly journeys: Files;
};

/**
 * Returns the resource hints. `manifest` belongs to the browser build, `rendered` to the build that lists the pages.
 */
export function hintsOf(manifest: Manifest, rendered: Manifest, pages: readonly MemberPage[]): Hints {
  const sources = new Map(Object.entries(rendered).map(([source, { file }]) => [nameOf(file), source]));
  const sourceOf = (file: string): string => {
    const source = sources.get(file);
    if (source === undefined) throw new Error(`The page in ${file} is not in the build manifest`);
    return source;
  };
  const shell = keyOf(manifest, 'shell-layout');
  const first = closureOf(manifest, keyOf(manifest, 'view'), closureOf(manifest, keyOf(manifest, 'start')));
  const filesOf = (roots: readonly string[], texts: readonly string[]): Files => {
    const inLanguage = (language: string): string[] => {
      const found = new Set<string>();
      const catalogues = texts.map((area) => `src/shared/i18n/messages/${language}/${fileNameOf(area)}.ts`);
      for (const root of [...roots, ...catalogues]) closureOf(manifest, root, found);
      const scripts = [...found].filter((file) => !first.has(file));
      const sheets = Object.values(manifest)
        .filter(({ file }) => scripts.includes(file))
        .flatMap(({ css }) => css);
      return [...new Set([...sheets, ...scripts])];
    };
    return { vi: inLanguage('vi'), en: inLanguage('en') };
  };
  return {
    pages: Object.fromEntries(
      pages
        .toSorted((a, b) => parametersOf(a) - parametersOf(b))
        .map(({ path, files, texts }) => [path, filesOf([shell, ...files.map(sourceOf)], texts)]),
    ),
    journeys: filesOf(journeys.sources, journeys.texts),
  };
}

const parametersOf = ({ path }: MemberPage): number => path.split(':').length;

const nameOf = (file: string): string => file.slice(file.lastIndexOf('/') + 1);

const fileNameOf = (area: string): string =>
  area.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
