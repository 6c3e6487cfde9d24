import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TestBrowser } from '@vid/testkit/browser';
import { startTestServer, type TestServer } from '@vid/testkit/server';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { recordBackup } from '#platform/installation/last-backup.ts';

const token = 'metrics-token-of-the-test';
let server: TestServer;
let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'vid-metrics-'));
  server = await startTestServer(inject('cluster'), {
    environment: { VID_METRICS_TOKEN: token, VID_DATA_DIR: dataDir },
  });
});
afterAll(async () => {
  await server.close();
  await rm(dataDir, { recursive: true });
});

const read = (headers: Record<string, string> = {}, address = '127.0.0.1') =>
  new TestBrowser(server.app).get('/vid/metrics', { headers, address });

async function readBackupTime(): Promise<string | undefined> {
  const { body } = (await read()).raw;
  return /^vid_backup_timestamp_seconds (.*)$/mu.exec(body)?.[1];
}

describe('the metrics endpoint', () => {
  it('labels requests by route pattern, never by path', async () => {
    const browser = new TestBrowser(server.app);
    await browser.get('/vid/ajax/auth/me');
    await browser.call('DELETE', '/vid/api/sessions/ses_canary');
    await browser.get('/vid/no/such/canary');
    const { body } = (await read()).raw;
    expect(body).toMatch(
      /vid_http_request_duration_seconds_count\{method="GET",route="\/vid\/ajax\/auth\/me",status="401"\} \d/u,
    );
    expect(body).toContain('route="/vid/api/sessions/:sessionId"');
    expect(body).toContain('route="unmatched",status="404"');
    expect(body).not.toContain('canary');
  });

  it('includes the database and the queue for password hashes', async () => {
    const { body } = (await read()).raw;
    for (const name of ['vid_database_up 1', 'vid_hash_running 0', 'vid_hash_waiting 0'])
      expect(body).toContain(name);
  });

  it('includes the time of the last backup of the embedded database', async () => {
    const before = await readBackupTime();
    await recordBackup(dataDir, new Date('2026-11-30T04:54:09.500Z'));
    expect([before, await readBackupTime()]).toEqual(['0', '1796014449.5']);
  });

  it.each([
    ['another machine', {}, '203.0.113.7'],
    ['a proxy on this machine', { 'x-forwarded-for': '203.0.113.7' }, '127.0.0.1'],
    ['a page that rebound its name to this machine', { host: 'evil.test:8080' }, '127.0.0.1'],
    ['a wrong token', { authorization: 'Bearer nope' }, '203.0.113.7'],
    ['another scheme', { authorization: `Basic ${token}` }, '203.0.113.7'],
  ])('returns 404 to %s', async (_name, headers, address) => {
    const answer = await read(headers, address);
    expect([answer.status, answer.code]).toEqual([404, 'NOT_FOUND']);
  });

  it('accepts the token from any address', async () => {
    const answer = await read({ authorization: `Bearer ${token}`, host: '10.0.0.3:9090' }, '10.0.0.4');
    expect(answer.status).toBe(200);
    expect(answer.raw.headers['content-type']).toContain('text/plain');
  });
});
