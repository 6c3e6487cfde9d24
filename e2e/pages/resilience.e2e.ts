import { expect, type Page, type Route } from '@playwright/test';
import { operate } from '../support/run.ts';
import {
  choosePassword,
  enterCode,
  fillSignUp,
  finishSignUp,
  forgetSession,
  signIn,
  signInByRequests,
  signUp,
  stopClock,
  submitPassword,
  typeCode,
  verifyPhone,
} from '../support/journey.ts';
import { codeFor, countMessages } from '../support/people/outbox.ts';
import { goodPassword, newPhone, otherPassword, type Phone } from '../support/people/phones.ts';
import {
  agreement,
  button,
  expectTitle,
  passwordField,
  phoneField,
  radio,
  text,
  textbox,
} from '../support/screen.ts';
import { test } from '../support/test.ts';
import { t } from '../support/texts.ts';

/** Counts the page's requests to a path from now on. Returns a function that reads the count. */
function countCalls(page: Page, path: string): () => number {
  let calls = 0;
  page.on('request', (sent) => {
    if (new URL(sent.url()).pathname === path) calls += 1;
  });
  return () => calls;
}

/** Lets the server handle the request, but drops its response. */
async function loseAnswer(route: Route): Promise<void> {
  await route.fetch();
  await route.abort('connectionreset');
}

async function goToCode(page: Page, phone: Phone): Promise<void> {
  await page.goto('/vid/web/signup/otp');
  await fillSignUp(page, phone);
  await button(page, 'auth.otp.submit').click();
  await expectTitle(page, 'otp.title');
}

async function goToPassword(page: Page, phone: Phone): Promise<void> {
  await page.goto('/vid/web/signup/otp');
  await verifyPhone(page, phone);
}

test('sends one request for a double click on a form’s button', async ({ page }) => {
  const phone = newPhone();
  const codes = countCalls(page, '/vid/gateway/otp/request');
  const accounts = countCalls(page, '/vid/ajax/users/signup/phone');
  const signIns = countCalls(page, '/vid/ajax/auth/login/phone');
  await page.goto('/vid/web/signup/otp');
  await fillSignUp(page, phone);
  await button(page, 'auth.otp.submit').dblclick();
  await expectTitle(page, 'otp.title');
  await enterCode(page, phone.e164);
  await expectTitle(page, 'signUp.password.title');
  await stopClock(page);
  await passwordField(page).fill(goodPassword);
  await button(page, 'signUp.password.submit').dblclick();
  await page.waitForURL('**/signup/success');
  expect(await countMessages(page.request, phone.e164)).toBe(1);
  await forgetSession(page);
  await page.goto('/vid/web/signin');
  await phoneField(page).fill(phone.typed);
  await passwordField(page).fill(goodPassword);
  await button(page, 'common.signIn').dblclick();
  await page.waitForURL('**/user/information');
  expect([codes(), accounts(), signIns()]).toEqual([1, 1, 1]);
});

test('retries a sign-up whose response was lost, and finds the account', async ({ page }) => {
  const phone = newPhone();
  await goToPassword(page, phone);
  const calls = countCalls(page, '/vid/ajax/users/signup/phone');
  await page.route('**/vid/ajax/users/signup/phone', loseAnswer, { times: 1 });
  await finishSignUp(page);
  expect(calls()).toBe(2);
  await forgetSession(page);
  await signIn(page, { ...phone, password: goodPassword });
});

test('reports a longer network failure and keeps the form', async ({ page }) => {
  const phone = newPhone();
  await page.goto('/vid/web/signup/otp');
  await fillSignUp(page, phone);
  await page.route('**/vid/gateway/otp/request', (route) => route.abort('connectionreset'));
  await button(page, 'auth.otp.submit').click();
  await expect(text(page, 'errors.network')).toHaveCount(1);
  await page.unroute('**/vid/gateway/otp/request');
  await expect(phoneField(page)).toHaveValue(phone.typed);
  await expect(agreement(page)).toBeChecked();
  await button(page, 'auth.otp.submit').click();
  await expectTitle(page, 'otp.title');

  await enterCode(page, phone.e164);
  await expectTitle(page, 'signUp.password.title');
  // Every response is lost until the page stops retrying, although the server has created the account.
  await page.route('**/vid/ajax/users/signup/phone', loseAnswer);
  await choosePassword(page, goodPassword);
  await expect(text(page, 'errors.network')).toHaveCount(1, { timeout: 60_000 });
  await page.unroute('**/vid/ajax/users/signup/phone');
  await stopClock(page);
  await button(page, 'signUp.password.submit').click();
  await page.waitForURL('**/signup/success');
});

