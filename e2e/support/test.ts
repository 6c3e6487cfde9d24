import { test as base } from '@playwright/test';

/**
 * Closes the browser contexts that a test opened. Otherwise, their pages would run until the Playwright worker ends.
 */
export const test = base.extend<{ closeContexts: undefined }>({
  closeContexts: [
    async ({ browser }, use) => {
      await use(undefined);
      await Promise.all(browser.contexts().map((context) => context.close()));
    },
    { auto: true },
  ],
});
