import { execFile } from 'node:child_process';
import { copyFile, cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';

const here = (name: string): string => fileURLToPath(new URL(name, import.meta.url));
const source = (name: string): string => here(`./src/${name}`);
/** Usage: `node build.ts [FOLDER]`. The package test builds into a temporary folder. */
const outDir = resolve(process.argv[2] ?? here('./dist'));

// Bundlers get ES modules, and a script tag gets one file (`VidSsoKit.VidSso`).
await build({
  configFile: false,
  logLevel: 'warn',
  build: {
    outDir,
    emptyOutDir: true,
    target: 'es2022',
    lib: {
      entry: { index: source('index.ts'), react: source('react.ts'), server: source('server.ts') },
      formats: ['es'],
    },
    // `jose` is bundled into server.js, so that the package has no dependencies.
    rolldownOptions: { external: ['react'] },
  },
});
await build({
  configFile: false,
  logLevel: 'warn',
  build: {
    outDir,
    emptyOutDir: false,
    target: 'es2022',
    lib: {
      entry: source('index.ts'),
      formats: ['iife'],
      name: 'VidSsoKit',
      fileName: () => 'vid-sso.global.js',
    },
  },
});
// server.js contains jose, so jose's licence is included.
await copyFile(
  join(fileURLToPath(import.meta.resolve('jose')), '../../../LICENSE.md'),
  `${outDir}/server.jose-license.md`,
);

// Emit type declarations. Imports in them must name the package's .js files.
const compiler = join(fileURLToPath(import.meta.resolve('typescript/package.json')), '../bin/tsc');
await promisify(execFile)(process.execPath, [
  compiler,
  '-p',
  here('./tsconfig.build.json'),
  '--outDir',
  outDir,
]);
const declarations = (await readdir(outDir)).filter((name) => name.endsWith('.d.ts'));
await Promise.all(
  declarations.map(async (name) => {
    const text = await readFile(`${outDir}/${name}`, 'utf8');
    await writeFile(`${outDir}/${name}`, text.replaceAll(/(from '\.\/[a-z-]+)\.ts'/gu, "$1.js'"));
  }),
);

// Pack a copy, because `files` names the folder dist, while the package test builds into another folder.
const staged = await mkdtemp(join(tmpdir(), 'vid-sso-pack-'));
await cp(outDir, join(staged, 'dist'), { recursive: true });
for (const name of ['package.json', 'README.md']) await copyFile(here(`./${name}`), join(staged, name));
const npm = process.env['npm_execpath'];
const pack = ['pack', '--offline', '--ignore-scripts', '--silent', '--pack-destination', outDir];
await (npm === undefined
  ? promisify(execFile)('npm', pack, { cwd: staged, shell: process.platform === 'win32' })
  : promisify(execFile)(process.execPath, [npm, ...pack], { cwd: staged }));
await rm(staged, { recursive: true });

/** Size limit of index.js and of vid-sso.global.js, each compressed with its chunks. */
const limitBytes = 4_096;
for (const entry of ['index.js', 'vid-sso.global.js']) {
  const text = await readFile(`${outDir}/${entry}`, 'utf8');
  const chunks = [...text.matchAll(/from\s*["']\.\/(?<name>[^"']+)["']/gu)].map(
    (match) => match.groups?.['name'],
  );
  const parts = await Promise.all(chunks.map((name) => readFile(`${outDir}/${name}`, 'utf8')));
  const bytes = [text, ...parts].reduce((sum, part) => sum + gzipSync(part, { level: 9 }).length, 0);
  process.stdout.write(`${entry}: ${bytes} of ${limitBytes} bytes compressed\n`);
  if (bytes > limitBytes) process.exitCode = 1;
}
