// node tools/complete-lock.mjs: adds entries to the lock file for the builds of other platforms, which npm install
// omits when the registry lacks them, and the checksums that the registry now has.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { npm } from './lib/install.mjs';
import { addChecksums, fillGaps, listUnverified } from './lib/lock-file.mjs';
import { root } from './lib/paths.mjs';
import { runTool, say, ToolError } from './lib/say.mjs';

await runTool(async () => {
  const file = join(root, 'package-lock.json');
  const lock = JSON.parse(await readFile(file, 'utf8'));
  const filled = fillGaps(lock);
  const unverified = listUnverified(filled);
  const complete = addChecksums(filled, await resolve(unverified));
  const left = listUnverified(complete);
  await writeFile(file, `${JSON.stringify(complete, null, 2)}\n`);
  const added = Object.keys(filled.packages).length - Object.keys(lock.packages).length;
  say(`package-lock.json: ${added} missing platform builds added.`);
  say(`Checksums: ${unverified.length - left.length} added; the registry lacks ${left.length}.`);
  return 0;
});

/**
 * Returns the lock file that npm makes for these packages. The packages are optional, so that npm omits those that the
 * registry lacks.
 * @param {{ name: string, version: string }[]} packages
 */
async function resolve(packages) {
  const folder = await mkdtemp(join(tmpdir(), 'vid-lock-'));
  try {
    // Aliases allow several versions of a package.
    const optionalDependencies = Object.fromEntries(
      packages.map(({ name, version }, index) => [`alias-${index}`, `npm:${name}@${version}`]),
    );
    await writeFile(join(folder, 'package.json'), JSON.stringify({ optionalDependencies }));
    const { code, output } = await npm([
      'install',
      '--package-lock-only',
      '--ignore-scripts',
      '--loglevel=error',
      `--prefix=${folder}`,
    ]);
    if (code !== 0) throw new ToolError(output.trim());
    return JSON.parse(await readFile(join(folder, 'package-lock.json'), 'utf8'));
  } finally {
    await rm(folder, { recursive: true });
  }
}
