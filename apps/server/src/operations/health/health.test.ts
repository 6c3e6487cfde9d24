import { tmpdir } from 'node:os';
import { TestBrowser } from '@vid/testkit/browser';
import { startTestServer, type TestServer } from '@vid/testkit/server';
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished, vi } from 'vitest';
import { program } from '#lib/program.ts';
import { createMetrics } from '#lib/telemetry/metrics.ts';
import { createStorageWatch } from './storage-watch.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(inject('cluster'));
});
afterAll(() => server.close());

const failWrites = (code: string) =>
  server.deps.sql.unsafe(`
    create function fail_write() returns trigger language plpgsql as $$
    begin raise exception 'no space' using errcode = '${code}'; end $$;
    create trigger fail_write before insert on storage_probes execute function fail_write()`);

describe('health probes', () => {
  it('report that the server is alive and ready', async () => {
    const browser = new TestBrowser(server.app);
    expect((await browser.get('/vid/health/live')).raw.json()).toEqual({ status: 'live' });
    const ready = await browser.get('/vid/health/ready');
    expect([ready.status, ready.raw.json()]).toEqual([
      200,
      {
        status: 'ready',
        version: program.version,
        checks: {
          database: 'up',
          writes: 'working',
          migrations: 'applied',
          jobs: 'running',
          storage: 'writable',
        },
      },
    ]);
  });

  it('D1 report that the server is not ready while migrations are pending', async () => {
    server.deps.availability.awaitMigrations();
    const browser = new TestBrowser(server.app);
    expect((await browser.get('/vid/health/live')).status).toBe(200);
    const ready = await browser.get('/vid/health/ready');
    expect(ready.status).toBe(503);
    expect(ready.raw.json()).toMatchObject({ checks: { database: 'up', migrations: 'pending' } });
    const call = await browser.get('/vid/ajax/auth/me', { headers: { cookie: `vid_sid=${'A'.repeat(43)}` } });
    expect([call.status, call.code]).toEqual([503, 'UNAVAILABLE']);
    server.deps.availability.migrated();
    expect((await browser.get('/vid/health/ready')).status).toBe(200);
  });

  it('D5 treat storage as writable after an unrelated write failure', async () => {
    const { sql, storage } = server.deps;
    await failWrites('55P03');
    await storage.check();
    await sql`drop function fail_write cascade`;
    expect(storage.isWritable()).toBe(true);
  });

  it('D1 hide the schema problem from callers behind a proxy', async () => {
    const problem = 'The database server rejects the password in VID_DATABASE_URL.';
    server.deps.availability.awaitMigrations(problem);
    const browser = new TestBrowser(server.app);
    const { body } = (await browser.get('/vid/health/ready')).raw;
    expect(JSON.parse(body)).toMatchObject({ status: 'unavailable', problem });
    const headers = { 'x-forwarded-for': '203.0.113.7' };
    expect((await browser.get('/vid/health/ready', { headers })).raw.body).not.toContain('password');
    server.deps.availability.migrated();
    expect((await browser.get('/vid/health/ready')).raw.body).not.toContain('password');
  });

  it.each(['53100', '58030', '25006'])(
    'D5 report the server as not ready while writes fail with %s',
    async (code) => {
      const { sql, storage } = server.deps;
      const browser = new TestBrowser(server.app);
      await failWrites(code);
      await storage.check();
      const ready = await browser.get('/vid/health/ready');
      expect([ready.status, ready.raw.json()]).toMatchObject([503, { checks: { storage: 'full' } }]);
      expect(await server.deps.metrics.registry.getSingleMetricAsString('vid_storage_writable')).toContain(
        'vid_storage_writable 0',
      );
      await sql`drop function fail_write cascade`;
      // Another failure of the test write says nothing about storage.
      await failWrites('55P03');
      await storage.check();
      expect((await browser.get('/vid/health/ready')).status).toBe(503);
      await sql`drop function fail_write cascade`;
      await storage.check();
      expect((await browser.get('/vid/health/ready')).status).toBe(200);
    },
  );

  it('D5 report the server as not ready when free space is low', async () => {
    const small = await startTestServer(inject('cluster'), {
      environment: { VID_DATA_DIR: tmpdir(), VID_DATA_FREE_MIB: '1000000000' },
    });
    await small.deps.storage.check();
    expect((await new TestBrowser(small.app).get('/vid/health/ready')).status).toBe(503);
    await small.close();
  });

  it('D5 ignore the disk of the data folder beside an external database', async () => {
    const { deps } = server;
    const metrics = createMetrics();
    const config = {
      ...deps.config,
      databaseUrl: 'postgres://db.example.vn/vid',
      dataDir: tmpdir(),
      dataFreeMib: 1e9,
    };
    const storage = createStorageWatch({ ...deps, metrics, config });
    await storage.check();
    expect(storage.isWritable()).toBe(true);
    expect(await metrics.registry.metrics()).not.toContain('vid_data_free_ratio');
  });

  it('D5 check the storage every ten seconds', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    const storage = createStorageWatch({ ...server.deps, metrics: createMetrics() });
    const runFor = async (ms: number) => {
      storage.start();
      vi.advanceTimersByTime(ms);
      await storage.stop();
      return storage.isWritable();
    };
    await failWrites('53100');
    expect([await runFor(9_999), await runFor(10_000)]).toEqual([true, false]);
    await server.deps.sql`drop function fail_write cascade`;
  });

  it('D5 leave no data of their test writes behind', async () => {
    await server.deps.storage.check();
    expect((await server.deps.sql`select from storage_probes`).count).toBe(0);
    expect(server.deps.storage.isWritable()).toBe(true);
  });

  it('reveal no version or address behind a proxy', async () => {
    const headers = { 'x-forwarded-for': '203.0.113.7' };
    const { body } = (await new TestBrowser(server.app).get('/vid/health/ready', { headers })).raw;
    expect(body).not.toMatch(/\d/u);
  });
});
