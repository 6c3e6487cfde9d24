// npm run test:proxies: starts nginx, HAProxy and Caddy with the files of ops/proxies in front of VID. The three programs
// and openssl must be installed.
import { ensureInstalled } from './lib/install.mjs';
import { run, toolEnvironment } from './lib/run.mjs';
import { ensureRuntime } from './lib/runtime.mjs';
import { runTool } from './lib/say.mjs';
import { ensureWebBuilt } from './lib/web-build.mjs';

await runTool(async () => {
  await ensureInstalled();
  const node = await ensureRuntime();
  await ensureWebBuilt(node);
  const { code } = await run('vitest', ['run', '--config', 'vitest.ops.config.ts', 'ops/proxies'], {
    env: toolEnvironment(node),
    stdio: 'inherit',
  });
  return code;
});
