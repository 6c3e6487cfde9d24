// @vitest-environment node
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { loadArea, type TextsOf } from '../src/shared/i18n/loaders.ts';
import { groups } from '../src/shared/i18n/member-loaders.ts';
import { areas } from '../src/shared/test/all-areas.ts';

const src = join(import.meta.dirname, '..', 'src');
const read = (file: string): string => readFileSync(join(src, file), 'utf8');

const areaOf = new Map<string, string>();
for (const area of areas) for (const key of Object.keys(await loadArea(area, 'vi'))) areaOf.set(key, area);

const named: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(areas.map((area) => [area, [area]])),
  ...groups,
} satisfies Partial<Record<TextsOf, readonly string[]>>;

const namedIn = (call: string): string[] =>
  [...call.matchAll(/'([\w/]+)'/gu)].flatMap(([, name = '']) => named[name] ?? []);

function fileOf(importer: string, specifier: string): string | null {
  const file = specifier.startsWith('#')
    ? specifier.slice(1)
    : relative(src, resolve(src, dirname(importer), specifier));
  return /^[#.].*\.tsx?$/u.test(specifier) && existsSync(join(src, file)) ? file : null;
}

/** Removes object keys and union types, which are not texts that a page shows. */
const withoutTypes = (source: string): string =>
  source.replaceAll(/'[\w.-]+':|'[\w.-]+'(?: \| '[\w.-]+')+/gu, '');

type Page = { readonly file: string; readonly texts: readonly string[] };

function pagesIn(file: string): Page[] {
  const source = read(file);
  const rules = new Map(
    [...source.matchAll(/const (\w+) = lazyRoutes\(([^;]*)\);/gu)].map(([, name = '', call = '']) => [
      name,
      call,
    ]),
  );
  const calls = source.matchAll(
    /\b(\w+)\(\s*(?:[\w.]+,\s*)?(?:async )?\(\) =>[^;]*?import\('([^']+)'\)([^()]*?|[^;]*;\s*return module;[^()]*?)\)/gu,
  );
  return [...calls].flatMap(([, caller = '', specifier = '', rest = '']) => {
    const page = fileOf(file, specifier);
    if (page === null || (caller !== 'lazyPage' && !rules.has(caller))) return [];
    return [{ file: page, texts: namedIn(`${rules.get(caller) ?? ''}${rest}`) }];
  });
}

/** Returns the areas whose texts a page and its imports use but do not load, each with an example. */
function missingOf({ file, texts }: Page, missing = new Map<string, string>(), seen = new Set<string>()) {
  if (seen.has(file) || file.includes('/i18n/messages/')) return missing;
  seen.add(file);
  const source = read(file);
  const calls = [...source.matchAll(/loadTexts\([^)]*\)/gu)];
  const loaded = [...texts, ...calls.flatMap(([call]) => namedIn(call))];
  const need = (key: string): void => {
    const area = areaOf.get(key);
    if (area !== undefined && !loaded.includes(area)) missing.set(area, `${key} in ${file}`);
  };
  const shown = withoutTypes(source);
  for (const [, key = ''] of shown.matchAll(/['"]([a-z][\w.-]+)['"]/giu)) need(key);
  // A template with a value may name several texts, so one of their areas must be loaded.
  for (const [, start = '', end = ''] of source.matchAll(/`([a-z][\w.-]*\.)\$\{[^`}]*\}([\w.-]*)`/giu)) {
    const possible = [...areaOf.keys()].filter(
      (key) =>
        key.startsWith(start) &&
        key.endsWith(end) &&
        /^[\w-]+$/u.test(key.slice(start.length, key.length - end.length)),
    );
    if (!possible.some((key) => loaded.includes(areaOf.get(key) ?? '')))
      for (const key of possible) need(key);
  }
  const parts = new Set(pagesIn(file).map((part) => part.file));
  for (const [, specifier = ''] of source.matchAll(/(?:from|import\(|import)\s*'([^']+)'/gu)) {
    const imported = fileOf(file, specifier);
    if (imported !== null && !parts.has(imported))
      missingOf({ file: imported, texts: loaded }, missing, seen);
  }
  return missing;
}

/**
 * Returns the keys that a page builds from a prefix in one file and an ending in another, such as `${texts}.copy`, and
 * whose area it does not load.
 */
function missingEndings({ file, texts }: Page): string[] {
  const loaded = new Set(texts);
  const [prefixes, endings] = [new Set<string>(), new Set<string>()];
  const seen = new Set<string>();
  const waiting = [file];
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (seen.has(name) || name.includes('/i18n/messages/')) continue;
    seen.add(name);
    const source = read(name);
    for (const [call] of source.matchAll(/loadTexts\([^)]*\)/gu))
      for (const area of namedIn(call)) loaded.add(area);
    for (const [, prefix = ''] of withoutTypes(source).matchAll(/['"]([a-z]\w*(?:\.\w+)+)['"]/giu))
      prefixes.add(prefix);
    for (const [, ending = ''] of source.matchAll(/\bt\(`\$\{[^`}]*\}(\.\w+)`/gu)) endings.add(ending);
    for (const [, specifier = ''] of source.matchAll(/(?:from|import\(|import)\s*'([^']+)'/gu)) {
      const imported = fileOf(name, specifier);
      if (imported !== null && !imported.endsWith('.page.tsx')) waiting.push(imported);
    }
  }
  return [...prefixes]
    .flatMap((prefix) => [...endings].map((ending) => `${prefix}${ending}`))
    .filter((key) => areaOf.has(key) && !loaded.has(areaOf.get(key) ?? ''));
}

/** A route loads the texts of its area before its pages, so those texts count as loaded by the page. */
const pages = ['member/routes.ts', 'admin/routes.ts', 'applications/routes.ts'].flatMap((routes) =>
  pagesIn(`features/${routes}`).flatMap((page) => {
    const inner = pagesIn(page.file).filter(() => page.file.endsWith('-pages.tsx'));
    return [page, ...inner.map(({ file, texts }) => ({ file, texts: [...page.texts, ...texts] }))];
  }),
);

test.each(pages)('the page $file loads the areas of the texts that it uses', (page) => {
  const missing = missingOf({ ...page, texts: [...page.texts, 'core', 'shell'] });
  expect(Object.fromEntries(missing)).toEqual({});
  expect(missingEndings({ ...page, texts: [...page.texts, 'core', 'shell'] })).toEqual([]);
});

test('the check of page texts finds more than 45 pages', () => {
  expect(pages.length).toBeGreaterThan(45);
});
