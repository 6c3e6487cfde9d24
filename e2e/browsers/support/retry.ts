import { expect } from '@playwright/test';

/** Repeats an attempt until it succeeds: a page being replaced and a driver that is still starting refuse commands. */
export async function retry(attempt: () => Promise<void>): Promise<void> {
  await expect(attempt).toPass({ timeout: 60_000, intervals: [30] });
}
