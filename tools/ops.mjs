// npm run test:ops: tests the files of ops/. nginx, HAProxy and Caddy run in front of VID, promtool evaluates the
// alert rules, Prometheus scrapes VID for the dashboard, and systemd verifies the units of `vid init`.
//   npm run test:ops -- ops/prometheus   one folder
import { ensureInstalled } from './lib/install.mjs';
import { listOnPath } from './lib/executables.mjs';
import { run, toolEnvironment } from './lib/run.mjs';
import { ensureRuntime } from './lib/runtime.mjs';
import { runTool, ToolError } from './lib/say.mjs';
import { ensureWebBuilt } from './lib/web-build.mjs';

const programs = ['nginx', 'haproxy', 'caddy', 'openssl', 'prometheus', 'promtool', 'systemd-analyze'];

await runTool(async () => {
  process.env.PATH = `${process.env.PATH}:/usr/sbin`;
  const missing = programs.filter((program) => listOnPath([program]).length === 0);
  if (missing.length > 0) throw new ToolError(`Install these programs first: ${missing.join(', ')}.`);
  await ensureInstalled();
  const node = await ensureRuntime();
  await ensureWebBuilt(node);
  const { code } = await run(
    'vitest',
    ['run', '--config', 'vitest.ops.config.ts', ...process.argv.slice(2)],
    {
      env: toolEnvironment(node),
      stdio: 'inherit',
    },
  );
  return code;
});
