import { randomBytes } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import {
  register,
  startApplicationSite,
  type ApplicationSite,
} from '../support/applications/applications.ts';
import { forgetSession, signUp } from '../support/journey.ts';
import { takeScreenshot } from '../support/checks/screenshots.ts';
import {
  addressesAt,
  closeWith,
  countCodes,
  hasSessionCookie,
  landing,
  landingForSignOut,
  signInByPasswordTab,
} from '../support/applications/relying-application.ts';
import { button, expectTitle, link, text } from '../support/screen.ts';
import { test } from '../support/test.ts';

const names = {
  first: 'Sàn giao dịch Hội',
  third: 'Báo giá Bất động sản',
  native: 'Sổ tay Môi giới',
} as const;

let first = '';
let third = '';
let native = '';
let site: ApplicationSite;

// Run this file in one worker, which registers the applications once.
test.describe.configure({ mode: 'default' });
test.beforeAll(async () => {
  const suffix = randomBytes(4).toString('hex');
  [first, third, native] = [`first-${suffix}`, `third-${suffix}`, `native-${suffix}`];
  site = await startApplicationSite();
  const common = { ...addressesAt(site), access: 'open' } as const;
  await register(
    { ...common, code: first, name: names.first, isFirstParty: true },
    { ...common, code: third, name: names.third, isFirstParty: false },
    {
      ...common,
      redirectUri: 'vn.example.app:/callback',
      postLogoutUri: 'vn.example.app:/bye',
      code: native,
      name: names.native,
      isFirstParty: false,
      kind: 'native',
    },
  );
});
test.afterAll(() => site.close());

test('reports a connection lost at “Agree and continue”', async ({ page, context }) => {
  await signUp(page);
  await page.goto(landing(site, third));
  await expectTitle(page, 'sso.consent.title', { app: names.third });
  await context.setOffline(true);
  await button(page, 'sso.consent.agree').click();
  await expectTitle(page, 'sso.unavailable.title');
  await expect(text(page.getByRole('alert'), 'errors.windowNetworkError')).toBeVisible();
  await takeScreenshot(page, 'offline-at-continue');
  await context.setOffline(false);
  await button(page, 'common.retry').click();
  await button(page, 'sso.consent.agree').click();
  await page.waitForURL(`${site.origin}/callback**`);
});

