import { expect, type Page } from '@playwright/test';
import { forgetSession, signUp } from '../support/journey.ts';
import { button, expectTitle, passwordField, phoneField } from '../support/screen.ts';
import { test } from '../support/test.ts';
import { t } from '../support/texts.ts';

declare global {
  var blankMoments: number;
  var hadFirstMain: boolean;
}

/**
 * Counts the DOM changes that leave the document without a `main` element, and records whether the HTML had one before
 * any module ran.
 */
async function countBlankMoments(page: Page): Promise<void> {
  await page.addInitScript(() => {
    globalThis.blankMoments = 0;
    globalThis.hadFirstMain = false;
    // The document has been parsed, but no module has run.
    document.addEventListener(
      'readystatechange',
      () => {
        globalThis.hadFirstMain = document.querySelector('main') !== null;
      },
      { once: true },
    );
    let hadMain = false;
    new MutationObserver(() => {
      const hasMain = document.querySelector('main') !== null;
      if (hadMain && !hasMain) globalThis.blankMoments += 1;
      hadMain = hasMain;
    }).observe(document, { childList: true, subtree: true });
  });
}

const reference = '0123456789abcdef0123456789abcdef';

test('keeps an error page until the app shows the same error', async ({ page }) => {
  await countBlankMoments(page);
  for (const path of [`/error/500?ref=${reference}`, `/error/403?code=REDIRECT_INVALID&ref=${reference}`]) {
    await page.goto(`/vid/web${path}`);
    await expect(page.getByText(reference)).toBeVisible();
    expect(await page.evaluate(() => globalThis.hadFirstMain)).toBe(true);
    expect(await page.evaluate(() => globalThis.blankMoments)).toBe(0);
  }
});

for (const [path, title] of [
  ['/home', 'auth.signIn.title'],
  ['/user/information', 'auth.signIn.title'],
  ['/signup/password', 'signUp.title'],
  ['/no/such/page', 'errors.404.title'],
] as const) {
  test(`keeps the frame of ${path} until the app shows another page`, async ({ page }) => {
    await countBlankMoments(page);
    await page.goto(`/vid/web${path}`);
    await expectTitle(page, title);
    expect(await page.evaluate(() => globalThis.hadFirstMain)).toBe(true);
    expect(await page.evaluate(() => globalThis.blankMoments)).toBe(0);
  });
}

test('shows the next page’s frame after a sign-in until its code loads', async ({ page }) => {
  const person = await signUp(page);
  await forgetSession(page);
  const released = Promise.withResolvers<void>();
  await page.route('**/vid/web/assets/shell-layout-*.js', async (route) => {
    await released.promise;
    await route.continue();
  });
  await countBlankMoments(page);
  await page.goto('/vid/web/signin');
  await phoneField(page).fill(person.typed);
  await passwordField(page).fill(person.password);
  await button(page, 'common.signIn').click();
  await expect(page.getByRole('main').getByText(t('common.loading'))).toBeAttached();
  await expect(page.locator('main [aria-busy]')).toHaveCSS('opacity', '1');
  released.resolve();
  await expectTitle(page, 'account.information.complete');
  expect(await page.evaluate(() => globalThis.blankMoments)).toBe(0);
});

test('paints the frame of a signed-in page before the app starts', async ({ page }) => {
  await signUp(page);
  const requested: string[] = [];
  page.on('request', (request) => requested.push(new URL(request.url()).pathname));
  await page.route('**/vid/web/assets/start-*.js', (route) => route.abort());
  await page.goto('/vid/web/user/information', { waitUntil: 'commit' });
  await expect(page.getByRole('main')).toBeVisible();
  await expect
    .poll(() =>
      requested.filter((path) => /\/(?:shell-layout-[^/]+\.(?:css|js)|information\.page-)/u.test(path)),
    )
    .toHaveLength(3);
});
