import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createTurns } from './turns.ts';

const tick = () => new Promise((resolve) => setImmediate(resolve));

describe('X3 the turns of a subject', () => {
  it('let two calls run at once and start the others in order', async () => {
    const turns = createTurns({ running: 2, waiting: 2, waitMs: 60_000 });
    const order: number[] = [];
    const ends: (() => void)[] = [];
    const calls = [0, 1, 2, 3].map(async (call) => {
      ends[call] = await turns.take('acc_a', 'ses_1');
      order.push(call);
    });
    await tick();
    expect(order).toEqual([0, 1]);
    expect(turns.waiting()).toBe(2);
    ends[1]?.();
    await tick();
    expect(order).toEqual([0, 1, 2]);
    ends[0]?.();
    await Promise.all(calls);
    expect(order).toEqual([0, 1, 2, 3]);
    expect(turns.waiting()).toBe(0);
  });

  it('alternate between its sessions', async () => {
    const turns = createTurns({ running: 1, waiting: 3, waitMs: 60_000 });
    const order: string[] = [];
    const call = async (session: string) => {
      const end = await turns.take('acc_a', session);
      order.push(session);
      setImmediate(end);
    };
    const calls = ['thief', 'thief', 'thief', 'thief', 'owner', 'owner'].map(call);
    await expect(turns.take('acc_a', 'thief')).rejects.toMatchObject({ code: 'RATE_LIMITED' });
    await Promise.all(calls);
    expect(order).toEqual(['thief', 'thief', 'owner', 'thief', 'owner', 'thief']);
  });

  it('are independent of the turns of another subject', async () => {
    const turns = createTurns({ running: 1, waiting: 0, waitMs: 60_000 });
    await turns.take('acc_a', 'ses_1');
    await expect(turns.take('acc_b', 'ses_3')).resolves.toEqual(expect.any(Function));
  });

  it('refuse a call if too many wait', async () => {
    const turns = createTurns({ running: 1, waiting: 1, waitMs: 60_000 });
    const first = await turns.take('acc_a', 'ses_1');
    const second = turns.take('acc_a', 'ses_1');
    await expect(turns.take('acc_a', 'ses_1')).rejects.toMatchObject({
      code: 'RATE_LIMITED',
      retryAfterSeconds: 2,
    });
    first();
    (await second)();
    await expect(turns.take('acc_a', 'ses_1')).resolves.toEqual(expect.any(Function));
  });

  it('D8 refuse a call that has waited too long', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const turns = createTurns({ running: 1, waiting: 2, waitMs: 2_000 });
    const end = await turns.take('acc_a', 'ses_1');
    const late = turns.take('acc_a', 'ses_1').catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(1_500);
    const inTime = turns.take('acc_a', 'ses_1');
    await vi.advanceTimersByTimeAsync(500);
    expect(await late).toMatchObject({ code: 'UNAVAILABLE', retryAfterSeconds: 2 });
    end();
    await expect(inTime).resolves.toEqual(expect.any(Function));
  });

  it('D8 keep waiting calls past the time limit of earlier calls', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const turns = createTurns({ running: 1, waiting: 2, waitMs: 2_000 });
    const end = await turns.take('acc_a', 'ses_1');
    const second = turns.take('acc_a', 'ses_1');
    await vi.advanceTimersByTimeAsync(1_000);
    end();
    const endSecond = await second;
    const third = turns.take('acc_a', 'ses_1');
    await vi.advanceTimersByTimeAsync(1_500);
    endSecond();
    await expect(third).resolves.toEqual(expect.any(Function));
  });

  it('D8 skip a session whose only waiting call has waited too long', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const turns = createTurns({ running: 1, waiting: 1, waitMs: 2_000 });
    const end = await turns.take('acc_a', 'ses_1');
    const late = turns.take('acc_a', 'ses_1').catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(1_500);
    const inTime = turns.take('acc_a', 'ses_2');
    await vi.advanceTimersByTimeAsync(500);
    expect(await late).toMatchObject({ code: 'UNAVAILABLE' });
    end();
    await vi.advanceTimersByTimeAsync(1_500);
    await expect(inTime).resolves.toEqual(expect.any(Function));
  });
});
