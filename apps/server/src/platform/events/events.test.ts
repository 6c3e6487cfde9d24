import { startTestServer, type TestServer } from '@vid/testkit/server';
import { afterEach, beforeEach, describe, expect, inject, it, vi } from 'vitest';
import type { Sql } from '#database/connection.ts';
import { Door } from '#process/testing/door.ts';
import { createEvents, type Events } from './events.ts';

const door = new Door();
let server: TestServer;
let sql: Sql;
let events: Events;
let calls: number;

const until = <T>(check: () => Promise<T> | T) => vi.waitFor(check, { timeout: 20_000, interval: 20 });
const publish = (key: string) => sql.begin((tx) => events.publish(tx, 'qr', key));
const findListeners = () => sql<{ pid: number }[]>`
  select pid from pg_stat_activity where application_name = 'vid-events' and datname = current_database()`;
const subscribe = (key: string) =>
  events.subscribe('qr', key, () => {
    calls += 1;
  });

beforeEach(async () => {
  const cluster = inject('cluster');
  server = await startTestServer(cluster);
  sql = server.deps.sql;
  await door.open(cluster.host);
  const [row] = await sql<{ name: string }[]>`select current_database() as name`;
  calls = 0;
  events = createEvents({
    ...server.deps,
    target: { url: `postgres://${cluster.user}@127.0.0.1:${door.port}/${row?.name}` },
    checkMs: 100,
  });
});
afterEach(async () => {
  await events.stop();
  await door.close();
  await server.close();
});

async function startListening(key: string): Promise<() => void> {
  const unsubscribe = subscribe(key);
  await until(() => expect(calls).toBe(1));
  calls = 0;
  return unsubscribe;
}

async function listensAgain(): Promise<void> {
  await until(() => expect(server.logLines.join('')).toContain('listening to events again'));
  calls = 0;
}

describe('database events', () => {
  it('reach only the subscribers of their key, after the commit', async () => {
    await startListening('one');
    await publish('two');
    await server.deps.sql.begin(async (tx) => {
      await server.deps.events.publish(tx, 'qr', 'one');
      expect(calls).toBe(0);
    });
    await until(() => expect(calls).toBe(1));
  });

  it('are not delivered after a rollback or after unsubscribing', async () => {
    const unsubscribe = await startListening('one');
    const failed = sql.begin(async (tx) => {
      await events.publish(tx, 'qr', 'one');
      throw new Error('rolled back');
    });
    await expect(failed).rejects.toThrow('rolled back');
    unsubscribe();
    let others = 0;
    events.subscribe('qr', 'one', () => (others += 1));
    // A second call must not remove the new subscriber.
    unsubscribe();
    await publish('one');
    await until(() => expect(others).toBe(1));
    let marks = 0;
    events.subscribe('qr', 'mark', () => (marks += 1));
    await publish('mark');
    await until(() => expect(marks).toBe(1));
    expect(calls).toBe(0);
  });

  it('need no connection before the first subscription and one afterwards', async () => {
    expect(await findListeners()).toHaveLength(0);
    await startListening('one');
    subscribe('two');
    subscribe('three');
    await publish('three');
    await until(() => expect(calls).toBe(1));
    expect(await findListeners()).toHaveLength(1);
  });

  it.each(['cut', 'terminate'] as const)(
    'D2 reach the subscribers again after the connection is lost (%s)',
    async (how) => {
      await startListening('one');
      let gaps = 0;
      events.subscribe('qr', 'gap', () => (gaps += 1));
      const [before] = await findListeners();
      if (how === 'cut') door.cut();
      else await sql`select pg_terminate_backend(${before?.pid ?? 0})`;
      // Notifications sent before the connection listens again are lost.
      await publish('one');
      await until(() => expect(calls).toBeGreaterThan(0));
      [calls, gaps] = [0, 0];
      await until(async () => {
        await publish('one');
        expect(calls).toBeGreaterThan(gaps);
      });
    },
  );

  it('D2 arrive again within 5 s after the connection became half open', async () => {
    await startListening('one');
    door.freezeSessions();
    const frozenAt = performance.now();
    await publish('one');
    await until(() => expect(calls).toBeGreaterThan(0));
    expect(performance.now() - frozenAt).toBeLessThan(5_000);
    await listensAgain();
    await publish('one');
    await until(() => expect(calls).toBe(1));
  });

  it('D2 are polled while their connection is down', async () => {
    await startListening('one');
    door.refuse();
    door.cut();
    await until(() => expect(calls).toBeGreaterThan(2));
    door.pass();
    await listensAgain();
    await publish('one');
    await until(() => expect(calls).toBe(1));
    const lines = server.logLines.filter((line) => line.includes('listening to events'));
    expect(lines).toHaveLength(2);
  });
});
