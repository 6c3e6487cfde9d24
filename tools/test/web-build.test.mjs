import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { hashSources } from '../lib/web-build.mjs';

let folder = '';

/** @param {string} file @param {string} text */
async function write(file, text) {
  await mkdir(dirname(join(folder, file)), { recursive: true });
  await writeFile(join(folder, file), text);
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vid-hash-'));
  await write('web/src/main.tsx', 'one');
  await write('lock', 'two');
});
afterEach(() => rm(folder, { recursive: true }));

const hash = () => hashSources(folder, ['web', 'lock']);

it.each([
  ['a source file', 'web/src/main.tsx'],
  ['the list of files', 'web/src/other.tsx'],
  ['a file that is listed as a source itself', 'lock'],
])('the hash of the sources changes when %s changes', async (_case, file) => {
  const before = await hash();
  await write(file, 'changed');
  expect(await hash()).not.toBe(before);
});

it.each([
  ['a test', 'web/src/main.test.tsx'],
  ['build output', 'web/dist/assets/index.js'],
  ['an installed package', 'web/node_modules/left/index.js'],
])('the hash of the sources stays the same when %s changes', async (_case, file) => {
  const before = await hash();
  await write(file, 'changed');
  expect(await hash()).toBe(before);
});
