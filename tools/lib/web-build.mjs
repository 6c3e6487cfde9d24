import { createHash } from 'node:crypto';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { root } from './paths.mjs';
import { run, toolEnvironment } from './run.mjs';
import { ToolError, withProgress } from './say.mjs';

const NOT_SOURCES = /(?:^|\/)(?:node_modules|dist|test-results)(?:\/|$)|\.test\.tsx?$/;

const BUILDS = [
  {
    folder: 'packages/sso',
    script: 'packages/sso/build.ts',
    sources: ['packages/sso', 'package-lock.json'],
    label: 'Building the SDK',
    failure: 'The SDK could not be built.',
  },
  {
    folder: 'apps/web',
    script: 'apps/web/build/build.ts',
    sources: ['apps/web', 'packages/contract', 'package-lock.json'],
    label: 'Building the web app',
    failure: 'The web app could not be built.',
  },
];

/**
 * Builds the web app and the SDK, unless their dist folders are up to date with the sources.
 * @param {string} node
 * @param {{ always?: boolean }} [options]
 */
export async function ensureWebBuilt(node, { always = false } = {}) {
  for (const { folder, script, sources, label, failure } of BUILDS) {
    const stampFile = join(root, folder, 'dist', '.stamp');
    const hash = await hashSources(root, sources);
    if (!always && (await readFile(stampFile, 'utf8').catch(() => '')) === hash) continue;
    await withProgress(label, async () => {
      // Remove the stamp first, so that an interrupted build does not count as current.
      await rm(stampFile, { force: true });
      const { code, output } = await run(node, [script], { env: toolEnvironment(node) });
      if (code !== 0) throw new ToolError(`${output.trim()}\n\n${failure}`);
      await writeFile(stampFile, hash);
    });
  }
}

/**
 * Returns a hash of the names and contents of source files, excluding tests and build output.
 * @param {string} folder
 * @param {string[]} sources files and folders in `folder`
 */
export async function hashSources(folder, sources) {
  const hash = createHash('sha256');
  for (const file of (
    await Promise.all(sources.map((source) => listFiles(folder, join(folder, source))))
  ).flat()) {
    hash
      .update(`${file}\0`)
      .update(await readFile(join(folder, file)))
      .update('\0');
  }
  return hash.digest('hex');
}

/**
 * @param {string} folder
 * @param {string} path
 * @returns {Promise<string[]>} relative to the folder, in the same order on every machine
 */
async function listFiles(folder, path) {
  const name = relative(folder, path).split(sep).join('/');
  if (NOT_SOURCES.test(name)) return [];
  const entries = await readdir(path).catch((/** @type {NodeJS.ErrnoException} */ error) => {
    if (error.code === 'ENOTDIR') return undefined;
    throw error;
  });
  if (!entries) return [name];
  return (await Promise.all(entries.toSorted().map((entry) => listFiles(folder, join(path, entry))))).flat();
}
