import { TestBrowser } from '@vid/testkit/browser';
import { startTestServer, type TestServer } from '@vid/testkit/server';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(inject('cluster'));
});
afterAll(() => server.close());

describe('health probes', () => {
  it('report live and ready', async () => {
    const browser = new TestBrowser(server.app);
    expect((await browser.get('/vid/health/live')).raw.json()).toEqual({ status: 'live' });
    const ready = await browser.get('/vid/health/ready');
    expect([ready.status, ready.raw.json()]).toEqual([
      200,
      { status: 'ready', checks: { database: 'up', migrations: 'applied', jobs: 'running' } },
    ]);
  });

  it('D1 report not ready, and calls return 503, while migrations are pending', async () => {
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

  it('reveal no versions, hosts or addresses', async () => {
    const { body } = (await new TestBrowser(server.app).get('/vid/health/ready')).raw;
    expect(body).not.toMatch(/\d/u);
  });
});
