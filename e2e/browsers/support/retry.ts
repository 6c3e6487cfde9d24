import { expect } from '@playwright/test';

/** Repeats an attempt until it succeeds: a page being replaced and a driver that is still starting refuse commands. */
export async function retry<Value>(attempt: () => Promise<Value>): Promise<Value> {
  const { promise, resolve } = Promise.withResolvers<Value>();
  await expect(async () => resolve(await attempt())).toPass({ timeout: 120_000, intervals: [30] });
  return promise;
}
