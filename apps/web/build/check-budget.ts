import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Locale, locales } from '@vid/contract/limits';
import { pageNames } from '@vid/contract/pages';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { budget, forbidden, landingSource, menuPages, signedOutFeatures } from './budget.ts';
import type { Files, Hints } from './hints.ts';
import { firstPaintMs, paintProblems } from './first-paint.ts';
import { closureOf, keyOf, type Manifest, readManifest } from './manifest.ts';

/** `node apps/web/build/check-budget.ts` measures the build, prints a table and fails above a limit. */
const dist = join(import.meta.dirname, '..', 'dist');

type Line = { label: string; value: number; limit: number; unit: string };

const gzipOf = (content: Buffer): number => gzipSync(content, { level: 9 }).length;
const brotliOf = (content: Buffer): number => brotliCompressSync(content).length;
const bytesOf = (content: Buffer): number => content.length;

type SizeOf = (content: Buffer) => number;

/** Sizes by measure and file, cached because most files belong to several pages and compression is slow. */
const knownSizes = new Map<SizeOf, Map<string, number>>();

async function sum(files: Iterable<string>, sizeOf: SizeOf): Promise<number> {
  const known = knownSizes.get(sizeOf) ?? new Map<string, number>();
  knownSizes.set(sizeOf, known);
  let total = 0;
  for (const file of files) {
    const size = known.get(file) ?? sizeOf(await readFile(join(dist, file)));
    known.set(file, size);
    total += size;
  }
  return total;
}

function linked(html: string, pattern: RegExp): string[] {
  return [...new Set([...html.matchAll(pattern)].map((match) => match[1] ?? ''))];
}

function firstFiles(manifest: Manifest): Set<string> {
  return closureOf(manifest, keyOf(manifest, 'view'), closureOf(manifest, keyOf(manifest, 'start')));
}

function signInFiles(manifest: Manifest): Set<string> {
  return closureOf(manifest, keyOf(manifest, 'sign-in'), firstFiles(manifest));
}

/** The slides load after the form at every screen width. */
const slidesSource = 'src/features/sign-in/auth-layout/slide-panel.tsx';

async function signInPage(language: string, manifest: Manifest): Promise<Line[]> {
  const html = await readFile(join(dist, 'html', `signin.${language}.html`));
  const text = html.toString('utf8');
  const scripts = linked(text, /"\/vid\/web\/(assets\/[^"]+\.js)"/g);
  const notPreloaded = [...signInFiles(manifest)].filter((file) => !scripts.includes(file));
  if (notPreloaded.length > 0)
    throw new Error(`The sign-in page does not preload ${notPreloaded.join(', ')}`);
  const fonts = linked(text, /"\/vid\/web\/(assets\/[^"]+\.woff2)"/g);
  const css = /<style[^>]*>([^]*?)<\/style>/.exec(text)?.[1] ?? '';
  const [js, fontBytes] = [await sum(scripts, gzipOf), await sum(fonts, bytesOf)];
  const deferred = [...closureOf(manifest, slidesSource)].filter((file) => !scripts.includes(file));
  const icon = 1;
  const kilo = (label: string, bytes: number, limit: number): Line => ({
    label: `${language}: ${label}`,
    value: bytes / 1000,
    limit,
    unit: 'kB',
  });
  return [
    kilo('JS, gzip', js, budget.jsGzip),
    kilo('JS, brotli', await sum(scripts, brotliOf), budget.jsBrotli),
    kilo('CSS, gzip (inside the HTML)', gzipOf(Buffer.from(css)), budget.cssGzip),
    kilo('HTML, gzip', gzipOf(html), budget.htmlGzip),
    kilo('fonts', fontBytes, budget.fonts),
    { label: `${language}: font files`, value: fonts.length, limit: budget.fontFiles, unit: '' },
    kilo('all of a cold visit', js + gzipOf(html) + fontBytes, budget.totalCold),
    {
      label: `${language}: requests of a cold visit`,
      value: 1 + scripts.length + fonts.length + deferred.length + icon,
      limit: budget.requestsCold,
      unit: '',
    },
  ];
}

async function ssoPage(language: string): Promise<Line> {
  const html = await readFile(join(dist, 'html', `sso.${language}.html`), 'utf8');
  const scripts = linked(html, /"\/vid\/web\/(assets\/[^"]+\.js)"/g);
  return {
    label: `${language}: JS before the redirect to an application, gzip`,
    value: (await sum(scripts, gzipOf)) / 1000,
    limit: budget.ssoGzip,
    unit: 'kB',
  };
}

/** Measures the code that loads after the form without a press: for passkeys, and for configured social providers. */
async function afterForm(manifest: Manifest): Promise<Line[]> {
  const first = signInFiles(manifest);
  const line = async (name: string, source: string, limit: number): Promise<Line> => {
    const added = [...closureOf(manifest, source)].filter((file) => !first.has(file));
    return {
      label: `JS after the form, for ${name}, gzip`,
      value: (await sum(added, gzipOf)) / 1000,
      limit,
      unit: 'kB',
    };
  };
  return [
    await line('passkeys', 'src/features/sign-in/passkey/passkey-button.tsx', budget.passkeyGzip),
    await line('social providers', 'src/features/sign-in/social/social-buttons.tsx', budget.socialGzip),
  ];
}

function withSheets(manifest: Manifest, files: Set<string>): Set<string> {
  for (const { file, css } of Object.values(manifest)) {
    if (files.has(file)) for (const sheet of css) files.add(sheet);
  }
  return files;
}

