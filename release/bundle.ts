import { join, relative, sep } from 'node:path';
import { rolldown, type Plugin } from 'rolldown';
import { root } from './places.ts';

/** Packages with native code, which cannot be bundled and are copied into the release. */
export const nativePackages = ['@napi-rs/canvas', '@node-rs/argon2', '@node-rs/bcrypt', 'sharp'];

/** Bundles the server and its commands into `folder`, which must be directly below the release's root. */
export async function bundleServer(folder: string): Promise<void> {
  const bundle = await rolldown({
    input: { main: source('apps/server/src/main.ts'), command: source('apps/server/src/cli/main.ts') },
    platform: 'node',
    external: nativePackages,
    plugins: [releasedProgram, sourcePlaces, workers],
    onLog(level, log) {
      // Some dependencies use eval on purpose. Any other warning may mean a broken bundle.
      if (level === 'warn' && log.code !== 'EVAL') throw new Error(log.message);
    },
  });
  await bundle.write({
    dir: folder,
    format: 'esm',
    // `sourcePlaces` requires all chunks in one folder.
    chunkFileNames: '[name]-[hash].js',
    entryFileNames: '[name].js',
    minify: 'dce-only',
  });
  await bundle.close();
}

const source = (path: string): string => join(root, path);

const releasedProgram: Plugin = {
  name: 'released-program',
  resolveId: {
    filter: { id: /^#lib\/program\.ts$/u },
    handler: () => join(import.meta.dirname, 'program.ts'),
  },
};

/**
 * Resolves paths relative to a module against the place of its source. The release has the files that these paths name
 * at the same places as the checkout.
 */
const sourcePlaces: Plugin = {
  name: 'source-places',
  transform: {
    order: 'post',
    filter: { id: { exclude: /^\0|\/node_modules\//u }, code: 'import.meta.url' },
    handler(code, id) {
      const place = JSON.stringify(`../${relative(root, id).split(sep).join('/')}`);
      return code.replaceAll('import.meta.url', `new URL(${place}, import.meta.url).href`);
    },
  },
};

/** Adds the modules that run in worker threads to the bundle. */
const workers: Plugin = {
  name: 'workers',
  transform: {
    order: 'pre',
    filter: { id: { exclude: /\/node_modules\//u }, code: 'new Worker(' },
    handler(code, id) {
      return code.replace(
        /new Worker\(new URL\('(?<file>[^']+)', import\.meta\.url\)/gu,
        (_, file: string) => {
          const reference = this.emitFile({ type: 'chunk', id: join(id, '..', file) });
          return `new Worker(new URL(import.meta.ROLLUP_FILE_URL_${reference})`;
        },
      );
    },
  },
};
