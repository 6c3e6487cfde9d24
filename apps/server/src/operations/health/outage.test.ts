import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { TestBrowser } from '@vid/testkit/browser';
import { holdTransaction } from '@vid/testkit/database/database';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp } from '#app.ts';
import { readConfig } from '#config/config.ts';
import { bringUpDatabase } from '#database/bring-up.ts';
import { lockDataFolder, type DataFolderLock } from '@vid/embedded-postgres/data-folder-lock';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '@vid/embedded-postgres/embedded-postgres';
import { connect } from '#database/connection.ts';
import { isOutage } from '#database/availability/outage.ts';
import { createDeps, type Deps } from '#deps.ts';
import { createKeys } from '#lib/keys.ts';
import { createLogger } from '#lib/log/log.ts';
import { createSession, startTraffic, untilReadiness } from './testing/signed-in-traffic.ts';

/** These tests stop the database, so they use a separate server. */
let folder: DataFolderLock;
let postgres: EmbeddedPostgres;
const testKeys = createKeys([{ id: 1, bytes: Buffer.alloc(32, 7) }]);
let deps: Deps;
let app: Awaited<ReturnType<typeof buildApp>>;
let cookie: string;
const logLines: string[] = [];

const startPostgres = () => startEmbeddedPostgres({ folder, log: () => undefined });

beforeAll(async () => {
  folder = await lockDataFolder(await mkdtemp(join(tmpdir(), 'vid-outage-')), { command: 'npm test' });
  postgres = await startPostgres();
  const config = readConfig({ VID_PASSWORD_MEMORY_KIB: '7168' }, { dataDir: folder.dataDir });
  const log = createLogger('debug', { write: (line: string) => void logLines.push(line) });
  const target = postgres.connection;
  await bringUpDatabase({ target, log, signal: new AbortController().signal, mayMigrate: true });
  deps = createDeps({ config, target, keys: testKeys, log }, { webFolder: '/nonexistent' });
  app = await buildApp(deps);
  cookie = await createSession(deps);
});
afterAll(async () => {
  await app.close();
  await deps.close();
  await postgres.stop();
  await folder.release();
  await rm(folder.dataDir, { recursive: true });
});

describe('D2 VID, when its database goes away under traffic,', () => {
  it('ends no session, responds quickly, and recovers', async () => {
    const traffic = startTraffic(app, cookie);
    await delay(300);
    await postgres.stop();
    const stoppedAt = performance.now();
    expect(await untilReadiness(app, 503)).toBeLessThan(3_000);
    await delay(3_000);
    expect((await new TestBrowser(app).get('/vid/health/live')).status).toBe(200);
    postgres = await startPostgres();
    const backAt = performance.now();
    expect(await untilReadiness(app, 200)).toBeLessThan(10_000);
    await delay(500);
    const replies = await traffic.stop();

    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200, 503]));
    expect(Math.max(...replies.map(({ ms }) => ms))).toBeLessThan(2_000);
    expect(replies.every(({ setCookie }) => setCookie === undefined)).toBe(true);
    expect(replies.filter(({ status, at }) => status === 503 && at > stoppedAt).length).toBeGreaterThan(10);
    const recovered = replies.find(({ status, at }) => status === 200 && at > backAt);
    expect((recovered?.at ?? Infinity) - backAt).toBeLessThan(10_000);
    expect(replies.at(-1)?.status).toBe(200);
  });

  it('adds Retry-After to its 503 responses, and sends browsers a page', async () => {
    await postgres.stop();
    await untilReadiness(app, 503);
    const answer = await new TestBrowser(app).get('/vid/ajax/auth/me', { headers: { cookie } });
    expect([answer.status, answer.code, answer.raw.headers['retry-after']]).toEqual([
      503,
      'UNAVAILABLE',
      '5',
    ]);
    const page = await new TestBrowser(app).get('/vid/ajax/auth/me', {
      headers: { cookie, accept: 'text/html' },
    });
    expect([page.status, page.raw.headers['content-type']]).toEqual([503, 'text/html; charset=utf-8']);
    for (const url of ['/vid/oidc/token', '/vid/oidc/me', '/vid/oidc/auth?client_id=x']) {
      const headers = { cookie, host: 'localhost:8080' };
      const oidc = await app.inject({ method: url.endsWith('token') ? 'POST' : 'GET', url, headers });
      expect([url, oidc.statusCode, oidc.json().error]).toEqual([url, 503, 'temporarily_unavailable']);
    }
    postgres = await startPostgres();
    await untilReadiness(app, 200);
  });
});

