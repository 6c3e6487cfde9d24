import { TestBrowser } from '@vid/testkit/browser';
import { startTestServer, type TestServer } from '@vid/testkit/server';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { ReadOnlyServer } from '@vid/sql/errors';
import { connect } from '../connection.ts';
import { requireWritable } from './read-only.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(inject('cluster'));
});
afterAll(() => server.close());

describe('a server that becomes read-only while VID runs', () => {
  it('D2 makes VID return 503 until it accepts writes again', async () => {
    const [row] = await server.deps.sql<{ name: string }[]>`select current_database() as name`;
    const name = row?.name ?? '';
    const admin = connect(
      { ...inject('cluster'), database: 'postgres' },
      { max: 1, applicationName: 'vid-test' },
    );
    const browser = new TestBrowser(server.app);
    const setReadOnly = async (setting: 'on' | 'off'): Promise<void> => {
      await admin.sql.unsafe(`alter database ${name} set default_transaction_read_only = ${setting}`);
      // Close the open connections, because a database setting applies only to new connections.
      await admin.sql`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = ${name} and usename = current_user`;
    };
    const untilReady = (status: number) =>
      vi.waitFor(async () => expect((await browser.get('/vid/health/ready')).status).toBe(status), 10_000);

    await setReadOnly('on');
    await vi.waitFor(
      () =>
        expect(server.logLines.join('')).toContain(
          'The database server is read-only: default_transaction_read_only is on. Rejecting requests with 503.',
        ),
      10_000,
    );
    await untilReady(503);
    const cookie = `vid_sid=${'A'.repeat(43)}`;
    expect((await browser.get('/vid/ajax/auth/me', { headers: { cookie } })).status).toBe(503);

    await setReadOnly('off');
    await untilReady(200);
    await admin.close();
  });

  it('D2 is also recognized by a query', async () => {
    const { sql } = server.deps;
    await expect(requireWritable(sql)).resolves.toBeUndefined();
    await expect(sql.begin('read only', (tx) => requireWritable(tx))).rejects.toThrow(ReadOnlyServer);
  });
});
