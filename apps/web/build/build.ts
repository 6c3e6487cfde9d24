import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { build } from 'vite';
import type { listMemberPages, render } from '../src/prerender.tsx';
import { composePage } from './compose.ts';
import { hintsOf } from './hints.ts';
import { readManifest } from './manifest.ts';

/** `node apps/web/build/build.ts` builds everything the server serves below /vid/web into apps/web/dist. */
const web = join(import.meta.dirname, '..');
const dist = join(web, 'dist');
const rendered = join(web, 'dist', '.prerender');

const languages = ['vi', 'en'] as const;

async function buildClient(): Promise<void> {
  await build({ root: web, configFile: join(web, 'vite.config.ts'), logLevel: 'warn' });
}

/** Builds `src/prerender.tsx` for Node. The output is not served. */
async function loadPrerender(): Promise<{ render: typeof render; listMemberPages: typeof listMemberPages }> {
  await build({
    root: web,
    configFile: join(web, 'vite.config.ts'),
    logLevel: 'warn',
    build: {
      ssr: 'src/prerender.tsx',
      outDir: rendered,
      emptyOutDir: true,
      manifest: true,
      minify: false,
      rolldownOptions: { output: { entryFileNames: 'prerender.mjs' } },
    },
  });
  return import(pathToFileURL(join(rendered, 'prerender.mjs')).href);
}

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

async function compress(folder: string): Promise<void> {
  for (const name of await readdir(folder, { recursive: true })) {
    if (!/\.(?:js|css|svg|json|txt)$/.test(name)) continue;
    const content = await readFile(join(folder, name));
    if (content.length < 512) continue;
    const params = {
      [constants.BROTLI_PARAM_QUALITY]: 11,
      [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
    };
    await writeFile(join(folder, `${name}.br`), await toBrotli(content, { params }));
    await writeFile(join(folder, `${name}.gz`), await toGzip(content, { level: 9 }));
  }
}

async function main(): Promise<void> {
  process.env['NODE_ENV'] = 'production';
  await buildClient();
  const prerender = await loadPrerender();
  const template = await readFile(join(dist, 'index.html'), 'utf8');
  const manifest = await readManifest(dist);
  await mkdir(join(dist, 'html'), { recursive: true });
  for (const language of languages) {
    for (const page of await prerender.render(language)) {
      const html = await composePage({ template, manifest, dist, language, page });
      await writeFile(join(dist, 'html', `${page.name}.${language}.html`), html);
    }
  }
  const hints = hintsOf(manifest, await readManifest(rendered), await prerender.listMemberPages());
  await writeFile(join(dist, 'html', 'hints.json'), JSON.stringify(hints));
  await rm(rendered, { recursive: true });
  await rm(join(dist, 'index.html'));
  await compress(join(dist, 'assets'));
}

await main();
