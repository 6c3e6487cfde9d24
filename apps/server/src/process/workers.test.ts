import { createEmptyDatabases } from '@vid/testkit/database';
import { productionSettings } from '@vid/testkit/production';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { endVidProcesses, startVid } from './testing/vid-process.ts';
import { Door } from './testing/door.ts';

const door = new Door();
const database = `vid_workers_${process.pid}`;
let databases: Awaited<ReturnType<typeof createEmptyDatabases>>;

beforeAll(async () => {
  const cluster = inject('cluster');
  databases = await createEmptyDatabases(cluster, database);
  await door.open(cluster.host);
});
afterAll(async () => {
  await endVidProcesses();
  await door.close();
  await databases.drop();
});

const isServing = (line: string) => line.includes('"worker is serving"');

async function readiness(port: number): Promise<readonly number[]> {
  const statuses = new Set<number>();
  for (let n = 0; n < 20; n += 1) {
    const url = `http://127.0.0.1:${port}/vid/health/ready`;
    const signal = AbortSignal.timeout(2_000);
    const answer = await fetch(url, { signal, headers: { connection: 'close' } }).catch(() => undefined);
    statuses.add(answer?.status ?? 0);
  }
  return [...statuses];
}

it('D1 a worker whose schema check fails is replaced until a worker can serve', async () => {
  const vid = startVid({
    ...productionSettings,
    VID_DATABASE_URL: `postgres://${inject('cluster').user}@127.0.0.1:${door.port}/${database}`,
    VID_WORKERS: '2',
  });
  const port = await vid.port();
  // The primary keeps a port that the system chose only while a worker listens on it.
  await expect.poll(() => vid.lines.filter(isServing).length, { timeout: 30_000 }).toBe(2);
  expect(await readiness(port)).toEqual([200]);

  // PostgreSQL keeps open connections and refuses new ones with 55000, which VID does not treat as an outage.
  await databases.admin.unsafe(`alter database ${database} allow_connections false`);
  process.kill(Number((await vid.entry('worker is serving'))['worker']), 'SIGKILL');
  await vid.entry('the schema check failed');
  await databases.admin.unsafe(`alter database ${database} allow_connections true`);
  await expect.poll(() => readiness(port), { timeout: 60_000 }).toEqual([200]);
  expect(await vid.stop()).toBe(0);
}, 120_000);
