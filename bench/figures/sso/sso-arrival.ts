import type { Browser, BrowserContext, Page } from 'playwright-core';
import { startApplication, type Application } from '../../harness/seeds/application.ts';
import { phone, startChromium } from '../../harness/processes/chromium.ts';
import { withConnection } from '../../harness/processes/postgres.ts';
import {
  authorizationQuery,
  communityQuery,
  newPkce,
  registerPublicClient,
  type PublicClient,
} from '../../harness/seeds/relying-client.ts';
import { seededSessionToken } from '../../harness/seed.ts';
import { median, percentile, round } from '../../harness/statistics.ts';
import type { World } from '../../harness/world.ts';
import type { FigureRun } from '../figure-run.ts';

const protocols = ['community', 'openid'] as const;
type Protocol = (typeof protocols)[number];
type Arrival = { readonly milliseconds: number; readonly requests: number };

const runs = 15;
const quickRuns = 5;
const maxMilliseconds = 300;
const timeoutMs = 20_000;

/** Measures the sign-on of a signed-in member: a first-party application redirects to VID and receives a code. */
export const ssoArrival: FigureRun = {
  name: 'sso-arrival',
  describe:
    'a signed-in member in Chromium: from a first-party application to VID and back to its redirect URI',
  async run(bench, report) {
    const world = await bench.world({ accounts: bench.settings.accounts });
    bench.logProgress('single sign-on in Chromium');
    const count = bench.settings.isQuick ? quickRuns : runs;
    const application = await startApplication();
    const client = { appCode: 'arrival', clientId: 'arrival-web', redirectUri: application.redirectUri };
    await withConnection(world.database.target, (sql) => registerPublicClient(sql, client));
    const browser = await startChromium();
    try {
      for (const protocol of protocols) {
        const cold: Arrival[] = [];
        const warm: Arrival[] = [];
        for (let index = 0; index < count; index += 1) {
          const context = await signedIn(browser, world);
          cold.push(await pass(await context.newPage(), addressOf(world, client, protocol), application));
          await context.close();
        }
        const context = await signedIn(browser, world);
        const page = await context.newPage();
        // Three passes warm up: the first fills the cache, and the next ones make the browser cache compiled scripts.
        for (let index = -3; index < count; index += 1) {
          const passage = await pass(page, addressOf(world, client, protocol), application);
          if (index >= 0) warm.push(passage);
        }
        await context.close();
        for (const [name, passages] of Object.entries({ warm, cold })) {
          const times = passages.map(({ milliseconds }) => milliseconds);
          report.add({
            name: `sso-arrival, ${protocol}, ${name} cache`,
            value: median(times),
            unit: 'ms',
            target: { of: 'value', atMost: maxMilliseconds },
            note: `slowest ${round(percentile(times, 100))} ms of ${count}; ${median(passages.map(({ requests }) => requests))} requests`,
          });
        }
      }
    } finally {
      await browser.close();
      await application.stop();
    }
  },
};

/**
 * Returns VID's origin with a host name. The application's origin has an IP address, so the two are separate sites, as
 * in production.
 */
const originOf = (world: World): string => `http://localhost:${world.server.port}`;

async function signedIn(browser: Browser, world: World): Promise<BrowserContext> {
  const context = await browser.newContext(phone);
  await context.addCookies([{ name: 'vid_sid', value: seededSessionToken(1), url: originOf(world) }]);
  return context;
}

function addressOf(world: World, client: PublicClient, protocol: Protocol): string {
  const { challenge } = newPkce();
  return protocol === 'community'
    ? `${originOf(world)}/vid/web/home?${communityQuery(client, challenge)}`
    : `${originOf(world)}/vid/oidc/auth?${authorizationQuery(client, challenge)}`;
}

/** Measures the time from leaving the application for `address` until the redirect URI is requested. */
async function pass(page: Page, address: string, application: Application): Promise<Arrival> {
  await page.goto(`${application.origin}/`);
  const { origin } = new URL(address);
  let requests = 0;
  const count = (sent: { url(): string }): void => {
    if (new URL(sent.url()).origin === origin) requests += 1;
  };
  page.on('request', count);
  const arrival = application.nextArrival(timeoutMs);
  const departure = await page.evaluate((target) => {
    location.href = target;
    return performance.timeOrigin + performance.now();
  }, address);
  const { at, hasCode } = await arrival;
  if (!hasCode) throw new Error(`the redirect from ${address} carried no code`);
  await page.waitForURL(`${application.redirectUri}**`);
  page.off('request', count);
  return { milliseconds: at - departure, requests };
}
