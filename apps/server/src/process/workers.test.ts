import { createEmptyDatabases } from '@vid/testkit/database/database';
import { productionSettings } from '@vid/testkit/production';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { connect } from '#database/connection.ts';
import { createDataKeys } from '#platform/installation/data-keys.ts';
import { endVidProcesses, startVid, type VidProcess } from './testing/vid-process.ts';
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

/** Kills the worker that was the first, second, … to serve. */
function killWorker({ lines }: VidProcess, index: number): void {
  const { worker } = JSON.parse(lines.filter(isServing)[index] ?? '{}');
  process.kill(Number(worker), 'SIGKILL');
}

it('D1 a worker whose schema check fails is replaced until a worker can serve, and ends VID if the master key was replaced', async () => {
  const url = `postgres://${inject('cluster').user}@127.0.0.1:${door.port}/${database}`;
  const vid = startVid({
    ...productionSettings,
    VID_DATABASE_URL: url,
    VID_WORKERS: '2',
  });
  const port = await vid.port();
  // The primary keeps a port that the system chose only while a worker listens on it.
  await expect.poll(() => vid.lines.filter(isServing).length, { timeout: 30_000 }).toBe(2);
  expect(await readiness(port)).toEqual([200]);

  // PostgreSQL keeps open connections and refuses new ones with 55000, which VID does not treat as an outage.
  await databases.admin.unsafe(`alter database ${database} allow_connections false`);
  killWorker(vid, 0);
  await vid.entry('the schema check failed');
  await databases.admin.unsafe(`alter database ${database} allow_connections true`);
  await expect.poll(() => readiness(port), { timeout: 60_000 }).toEqual([200]);

  const { sql, close } = connect({ url }, { max: 1, applicationName: 'vid-test' });
  const former = Buffer.from(productionSettings.VID_MASTER_KEY, 'hex');
  const dataKeys = createDataKeys(sql, { current: Buffer.alloc(32, 1), former });
  await sql.begin((tx) => dataKeys.reseal(tx));
  await close();
  killWorker(vid, 1);
  expect(await vid.exitCode()).toBe(78);
  expect(vid.lines.join('\n')).toContain('The master key is not the one');
}, 120_000);
