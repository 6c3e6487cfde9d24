import { test as base, type TestInfo } from '@playwright/test';
import { findFirefox, findWebKit } from '../../../tools/lib/other-browsers.mjs';
import { DrivenPage } from './driven-page.ts';
import type { Driver } from './driver.ts';
import { startFirefox } from './firefox.ts';
import { startProxy, type Proxy } from './proxy.ts';
import { startWebKit } from './webkit.ts';

export type Engine = 'firefox' | 'webkit';
type Started = { open(): Promise<Driver>; stop(): Promise<void> };

const engines = {
  firefox: { find: findFirefox, start: startFirefox },
  webkit: { find: findWebKit, start: startWebKit },
};

async function attachWindows(driver: Driver, testInfo: TestInfo): Promise<void> {
  for (const shown of await driver.windows()) {
    const body = await shown.run<string>('return `${location.href}\\n${document.body.innerText}`');
    await testInfo.attach('window', { body, contentType: 'text/plain' });
  }
}

/** Tests that run in Firefox and in WebKit. Each test gets a browser with empty storage. */
export const test = base.extend<
  { visitor: DrivenPage; network: Proxy },
  { engine: Engine; workerProxy: Proxy; started: Started | undefined }
>({
  engine: ['firefox', { option: true, scope: 'worker' }],
  workerProxy: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads a fixture's needs from this pattern.
    async ({}, use) => {
      const proxy = await startProxy();
      await use(proxy);
      proxy.close();
    },
    { scope: 'worker' },
  ],
  started: [
    async ({ engine, workerProxy }, use) => {
      const { find, start } = engines[engine];
      const executable = find();
      const started = executable === undefined ? undefined : await start(executable, workerProxy.port);
      await use(started);
      await started?.stop();
    },
    { scope: 'worker' },
  ],
  network: async ({ workerProxy }, use) => {
    await use(workerProxy);
    workerProxy.reset();
  },
  visitor: async ({ engine, started, request, baseURL }, use, testInfo) => {
    testInfo.skip(!started, `${engine} is not installed`);
    if (!started) return;
    const driver = await started.open();
    try {
      const [window] = await driver.windows();
      if (!window) throw new Error(`${engine} has no window`);
      await use(new DrivenPage(driver, window, request, baseURL ?? ''));
      if (testInfo.status !== testInfo.expectedStatus) await attachWindows(driver, testInfo);
    } finally {
      await driver.close();
    }
  },
});
