// npm run vid -- <command>: the operator's commands.
import { ensureInstalled } from './lib/install.mjs';
import { runCommand } from './lib/run.mjs';
import { ensureRuntime, SERVER_ENVIRONMENT } from './lib/runtime.mjs';
import { runTool } from './lib/say.mjs';

await runTool(async () => {
  await ensureInstalled();
  Object.assign(process.env, { ...SERVER_ENVIRONMENT, ...process.env });
  return runCommand(await ensureRuntime(), ['apps/server/src/cli/main.ts', ...process.argv.slice(2)]);
});
