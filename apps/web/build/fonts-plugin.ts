import { createHash } from 'node:crypto';
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import subsetFont from 'subset-font';
import type { Plugin } from 'vite';

const require = createRequire(import.meta.url);

const range = (from: number, to: number): string =>
  Array.from({ length: to - from + 1 }, (_, index) => String.fromCodePoint(from + index)).join('');

/** The characters of Vietnamese and English texts. They must stay within `unicode-range` in base.css. */
const latin = range(0x20, 0x7e) + range(0xa0, 0xff) + '–—‘’“”•…€';
const vietnamese =
  range(0x102, 0x103) +
  range(0x110, 0x111) +
  range(0x128, 0x129) +
  range(0x168, 0x169) +
  'ƠơƯưẠ' +
  range(0x1ea1, 0x1ef9) +
  '₫';

const beVietnam = (set: string, weight: number): string =>
  `@fontsource/be-vietnam-pro/files/be-vietnam-pro-${set}-${weight}-normal.woff2`;

/** Characters of the digit font. Tables need it because Be Vietnam Pro has no tabular digits. */
const digits = '0123456789+-–.,:/ ';

type Font = { name: string; source: string; letters: string; features?: readonly string[] };

const fonts: readonly Font[] = [
  {
    name: 'digits',
    source: '@fontsource/inter/files/inter-latin-400-normal.woff2',
    letters: digits,
    features: ['tnum', 'kern', 'calt', 'case'],
  },
  { name: 'latin-400', source: beVietnam('latin', 400), letters: latin },
  { name: 'latin-600', source: beVietnam('latin', 600), letters: latin },
  { name: 'vietnamese-400', source: beVietnam('vietnamese', 400), letters: vietnamese },
  { name: 'vietnamese-600', source: beVietnam('vietnamese', 600), letters: vietnamese },
];

async function makeFonts(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const font of fonts) {
    const file = join(folder, `${font.name}.woff2`);
    const source = await readFile(require.resolve(font.source));
    const stamp = createHash('sha256').update(source).update(font.letters).digest('hex');
    const made = await readFile(`${file}.stamp`, 'utf8').catch(() => '');
    if (made === stamp && (await stat(file).catch(() => null))) continue;
    await writeFile(
      file,
      await subsetFont(source, font.letters, {
        targetFormat: 'woff2',
        noHinting: true,
        // Keep only the OpenType features that the texts use.
        keepFeatures: font.features ?? ['kern', 'mark', 'mkmk', 'ccmp', 'locl'],
      }),
    );
    await writeFile(`${file}.stamp`, stamp);
  }
}

/** Resolves `@fonts/<name>.woff2` in style sheets to font subsets. */
export function fontsPlugin(): Plugin {
  const folder = join(dirname(require.resolve('vite/package.json')), '..', '.cache', 'vid-web', 'fonts');
  return {
    name: 'vid:fonts',
    async config() {
      await makeFonts(folder);
      return { resolve: { alias: { '@fonts': folder } } };
    },
  };
}
