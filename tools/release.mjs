// npm run release: builds a release, as docs/operations.md describes.
import { ensureInstalled, requireChecksums } from './lib/install.mjs';
import { runCommand } from './lib/run.mjs';
import { ensureRuntime } from './lib/runtime.mjs';
import { runTool } from './lib/say.mjs';
import { ensureWebBuilt } from './lib/web-build.mjs';

await runTool(async () => {
  await requireChecksums();
  await ensureInstalled();
  const node = await ensureRuntime();
  await ensureWebBuilt(node);
  return runCommand(node, ['release/main.ts', ...process.argv.slice(2)]);
});
