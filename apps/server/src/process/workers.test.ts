import { createEmptyDatabases } from '@vid/testkit/database/database';
import { freePort } from '@vid/testkit/network';
import { productionSettings } from '@vid/testkit/production';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { connect } from '#database/connection.ts';
import { createDataKeys } from '#platform/installation/data-keys.ts';
import { endVidProcesses, startVid, type VidProcess } from './testing/vid-process.ts';
import { Door } from './testing/door.ts';

const door = new Door();
const database = `vid_workers_${process.pid}`;
const refused = 'a worker cannot use the database; it tries again until it can';
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

/** Makes PostgreSQL refuse new connections to the database. Open connections keep working. */
const refuseLogins = () =>
  databases.admin.unsafe(`revoke connect on database ${database} from public, current_user`);
const acceptLogins = () => databases.admin.unsafe(`grant connect on database ${database} to public`);

const isServing = (line: string) => line.includes('"worker is serving"');

/** A probe that reaches a worker while it is killed gets no response. */
async function probe(port: number): Promise<{ status: number; body?: unknown }> {
  const url = `http://127.0.0.1:${port}/vid/health/ready`;
  const options = { signal: AbortSignal.timeout(2_000), headers: { connection: 'close' } };
  try {
    const response = await fetch(url, options);
    return { status: response.status, body: await response.json() };
  } catch {
    return { status: 0 };
  }
}

async function readiness(port: number): Promise<readonly number[]> {
  const statuses = new Set<number>();
  for (let n = 0; n < 20; n += 1) statuses.add((await probe(port)).status);
  return [...statuses];
}

/** Kills the worker that was the first, second, … to serve. */
function killWorker({ lines }: VidProcess, index: number): void {
  const { worker } = JSON.parse(lines.filter(isServing)[index] ?? '{}');
  process.kill(Number(worker), 'SIGKILL');
}

it('D1 a worker that the database refuses waits until it can serve', async () => {
  const url = `postgres://${inject('cluster').user}@127.0.0.1:${door.port}/${database}`;
  const port = await freePort();
  const vid = startVid({
    ...productionSettings,
    VID_DATABASE_URL: url,
    // The primary keeps a port that the system chose only while a worker listens on it.
    VID_PORT: String(port),
    VID_WORKERS: '2',
  });
  await expect.poll(() => vid.lines.filter(isServing).length, { timeout: 30_000 }).toBe(2);
  expect(await readiness(port)).toEqual([200]);

  await refuseLogins();
  killWorker(vid, 0);
  const { problem } = await vid.entry(refused);
  expect(problem).toContain('does not give the user in VID_DATABASE_URL the rights');
  expect(vid.lines.filter(isServing)).toHaveLength(2);

  killWorker(vid, 1);
  await expect
    .poll(() => probe(port), { timeout: 30_000 })
    .toMatchObject({ status: 503, body: { status: 'unavailable', problem } });
  expect(vid.lines.filter((line) => line.includes(refused))).toHaveLength(1);
  expect(vid.lines.filter((line) => line.includes('"worker died; starting another"'))).toHaveLength(2);

  await acceptLogins();
  await expect.poll(() => vid.lines.filter(isServing).length, { timeout: 60_000 }).toBe(4);
  await expect.poll(() => readiness(port), { timeout: 30_000 }).toEqual([200]);

  const { sql, close } = connect({ url }, { max: 1, applicationName: 'vid-test' });
  const former = Buffer.from(productionSettings.VID_MASTER_KEY, 'hex');
  const dataKeys = createDataKeys(sql, { current: Buffer.alloc(32, 1), former });
  await sql.begin((tx) => dataKeys.reseal(tx));
  await close();
  killWorker(vid, 3);
  expect(await vid.exitCode()).toBe(78);
  expect(vid.lines.join('\n')).toContain('The master key is not the one');
}, 120_000);

it('D1 VID with workers exits with code 78 if the database refuses it', async () => {
  await refuseLogins();
  const vid = startVid({
    ...productionSettings,
    VID_DATABASE_URL: `postgres://${inject('cluster').user}@127.0.0.1:${door.port}/${database}`,
    VID_WORKERS: '2',
  });
  expect(await vid.exitCode()).toBe(78);
  expect(vid.lines.join('\n')).toContain('does not give the user in VID_DATABASE_URL the rights');
  expect(vid.lines.join('\n')).not.toContain(refused);
}, 60_000);
