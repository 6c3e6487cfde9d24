import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';

const source = (name: string): string => fileURLToPath(new URL(`./src/${name}`, import.meta.url));
const outDir = fileURLToPath(new URL('./dist', import.meta.url));

/** ES modules for bundlers, and one file for a script tag (`VidSsoKit.VidSso`). */
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
    rolldownOptions: { external: ['react', 'jose'] },
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

/** What an application asks its visitors to load stays small. */
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
