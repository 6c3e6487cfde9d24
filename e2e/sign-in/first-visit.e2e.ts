import { expect, type Locator, type Page } from '@playwright/test';
import {
  disableProofOfWork,
  endCountdown,
  finishSignUp,
  forgetSession,
  signUp,
  verifyPhone,
} from '../support/journey.ts';
import { codeFor } from '../support/people/outbox.ts';
import { goodPassword, newPhone } from '../support/people/phones.ts';
import {
  agreement,
  button,
  captchaPicture,
  codeField,
  expectTitle,
  link,
  passwordField,
  phoneField,
  radio,
  text,
  waitForLiveForm,
} from '../support/screen.ts';
import { test } from '../support/test.ts';

const scripts = '**/vid/web/assets/*.js';

/** Holds back every script of the next page until the returned function is called. */
async function holdScripts(page: Page): Promise<() => void> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(scripts, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

test('completes a sign-in that is submitted before the script runs', async ({ page }) => {
  const person = await signUp(page);
  await forgetSession(page);
  const release = await holdScripts(page);
  await page.goto('/vid/web/signin', { waitUntil: 'commit' });
  await phoneField(page).fill(person.typed);
  await passwordField(page).fill(person.password);
  await button(page, 'common.signIn').click();
  await expect(page).toHaveURL(/\/signin$/u);
  await expect(passwordField(page)).toHaveValue(person.password);
  release();
  await page.waitForURL('**/user/information');
});

test('asks for the code of a sign-up submitted before the script runs', async ({ page }) => {
  const phone = newPhone();
  const release = await holdScripts(page);
  await page.goto('/vid/web/signup/otp', { waitUntil: 'commit' });
  await phoneField(page).fill(phone.typed);
  await radio(page, 'signUp.kind.enterprise').check({ force: true });
  await agreement(page).check();
  await button(page, 'auth.otp.submit').click();
  release();
  await expectTitle(page, 'otp.title');
  await expect(page.getByText(phone.typed)).toBeVisible();
});

test('signs both sign-up tabs in when one of them finishes', async ({ page, context }) => {
  const phone = newPhone();
  const other = await context.newPage();
  await other.goto('/vid/web/signup/otp');
  await page.goto('/vid/web/signup/otp');
  await verifyPhone(page, phone);
  await other.bringToFront();
  await other.reload();
  await page.bringToFront();
  await finishSignUp(page);
  await other.waitForURL(/\/(?:signup\/success|user\/information)$/u);
  await endCountdown(page);
  await page.waitForURL('**/user/information');
  await expect(text(page, 'errors.sessionExpired')).toHaveCount(0);
  await page.reload();
  await expectTitle(page, 'account.information.complete');
});

test('copies the phone into the next form and keeps it on reload', async ({ page }) => {
  const phone = newPhone();
  await page.goto('/vid/web/signin');
  await phoneField(page).fill(phone.typed);
  await link(page, 'auth.signIn.way.otp').click();
  await expectTitle(page, 'auth.otp.title');
  await expect(phoneField(page)).toHaveValue(phone.typed);
  await link(page, 'auth.signIn.register').click();
  await expectTitle(page, 'signUp.title');
  await expect(phoneField(page)).toHaveValue(phone.typed);
  await radio(page, 'signUp.kind.enterprise').check({ force: true });
  await page.reload();
  await expect(phoneField(page)).toHaveValue(phone.typed);
  await expect(radio(page, 'signUp.kind.enterprise')).toBeChecked();
  await link(page, 'common.signIn').click();
  await expectTitle(page, 'auth.signIn.title');
  await expect(phoneField(page)).toHaveValue(phone.typed);
  await link(page, 'auth.signIn.forgot').click();
  await expectTitle(page, 'reset.title');
  await expect(phoneField(page)).toHaveValue(phone.typed);
  await page.reload();
  await expect(phoneField(page)).toHaveValue(phone.typed);
});

test('copies a phone typed before the script runs into the next form', async ({ page }) => {
  const phone = newPhone();
  const release = await holdScripts(page);
  await page.goto('/vid/web/signin', { waitUntil: 'commit' });
  await phoneField(page).fill(phone.typed);
  release();
  await waitForLiveForm(page);
  await link(page, 'auth.signIn.way.otp').click();
  await expectTitle(page, 'auth.otp.title');
  await expect(phoneField(page)).toHaveValue(phone.typed);
});

test('shows the picture captcha for a phone typed before the script runs', async ({ page }) => {
  await disableProofOfWork(page);
  const release = await holdScripts(page);
  await page.goto('/vid/web/signin/otp', { waitUntil: 'commit' });
  await phoneField(page).fill(newPhone().typed);
  release();
  await expect(captchaPicture(page)).toBeVisible();
});

test('a link pressed before the script runs carries the typed phone', async ({ page }) => {
  const phone = newPhone();
  const release = await holdScripts(page);
  await page.goto('/vid/web/signin', { waitUntil: 'commit' });
  await phoneField(page).fill(phone.typed);
  await link(page, 'auth.signIn.way.otp').click();
  await expect(page).toHaveURL(/\/signin$/u);
  release();
  await expectTitle(page, 'auth.otp.title');
  await expect(phoneField(page)).toHaveValue(phone.typed);
});

test('a link pressed before the script runs keeps the sign-on request', async ({ page }) => {
  const release = await holdScripts(page);
  const request = '?mode=redirect&appCode=shop&redirectTo=https%3A%2F%2Fshop.example.vn%2F';
  await page.goto(`/vid/web/signin/otp${request}`, { waitUntil: 'commit' });
  await link(page, 'common.password').click();
  await page.waitForURL(`**/signin${request}`, { waitUntil: 'commit' });
  await link(page, 'auth.signIn.register').click();
  await page.waitForURL(`**/signup/otp${request}`, { waitUntil: 'commit' });
  release();
});

test('follows a link that is pressed twice, even if the script never runs', async ({ page }) => {
  await page.route(scripts, (route) => route.abort());
  await page.goto('/vid/web/signin');
  await phoneField(page).fill('0912345678');
  await link(page, 'auth.signIn.way.otp').dblclick();
  await page.waitForURL('**/signin/otp');
});

test('opens a page that was requested offline when the network is back', async ({ page, context }) => {
  await page.goto('/vid/web/signin');
  await expect(phoneField(page)).toBeVisible();
  await page.waitForLoadState('networkidle');
  await context.setOffline(true);
  // The sign-in page prefetched the next steps, but not the terms.
  await link(page, 'common.terms').click();
  await expect(text(page, 'errors.pageWaiting')).toBeVisible();
  await expect(passwordField(page)).toBeVisible();
  await context.setOffline(false);
  await expectTitle(page, 'common.terms');
  await expect(text(page, 'errors.pageWaiting')).toHaveCount(0);
});

test('opens the password reset if its panel cannot be loaded', async ({ page }) => {
  await page.route('**/vid/web/assets/slide-panel-*.js', (route) => route.abort());
  const failed = page.waitForEvent('requestfailed');
  await page.goto('/vid/web/signin');
  await failed;
  await link(page, 'auth.signIn.forgot').click();
  await expectTitle(page, 'reset.title');
});

test('focuses the phone field of the sign-in form on a wide screen', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto('/vid/web/signin');
  await expect(phoneField(page)).toBeFocused();
});

