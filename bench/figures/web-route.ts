import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from 'playwright-core';
import type { FigureRun } from './figure-run.ts';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

export const webRoute: FigureRun = {
  name: 'web',
  describe: 'the sign-in route in Chromium, nothing cached: bytes on the wire and requests',
  async run(bench, report) {
    const { server } = await bench.world(bench.settings.accounts);
    bench.tell('sign-in route in Chromium');
    const browser = await chromium.launch({
      executablePath: findChromium(),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
      ],
    });
    try {
      const context = await browser.newContext({ locale: 'vi-VN', viewport: { width: 360, height: 740 } });
      const page = await context.newPage();
      const network = await context.newCDPSession(page);
      const sizes = new Map<string, number>();
      const failed: string[] = [];
      await network.send('Network.enable');
      network.on('Network.responseReceived', ({ requestId, response }) => {
        // What is inside the page itself (data:) was paid for with it.
        if (!response.url.startsWith('data:')) sizes.set(requestId, 0);
        if (response.status >= 400) failed.push(`${response.status} ${response.url}`);
      });
      network.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
        if (sizes.has(requestId)) sizes.set(requestId, encodedDataLength);
      });
      await page.goto(`http://localhost:${server.port}/vid/web/signin`, { waitUntil: 'networkidle' });
      if (failed.length > 0)
        throw new Error(`the sign-in route asks for what is not there: ${failed.join(', ')}`);
      const bytes = [...sizes.values()].reduce((sum, size) => sum + size, 0);
      report.add({
        name: 'sign-in route, transferred',
        value: bytes / 1_000,
        unit: 'kB',
        target: { of: 'value', atMost: 180 },
        note: 'headers included, compressed as served',
      });
      report.add({
        name: 'sign-in route, requests',
        value: sizes.size,
        unit: '',
        target: { of: 'value', atMost: 12 },
      });
    } finally {
      await browser.close();
    }
  },
};

function findChromium(): string {
  const chosen = process.env['VID_CHROMIUM'];
  if (chosen) return chosen;
  for (const folder of (process.env['PATH'] ?? '').split(delimiter)) {
    for (const name of names) if (existsSync(join(folder, name))) return join(folder, name);
  }
  throw new Error('no Chromium found: install one, or name it in VID_CHROMIUM');
}
