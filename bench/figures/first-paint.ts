import { renderedPages } from '@vid/contract/pages';
import type { Browser } from 'playwright-core';
import { phone, startChromium } from '../harness/chromium.ts';
import { withConnection } from '../harness/postgres.ts';
import { communityQuery, newPkce, registerPublicClient } from '../harness/relying-client.ts';
import { median, percentile, round } from '../harness/statistics.ts';
import type { FigureRun } from './figure-run.ts';

/** The slow network has 400 kbit/s and a round trip of 400 ms. */
const slowNetwork = {
  offline: false,
  latency: 400,
  downloadThroughput: 50_000,
  uploadThroughput: 50_000,
};
const maxFirstPaintMs = 1_200;
/** The maximum wait for the entry of the largest paint, once the page has loaded. */
const maxPaintWaitMs = 10_000;
const runs = 5;
const quickRuns = 1;

const client = { appCode: 'paint', clientId: 'paint-web', redirectUri: 'https://paint.example/callback' };
const signOn = `?${communityQuery(client, newPkce().challenge)}`;
const refusal = '?code=REDIRECT_INVALID&ref=0123456789abcdef';

/**
 * The pages that a signed-out visitor may open first. Pages that applications link to are also opened with a sign-on
 * request.
 */
const addresses = [
  '/home',
  ...Object.keys(renderedPages),
  ...['/home', '/signin', '/signin/otp', '/signup/otp'].map((path) => `${path}${signOn}`),
  `/error/403${refusal}`,
  `/error/500${refusal}`,
];

const nameOf = (address: string): string =>
  address.replace(signOn, ' with a request').replace(refusal, ' with a reference');

export const firstPaint: FigureRun = {
  name: 'first-paint',
  describe:
    'pages for signed-out visitors in Chromium at 400 kbit/s and 400 ms with an empty cache: first and largest contentful paint',
  async run(bench, report) {
    const world = await bench.world({ accounts: bench.settings.accounts });
    bench.logProgress('first paint on a slow network');
    await withConnection(world.database.target, (sql) => registerPublicClient(sql, client));
    const browser = await startChromium();
    try {
      for (const address of addresses) {
        const paints: Paint[] = [];
        for (let run = 0; run < (bench.settings.isQuick ? quickRuns : runs); run += 1)
          paints.push(await open(browser, `http://localhost:${world.server.port}/vid/web${address}`));
        const first = paints.map((paint) => paint.first);
        report.add({
          name: `first paint, ${nameOf(address)}`,
          value: median(first),
          unit: 'ms',
          target: { of: 'value', atMost: maxFirstPaintMs },
          note: `slowest ${round(percentile(first, 100))} ms; largest paint ${round(median(paints.map((paint) => paint.largest)))} ms`,
        });
      }
    } finally {
      await browser.close();
    }
  },
};

type Paint = { readonly first: number; readonly largest: number };

/** Opens an address in a new context, which shares no cache and no connections with the previous context. */
async function open(browser: Browser, address: string): Promise<Paint> {
  const context = await browser.newContext(phone);
  try {
    const page = await context.newPage();
    const network = await context.newCDPSession(page);
    await network.send('Network.enable');
    await network.send('Network.emulateNetworkConditions', slowNetwork);
    await page.goto(address, { waitUntil: 'networkidle', timeout: 60_000 });
    return await page.evaluate(
      (waitMs) =>
        new Promise<Paint>((resolve, reject) => {
          const [first] = performance.getEntriesByName('first-contentful-paint');
          if (!first) throw new Error('the page has no first contentful paint');
          setTimeout(() => reject(new Error('the page has no largest contentful paint')), waitMs);
          new PerformanceObserver((list) => {
            const largest = list.getEntries().at(-1);
            if (largest) resolve({ first: first.startTime, largest: largest.startTime });
          }).observe({ type: 'largest-contentful-paint', buffered: true });
        }),
      maxPaintWaitMs,
    );
  } finally {
    await context.close();
  }
}
