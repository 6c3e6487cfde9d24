import { expect, it, vi } from 'vitest';
import { createBackground } from './background.ts';
import { createSpacedRuns } from './spaced-runs.ts';

const spacingMs = 200;

function startRuns(work: () => Promise<void> = async () => undefined) {
  const warn = vi.fn<() => void>();
  const background = createBackground({ warn });
  let count = 0;
  const request = createSpacedRuns({
    name: 'test runs',
    spacingMs,
    background,
    async work() {
      count += 1;
      await work();
    },
  });
  return { request, countRuns: () => count, warn, idle: () => background.idle() };
}

it('calls within the spacing share one run, which starts after it', async () => {
  const { request, countRuns, idle } = startRuns();
  request();
  await idle();
  request();
  request();
  const half = Promise.withResolvers<number>();
  setTimeout(() => half.resolve(countRuns()), spacingMs / 2);
  await idle();
  expect([await half.promise, countRuns()]).toEqual([1, 2]);
});

it('a call during a run starts one more run', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const { request, countRuns, idle } = startRuns(() => promise);
  request();
  await expect.poll(() => countRuns()).toBe(1);
  request();
  resolve();
  await idle();
  expect(countRuns()).toBe(2);
});

it('a failed run does not prevent the next one', async () => {
  const { request, countRuns, warn, idle } = startRuns(() => Promise.reject(new Error('failed')));
  request();
  await idle();
  request();
  await idle();
  expect(countRuns()).toBe(2);
  expect(warn).toHaveBeenCalledTimes(2);
});
