import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { useCommon } from '#state/common.ts';
import { unwatchLeaving, watchLeaving } from '#shared/lib/browser/leaving.ts';
import { loadPersistently } from './load-persistently.ts';

let isReachable = false;
const reload = vi.fn<() => void>();
const failed = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'));

beforeEach(() => {
  vi.useFakeTimers();
  isReachable = false;
  reload.mockClear();
  sessionStorage.clear();
  vi.stubGlobal('fetch', () =>
    isReachable ? Promise.resolve(new Response()) : Promise.reject(new TypeError('Failed to fetch')),
  );
  vi.spyOn(location, 'reload').mockImplementation(reload);
});
afterEach(() => {
  restoreFromCache();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const restoreFromCache = () => dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));

function start(load: () => Promise<string>): () => string {
  let outcome = 'pending';
  const run = async (): Promise<void> => {
    try {
      outcome = await loadPersistently(load);
    } catch {
      outcome = 'rejected';
    }
  };
  void run();
  return () => outcome;
}

describe('loadPersistently', () => {
  test('sets isPageWaiting without a network, and continues when the network is back', async () => {
    let isOnline = false;
    const outcome = start(() => (isOnline ? Promise.resolve('page') : failed()));
    await vi.advanceTimersByTimeAsync(0);
    expect([outcome(), useCommon.getState().isPageWaiting]).toEqual(['pending', true]);
    isOnline = true;
    dispatchEvent(new Event('online'));
    await vi.advanceTimersByTimeAsync(0);
    expect([outcome(), useCommon.getState().isPageWaiting]).toEqual(['page', false]);
    expect(reload).not.toHaveBeenCalled();
  });

  test('retries even if the browser sends no event', async () => {
    let tries = 0;
    const outcome = start(() => {
      tries += 1;
      return tries > 3 ? Promise.resolve('page') : failed();
    });
    await vi.advanceTimersByTimeAsync(10_000);
    expect([outcome(), tries]).toEqual(['page', 4]);
  });

  test('reloads the page once if the server is reachable', async () => {
    isReachable = true;
    const outcome = start(failed);
    await vi.advanceTimersByTimeAsync(500);
    expect([outcome(), reload.mock.calls.length]).toEqual(['pending', 1]);
    restoreFromCache();
    const again = start(failed);
    await vi.advanceTimersByTimeAsync(0);
    expect([again(), reload.mock.calls.length]).toEqual(['rejected', 1]);
  });

  test('rejects with the load failure if storage is blocked', async () => {
    isReachable = true;
    vi.stubGlobal('sessionStorage', {
      getItem() {
        throw new DOMException('The operation is insecure.', 'SecurityError');
      },
    });
    const ended = loadPersistently(failed);
    await expect(ended).rejects.toThrow('Failed to fetch dynamically imported module');
    expect(reload).not.toHaveBeenCalled();
  });

  test('neither reloads nor fails if the browser leaves during the load', async () => {
    isReachable = true;
    const { promise, reject } = Promise.withResolvers<string>();
    const outcome = start(() => promise);
    dispatchEvent(new Event('beforeunload'));
    reject(new TypeError('aborted'));
    await vi.advanceTimersByTimeAsync(500);
    expect([outcome(), useCommon.getState().isPageWaiting]).toEqual(['pending', false]);
    expect(reload).not.toHaveBeenCalled();
  });

  test('neither reloads nor fails if the browser leaves before the load', async () => {
    isReachable = true;
    // The script that runs before the first paint calls `watchLeaving` too.
    watchLeaving();
    dispatchEvent(new Event('beforeunload'));
    const outcome = start(failed);
    await vi.advanceTimersByTimeAsync(500);
    expect([outcome(), reload.mock.calls.length]).toEqual(['pending', 0]);
    unwatchLeaving();
  });

  test('reloads later if the browser stays on the page', async () => {
    watchLeaving();
    dispatchEvent(new Event('beforeunload'));
    const outcome = start(failed);
    await vi.advanceTimersByTimeAsync(9_000);
    expect([outcome(), useCommon.getState().isPageWaiting]).toEqual(['pending', false]);
    await vi.advanceTimersByTimeAsync(7_000);
    expect([outcome(), useCommon.getState().isPageWaiting]).toEqual(['pending', true]);
    isReachable = true;
    dispatchEvent(new Event('online'));
    await vi.advanceTimersByTimeAsync(0);
    expect([outcome(), reload.mock.calls.length]).toEqual(['pending', 1]);
    unwatchLeaving();
  });

  test('may reload a page that Back has restored', async () => {
    isReachable = true;
    watchLeaving();
    dispatchEvent(new Event('beforeunload'));
    dispatchEvent(Object.assign(new Event('pageshow'), { persisted: false }));
    start(failed);
    await vi.advanceTimersByTimeAsync(500);
    expect(reload).not.toHaveBeenCalled();
    restoreFromCache();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(reload).toHaveBeenCalledTimes(1);
    unwatchLeaving();
  });
});
