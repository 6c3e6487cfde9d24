import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { watchWorkers } from './worker-watch.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance', 'setInterval', 'clearInterval'] });
});
afterEach(() => {
  vi.useRealTimers();
});

it('knows when the most recent of several running jobs started', () => {
  const events = new EventEmitter();
  const watch = watchWorkers(events, {
    limitMs: 1_000,
    areWritesStalled: () => false,
    onStuck: () => undefined,
  });
  const emit = (event: string, workerId: string) => events.emit(event, { worker: { workerId } });
  expect(watch.jobStartedAt()).toBeUndefined();
  emit('job:start', 'one');
  vi.advanceTimersByTime(500);
  const second = performance.now();
  emit('job:start', 'two');
  expect(watch.jobStartedAt()).toBe(second);
  emit('job:complete', 'two');
  expect(watch.jobStartedAt()).toBe(second - 500);
  emit('job:complete', 'one');
  expect(watch.jobStartedAt()).toBeUndefined();
  watch.stop();
});