test('reports a lost sign-in response, but retries saving a form', async ({ page }) => {
  const person = await signUp(page);
  await forgetSession(page);
  await page.goto('/vid/web/signin');
  await page.route('**/vid/ajax/auth/login/phone', loseAnswer, { times: 1 });
  await submitPassword(page, person);
  await expect(text(page, 'errors.network')).toHaveCount(1);
  await button(page, 'common.signIn').click();
  await page.waitForURL('**/user/information');

  const saves = countCalls(page, '/vid/api/users/profile');
  await textbox(page, 'account.name').fill('Nguyễn Thị Ánh');
  await radio(page, 'account.object.broker').check({ force: true });
  await page.getByRole('combobox', { name: t('account.province') }).selectOption('Hà Nội');
  await page.route('**/vid/api/users/profile', loseAnswer, { times: 1 });
  await button(page, 'account.saveChanges').click();
  await expect(button(page, 'account.edit')).toBeVisible();
  expect(saves()).toBe(2);
});

test('repeats a code check whose response was lost, and accepts the code', async ({ page }) => {
  const phone = newPhone();
  await goToCode(page, phone);
  await page.route('**/vid/gateway/otp/validate', loseAnswer, { times: 1 });
  await enterCode(page, phone.e164);
  await expectTitle(page, 'signUp.password.title');
});

/** Time after which a code (5 minutes) and a verification (10 minutes) have expired. */
const later = 11 * 60_000;

test('lets the user replace an expired code with a new code', async ({ page }) => {
  const phone = newPhone();
  await goToCode(page, phone);
  const code = await codeFor(page.request, phone.e164);
  await operate('expireCodes', phone.e164);
  await page.clock.setSystemTime(Date.now() + later);
  await typeCode(page, code);
  await expectTitle(page, 'otp.resend.title');
  await expect(text(page, 'otp.reason.codeExpired')).toBeVisible();
  await button(page, 'otp.resend').click();
  await expectTitle(page, 'otp.title');
  await enterCode(page, phone.e164, code);
  await expectTitle(page, 'signUp.password.title');
});

test('goes back one step and shows the reason when the verification expires', async ({ page }) => {
  const phone = newPhone();
  await goToPassword(page, phone);
  await operate('expireCodes', phone.e164);
  await choosePassword(page, goodPassword);
  await expectTitle(page, 'otp.resend.title');
  await expect(text(page, 'otp.reason.verificationExpired')).toBeVisible();
  await expect(page.getByText(phone.typed)).toBeVisible();
});

test('goes back one step on a reload after the verification expired', async ({ page }) => {
  await goToPassword(page, newPhone());
  await page.clock.setSystemTime(Date.now() + later);
  await page.reload();
  await expectTitle(page, 'otp.resend.title');
  await expect(text(page, 'otp.reason.verificationExpired')).toBeVisible();
});

test('explains a session ended by a password change elsewhere', async ({ page, browser, baseURL }) => {
  const person = await signUp(page);
  await page.goto('/vid/web/user/security');
  await expectTitle(page, 'shell.item.security');
  const other = await browser.newContext({
    ...(baseURL === undefined ? {} : { baseURL }),
    locale: 'vi-VN',
  });
  const elsewhere = await other.newPage();
  await signInByRequests(elsewhere, person);
  await elsewhere.goto('/vid/web/user/password');
  await passwordField(elsewhere, 'account.password.current').fill(person.password);
  await passwordField(elsewhere, 'account.password.new').fill(otherPassword);
  await passwordField(elsewhere, 'account.password.confirm').fill(otherPassword);
  await button(elsewhere.getByRole('main'), 'account.password.title').click();
  await expect(elsewhere.getByRole('heading', { name: t('account.password.done') })).toBeVisible();
  await other.close();
  await page.reload();
  await page.waitForURL('**/signin**');
  await expect(text(page, 'errors.sessionExpired')).toHaveCount(1);
  await submitPassword(page, { ...person, password: otherPassword });
  await page.waitForURL('**/user/security');
});
