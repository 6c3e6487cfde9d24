import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { startTestServer, type TestServer } from '@vid/testkit/server';
import { afterEach, beforeEach, describe, expect, inject, it, vi } from 'vitest';
import { queueLogouts } from '#platform/deliveries/deliveries.repo.ts';
import { Door } from '#process/testing/door.ts';
import { endVidProcesses, makeDataFolder, startVid, type VidProcess } from '#process/testing/vid-process.ts';

const clientId = 'shop-web';
const door = new Door();
let server: TestServer;
let sink: Server;
let address: string;
let notices: number;
let isAnswering: boolean;
let folder: Awaited<ReturnType<typeof makeDataFolder>>;

beforeEach(async () => {
  notices = 0;
  isAnswering = false;
  sink = createServer((_request, response) => {
    notices += 1;
    if (isAnswering) response.end();
  });
  sink.listen(0, '127.0.0.1');
  await once(sink, 'listening');
  const at = sink.address();
  address = `http://127.0.0.1:${typeof at === 'object' && at ? at.port : 0}/logout`;
  folder = await makeDataFolder();
  server = await startTestServer(inject('cluster'));
  await door.open(inject('cluster').host);
});
afterEach(async () => {
  await endVidProcesses();
  await server.close();
  await door.close();
  await folder.remove();
  sink.closeAllConnections();
  sink.close();
});

const until = (check: () => Promise<void> | void) => vi.waitFor(check, { timeout: 20_000, interval: 50 });

async function startProcess(): Promise<VidProcess> {
  const [row] = await server.deps.sql<{ name: string }[]>`select current_database() as name`;
  const vid = startVid({
    VID_DATABASE_URL: `postgres://${inject('cluster').user}@127.0.0.1:${door.port}/${row?.name}`,
    VID_MASTER_KEY: '07'.repeat(32),
    VID_DATA_DIR: folder.dataDir,
    VID_EXAMPLES: 'off',
  });
  await vid.port();
  return vid;
}

describe('a process killed while it sends a logout notice', () => {
  it('D6 leaves the notice to another process after its lease', async () => {
    const { sql, applications, backchannelLogout } = server.deps;
    await applications.add({ code: 'shop', name: 'shop', isFirstParty: true });
    await applications.addClient('shop', {
      clientId,
      kind: 'web',
      redirectUris: ['https://shop.example.vn/callback'],
      backchannelLogoutUri: address,
    });
    const sender = await startProcess();
    await sql.begin((tx) => queueLogouts(tx, 'acc_killed', [{ id: clientId, sid: 'sid' }]));
    await until(() => expect(notices).toBe(1));
    await sender.stop('SIGKILL');

    isAnswering = true;
    await sql`update deliveries set lease_until = lease_until - interval '20 seconds'`;
    await backchannelLogout.run();
    expect(notices).toBe(1);

    await sql`update deliveries set lease_until = lease_until - interval '11 seconds'`;
    await backchannelLogout.run();
    expect(await sql`select id from deliveries`).toHaveLength(0);
    expect(notices).toBe(2);
  });

  it('D2 leaves no notice stored after its eighth attempt was interrupted', async () => {
    const { sql, backchannelLogout } = server.deps;
    await sql.begin((tx) => queueLogouts(tx, 'acc_lost', [{ id: 'no-client', sid: 'sid' }]));
    await sql`update deliveries set status = 'sending', attempts = 8, lease_until = now()`;
    await backchannelLogout.run();
    expect(await sql`select id from deliveries`).toHaveLength(0);
  });
});
