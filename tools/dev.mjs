// npm run dev: starts VID with live reload. Vite listens at VID's address, serves the web app, and forwards the other
// requests to the server, which restarts when its sources change.
import { once } from 'node:events';
import { createServer } from 'node:net';
import { ensureInstalled } from './lib/install.mjs';
import { runService, toolEnvironment } from './lib/run.mjs';
import { ensureRuntime } from './lib/runtime.mjs';
import { runTool } from './lib/say.mjs';
import { ensureWebBuilt } from './lib/web-build.mjs';

async function findFreePort() {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  return typeof address === 'object' && address ? address.port : 0;
}

await runTool(async () => {
  await ensureInstalled();
  const node = await ensureRuntime();
  // dev-web.mjs reads the boot data from the server's built page.
  await ensureWebBuilt(node);
  const host = process.env.VID_HOST ?? '127.0.0.1';
  const port = process.env.VID_PORT ?? '8080';
  const isLoopback = host === '127.0.0.1' || host === '::1';
  // The browser's URL, against which the server checks Host and Origin.
  const publicUrl = process.env.VID_PUBLIC_URL ?? `http://${isLoopback ? 'localhost' : host}:${port}`;
  const apiPort = String(await findFreePort());
  const env = toolEnvironment(node);
  const server = runService(node, ['--watch', '--watch-preserve-output', 'apps/server/src/main.ts'], {
    ...env,
    VID_HOST: '127.0.0.1',
    VID_PORT: apiPort,
    VID_PUBLIC_URL: publicUrl,
  });
  const web = runService(node, ['tools/lib/dev-web.mjs'], {
    ...env,
    VID_DEV_API: `http://127.0.0.1:${apiPort}`,
    VID_HOST: host,
    VID_PORT: port,
    VID_PUBLIC_URL: publicUrl,
  });
  const code = await Promise.race([server, web]);
  // Neither Vite nor the server is useful alone, so stop both. runService's signal handlers forward the signal.
  process.kill(process.pid, 'SIGTERM');
  await Promise.all([server, web]);
  return code;
});
