// npm run vid -- <command>: runs an operator command.
import { enableCompileCache } from 'node:module';
import { ensureInstalled } from './lib/install.mjs';
import { root } from './lib/paths.mjs';
import { runCommand } from './lib/run.mjs';
import { ensureRuntime, isRuntime, SERVER_ENVIRONMENT } from './lib/runtime.mjs';
import { runTool } from './lib/say.mjs';

const main = 'apps/server/src/cli/main.ts';

await runTool(async () => {
  await ensureInstalled();
  Object.assign(process.env, { ...SERVER_ENVIRONMENT, ...process.env });
  if (!isRuntime()) return runCommand(await ensureRuntime(), [main, ...process.argv.slice(2)]);
  // npm puts the pinned Node first on PATH, so most commands need no second process.
  process.chdir(root);
  enableCompileCache(process.env.NODE_COMPILE_CACHE);
  await import(`../${main}`);
  return Number(process.exitCode ?? 0);
});
