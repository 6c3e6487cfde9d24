import { expect } from '@playwright/test';

/**
 * Repeats an attempt until it succeeds or `timeout` milliseconds have passed, because commands fail while a page is
 * being replaced or a driver is starting.
 */
export async function retry<Value>(attempt: () => Promise<Value>, timeout = 120_000): Promise<Value> {
  const { promise, resolve } = Promise.withResolvers<Value>();
  await expect(async () => resolve(await attempt())).toPass({
    timeout,
    // Each attempt takes CPU time from the awaited page, so pause longer after each.
    intervals: [30, 60, 120, 200],
  });
  return promise;
}
