import { setImmediate as afterReading } from 'node:timers/promises';
import { pino } from 'pino';
import { describe, expect, it, vi } from 'vitest';
import { createBackground } from '#lib/background.ts';
import { createDispatcher } from './dispatcher.ts';

const log = pino({ level: 'silent' });

/**
 * Creates a dispatcher that takes its rows from memory. Sending the row `slow` ends when `release` is called.
 */
function createTestDispatcher(queue: string[]) {
  const slow = Promise.withResolvers<void>();
  const sent: string[] = [];
  let [active, most] = [0, 0];
  const dispatcher = createDispatcher<string>({
    name: 'rows',
    places: 3,
    claim: async (limit) => queue.splice(0, limit),
    async deliver(row) {
      active += 1;
      most = Math.max(most, active);
      await afterReading();
      if (row === 'slow') await slow.promise;
      if (row === 'broken') throw new Error('not sent');
      active -= 1;
      sent.push(row);
    },
    maySend: () => Promise.resolve(true),
    background: createBackground(log),
    log,
  });
  return { dispatcher, sent, release: () => slow.resolve(), most: () => most };
}

const rows = (count: number) => Array.from({ length: count }, (_, n) => `row-${n}`);
const until = (check: () => void) => vi.waitFor(check, { timeout: 5_000, interval: 5 });

describe('the delivery dispatcher', () => {
  it('sends all due rows, as many at once as it has slots', async () => {
    const { dispatcher, sent, most } = createTestDispatcher(rows(10));
    expect(await dispatcher.run()).toBe(10);
    expect(sent.toSorted()).toEqual(rows(10).toSorted());
    expect(most()).toBe(3);
  });

  it('sends other rows while the sending of one row hangs', async () => {
    const { dispatcher, sent, release } = createTestDispatcher(['slow', ...rows(10)]);
    const run = dispatcher.run();
    await until(() => expect(sent).toHaveLength(10));
    release();
    expect(await run).toBe(11);
  });

  it('sends rows that arrive during a run', async () => {
    const queue = ['slow'];
    const { dispatcher, sent, release } = createTestDispatcher(queue);
    const run = dispatcher.run();
    queue.push('late');
    dispatcher.kick();
    await until(() => expect(sent).toEqual(['late']));
    release();
    await run;
  });

  it('looks for rows again after a delay in seconds', async () => {
    const { dispatcher, sent } = createTestDispatcher(['row-0']);
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    try {
      dispatcher.kickAfter(30);
      vi.advanceTimersByTime(29_999);
      expect(vi.getTimerCount()).toBe(1);
      vi.advanceTimersByTime(1);
      expect(vi.getTimerCount()).toBe(0);
    } finally {
      vi.useRealTimers();
    }
    await until(() => expect(sent).toEqual(['row-0']));
  });

  it('continues after a row that could not be sent', async () => {
    const { dispatcher, sent } = createTestDispatcher(['broken', 'row-0']);
    expect(await dispatcher.run()).toBe(2);
    expect(sent).toEqual(['row-0']);
  });

  it('claims again if a row was sent during a claim that found none', async () => {
    const [claiming, sent] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const claims = [
      async () => ['first'],
      async () => {
        claiming.resolve();
        await sent.promise;
        await afterReading();
        return [];
      },
      async () => ['second'],
    ];
    const dispatcher = createDispatcher<string>({
      name: 'rows',
      places: 2,
      claim: async () => (await claims.shift()?.()) ?? [],
      async deliver() {
        await claiming.promise;
        sent.resolve();
      },
      maySend: () => Promise.resolve(true),
      background: createBackground(log),
      log,
    });
    expect(await dispatcher.run()).toBe(2);
  });

  it('waits for its current rows when it stops, and claims no more', async () => {
    const queue = ['slow'];
    const { dispatcher, sent, release } = createTestDispatcher(queue);
    const run = dispatcher.run();
    await until(() => expect(queue).toEqual([]));
    const stopped = dispatcher.stop();
    queue.push('late');
    dispatcher.kick();
    release();
    await stopped;
    await run;
    expect(sent).toEqual(['slow']);
    expect(queue).toEqual(['late']);
  });

  it('waits for the rows of an open claim when it stops', async () => {
    const asked = Promise.withResolvers<void>();
    const claimed = Promise.withResolvers<string[]>();
    const sent: string[] = [];
    const dispatcher = createDispatcher<string>({
      name: 'rows',
      places: 1,
      claim() {
        asked.resolve();
        return claimed.promise;
      },
      async deliver(row) {
        await afterReading();
        sent.push(row);
      },
      maySend: () => Promise.resolve(true),
      background: createBackground(log),
      log,
    });
    const run = dispatcher.run();
    await asked.promise;
    const stopped = dispatcher.stop();
    claimed.resolve(['row-0']);
    await stopped;
    expect(sent).toEqual(['row-0']);
    await run;
  });
});
