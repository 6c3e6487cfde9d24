import { setTimeout as delay } from 'node:timers/promises';
import { renderedPages } from '@vid/contract/pages';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { menuPages } from '../../../apps/web/build/budget.ts';
import { seedAdministrator } from '../../harness/seeds/administrator.ts';
import { phone, startChromium } from '../../harness/processes/chromium.ts';
import { type Moment, watchMoments, whenReached } from '../../harness/moments.ts';
import { withConnection } from '../../harness/processes/postgres.ts';
import { communityQuery, newPkce, registerPublicClient } from '../../harness/seeds/relying-client.ts';
import type { Report } from '../../harness/report.ts';
import { seededPassword, seededPhone } from '../../harness/seed.ts';
import { median, percentile, round } from '../../harness/statistics.ts';
import { loadSettings, startVidServer } from '../../harness/processes/vid-server.ts';
import { type Bench, masterKey, type World } from '../../harness/world.ts';
import type { FigureRun } from '../figure-run.ts';

/** 400 kbit/s with a round trip of 400 ms. */
const slowNetwork = {
  offline: false,
  latency: 400,
  downloadThroughput: 50_000,
  uploadThroughput: 50_000,
};
/** CPU throttling factor that simulates a slow phone. */
const slowPhoneRate = 6;
const runs = 3;
const quickRuns = 1;

const client = { appCode: 'paint', clientId: 'paint-web', redirectUri: 'https://paint.example/callback' };
const signOn = `?${communityQuery(client, newPkce().challenge)}`;
const refusal = '?code=REDIRECT_INVALID&ref=0123456789abcdef';

/**
 * Pages that a signed-out visitor may open first. Pages to which applications link are also measured with a sign-on
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
    'pages in Chromium with an empty cache: first contentful paint for signed-out visitors at 400 kbit/s and 400 ms, the steps of a sign-in on a phone that also computes six times slower, and every page behind the sign-in on this machine',
  async run(bench, report) {
    const world = await bench.world({ accounts: bench.settings.accounts });
    const site = { world, origin: `http://localhost:${world.server.port}` };
    await withConnection(world.database.target, (sql) => registerPublicClient(sql, client));
    const browser = await startChromium();
    const count = bench.settings.isQuick ? quickRuns : runs;
    try {
      bench.logProgress('first paint on a slow network');
      await measureSignedOut(browser, site.origin, count, report);
      bench.logProgress('a sign-in on a slow phone');
      await measureSignIn(browser, bench, world, count, report);
      bench.logProgress('first paint behind the sign-in');
      await measureSignedIn(browser, site.origin, world, count, report);
    } finally {
      await browser.close();
    }
  },
};

async function measureSignedOut(
  browser: Browser,
  origin: string,
  count: number,
  report: Report,
): Promise<void> {
  const openOnce = (address: string): Promise<number> =>
    inNewContext(browser, async (page) => {
      await slowDown(page, { rate: 1 });
      await page.goto(`${origin}/vid/web${address}`, { waitUntil: 'commit' });
      return firstPaintOf(page);
    });
  const queue = addresses.values();
  // Measure two pages at once, because the emulated network accounts for most of the time.
  const measureNext = async (): Promise<void> => {
    for (const address of queue) {
      const paints: number[] = [];
      for (let run = 0; run < count; run += 1) paints.push(await openOnce(address));
      addTimes(report, `first paint, ${nameOf(address)}`, paints, 1_200);
    }
  };
  await Promise.all([measureNext(), measureNext()]);
}

/** Moments of a sign-in or sign-up, each reached when the page first shows an element. */
const moments = {
  socialButtons: { selector: 'main .social-place', text: 'Facebook' },
  passkeyButton: { selector: 'main .social-place ~ div button' },
  signUp: { selector: 'main input[type="radio"]' },
  signIn: { selector: 'main input[name="password"]' },
  frame: { selector: '#content' },
  profile: { selector: '#content', text: 'member' },
} as const satisfies Readonly<Record<string, Moment>>;