test('a sign-up takes at most 5 taps', async ({ browser, baseURL }) => {
  const context = await browser.newContext({
    ...(baseURL === undefined ? {} : { baseURL }),
    locale: 'vi-VN',
    viewport: { width: 360, height: 740 },
    hasTouch: true,
    isMobile: true,
  });
  const page = await context.newPage();
  const phone = newPhone();
  await page.goto('/vid/web/signup/otp');
  await expectTitle(page, 'signUp.title');
  let taps = 0;
  const tap = async (target: Locator): Promise<void> => {
    taps += 1;
    await target.tap();
  };
  await tap(phoneField(page));
  await page.keyboard.type(phone.typed.replaceAll(' ', ''));
  await tap(agreement(page));
  await tap(button(page, 'auth.otp.submit'));
  await expectTitle(page, 'otp.title');
  await expect(codeField(page)).toBeFocused();
  const code = await codeFor(page.request, phone.e164);
  await page.keyboard.type(code);
  await expectTitle(page, 'signUp.password.title');
  await expect(passwordField(page)).toBeFocused();
  await page.keyboard.type(goodPassword);
  await tap(button(page, 'signUp.password.submit'));
  await page.waitForURL('**/signup/success');
  expect(taps).toBeLessThanOrEqual(5);
  expect(code.length).toBeLessThanOrEqual(20);
});
