import { expect } from '@playwright/test';
import { finishSignUp, forgetSession, signInByRequests, signUp, verifyPhone } from '../support/journey.ts';
import {
  expectInOidcExample,
  expectInSdkExample,
  findExample,
  oidcPage,
  sdkPage,
} from '../support/applications/examples.ts';
import { newPhone } from '../support/people/phones.ts';
import { resendIfClosed } from '../support/requests.ts';
import { takeScreenshot } from '../support/checks/screenshots.ts';
import {
  countCodes,
  openPopup,
  signInByPasswordTab,
  waitUntilClosed,
} from '../support/applications/relying-application.ts';
import { button, expectTitle, pressAndClose, title } from '../support/screen.ts';
import { store } from '../support/stored-rows.ts';
import { test } from '../support/test.ts';
import { textsIn } from '../support/texts.ts';

test('the evaluation page links to the example applications and the outbox', async ({ page }) => {
  await page.goto('/vid/dev/?lang=vi');
  await takeScreenshot(page, 'start');
  await page.getByRole('link', { name: 'English' }).click();
  await expect(page.getByRole('heading', { name: 'Single sign-on' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Example with' })).toHaveCount(2);
  await page.getByRole('link', { name: 'Outbox' }).click();
  await page.waitForURL('**/vid/dev/outbox?lang=en');
  await page.getByRole('link', { name: 'VID · evaluation' }).click();
  await page.waitForURL('**/vid/dev/**');
});

test('lets a visitor sign up through the SDK by redirect', async ({ page }) => {
  const sdk = await findExample(page, '@vid/sso');
  const phone = newPhone();
  await page.goto(sdk);
  await takeScreenshot(page, 'sdk-signed-out');
  await sdkPage.register(page).click();
  await page.waitForURL('**/signup/otp**');
  await takeScreenshot(page, 'sdk-sign-up');
  await verifyPhone(page, phone);
  await finishSignUp(page);
  await button(page, 'signUp.success.continue').click();
  await expectInSdkExample(page, sdk, phone);
  await takeScreenshot(page, 'sdk-signed-in');
});

test('keeps the user signed in after a repeated SDK callback', async ({ page, baseURL }) => {
  const sdk = await findExample(page, '@vid/sso');
  const person = await signUp(page);
  await page.goto(sdk);
  await sdkPage.redirect(page).click();
  await expectInSdkExample(page, sdk, person);
  // The Back button can return to the callback of a request that is already completed.
  await page.goto(`${sdk}callback?authCode=c&state=ended&iss=${encodeURIComponent(`${baseURL}/vid/oidc`)}`);
  await expectInSdkExample(page, sdk, person);
  await expect(sdkPage.status(page)).toHaveText('');
});

test('shows the reason when the user closes the SDK popup', async ({ page }) => {
  const sdk = await findExample(page, '@vid/sso');
  await page.goto(sdk);
  const popup = await openPopup(page);
  await popup.waitForURL('**/signin/otp**');
  await popup.close();
  await expect(sdkPage.status(page)).toHaveText(/^Cửa sổ đăng nhập đã đóng/u);
  await page.goto(`${sdk}callback?authCode=c&iss=x&lang=vi`);
  await expect(sdkPage.status(page)).toHaveText('Chưa đăng nhập được. Vui lòng thử lại.');
  await page.locator('main a[href="/"]').click();
  await page.waitForURL(sdk);
});

test('keeps the user signed in after Back from an SDK sign-in', async ({ page }) => {
  const sdk = await findExample(page, '@vid/sso');
  const person = await signUp(page);
  await forgetSession(page);
  const codes = countCodes(page);
  await page.goto(sdk);
  await sdkPage.redirect(page).click();
  await page.waitForURL('**/signin/otp**');
  await signInByPasswordTab(page, person);
  await expectInSdkExample(page, sdk, person);
  expect(codes()).toBe(1);
  // The first step back reaches the sign-in page, which redirects to the application. The second step reaches the
  // application itself.
  await page.goBack();
  await expectInSdkExample(page, sdk, person);
  await page.goBack();
  await expectInSdkExample(page, sdk, person);
  expect(codes()).toBe(1);
  await expect(sdkPage.status(page)).toHaveText('');
});

test('lets a signed-in user use the SDK popup and sign out', async ({ page }) => {
  const sdk = await findExample(page, '@vid/sso');
  const person = await signUp(page);
  await page.goto(sdk);
  const popup = await openPopup(page);
  await expectInSdkExample(page, sdk, person);
  await waitUntilClosed(popup);
  await sdkPage.signOut(page).click();
  // The example has a button with the same name, so wait for VID's page.
  await expectTitle(page, 'sso.logout.title');
  await button(page, 'common.signOut').click();
  await page.waitForURL(sdk);
  await expect(sdkPage.popup(page)).toBeVisible();
  await page.goto('/vid/web/user/information');
  await page.waitForURL('**/signin**');
});

test('shows an SDK popup in the language of the page', async ({ page, browser, baseURL }) => {
  const english = textsIn('en');
  const sdk = await findExample(page, '@vid/sso');
  const person = await signUp(page);
  const context = await browser.newContext({
    ...(baseURL === undefined ? {} : { baseURL }),
    locale: 'en-GB',
  });
  const visitor = await context.newPage();
  await visitor.goto(sdk);
  const popup = await openPopup(visitor);
  await popup.waitForURL('**/signin/otp**');
  await takeScreenshot(popup, 'sdk-popup-english');
  await popup.getByRole('link', { name: english('common.password'), exact: true }).click();
  await expect(title(popup)).toHaveText(english('auth.signIn.title'));
  await popup.getByRole('textbox', { name: english('common.phone') }).fill(person.typed);
  await popup.getByLabel(english('common.password'), { exact: true }).fill(person.password);
  await popup.getByRole('button', { name: english('common.signIn'), exact: true }).click();
  await expectInSdkExample(visitor, sdk, person);
  await expect(title(visitor)).toContainText('Hello');
  await takeScreenshot(visitor, 'sdk-signed-in-english');
});

test('completes the sign-in from an SDK popup without an opener', async ({ page, context }) => {
  const sdk = await findExample(page, '@vid/sso');
  const person = await signUp(page);
  // With `Cross-Origin-Opener-Policy: same-origin`, the browser severs the application from every window it opens.
  await context.route(`${sdk}**`, async (route) => {
    const response = await route.fetch();
    const headers = { ...response.headers(), 'cross-origin-opener-policy': 'same-origin' };
    await route.fulfill({ response, headers });
  });
  await page.goto(sdk);
  const popup = await openPopup(page);
  await expectTitle(popup, 'sso.openerLost.title');
  await takeScreenshot(popup, 'sdk-popup-opener-lost');
  await pressAndClose(button(popup, 'sso.openerLost.goOn'));
  await expectInSdkExample(page, sdk, person);
  await waitUntilClosed(popup);
  // Requests in flight must finish before the browser context closes.
  await context.unrouteAll({ behavior: 'wait' });
});

test('asks for consent in OpenID Connect and returns after a sign-out', async ({ page }) => {
  const oidc = await findExample(page, 'OpenID Connect');
  const person = await signUp(page);
  await page.goto(oidc);
  await takeScreenshot(page, 'oidc-signed-out');
  await oidcPage.signIn(page).click();
  await page.waitForURL('**/intermediate**');
  await expectTitle(page, 'sso.consent.title', { app: 'Báo ví dụ' });
  await takeScreenshot(page, 'oidc-continue');
  await button(page, 'sso.consent.agree').click();
  await expectInOidcExample(page, oidc, person);
  await takeScreenshot(page, 'oidc-signed-in');
  await oidcPage.signOut(page).click();
  await page.waitForURL('**/vid/web/logout**');
  await takeScreenshot(page, 'oidc-sign-out');
  await button(page, 'common.signOut').click();
  await page.waitForURL(oidc);
  await expect(oidcPage.signIn(page)).toBeVisible();
});

test('leads a signed-out user from either example to the sign-in by code', async ({ page }) => {
  const icons = new Set<string>();
  for (const [name, entry] of [
    ['@vid/sso', sdkPage.redirect],
    ['OpenID Connect', oidcPage.signIn],
  ] as const) {
    await page.goto(await findExample(page, name));
    // The page loads the icon itself, so its content security policy applies. The test browser loads no favicons.
    const icon = await page.locator('link[rel=icon]').evaluate(async (link: HTMLLinkElement) => {
      const image = new Image();
      image.src = link.href;
      await image.decode();
      return { href: link.href, width: image.naturalWidth };
    });
    expect(icon.width).toBeGreaterThan(0);
    icons.add(await (await page.request.get(icon.href, resendIfClosed)).text());
    await entry(page).click();
    await page.waitForURL(/\/vid\/web\/signin\/otp(?:\?|$)/u);
    await expectTitle(page, 'auth.otp.title');
  }
  expect(icons.size).toBe(2);
});

test('ends the sessions of both examples when the user signs out everywhere', async ({
  page,
  browser,
  baseURL,
}) => {
  const sdk = await findExample(page, '@vid/sso');
  const oidc = await findExample(page, 'OpenID Connect');
  const person = await signUp(page);
  await page.goto(sdk);
  await sdkPage.redirect(page).click();
  await expectInSdkExample(page, sdk, person);
  await page.goto(oidc);
  await oidcPage.signIn(page).click();
  await page.waitForURL('**/intermediate**');
  await button(page, 'sso.consent.agree').click();
  await expectInOidcExample(page, oidc, person);

  const other = await browser.newContext({
    ...(baseURL === undefined ? {} : { baseURL }),
    locale: 'vi-VN',
  });
  const elsewhere = await other.newPage();
  await signInByRequests(elsewhere, person);
  await store(elsewhere, 'POST', 'ajax/auth/logout/all', {});
  await other.close();

  for (const [example, signedOut] of [
    [sdk, 'id="popup"'],
    [oidc, 'action="/login"'],
  ] as const) {
    const isSignedOut = async (): Promise<boolean> =>
      (await (await page.request.get(example, resendIfClosed)).text()).includes(signedOut);
    await expect.poll(isSignedOut).toBe(true);
  }
});
