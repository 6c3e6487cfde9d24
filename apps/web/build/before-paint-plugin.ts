import { join } from 'node:path';
import { build, type Plugin } from 'vite';

const source = join(import.meta.dirname, '..', 'src', 'before-paint.ts');

async function bundle(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    build: {
      write: false,
      modulePreload: false,
      target: 'es2022',
      lib: { entry: source, formats: ['iife'], name: 'vidBeforePaint' },
      minify: true,
    },
  });
  const outputs = Array.isArray(built) ? built : [built];
  for (const result of outputs) {
    if (!('output' in result)) continue;
    for (const file of result.output) if (file.type === 'chunk') return file.code.trim();
  }
  throw new Error('The before-paint script was not built');
}

/** Inlines `src/before-paint.ts` into the head, after the boot data it reads. */
export function beforePaintPlugin(): Plugin {
  return {
    name: 'vid:before-paint',
    transformIndexHtml: {
      order: 'pre',
      async handler(html, context) {
        const script = await bundle();
        const filled = html.replace('<!--before-paint-->', () => `<script>${script}</script>`);
        // A bare Vite server fills in neither boot data nor language.
        const isPlainVite = context.server !== undefined && filled.includes('%BOOT%');
        return isPlainVite
          ? filled.replace('%BOOT%', '{}').replaceAll('%LANG%', 'vi').replace('%PAGE%', 'app')
          : filled;
      },
    },
  };
}
