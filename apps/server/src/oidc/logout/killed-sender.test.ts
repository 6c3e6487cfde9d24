import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { startTestServer, type TestServer } from '@vid/testkit/server';
import { afterEach, beforeEach, describe, expect, inject, it, vi } from 'vitest';
import { waitForListener } from '#platform/jobs/testing/listeners.ts';
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
  await waitForListener(server.deps.sql);
  return vid;
}

describe('a process killed while it sends a logout notice', () => {
  it('D6 another one sends the notice once the lease has ended, and not before', async () => {
    const { sql, applications, jobs } = server.deps;
    await applications.add({ code: 'shop', name: 'shop', isFirstParty: true });
    await applications.addClient('shop', {
      clientId,
      kind: 'web',
      redirectUris: ['https://shop.example.vn/callback'],
      backchannelLogoutUri: address,
    });
    const sender = await startProcess();
    await sql`
      with ended as (
        insert into backchannel_logouts (account_id, session_id, authorizations)
        values ('acc_killed', 'ses_killed', ${sql.json({ [clientId]: { sid: 'sid' } })})
        returning id)
      select queue_backchannel_logout(id) from ended`;
    await until(() => expect(notices).toBe(1));
    await sender.stop('SIGKILL');

    isAnswering = true;
    jobs.start();
    const sweep = () => sql`select graphile_worker.add_job('sweep-logouts')`;
    const swept = async () => {
      await sweep();
      await until(async () => {
        const [row] = await sql`
          select count(*)::int as count from graphile_worker.jobs where task_identifier = 'sweep-logouts'`;
        expect(row?.['count']).toBe(0);
      });
    };
    await sql`update backchannel_logouts set created_at = created_at - interval '31 seconds'`;
    await sql`update graphile_worker._private_jobs set locked_at = now() - interval '20 seconds'
      where key like 'logout-%'`;
    await swept();
    expect(notices).toBe(1);

    await sql`update graphile_worker._private_jobs set locked_at = now() - interval '31 seconds'
      where key like 'logout-%'`;
    await swept();
    await until(async () => expect(await sql`select id from backchannel_logouts`).toHaveLength(0));
    expect(notices).toBe(2);
  });

  it('D2 a notice whose last try was lost with the database is queued again', async () => {
    const { sql, jobs } = server.deps;
    jobs.start();
    await waitForListener(sql);
    await sql`
      insert into backchannel_logouts (account_id, session_id, authorizations, created_at)
      values ('acc_lost', 'ses_lost', '{}', now() - interval '1 minute')`;
    await sql`
      select graphile_worker.add_job('logout', json_build_object('id', id), max_attempts => 8,
        job_key => 'logout-' || id, run_at => now() + interval '1 day') from backchannel_logouts`;
    await sql`update graphile_worker._private_jobs set attempts = 8 where key like 'logout-%'`;
    await sql`select graphile_worker.add_job('sweep-logouts')`;
    await until(async () => expect(await sql`select id from backchannel_logouts`).toHaveLength(0));
  });
});
