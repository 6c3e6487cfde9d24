import { createTestDatabase } from '@vid/testkit/database/database';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { Door } from '#process/testing/door.ts';
import { connect } from '../connection.ts';
import { createProbe } from './probe.ts';

const door = new Door();
let database: Awaited<ReturnType<typeof createTestDatabase>>;
let pool: ReturnType<typeof connect>;
let url = '';

beforeAll(async () => {
  const cluster = inject('cluster');
  database = await createTestDatabase(cluster);
  await door.open(cluster.host);
  url = `postgres://${cluster.user}@127.0.0.1:${door.port}/postgres`;
  pool = connect({ url }, { max: 1, applicationName: 'vid-test' });
});
afterAll(async () => {
  await pool.close();
  await door.close();
  await database.drop();
});

describe('D2 a database probe', () => {
  it('reports the database up if only a new connection gets a reply', async () => {
    const probe = createProbe(pool.sql, () => performance.now());
    expect(await probe()).toEqual({ state: 'up', isAfterSilence: false });
    door.freezeSessions();
    expect(await probe()).toEqual({ state: 'up', isAfterSilence: true });
    expect(await probe()).toEqual({ state: 'up', isAfterSilence: false });
  });

  it('R6 reports nothing until a new connection gets its reply', async () => {
    const probe = createProbe(pool.sql, () => performance.now());
    expect(await probe()).toEqual({ state: 'up', isAfterSilence: false });
    door.delay(1_200);
    expect(await probe()).toEqual({ state: 'unknown' });
    door.delay(0);
    expect(await probe()).toEqual({ state: 'up', isAfterSilence: true });
  });

  it('reports the database down if all connections stop during the probe', async () => {
    let lastReplyAt = 0;
    const probe = createProbe(pool.sql, () => lastReplyAt);
    expect(await probe()).toMatchObject({ state: 'up' });
    door.delay(1_500);
    const result = probe();
    lastReplyAt = performance.now() + 1;
    expect(await result).toMatchObject({ state: 'down' });
    door.delay(0);
    expect(await probe()).toEqual({ state: 'up', isAfterSilence: false });
  });

  it('reports the database down if no connection got a reply', async () => {
    const probe = createProbe(pool.sql, () => 0);
    expect(await probe()).toMatchObject({ state: 'up' });
    door.delay(1_500);
    expect(await probe()).toMatchObject({ state: 'down' });
    door.delay(0);
    expect(await probe()).toMatchObject({ state: 'up' });
  });

  it('R6 reports the database up after replies to a busy process', async () => {
    // Connect directly, because the proxy runs in this process, whose event loop is about to be blocked.
    const direct = connect(database.target, { max: 1, applicationName: 'vid-test' });
    const probe = createProbe(direct.sql, () => 0);
    expect(await probe()).toMatchObject({ state: 'up' });
    const result = probe();
    // Let the driver send the queries before the loop blocks this process.
    await new Promise(setImmediate);
    await new Promise(setImmediate);
    const until = performance.now() + 1_200;
    while (performance.now() < until);
    expect(await result).toEqual({ state: 'up', isAfterSilence: false });
    await direct.close();
  });

  it('R6 has a longer timeout for the first dial of a process', async () => {
    door.delay(500);
    const fresh = connect({ url }, { max: 1, applicationName: 'vid-test' });
    const probe = createProbe(fresh.sql, () => 0);
    expect(await probe()).toMatchObject({ state: 'up' });
    door.delay(1_500);
    expect(await probe()).toMatchObject({ state: 'down' });
    door.delay(0);
    await fresh.close();
  });
});
