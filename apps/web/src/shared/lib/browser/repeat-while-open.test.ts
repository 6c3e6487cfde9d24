import { afterEach, expect, test, vi } from 'vitest';
import { repeatWhileOpen } from './repeat-while-open.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test('repeatWhileOpen repeats the work at an interval until it is stopped', () => {
  vi.useFakeTimers();
  const onTick = vi.fn<(isAwake: boolean) => void>();
  const stop = repeatWhileOpen(onTick, 1_000);
  expect(onTick).not.toHaveBeenCalled();
  vi.advanceTimersByTime(999);
  expect(onTick).not.toHaveBeenCalled();
  vi.advanceTimersByTime(2_001);
  document.dispatchEvent(new Event('visibilitychange'));
  globalThis.dispatchEvent(new Event('online'));
  const calls = [[false], [false], [false], [true], [true]];
  expect(onTick.mock.calls).toEqual(calls);
  const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  document.dispatchEvent(new Event('visibilitychange'));
  globalThis.dispatchEvent(new Event('online'));
  visibility.mockReturnValue('visible');
  expect(onTick.mock.calls).toEqual(calls);
  stop();
  vi.advanceTimersByTime(5_000);
  document.dispatchEvent(new Event('visibilitychange'));
  globalThis.dispatchEvent(new Event('online'));
  expect(onTick.mock.calls).toEqual(calls);
});
