import { createServer, type Server } from 'node:net';
import { freePort, listenOnLoopback } from '@vid/testkit/network';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { findExampleOrigins } from './examples.ts';
import { endVidProcesses, makeDataFolder, startVid, type VidProcess } from '../testing/vid-process.ts';

let folder: Awaited<ReturnType<typeof makeDataFolder>>;
beforeAll(async () => {
  folder = await makeDataFolder();
});
afterEach(endVidProcesses);
afterAll(() => folder.remove());

async function listen(port = 0): Promise<{ server: Server; port: number }> {
  const server = createServer();
  return { server, port: await listenOnLoopback(server, port) };
}

const close = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve());
  });

const statusOf = async (address: string): Promise<number | undefined> =>
  (await fetch(address).catch(() => undefined))?.status;

const bannerOf = (vid: VidProcess): string => vid.lines.filter((line) => !line.startsWith('{')).join('\n');

function processOfExample(vid: VidProcess): number | undefined {
  const line = vid.lines.find((text) => text.includes('"example started"') && text.includes('"oidc"'));
  const entry: { process: number } | undefined = line === undefined ? undefined : JSON.parse(line);
  return entry?.process;
}

it('an example uses another free port if its port is taken', async () => {
  const { server, port } = await listen();
  const { sdk, oidc } = await findExampleOrigins(port - 1);
  expect(sdk).not.toBe(`http://localhost:${port}`);
  expect(sdk).toMatch(/^http:\/\/localhost:\d+$/u);
  expect(oidc).not.toBe(sdk);
  await close(server);
});

it('VID starts an example, restarts it after a crash and stops it', { timeout: 90_000 }, async () => {
  const vid = startVid({ VID_DATA_DIR: folder.dataDir, VID_PORT: String(await freePort()) });
  await expect.poll(() => bannerOf(vid), { timeout: 30_000 }).toContain('Stop with Ctrl-C');
  const address = /Example with OpenID Connect +(\S+)/u.exec(bannerOf(vid))?.[1] ?? '';
  await expect.poll(() => statusOf(address), { timeout: 20_000 }).toBe(200);

  // The example may respond before VID's line about it has arrived.
  const pid = await vi.waitUntil(() => processOfExample(vid), { timeout: 20_000 });
  process.kill(pid, 'SIGKILL');
  await vid.entry('example exited; restarting it');
  await expect.poll(() => statusOf(address), { timeout: 20_000 }).toBe(200);

  expect(await vid.stop()).toBe(0);
  expect(await statusOf(address)).toBeUndefined();
});

it('VID starts no examples with VID_EXAMPLES=off', { timeout: 90_000 }, async () => {
  const vid = startVid({
    VID_DATA_DIR: folder.dataDir,
    VID_PORT: String(await freePort()),
    VID_EXAMPLES: 'off',
  });
  await expect.poll(() => bannerOf(vid), { timeout: 30_000 }).toContain('Stop with Ctrl-C');
  expect(bannerOf(vid)).not.toContain('Example');
  expect(await vid.stop()).toBe(0);
  expect(vid.lines.join('\n')).not.toContain('example started');
});
