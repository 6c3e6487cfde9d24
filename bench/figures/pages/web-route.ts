import { phone, startChromium } from '../../harness/processes/chromium.ts';
import type { FigureRun } from '../figure-run.ts';

export const webRoute: FigureRun = {
  name: 'web',
  describe: 'the sign-in page in Chromium with an empty cache: bytes transferred and requests',
  async run(bench, report) {
    const { server } = await bench.world({ accounts: bench.settings.accounts });
    bench.logProgress('sign-in page in Chromium');
    const browser = await startChromium();
    try {
      const context = await browser.newContext(phone);
      const page = await context.newPage();
      const network = await context.newCDPSession(page);
      const sizes = new Map<string, number>();
      const failed: string[] = [];
      await network.send('Network.enable');
      network.on('Network.responseReceived', ({ requestId, response }) => {
        // A data: URL is part of a file that is counted already.
        if (!response.url.startsWith('data:')) sizes.set(requestId, 0);
        if (response.status >= 400) failed.push(`${response.status} ${response.url}`);
      });
      network.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
        if (sizes.has(requestId)) sizes.set(requestId, encodedDataLength);
      });
      await page.goto(`http://localhost:${server.port}/vid/web/signin`, { waitUntil: 'networkidle' });
      if (failed.length > 0) throw new Error(`the sign-in page requests missing files: ${failed.join(', ')}`);
      const bytes = [...sizes.values()].reduce((sum, size) => sum + size, 0);
      report.add({
        name: 'sign-in page, transferred',
        value: bytes / 1_000,
        unit: 'kB',
        target: { of: 'value', atMost: 180 },
        note: 'with headers, compressed as served',
      });
      report.add({
        name: 'sign-in page, requests',
        value: sizes.size,
        unit: '',
        target: { of: 'value', atMost: 12 },
      });
    } finally {
      await browser.close();
    }
  },
};
