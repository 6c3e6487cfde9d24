import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { collectWhenIdle, garbageCollector } from './idle-memory.ts';

const megabyte = 1024 * 1024;
let heapUsed: number;
let rss: number;
let cpuMicroseconds: number;

beforeEach(() => {
  vi.useFakeTimers();
  heapUsed = 40 * megabyte;
  rss = 180 * megabyte;
  cpuMicroseconds = 0;
  vi.spyOn(process, 'memoryUsage').mockImplementation(
    Object.assign(() => ({ rss, heapTotal: 0, heapUsed, external: 0, arrayBuffers: 0 }), { rss: () => 0 }),
  );
  vi.spyOn(process, 'cpuUsage').mockImplementation((before) => ({
    user: cpuMicroseconds - (before?.user ?? 0),
    system: 0,
  }));
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

function start() {
  const collect = vi.fn<() => Promise<void>>(() => {
    heapUsed = 45 * megabyte;
    rss = 150 * megabyte;
    return Promise.resolve();
  });
  return { collect, stop: collectWhenIdle(collect) };
}

/** A process whose start is over and collected. */
async function settle() {
  const started = start();
  await vi.advanceTimersByTimeAsync(20_000);
  started.collect.mockClear();
  return started;
}

describe('the memory of an idle process', () => {
  it('is collected once after the start', async () => {
    const { collect, stop } = start();
    await vi.advanceTimersByTimeAsync(9_000);
    expect(collect).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(collect).toHaveBeenCalledTimes(2);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(collect).toHaveBeenCalledTimes(2);
    stop();
  });

  it('is collected once after a load, not while the load lasts', async () => {
    const { collect, stop } = await settle();
    heapUsed = 120 * megabyte;
    cpuMicroseconds += 900_000;
    await vi.advanceTimersByTimeAsync(1_000);
    expect(collect).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(9_000);
    expect(collect).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(collect).toHaveBeenCalledTimes(2);
    // A little more, or soon again, is not worth it.
    heapUsed = 60 * megabyte;
    await vi.advanceTimersByTimeAsync(60_000);
    heapUsed = 120 * megabyte;
    await vi.advanceTimersByTimeAsync(1_000);
    expect(collect).toHaveBeenCalledTimes(4);
    heapUsed = 120 * megabyte;
    await vi.advanceTimersByTimeAsync(5_000);
    expect(collect).toHaveBeenCalledTimes(4);
    stop();
  });

  it('is left alone where there is little to gain', async () => {
    const { collect, stop } = await settle();
    heapUsed = 50 * megabyte;
    await vi.advanceTimersByTimeAsync(20_000);
    expect(collect).not.toHaveBeenCalled();
    stop();
  });

  it('is collected where V8 holds pages that nothing is in any more', async () => {
    const { collect, stop } = await settle();
    rss = 380 * megabyte;
    await vi.advanceTimersByTimeAsync(20_000);
    expect(collect).toHaveBeenCalledTimes(2);
    stop();
  });

  it('is not looked at after the stop', async () => {
    const { collect, stop } = start();
    stop();
    heapUsed = 120 * megabyte;
    await vi.advanceTimersByTimeAsync(20_000);
    expect(collect).not.toHaveBeenCalled();
  });

  it('is collected by the collector of V8 itself', async () => {
    vi.useRealTimers();
    const gone = new WeakRef({ large: Array<number>(1_000).fill(0) });
    // A reference that was just made lives until the end of its task.
    await new Promise((resolve) => setImmediate(resolve));
    await garbageCollector()({ type: 'major', execution: 'async', flavor: 'last-resort' });
    expect(gone.deref()).toBeUndefined();
  });
});
