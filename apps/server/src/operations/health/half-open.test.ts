import { setTimeout as delay } from 'node:timers/promises';
import { TestBrowser } from '@vid/testkit/browser';
import { createTestDatabase } from '@vid/testkit/database/database';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { buildApp } from '#app.ts';
import { readConfig } from '#config/config.ts';
import { connect } from '#database/connection.ts';
import { createDeps, type Deps } from '#deps.ts';
import { createKeys } from '#lib/keys.ts';
import { createLogger } from '#lib/log/log.ts';
import { Door } from '#process/testing/door.ts';
import { createSession, readiness, startTraffic, untilReadiness } from './testing/signed-in-traffic.ts';

const door = new Door();
let database: Awaited<ReturnType<typeof createTestDatabase>>;
const testKeys = createKeys([{ id: 1, bytes: Buffer.alloc(32, 7) }]);
let deps: Deps;
let app: Awaited<ReturnType<typeof buildApp>>;
let cookie: string;
const logLines: string[] = [];

beforeAll(async () => {
  const cluster = inject('cluster');
  database = await createTestDatabase(cluster);
  const direct = connect(database.target, { max: 1, applicationName: 'vid-test' });
  const [row] = await direct.sql<{ name: string }[]>`select current_database() as name`;
  await direct.close();
  await door.open(cluster.host);
  const target = { url: `postgres://${cluster.user}@127.0.0.1:${door.port}/${row?.name}` };
  const config = readConfig({ VID_PASSWORD_MEMORY_KIB: '7168' }, { dataDir: '/nonexistent' });
  const log = createLogger('debug', { write: (line: string) => void logLines.push(line) });
  deps = createDeps({ config, target, keys: testKeys, log }, { webFolder: '/nonexistent' });
  app = await buildApp(deps);
  cookie = await createSession(deps);
});
afterAll(async () => {
  await app.close();
  await deps.close();
  await door.close();
  await database.drop();
});

const countProbes = async () =>
  (
    await deps.sql`select from pg_stat_activity
      where application_name = 'vid-probe' and datname = current_database()`
  ).length;

describe('D2 VID behind a load balancer that keeps the sessions of a frozen primary', () => {
  it('recovers within 5 s when new connections work, and ends no session', async () => {
    const traffic = startTraffic(app, cookie);
    // Wait for the probe's connection, which opens with the first probe.
    await expect.poll(countProbes).toBe(1);
    await delay(300);
    door.freezeSessions();
    const recoveredAt = performance.now() + 5_000;
    await delay(6_000);
    const replies = await traffic.stop();

    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200, 503]));
    expect(Math.max(...replies.map(({ ms }) => ms))).toBeLessThan(2_000);
    expect(new Set(replies.filter(({ at }) => at > recoveredAt).map(({ status }) => status))).toEqual(
      new Set([200]),
    );
    expect(replies.every(({ setCookie }) => setCookie === undefined)).toBe(true);
  });

  it('reports a frozen database as down until it responds', async () => {
    const traffic = startTraffic(app, cookie);
    await delay(100);
    door.freeze();
    expect(await untilReadiness(app, 503)).toBeLessThan(3_000);
    await delay(2_500);
    expect(await readiness(app)).toBe(503);
    door.pass();
    expect(await untilReadiness(app, 200)).toBeLessThan(5_000);
    const replies = await traffic.stop();
    expect(Math.max(...replies.map(({ ms }) => ms))).toBeLessThan(2_000);
  });

  it.each([
    {
      name: 'has no server',
      fail: () => door.refuse(),
      recover: () => door.pass(),
    },
    {
      name: 'switched to a server that is not up yet',
      fail: () => door.switchTo('/nonexistent'),
      recover: () => door.switchTo(inject('cluster').host),
    },
  ])('recovers after the load balancer $name', async ({ fail, recover }) => {
    fail();
    door.cut();
    expect(await untilReadiness(app, 503)).toBeLessThan(3_000);
    recover();
    expect(await untilReadiness(app, 200)).toBeLessThan(5_000);
  });
});

const outagesLogged = () => logLines.filter((line) => line.includes('database unreachable')).length;
const me = async () => (await new TestBrowser(app).get('/vid/ajax/auth/me', { headers: { cookie } })).status;

describe('a server whose database works', () => {
  it('R6 reports no outage for a busy event loop', async () => {
    const before = outagesLogged();
    for (let round = 0; round < 3; round += 1) {
      const until = performance.now() + 1_500;
      while (performance.now() < until);
      expect(await me()).toBe(200);
      await delay(100);
    }
    expect(outagesLogged()).toBe(before);
  });

  it('R6 reports no outage when the probe’s own connection is lost', async () => {
    const before = outagesLogged();
    await expect.poll(countProbes, { timeout: 3_000 }).toBe(1);
    const terminated = await deps.sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'vid-probe' and datname = current_database()`;
    expect(terminated.length).toBe(1);
    await expect.poll(countProbes, { timeout: 3_000 }).toBe(1);
    expect(outagesLogged()).toBe(before);
  });
});
