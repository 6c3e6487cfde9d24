import { startTestServer, type TestServer } from '@vid/testkit/server';
import { afterEach, beforeEach, describe, expect, inject, it, vi } from 'vitest';
import { openPools, type Pools } from '#database/pools.ts';
import { Door } from '#process/testing/door.ts';
import { createJobs, type Jobs } from './jobs.ts';
import { runSoon } from './tasks.repo.ts';

const door = new Door();
let server: TestServer;
let pools: Pools;
let jobs: Jobs;
let runs: number;
let onRun: () => Promise<void> | void;

const until = <T>(check: () => Promise<T> | T) => vi.waitFor(check, { timeout: 20_000, interval: 50 });
const request = () => server.deps.sql.begin((tx) => runSoon(tx, 'purge'));
const isHeld = async () => {
  const [row] = await server.deps.sql`select lease_until is not null as is_held from scheduled_tasks`;
  return row?.['isHeld'];
};

beforeEach(async () => {
  const cluster = inject('cluster');
  server = await startTestServer(cluster);
  await door.open(cluster.host);
  const [row] = await server.deps.sql<{ name: string }[]>`select current_database() as name`;
  runs = 0;
  onRun = () => undefined;
  pools = openPools(
    { url: `postgres://${cluster.user}@127.0.0.1:${door.port}/${row?.name}` },
    { max: 4, onChange: () => undefined },
  );
  jobs = createJobs({
    ...server.deps,
    sql: pools.sql,
    availability: pools.availability,
    timing: { pollMs: 500 },
  });
});
afterEach(async () => {
  await jobs.stop();
  await pools.close();
  await door.close();
  await server.close();
});

async function startJobs(): Promise<void> {
  jobs.start([
    {
      name: 'purge',
      everyMinutes: 24 * 60,
      async run() {
        runs += 1;
        await onRun();
      },
    },
  ]);
  await until(async () => expect(await isHeld()).toBe(false));
  await request();
  await until(() => expect(runs).toBe(1));
  await until(async () => expect(await isHeld()).toBe(false));
}

describe('the task schedule with half-open connections', () => {
  it('D2 runs tasks on new connections after the old ones froze', async () => {
    await startJobs();
    door.freezeSessions();
    const frozenAt = performance.now();
    await request();
    await until(() => expect(runs).toBe(2));
    expect(performance.now() - frozenAt).toBeLessThan(5_000);
  });

  it('D2 runs tasks again within 2 s of the end of a freeze', async () => {
    await startJobs();
    door.hold();
    await until(() => expect(pools.availability.isUp()).toBe(false));
    await request();
    door.thaw();
    const thawedAt = performance.now();
    await until(() => expect(runs).toBe(2));
    expect(performance.now() - thawedAt).toBeLessThan(2_000);
  });

  it('D4 records the end of a task after an attempt without reply', async () => {
    await startJobs();
    onRun = () => {
      onRun = () => undefined;
      door.freezeSessions();
    };
    await request();
    await until(() => expect(runs).toBe(2));
    await until(async () => expect(await isHeld()).toBe(false));
    expect(await server.deps.metrics.registry.metrics()).toContain('vid_job_ends_unconfirmed_total 1');
    expect(runs).toBe(2);
  });

  it('D2 still runs tasks if the database responds slowly', async () => {
    await startJobs();
    door.delay(500);
    await request();
    await until(() => expect(runs).toBe(2));
    await until(async () => expect(await isHeld()).toBe(false));
    expect(server.logLines.join('')).not.toContain('scheduled tasks cannot run');
  });
});
