// npm run test:ha: starts the database servers of ops/ha, strikes them with faults under load, and deletes them. Needs
// root, because the servers run in network namespaces.
//   npm run test:ha -- --only "disk full"   one fault
import { ensureInstalled } from './lib/install.mjs';
import { run, runCommand } from './lib/run.mjs';
import { ensureRuntime } from './lib/runtime.mjs';
import { runTool } from './lib/say.mjs';
import { ensureWebBuilt } from './lib/web-build.mjs';

const cluster = 'ops/ha/cluster';

await runTool(async () => {
  const started = await run(cluster, ['up'], { stdio: 'inherit' });
  if (started.code !== 0) return started.code;
  try {
    await ensureInstalled();
    const node = await ensureRuntime();
    await ensureWebBuilt(node);
    const bench = [node, 'bench/main.ts', 'ha', ...process.argv.slice(2)];
    return await runCommand('ip', ['netns', 'exec', 'vid-app', ...bench]);
  } finally {
    await run(cluster, ['down'], { stdio: 'inherit' });
  }
});
