import { expect } from '@playwright/test';
import {
  disableProofOfWork,
  enterCode,
  fillCaptcha,
  finishSignUp,
  forgetSession,
  signIn,
  signUp,
  submitPassword,
} from '../support/journey.ts';
import { codeFor, watchCaptcha } from '../support/people/outbox.ts';
import { goodPassword, newPhone, otherPassword } from '../support/people/phones.ts';
import { operate } from '../support/run.ts';
import {
  agreement,
  button,
  captchaPicture,
  expectTitle,
  link,
  menuItem,
  passwordField,
  phoneField,
  text,
  waitForLiveForm,
} from '../support/screen.ts';
import { test } from '../support/test.ts';
import { serverText, t } from '../support/texts.ts';

test('lets a member sign in and sign out of both tabs', async ({ page, context }) => {
  const person = await signUp(page);
  await forgetSession(page);
  await signIn(page, person);
  await page.goto('/vid/web/user/security');
  const second = await context.newPage();
  await second.goto('/vid/web/user/information');
  await expectTitle(second, 'account.information.complete');
  await button(page, 'shell.accountMenu', { name: person.typed }).click();
  await menuItem(page, 'common.signOut').click();
  await page.waitForURL('**/signin**');
  await second.waitForURL('**/signin**');
  // F6: the Back button shows no profile.
  await page.goBack();
  await page.waitForURL('**/signin**');
});

test('requires proof of work after three wrong passwords', async ({ page }) => {
  const person = await signUp(page);
  await forgetSession(page);
  await page.goto('/vid/web/signin');
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const answered = page.waitForResponse('**/auth/login/phone');
    await submitPassword(page, { ...person, password: `${otherPassword}${attempt}` });
    expect((await answered).status()).toBe(401);
    await expect(page.getByRole('alert').getByText(serverText('AUTH_FAILED'))).toBeVisible();
  }
  // While the captcha is still loading, the page submits the form without a proof, and later again with a proof.
  const proven = page.waitForRequest((request) => request.postData()?.includes('"captchaToken":') === true);
  await submitPassword(page, person);
  expect((await proven).url()).toMatch(/\/auth\/login\/phone$/u);
  await page.waitForURL('**/user/information');
});

test('lets an administrator sign in with password and code, in either order', async ({ page }) => {
  const phone = newPhone();
  const admin = { ...phone, password: await operate('createAdministrator', phone.e164) };
  await page.goto('/vid/web/signin');
  await submitPassword(page, admin);
  await page.waitForURL('**/signin/otp');
  await expect(page.locator('[aria-current=step]')).toContainText(t('start.step.code'));
  await button(page, 'auth.otp.submit').click();
  await page.waitForURL('**/signin/otp/confirm');
  const first = await codeFor(page.request, admin.e164);
  await enterCode(page, admin.e164);
  await page.waitForURL('**/start');

  await forgetSession(page);
  await page.goto('/vid/web/signin/otp');
  await phoneField(page).fill(admin.typed);
  await button(page, 'auth.otp.submit').click();
  await page.waitForURL('**/signin/otp/confirm');
  await enterCode(page, admin.e164, first);
  await page.waitForURL('**/signin');
  await expect(text(page, 'otp.reason.passwordNeeded')).toBeVisible();
  await passwordField(page).fill(admin.password);
  await button(page, 'common.signIn').click();
  await page.waitForURL('**/start');
});

test('lets a verified phone without an account sign up without a second code', async ({ page }) => {
  const phone = newPhone();
  await page.goto('/vid/web/signin/otp');
  await phoneField(page).fill(phone.typed);
  await button(page, 'auth.otp.submit').click();
  await page.waitForURL('**/signin/otp/confirm');
  await enterCode(page, phone.e164);
  await expectTitle(page, 'auth.otp.noAccount.title');
  await button(page, 'auth.otp.noAccount.create').click();
  // The first page of sign-up was skipped, so its agreement is shown on the password page.
  await expectTitle(page, 'signUp.password.title');
  await agreement(page).check();
  await finishSignUp(page);
});

test('ends the former session on a password reset', async ({ page, browser, baseURL }) => {
  const person = await signUp(page);
  const before = await codeFor(page.request, person.e164);
  const context = await browser.newContext({
    ...(baseURL === undefined ? {} : { baseURL }),
    locale: 'vi-VN',
  });
  const visitor = await context.newPage();
  await visitor.goto('/vid/web/signin');
  await link(visitor, 'auth.signIn.forgot').click();
  await expectTitle(visitor, 'reset.title');
  await phoneField(visitor).fill(person.typed);
  await button(visitor, 'auth.otp.submit').click();
  await visitor.waitForURL('**/forget-password/otp');
  await enterCode(visitor, person.e164, before);
  await visitor.waitForURL('**/forget-password/input');
  await passwordField(visitor, 'reset.input.password').fill(otherPassword);
  await passwordField(visitor, 'reset.input.confirm').fill(otherPassword);
  await button(visitor, 'reset.input.submit').click();
  await visitor.waitForURL('**/signin');
  await expect(phoneField(visitor)).toHaveValue(person.typed);
  await passwordField(visitor).fill(otherPassword);
  await button(visitor, 'common.signIn').click();
  await visitor.waitForURL('**/user/information');
  await page.goto('/vid/web/user/information');
  await page.waitForURL('**/signin**');
});

test('C6 requires no picture captcha for a code', async ({ page }) => {
  const phone = newPhone();
  await page.goto('/vid/web/signin/otp');
  await phoneField(page).fill(phone.typed);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/signin/otp/confirm');
  await expect(captchaPicture(page)).toHaveCount(0);
});

test('shows a picture captcha in a browser that cannot do proof of work', async ({ page }) => {
  const phone = newPhone();
  await disableProofOfWork(page);
  const captchas = watchCaptcha(page);
  await page.goto('/vid/web/signin/otp');
  await waitForLiveForm(page);
  await phoneField(page).fill(phone.typed);
  await expect(captchaPicture(page)).toBeVisible();
  await fillCaptcha(page, captchas);
  await button(page, 'auth.otp.submit').click();
  await page.waitForURL('**/signin/otp/confirm');
});

test('keeps the password out of the URL without script', async ({ page }) => {
  await page.route('**/assets/*.js', (route) => route.abort());
  await page.goto('/vid/web/signin');
  await phoneField(page).fill('0912345678');
  await passwordField(page).fill(goodPassword);
  await button(page, 'common.signIn').click();
  await page.waitForLoadState();
  expect(page.url()).not.toContain('?');
});