describe('D3 VID, when connections break during a transaction,', () => {
  it('rolls the transaction back and recovers the pool', async () => {
    const before = await countAccounts();
    const work = deps.sql.begin(async (tx) => {
      await tx`update accounts set name = 'half'`;
      await deps.sql`select pg_terminate_backend(pid) from pg_stat_activity
        where application_name = 'vid' and pid <> pg_backend_pid()`;
      await tx`update accounts set name = 'whole'`;
    });
    await expect(work).rejects.toSatisfy(isOutage);
    const browser = new TestBrowser(app);
    const statuses = new Set<number>();
    await expect
      .poll(async () => {
        const { status } = await browser.get('/vid/ajax/auth/me', { headers: { cookie } });
        statuses.add(status);
        return status;
      })
      .toBe(200);
    expect([...statuses].filter((status) => status !== 200 && status !== 503)).toEqual([]);
    await untilPoolIsWhole();
    const rows = await deps.sql<{ name: string | null }[]>`select name from accounts`;
    expect(rows.map(({ name }) => name)).toEqual(Array(before).fill(null));
  });
});

/**
 * Locks the accounts until the returned function is called. The lock may outlast the time limit of VID's
 * transactions.
 */
async function lockAccounts(): Promise<() => Promise<void>> {
  const options = { max: 1, applicationName: 'vid-test', deadlineMs: 30_000 };
  const { sql, close } = connect(postgres.connection, options);
  const release = await holdTransaction(sql, (tx) => tx`select 1 from accounts for update`);
  return async () => {
    await release();
    await close();
  };
}

describe('D8 a locked row', () => {
  it('makes only the request that needs it return 503', async () => {
    const release = await lockAccounts();
    const browser = new TestBrowser(app);
    const startedAt = performance.now();
    const blocked = browser.call(
      'PATCH',
      '/vid/api/users/profile',
      { name: 'Nguyễn An' },
      { headers: { cookie } },
    );
    const other = await browser.get('/vid/ajax/auth/me', { headers: { cookie } });
    expect(other.status).toBe(200);
    expect(performance.now() - startedAt).toBeLessThan(1_000);
    const answer = await blocked;
    const took = performance.now() - startedAt;
    expect([answer.status, answer.code]).toEqual([503, 'UNAVAILABLE']);
    expect(took).toBeGreaterThan(2_500);
    expect(took).toBeLessThan(4_500);
    await release();
  });
});

describe('D8 many callers that need a locked row', () => {
  it('each get 503 within 5.5 s', async () => {
    const release = await lockAccounts();
    const blocked = await Promise.all(
      // 50 calls stay below the endpoint's limit of 60 per hour.
      Array.from({ length: 50 }, async () => {
        const startedAt = performance.now();
        const answer = await new TestBrowser(app).call(
          'PATCH',
          '/vid/api/users/profile',
          { name: 'Nguyễn An' },
          { headers: { cookie } },
        );
        return { status: answer.status, ms: performance.now() - startedAt };
      }),
    );
    // The server cancels the statements of requests that have been answered.
    const [left] = await deps.sql<{ waiting: number }[]>`select count(*)::int as waiting from pg_stat_activity
      where application_name = 'vid' and wait_event_type = 'Lock'`;
    expect(left?.waiting).toBe(0);
    await release();
    expect(new Set(blocked.map(({ status }) => status))).toEqual(new Set([503]));
    // Two waits of 3 s each, for a connection and then for the lock, would take 6 s.
    expect(Math.max(...blocked.map(({ ms }) => ms))).toBeLessThan(5_500);
    await untilPoolIsWhole();
    expect((await new TestBrowser(app).get('/vid/ajax/auth/me', { headers: { cookie } })).status).toBe(200);
  });
});

async function untilPoolIsWhole(): Promise<void> {
  await expect
    .poll(async () => {
      const asked = Array.from({ length: 20 }, () => deps.sql`select pg_sleep(0.01)`);
      return (await Promise.allSettled(asked)).every(({ status }) => status === 'fulfilled');
    })
    .toBe(true);
}

async function countAccounts(): Promise<number> {
  const [row] = await deps.sql<{ count: number }[]>`select count(*)::int as count from accounts`;
  return row?.count ?? 0;
}
