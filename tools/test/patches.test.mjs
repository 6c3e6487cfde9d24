import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { applyPatches } from '../lib/patches.mjs';

/** @param {string} line */
const patchTo = (line) => `diff --git a/node_modules/tool/index.js b/node_modules/tool/index.js
--- a/node_modules/tool/index.js
+++ b/node_modules/tool/index.js
@@ -1 +1 @@
-original
+${line}
`;

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vid-patches-test-'));
  await mkdir(join(folder, 'node_modules', 'tool'), { recursive: true });
  await mkdir(join(folder, 'patches'));
  await writeFile(join(folder, 'package.json'), '{}');
  await writeFile(join(folder, 'node_modules', 'tool', 'package.json'), '{ "version": "1.0.0" }');
  await writeFile(join(folder, 'node_modules', 'tool', 'index.js'), 'original\n');
  await writePatch('patched');
});
afterEach(() => rm(folder, { recursive: true }));

/** @param {string} line */
function writePatch(line) {
  return writeFile(join(folder, 'patches', 'tool+1.0.0.patch'), patchTo(line));
}

async function apply() {
  const { code } = await applyPatches(folder);
  return { code, text: await readFile(join(folder, 'node_modules', 'tool', 'index.js'), 'utf8') };
}

describe('applyPatches', () => {
  it('changes a package once', async () => {
    expect(await apply()).toEqual({ code: 0, text: 'patched\n' });
    expect(await apply()).toEqual({ code: 0, text: 'patched\n' });
  });

  it('fails for a package that has an earlier version of its patch', async () => {
    await apply();
    await writePatch('patched again');
    expect(await apply()).toEqual({ code: 1, text: 'patched\n' });
  });
});
