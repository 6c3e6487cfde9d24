// npm run vid -- <command>: the operator's commands.
import { ensureInstalled } from './lib/install.mjs';
import { runCommand } from './lib/run.mjs';
import { ensureRuntime } from './lib/runtime.mjs';
import { runTool } from './lib/say.mjs';

await runTool(async () => {
  await ensureInstalled();
  return runCommand(await ensureRuntime(), ['apps/server/src/cli/main.ts', ...process.argv.slice(2)]);
});
