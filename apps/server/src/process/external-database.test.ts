import { createEmptyDatabases } from '@vid/testkit/database/database';
import { productionSettings } from '@vid/testkit/production';
import { sendRaw } from '@vid/testkit/http/raw-http';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { Door } from './testing/door.ts';
import { endVidProcesses, makeDataFolder, runVid, startVid } from './testing/vid-process.ts';

const door = new Door();
const database = `vid_external_${process.pid}`;
/** Database with the sample members of evaluation mode, which production refuses. */
const banners = `vid_banners_${process.pid}`;
const unused = `vid_unused_${process.pid}`;
let databases: Awaited<ReturnType<typeof createEmptyDatabases>>;

beforeAll(async () => {
  const cluster = inject('cluster');
  databases = await createEmptyDatabases(cluster, database, banners, unused);
  await door.open(cluster.host);
});
afterAll(async () => {
  await door.close();
  await databases.drop();
});

afterEach(endVidProcesses);

const production = (name = database) => ({
  ...productionSettings,
  VID_DATABASE_URL: `postgres://${inject('cluster').user}@127.0.0.1:${door.port}/${name}`,
});

const probe = async (port: number, path: string): Promise<number> =>
  (await fetch(`http://127.0.0.1:${port}${path}`)).status;

describe('VID while its database is down at startup', () => {
  it('D1 answers probes, and serves once the database is up', async () => {
    await door.close();
    const vid = startVid(production());
    const port = await vid.port();
    expect(await probe(port, '/vid/health/live')).toBe(200);
    expect(await probe(port, '/vid/health/ready')).toBe(503);
    await vid.entry('database not reachable yet; retrying');
    // Use a raw request, because `fetch` cannot send another Host header.
    const me = 'GET /vid/ajax/auth/me HTTP/1.1\r\nHost: id.example.vn\r\nConnection: close\r\n\r\n';
    expect((await sendRaw(port, [me])).status).toBe(503);

    await door.open(inject('cluster').host);
    await vid.entry('migrations applied');
    await expect.poll(() => probe(port, '/vid/health/ready'), { timeout: 5_000 }).toBe(200);
    expect(vid.lines.join('\n')).not.toContain('EVALUATION');
    expect(await vid.stop()).toBe(0);
  });
});

describe.each(['1', '2'])('VID with VID_WORKERS=%s and no database yet', (workers) => {
  it('D1 prints that it is ready only once it serves requests', async () => {
    await door.close();
    const folder = await makeDataFolder();
    const vid = startVid({
      VID_DATABASE_URL: production(banners).VID_DATABASE_URL,
      VID_MASTER_KEY: productionSettings.VID_MASTER_KEY,
      VID_DATA_DIR: folder.dataDir,
      VID_EXAMPLES: 'off',
      VID_WORKERS: workers,
    });
    const port = await vid.port();
    await vid.entry('database not reachable yet; retrying');
    expect(vid.lines.join('\n')).not.toContain('VID is ready');
    await door.open(inject('cluster').host);
    await expect.poll(() => vid.lines.join('\n'), { timeout: 15_000 }).toContain('VID is ready');
    await expect.poll(() => probe(port, '/vid/health/ready')).toBe(200);
    expect(await vid.stop()).toBe(0);
    await folder.remove();
  });
});

describe('an unusable database', () => {
  it('makes VID exit with an explanation if it does not exist', async () => {
    const vid = startVid(production('nothing_here'));
    expect(await vid.exitCode()).toBe(78);
    expect(vid.lines.join('\n')).toContain('has no database with the name in VID_DATABASE_URL');
  });

  it('is refused in production if it contains sample members', async () => {
    // The tests above ran evaluation mode on this database, which added the sample members.
    const settings = production(banners);
    const refused = startVid(settings);
    expect(await refused.exitCode()).toBe(78);
    expect(refused.lines.join('\n')).toContain('remove-samples');
    expect(await runVid(['remove-samples'], settings)).toMatchObject({
      code: 0,
      text: 'Deleted 6 sample members.',
    });

    const vid = startVid(settings);
    const port = await vid.port();
    await expect.poll(() => probe(port, '/vid/health/ready'), { timeout: 5_000 }).toBe(200);
    expect(await vid.stop()).toBe(0);
  });

  it('is refused with a wrong master key, and the doctor reports it', async () => {
    const other = { ...production(), VID_MASTER_KEY: 'cd'.repeat(32) };
    const refused = startVid(other);
    expect(await refused.exitCode()).toBe(78);
    expect(refused.lines.join('\n')).toContain('The master key is not the one');
    expect((await runVid(['doctor'], other)).text).toMatch(
      /^fail +the master key does not decrypt the data in the database$/mu,
    );
    expect((await runVid(['doctor'], production())).text).toMatch(/^ok +the master key decrypts/mu);
  });

  it('is refused with a wrong key by the start after “vid migrate”', async () => {
    expect(await runVid(['migrate'], production(unused))).toMatchObject({ code: 0 });
    const refused = startVid({ ...production(unused), VID_MASTER_KEY: 'cd'.repeat(32) });
    expect(await refused.exitCode()).toBe(78);
    expect(refused.lines.join('\n')).toContain('The master key is not the one');
  });
});