async function kilobytes(files: ReadonlySet<string>, known: ReadonlySet<string>): Promise<number> {
  const added = [...files].filter((file) => !known.has(file));
  return (await sum(added, gzipOf)) / 1000;
}

/**
 * Returns the size that each lazy page adds to the sign-in page (or to the shell, if the page is behind the sign-in),
 * and the size of the shell with the first page after a sign-in.
 */
async function laterPages(manifest: Manifest): Promise<Line[]> {
  const closureWithSheets = (source: string) => withSheets(manifest, closureOf(manifest, source));
  const signIn = withSheets(manifest, signInFiles(manifest));
  const first = withSheets(manifest, firstFiles(manifest));
  const shell = closureWithSheets(keyOf(manifest, 'shell-layout'));
  const landing = {
    label: 'shell and first page after a sign-in, gzip',
    value: await kilobytes(new Set([...shell, ...closureWithSheets(landingSource)]), signIn),
    limit: budget.shellGzip,
    unit: 'kB',
  };
  const lines: Line[] = [];
  for (const [source, entry] of Object.entries(manifest)) {
    const feature = /^src\/features\/([^/]+)\/.+\.tsx$/.exec(source)?.[1];
    if (!entry.isDynamicEntry || feature === undefined) continue;
    const isSignedOut = signedOutFeatures.some((name) => name === feature);
    lines.push({
      label: `${isSignedOut ? '+' : '+ shell +'} ${source.replace('src/features/', '')}`,
      value: await kilobytes(closureWithSheets(source), isSignedOut ? signIn : new Set([...first, ...shell])),
      limit: isSignedOut ? budget.laterAuthPageGzip : budget.pageGzip,
      unit: 'kB',
    });
  }
  return [landing, ...lines.toSorted((a, b) => a.label.localeCompare(b.label))];
}

async function memberPages(manifest: Manifest): Promise<Line[]> {
  const hints: Hints = JSON.parse(await readFile(join(dist, 'html', 'hints.json'), 'utf8'));
  const first = firstFiles(manifest);
  const scriptsOf = (language: Locale, files: Files): string[] => {
    const core = closureOf(manifest, `src/shared/i18n/messages/${language}/core.ts`);
    return [...new Set([...first, ...core, ...files[language]])].filter((file) => file.endsWith('.js'));
  };
  const largest = async (files: Files, sizeOf: SizeOf): Promise<number> =>
    Math.max(...(await Promise.all(locales.map((language) => sum(scriptsOf(language, files), sizeOf))))) /
    1000;
  const lines: Line[] = [];
  for (const [path, files] of Object.entries(hints.pages)) {
    const [gzip, brotli] = [await largest(files, gzipOf), await largest(files, brotliOf)];
    const [gzipLimit, brotliLimit] = menuPages.has(path)
      ? [budget.menuPageGzip, budget.menuPageBrotli]
      : [budget.laterPageGzip, budget.laterPageBrotli];
    lines.push(
      { label: `all JS of ${path}, gzip`, value: gzip, limit: gzipLimit, unit: 'kB' },
      { label: `all JS of ${path}, brotli`, value: brotli, limit: brotliLimit, unit: 'kB' },
    );
  }
  return lines;
}

async function firstPaints(): Promise<{ lines: Line[]; problems: string[] }> {
  const lines: Line[] = [];
  const problems: string[] = [];
  for (const name of pageNames.filter((page) => page !== 'sso')) {
    let value = 0;
    for (const language of locales) {
      const html = await readFile(join(dist, 'html', `${name}.${language}.html`), 'utf8');
      value = Math.max(value, firstPaintMs(html));
      problems.push(...paintProblems(html).map((problem) => `${name}.${language}.html ${problem}`));
    }
    lines.push({
      label: `first paint, slow network: ${name}`,
      value,
      limit: budget.firstPaintMs,
      unit: 'ms',
    });
  }
  return { lines, problems };
}

async function findForbidden(): Promise<string[]> {
  const found: string[] = [];
  for (const name of await readdir(dist, { recursive: true })) {
    if (name.endsWith('.map')) found.push(`${name} is a source map`);
    if (!/\.(?:js|css|html)$/.test(name)) continue;
    const text = await readFile(join(dist, name), 'utf8');
    for (const { pattern, why } of forbidden) {
      const match = pattern.exec(text);
      if (match)
        found.push(`${name}contains ${why}: ${text.slice(Math.max(0, match.index - 30), match.index + 60)}`);
    }
  }
  return found;
}

const digits = (line: Line): string => (line.unit ? line.value.toFixed(1) : String(line.value));

async function main(): Promise<void> {
  const manifest = await readManifest(dist);
  const lines = [
    ...(await signInPage('vi', manifest)),
    ...(await signInPage('en', manifest)),
    await ssoPage('vi'),
    await ssoPage('en'),
    ...(await afterForm(manifest)),
    ...(await laterPages(manifest)),
    ...(await memberPages(manifest)),
  ];
  const paints = await firstPaints();
  lines.push(...paints.lines);
  for (const line of lines) {
    const verdict = line.value > line.limit ? 'OVER' : 'ok';
    process.stdout.write(
      `${line.label.padEnd(52)} ${digits(line).padStart(7)} of ${String(line.limit).padStart(4)} ${line.unit.padEnd(2)} ${verdict}\n`,
    );
  }
  const problems = [
    ...lines.filter((line) => line.value > line.limit).map((line) => `${line.label} exceeds its limit`),
    ...paints.problems,
    ...(await findForbidden()),
  ];
  for (const problem of problems) process.stderr.write(`${problem}\n`);
  if (problems.length > 0) process.exitCode = 1;
}

await main();
