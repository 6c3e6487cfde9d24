import { randomUUID } from 'node:crypto';
import { about } from '@vid/testkit/about';
import { startTestServer, type TestServer } from '@vid/testkit/server';
import { atOneMoment } from '@vid/testkit/database/one-moment';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createCounters } from './counters.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(inject('cluster'));
});
afterAll(() => server.close());

const hitOf = (limit: number, key: string = randomUUID()) => ({ key, windowSeconds: 600, limit });
const insert = (key: string, points: number, secondsLeft: number) => server.deps.sql`
  insert into counters (key, points, expires_at) values (${key}, ${points}, now() + make_interval(secs => ${secondsLeft}))`;
const rowOf = async (key: string) => {
  const [row] = await server.deps.sql`
    select points, round(extract(epoch from expires_at - now()))::int as seconds_left from counters where key = ${key}`;
  return row;
};

describe('the rate limit counters', () => {
  it('allow calls up to the limit and report the remaining seconds', async () => {
    const hit = hitOf(2);
    const results = [];
    for (let count = 0; count < 3; count += 1) results.push(...(await server.deps.counters.hit([hit])));
    expect(results.map(({ points, isOver }) => [points, isOver])).toEqual([
      [1, false],
      [2, false],
      [3, true],
    ]);
    expect(results[2]?.resetsInSeconds).toEqual(about(600));
  });

  it('count parallel calls exactly, and refuse calls over the limit', async () => {
    const { counters } = server.deps;
    const [busy, quiet] = [hitOf(3), hitOf(3)];
    const calls = [busy, quiet, busy, busy, busy, busy].map((hit) => counters.allow(hit));
    const results = await Promise.allSettled(calls);
    const isRefused = results.map(({ status }) => status === 'rejected');
    expect(isRefused).toEqual([false, false, false, false, true, true]);
    expect(results.at(-1)).toMatchObject({
      reason: { code: 'RATE_LIMITED', retryAfterSeconds: about(600) },
    });
    expect([await rowOf(busy.key), await rowOf(quiet.key)]).toMatchObject([{ points: 5 }, { points: 1 }]);
  });

  it('start a new window after the last, and do not extend it', async () => {
    const [live, expired] = [hitOf(2), hitOf(2)];
    await insert(live.key, 1, 60);
    await insert(expired.key, 9, 0);
    const results = await server.deps.counters.hit([live, expired]);
    expect(results.map(({ points, resetsInSeconds }) => [points, resetsInSeconds])).toEqual([
      [2, about(60)],
      [1, about(600)],
    ]);
    expect(await rowOf(live.key)).toEqual({ points: 2, secondsLeft: about(60) });
    expect(await rowOf(expired.key)).toEqual({ points: 1, secondsLeft: about(600) });
  });

  it('are counted in order up to the first over its limit', async () => {
    const [address, browser] = [hitOf(0), hitOf(5)];
    expect(await server.deps.counters.hitInOrder([address, browser])).toMatchObject([{ isOver: true }]);
    expect(await rowOf(browser.key)).toBeUndefined();
    expect(await server.deps.counters.hitInOrder([browser, hitOf(5)])).toMatchObject([
      { isOver: false },
      { isOver: false },
    ]);
  });

  it('can be read without adding a hit', async () => {
    const [live, expired, unknown] = [randomUUID(), randomUUID(), randomUUID()];
    await insert(live, 3, 60);
    await insert(expired, 3, 0);
    expect([...(await server.deps.counters.peek([live, expired, unknown]))]).toEqual([[live, 3]]);
    expect(await rowOf(live)).toMatchObject({ points: 3 });
  });

  it('are listed as full once the limit is reached', async () => {
    const { counters } = server.deps;
    const [full, open, expired] = [randomUUID(), randomUUID(), randomUUID()];
    await insert(full, 3, 60);
    await insert(open, 2, 60);
    await insert(expired, 3, 0);
    const hits = [full, open, expired].map((key) => ({ key, windowSeconds: 60, limit: 3 }));
    const listed = await counters.listFull(hits);
    expect(listed).toMatchObject([{ key: full }]);
    expect(listed[0]?.seconds).toBeGreaterThan(50);
    expect(await rowOf(open)).toMatchObject({ points: 2 });
  });

  it('are reduced by a refund, but not below zero', async () => {
    const [one, none, expired] = [randomUUID(), randomUUID(), randomUUID()];
    await insert(one, 2, 60);
    await insert(none, 0, 60);
    await insert(expired, 2, -60);
    await server.deps.counters.refund([one, none, expired]);
    await server.deps.counters.refund([]);
    expect([await rowOf(one), await rowOf(none), await rowOf(expired)]).toMatchObject([
      { points: 1 },
      { points: 0 },
      { points: 2 },
    ]);
  });

  it('end at the last moment of their window', () =>
    atOneMoment(server, async (tx) => {
      const counters = createCounters(tx);
      await tx`
        insert into counters (key, points, expires_at)
        values ('live', 3, now() + interval '1 microsecond'), ('ended', 3, now())`;
      expect([...(await counters.peek(['live', 'ended']))]).toEqual([['live', 3]]);
      const hits = [hitOf(3, 'live'), hitOf(3, 'ended')];
      expect(await counters.listFull(hits)).toMatchObject([{ key: 'live', seconds: 1 }]);
      await counters.refund(['live', 'ended'], 2);
      expect(await tx`select key, points from counters where key in ('live', 'ended') order by key`).toEqual([
        { key: 'ended', points: 3 },
        { key: 'live', points: 1 },
      ]);
      expect(await counters.hit(hits)).toMatchObject([
        { points: 2, resetsInSeconds: 1 },
        { points: 1, resetsInSeconds: 600 },
      ]);
    }));

  it('are deleted after their window, up to the requested number', async () => {
    const [live, expired] = [randomUUID(), randomUUID()];
    await server.deps.counters.deleteExpired(1_000);
    for (let n = 0; n < 2; n += 1) await insert(randomUUID(), 1, -1);
    expect(await server.deps.counters.deleteExpired(1)).toBe(1);
    await insert(live, 1, 60);
    await insert(expired, 1, -1);
    await server.deps.counters.deleteExpired(1_000);
    expect([await rowOf(live), await rowOf(expired)]).toEqual([
      expect.objectContaining({ points: 1 }),
      undefined,
    ]);
  });
});