/** Holds back the validation of a sign-on request until the returned function is called. */
async function holdValidation(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route('**/validateRedirectUrls', async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

test('shows a waiting message while the server validates a sign-on request slowly', async ({ page }) => {
  await signUp(page);
  const release = await holdValidation(page);
  await page.goto(landing(site, first));
  // The validation is still held back, so the page cannot know its result.
  await expect(text(page, 'sso.waitingUnknown')).toBeVisible();
  release();
  await page.waitForURL(`${site.origin}/callback**`);
});

test('opens the error page after the server slowly refused the sign-on', async ({ page }) => {
  await signUp(page);
  const release = await holdValidation(page);
  await page.goto(landing(site, first, { redirectTo: 'https://evil.test/' }));
  await expect(text(page, 'sso.waitingUnknown')).toBeVisible();
  release();
  await expect(text(page, 'sso.errorCode', { code: 'REDIRECT_INVALID' })).toBeVisible();
  expect(new URL(page.url()).pathname).toBe('/vid/web/error/403');
});

test('shows no “sign in again” text after “Use another account”', async ({ page }) => {
  await signUp(page);
  await page.goto(landing(site, third));
  await button(page, 'sso.otherAccount').click();
  await page.waitForURL('**/signin/otp**');
  await expect(page.getByText(names.third)).toBeVisible();
  await takeScreenshot(page, 'other-account');
  await expect(text(page, 'sso.signInAgain')).toHaveCount(0);
});

/** Opens a sign-on request as a popup of the application's page, which records the messages that it receives. */
async function openAsPopup(page: Page, address: string): Promise<Page> {
  await page.goto(`${site.origin}/`);
  const opened = page.waitForEvent('popup');
  await page.evaluate((target) => {
    const messages: unknown[] = [];
    Reflect.set(window, 'messages', messages);
    addEventListener('message', (event) => messages.push(event.data));
    window.open(target, '_blank', 'popup,width=480,height=720');
  }, address);
  return opened;
}

test('W1 messages the opener only after validating the redirect URI', async ({ page, baseURL }) => {
  await signUp(page);
  const messages = (): Promise<string[]> => page.evaluate(() => Reflect.get(window, 'messages'));
  const unregistered = landing(site, first, { mode: 'window', redirectTo: `${site.origin}/elsewhere` });
  const wrong = await openAsPopup(page, `${baseURL}${unregistered}`);
  await expect(text(wrong, 'sso.errorCode', { code: 'REDIRECT_INVALID' })).toBeVisible();
  await expect(link(wrong, 'common.returnHome')).toHaveCount(0);
  await wrong.reload();
  await takeScreenshot(wrong, 'refused-popup');
  await closeWith(button(wrong, 'sso.close'));
  expect(await messages()).toEqual([]);

  const malformed = landing(site, first, { mode: 'window', codeChallenge: 'short' });
  const refused = await openAsPopup(page, `${baseURL}${malformed}`);
  await expect(button(refused, 'sso.close')).toBeVisible();
  await expect.poll(async () => (await messages()).length).toBe(2);
  const codes = (await messages()).map((message) => {
    const { code }: { code: string } = JSON.parse(
      Buffer.from(message.slice('sso-'.length), 'base64').toString(),
    );
    return code;
  });
  expect(codes).toEqual(['SSO_LOADED', 'SSO_ERROR']);
});

test('keeps the sign-on request in the URL without an opener', async ({ page }) => {
  await signUp(page);
  await page.goto(landing(site, first, { mode: 'window', state: 's1' }));
  await expectTitle(page, 'sso.openerLost.title');
  await page.waitForURL(/\/vid\/web\/home\?mode=window&.*state=s1/u);
});

test('keeps the sign-on request in the URL if the opener closes', async ({ page, baseURL }) => {
  const person = await signUp(page);
  await forgetSession(page);
  const request = landing(site, first, { mode: 'window', state: 's1' });
  const popup = await openAsPopup(page, `${baseURL}${request}`);
  await popup.waitForURL('**/signin/otp?**');
  await page.close();
  await signInByPasswordTab(popup, person);
  await expectTitle(popup, 'sso.openerLost.title');
  await popup.waitForURL(/\/vid\/web\/home\?mode=window&.*state=s1/u);
});

test('opens a native application by its own scheme', async ({ page }) => {
  await signUp(page);
  const codes = countCodes(page);
  await page.goto(landing(site, native, { redirectTo: 'vn.example.app:/callback' }));
  // The test machine has no program for the scheme. Chromium ignores clicks and reloads until it has dropped
  // the navigation.
  const dropped = () =>
    page.waitForEvent('requestfailed', {
      predicate: (sent) => sent.url().startsWith('vn.example.app:'),
      timeout: 60_000,
    });
  await Promise.all([dropped(), button(page, 'sso.consent.agree').click()]);
  await expectTitle(page, 'sso.left.title', { app: names.native });
  await takeScreenshot(page, 'left-for-native');
  expect(codes()).toBe(1);
  // Chromium may ignore the mouse for some seconds after a dropped navigation, so dispatch the click.
  const again = button(page, 'sso.left.again', { app: names.native });
  await Promise.all([dropped(), again.dispatchEvent('click')]);
  expect(codes()).toBe(2);
  await expectTitle(page, 'sso.left.title', { app: names.native });
  // The application has its code. A reload must not issue another code.
  await page.reload();
  await expectTitle(page, 'sso.left.title', { app: names.native });
  expect(codes()).toBe(2);
});

test('returns the user to the registered post-logout URI after a sign-out', async ({ page, baseURL }) => {
  await signUp(page);
  expect(await hasSessionCookie(page, baseURL)).toBe(true);
  await page.goto(landingForSignOut(third, `${site.origin}/bye`));
  await button(page, 'common.signOut').click();
  await page.waitForURL(({ origin, pathname }) => origin === site.origin && pathname === '/bye');
  expect(await hasSessionCookie(page, baseURL)).toBe(false);
});

test('offers to open a native application after it requested a sign-out', async ({ page }) => {
  await signUp(page);
  await page.goto(landingForSignOut(native, 'vn.example.app:/bye'));
  await button(page, 'common.signOut').click();
  await expectTitle(page, 'sso.left.signedOut.title');
  await expect(text(page, 'sso.left.signedOut', { app: names.native })).toBeVisible();
  await expect(button(page, 'sso.left.again', { app: names.native })).toBeVisible();
  await takeScreenshot(page, 'signed-out-for-native');
});