/** Times that a visitor reads a page before pressing a link, and types before pressing the button. */
const readingMs = 3_000;
const typingMs = 3_000;

/** Measures waiting times on a slow phone: for the sign-in page, for the sign-up page, and during a sign-in. */
async function measureSignIn(
  browser: Browser,
  bench: Bench,
  { database }: World,
  count: number,
  report: Report,
): Promise<void> {
  const { smsUrl } = await bench.generator();
  const providers = ['VID_GOOGLE_CLIENT', 'VID_ZALO_APP', 'VID_FACEBOOK_APP'];
  const server = await startVidServer({
    logFile: bench.logFile('first-paint'),
    environment: {
      ...loadSettings(),
      ...database.environment,
      ...Object.fromEntries(
        providers.flatMap((name) =>
          [`${name}_ID`, `${name}_SECRET`].map((key) => [key, 'bench-of-first-paint']),
        ),
      ),
      VID_DATA_DIR: `${bench.logFile('first-paint')}.data`,
      VID_MASTER_KEY: masterKey.toString('hex'),
      VID_SMS_URL: smsUrl,
    },
  });
  const passes: Awaited<ReturnType<typeof passSignIn>>[] = [];
  try {
    for (let run = 0; run < count; run += 1)
      passes.push(
        await inNewContext(browser, (page) =>
          passSignIn(page, `http://localhost:${server.port}`, seededPhone(run + 1)),
        ),
      );
  } finally {
    await server.stop();
  }
  const timesOf = (name: keyof (typeof passes)[number]): number[] => passes.map((pass) => pass[name]);
  addTimes(report, 'slow phone, last button of the sign-in page', timesOf('lastButton'), 1_600);
  addTimes(report, 'slow phone, from sign-in to sign-up', timesOf('signUp'), 800);
  addTimes(
    report,
    'slow phone, from the press of “sign in” to the profile',
    timesOf('profile'),
    2_000,
    `the frame of the page after ${round(median(timesOf('frame')))} ms`,
  );
  addTimes(report, 'slow phone, from the answer to the profile', timesOf('afterAnswer'), 1_200);
}

async function passSignIn(page: Page, origin: string, memberPhone: string) {
  await watchMoments(page, moments);
  await slowDown(page, { rate: slowPhoneRate });
  await page.goto(`${origin}/vid/web/signin`, { waitUntil: 'commit' });
  const opened = await page.evaluate(() => performance.timeOrigin);
  const lastButton =
    Math.max(await whenReached(page, 'socialButtons'), await whenReached(page, 'passkeyButton')) - opened;
  const liveForm = 'form[data-live] [name="password"]';
  await page.waitForSelector(liveForm);
  await delay(readingMs);
  const signUp = await press(page, 'main a[href*="/signup"]', 'signUp');
  await page.waitForSelector('form[data-live] input[type="radio"]', { state: 'attached' });
  await press(page, 'main a[href$="/signin"]', 'signIn');
  await page.waitForSelector(liveForm);
  await page.fill('form [name="phone"]', memberPhone);
  await page.fill('form [name="password"]', seededPassword);
  await delay(typingMs);
  const pressed = await pressedAt(page, 'main button[type="submit"]');
  const profile = await whenReached(page, 'profile');
  const frame = await whenReached(page, 'frame');
  const answered = await page.evaluate(() => {
    const call = performance
      .getEntriesByType('resource')
      .findLast(({ name }) => name.endsWith('/login/phone'));
    return call instanceof PerformanceResourceTiming ? performance.timeOrigin + call.responseEnd : Number.NaN;
  });
  return {
    lastButton,
    signUp,
    frame: frame - pressed,
    profile: profile - pressed,
    afterAnswer: profile - answered,
  };
}

