import { expect, type Page } from '@playwright/test';
import { areaPaths } from '../../apps/web/src/navigation/area-paths.ts';
import { paths } from '../../apps/web/src/navigation/paths.ts';
import { addressOf, formsAlone, isDesk, openDesk, signUpManagerWithData } from '../support/area-data.ts';
import { signUp } from '../support/journey.ts';
import { openIn, showPage } from '../support/open-in.ts';
import { store } from '../support/stored-rows.ts';
import { test } from '../support/test.ts';
import { t } from '../support/texts.ts';

declare global {
  var answers: {
    isHeld: boolean;
    hasFailed: boolean;
    waiting: { answer: Promise<unknown>; release: () => void }[];
  };
  var layoutShift: number;
  var twoFrames: () => Promise<void>;
}

/** Holds back the server's responses, and sums the layout shifts that no input caused. Runs in the page. */
function holdAnswers(): void {
  globalThis.answers = { isHeld: true, hasFailed: false, waiting: [] };
  const send = globalThis.fetch;
  globalThis.fetch = async (...request) => {
    const { answers } = globalThis;
    // The app does not retry a request that fails with this status.
    if (answers.hasFailed && new Request(...request).url.includes('/vid/api/'))
      return Response.json(
        { error: 'Quá nhiều yêu cầu.', message: 'RATE_LIMITED', requestId: 'AB2CD3EF4GH5' },
        { status: 429 },
      );
    const answer = send(...request);
    if (answers.isHeld)
      await new Promise<void>((resolve) => answers.waiting.push({ answer, release: resolve }));
    return answer;
  };
  globalThis.twoFrames = () =>
    new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve))));
  globalThis.layoutShift = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      if ('value' in entry && 'hadRecentInput' in entry && entry.hadRecentInput !== true)
        globalThis.layoutShift += Number(entry.value);
  }).observe({ type: 'layout-shift', buffered: true });
}

/** Releases the responses one by one, in the order of their requests. Runs in the page. */
async function release(): Promise<void> {
  for (let next = globalThis.answers.waiting.shift(); next; next = globalThis.answers.waiting.shift()) {
    // On a busy machine, the server may not have responded yet.
    await next.answer.catch(() => undefined);
    next.release();
    await globalThis.twoFrames();
  }
  globalThis.answers.isHeld = false;
}

/** Returns the sum of the layout shifts, after the browser has reported the last one. Runs in the page. */
async function readShift(): Promise<number> {
  await globalThis.twoFrames();
  return globalThis.layoutShift;
}

const bones = (page: Page) => page.locator('#content .bone');

/** Maximum sum of a page's layout shifts. */
const maxShift = 0.02;

/** Opens a page, lets its data arrive after the skeleton, and expects almost no layout shift. */
async function expectStill(page: Page, address: string): Promise<void> {
  await page.goto(`/vid/web${address}`);
  // The page's own headings and links load after the app shell.
  await expect(page.locator('#content :is(h1, h2, a)').first(), address).toBeVisible();
  await expect(bones(page), address).not.toHaveCount(0);
  await page.evaluate(release);
  await expect(bones(page), address).toHaveCount(0);
  const shift = await page.evaluate(readShift);
  const { width } = page.viewportSize() ?? { width: 0 };
  // Continue after a layout shift, so that one run names every page that has one.
  expect.soft(shift, `layout shift of ${address} at ${width} px`).toBeLessThanOrEqual(maxShift);
}

const profilePages: readonly string[] = [paths.userInformation, paths.userPhone];

async function inspect(page: Page, addresses: readonly string[]): Promise<void> {
  await openIn(page, paths.userInformation, 'vi');
  await page.context().addInitScript(holdAnswers);
  const wide = await page.context().newPage();
  await wide.setViewportSize({ width: 1440, height: 900 });
  await Promise.all(
    [page, wide].map(async (each) => {
      for (const address of addresses) await expectStill(each, address);
    }),
  );
  await page.evaluate(() => {
    globalThis.answers.hasFailed = true;
  });
  // Leave the last page out, because its data has already arrived.
  const others = addresses.slice(0, -1).filter((address) => !profilePages.includes(address));
  for (const address of others) {
    await showPage(page, address);
    await expect(page.getByRole('button', { name: t('common.retry') }).first(), address).toBeVisible();
  }
}

test('the pages of a member keep their layout when their data arrive', async ({ page }) => {
  await signUp(page);
  const profile = { name: 'Nguyễn Thị Ánh Nguyệt', object: 'broker', province: '01' };
  await store(page, 'PATCH', 'api/users/profile', profile);
  await inspect(page, [
    ...profilePages,
    paths.userPassword,
    paths.userSecurity,
    paths.userPrivacy,
    paths.userDeletion,
    paths.inviteFriends,
    ...Object.values(areaPaths).filter((path) => path.startsWith('/user')),
  ]);
});

test('the pages of an application manager keep their layout when their data arrive', async ({ page }) => {
  const ids = await signUpManagerWithData(page);
  const managed = Object.values(areaPaths).filter((path) => path.startsWith('/apps'));
  await inspect(
    page,
    managed.map((path) => addressOf(path, ids)),
  );
});

test('the pages of the administration keep their layout when their data arrive', async ({
  browser,
  page,
}) => {
  const desk = await openDesk(browser, page);
  // Approvals and bulk changes of other tests would add cards that no skeleton can foresee.
  for (const list of ['approvals', 'accounts/bulk-changes'])
    await desk.page
      .context()
      .route(`**/vid/api/admin/${list}`, (route) =>
        route.request().method() === 'GET' ? route.fulfill({ json: { data: [] } }) : route.continue(),
      );
  const shown = Object.values(areaPaths).filter((path) => isDesk(path) && !formsAlone.has(path));
  await inspect(
    desk.page,
    shown.map((path) => addressOf(path, desk.idsOf(path))),
  );
});
