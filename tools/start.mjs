// npm start: installs, builds and runs the server, even in a fresh clone.
import { ensureInstalled } from './lib/install.mjs';
import { runService } from './lib/run.mjs';
import { ensureRuntime, SERVER_ENVIRONMENT, SERVER_FLAGS } from './lib/runtime.mjs';
import { runTool } from './lib/say.mjs';
import { ensureWebBuilt } from './lib/web-build.mjs';

await runTool(async () => {
  await ensureInstalled();
  const node = await ensureRuntime();
  await ensureWebBuilt(node);
  // The operator's own settings take precedence.
  Object.assign(process.env, { ...SERVER_ENVIRONMENT, ...process.env });
  return runService(node, [...SERVER_FLAGS, 'apps/server/src/main.ts', ...process.argv.slice(2)]);
});