/** Presses an element and returns the milliseconds until the moment is reached. */
async function press(page: Page, selector: string, moment: keyof typeof moments): Promise<number> {
  await page.evaluate((name) => delete globalThis.shownMoments[name], moment);
  const pressed = await pressedAt(page, selector);
  return (await whenReached(page, moment)) - pressed;
}

/**
 * Presses an element from inside the page, so that the bench's own steps use none of the slow phone's CPU time. Returns
 * the time of the press in epoch milliseconds.
 */
function pressedAt(page: Page, selector: string): Promise<number> {
  return page.evaluate((pressed) => {
    const element = document.querySelector<HTMLElement>(pressed);
    if (!element) throw new Error(`the page has no ${pressed}`);
    const at = performance.timeOrigin + performance.now();
    element.click();
    return at;
  }, selector);
}

const whenFilled = {
  filled: { selector: '#content h1', without: '#content :is([aria-busy="true"], .animate-spin)' },
} as const satisfies Readonly<Record<string, Moment>>;

/** Measures each page behind the sign-in with an empty cache, on the unthrottled machine. */
async function measureSignedIn(
  browser: Browser,
  origin: string,
  world: World,
  count: number,
  report: Report,
): Promise<void> {
  const { headers } = await withConnection(world.database.target, (sql) =>
    seedAdministrator(sql, { origin, accounts: world.accounts }),
  );
  const value = headers['cookie']?.replace('vid_sid=', '') ?? '';
  for (const path of menuPages) {
    const visits: Awaited<ReturnType<typeof visit>>[] = [];
    for (let run = 0; run < count; run += 1)
      visits.push(
        await inNewContext(browser, async (page, context) => {
          await context.addCookies([{ name: 'vid_sid', value, url: origin }]);
          return visit(page, `${origin}/vid/web${path}`);
        }),
      );
    addTimes(
      report,
      `first paint, ${path}`,
      visits.map(({ first }) => first),
      500,
      `with its data ${round(median(visits.map(({ filled }) => filled)))} ms; ${round(median(visits.map(({ scriptBytes }) => scriptBytes)) / 1_000)} kB of JavaScript`,
    );
  }
}

async function visit(page: Page, address: string) {
  await watchMoments(page, whenFilled);
  await page.goto(address, { waitUntil: 'commit' });
  const filled = await whenReached(page, 'filled');
  const { opened, scriptBytes } = await page.evaluate(() => ({
    opened: performance.timeOrigin,
    scriptBytes: performance
      .getEntriesByType('resource')
      .filter(({ name }) => name.endsWith('.js'))
      .reduce(
        (sum, entry) => sum + (entry instanceof PerformanceResourceTiming ? entry.encodedBodySize : 0),
        0,
      ),
  }));
  return { first: await firstPaintOf(page), filled: filled - opened, scriptBytes };
}

function addTimes(
  report: Report,
  name: string,
  times: readonly number[],
  atMost: number,
  note?: string,
): void {
  const slowest = `slowest ${round(percentile(times, 100))} ms`;
  report.add({
    name,
    value: median(times),
    unit: 'ms',
    target: { of: 'value', atMost },
    note: note === undefined ? slowest : `${slowest}; ${note}`,
  });
}

async function inNewContext<T>(
  browser: Browser,
  use: (page: Page, context: BrowserContext) => Promise<T>,
): Promise<T> {
  const context = await browser.newContext(phone);
  try {
    return await use(await context.newPage(), context);
  } finally {
    await context.close();
  }
}

async function slowDown(page: Page, { rate }: { readonly rate: number }): Promise<void> {
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('Network.enable');
  await devTools.send('Network.emulateNetworkConditions', slowNetwork);
  await devTools.send('Emulation.setCPUThrottlingRate', { rate });
}

/** Resolves with the milliseconds from the navigation to the first contentful paint. */
function firstPaintOf(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) => {
          const first = list.getEntriesByName('first-contentful-paint')[0];
          if (first) resolve(first.startTime);
        }).observe({ type: 'paint', buffered: true });
      }),
  );
}
