import { expect, type Page } from '@playwright/test';
import { auditThemes } from '../support/checks/audit.ts';
import {
  choosePassword,
  disableProofOfWork,
  enterCode,
  fillCaptcha,
  fillSignUp,
  finishSignUp,
  forgetSession,
  signUp,
  submitPassword,
  typeCode,
} from '../support/journey.ts';
import { codeFor, watchCaptcha } from '../support/people/outbox.ts';
import { goodPassword, newPhone, otherPassword } from '../support/people/phones.ts';
import { operate } from '../support/run.ts';
import {
  button,
  captchaPicture,
  expectTitle,
  link,
  passwordField,
  phoneField,
  text,
  textbox,
  waitForLiveForm,
} from '../support/screen.ts';
import { test } from '../support/test.ts';
import { serverText, t } from '../support/texts.ts';

async function enterWrongCode(page: Page, code: string): Promise<void> {
  await typeCode(page, code === '000000' ? '000001' : '000000');
  await expect(text(page, 'otp.wrongTriesLeft', { count: 4 })).toBeVisible();
}

test('the steps and refusals of a sign-up have no axe violation', async ({ page }) => {
  const phone = newPhone();
  await page.goto('/vid/web/signup/otp');
  await button(page, 'auth.otp.submit').click();
  await expect(page.locator('[aria-invalid=true]')).toHaveCount(2);
  await auditThemes(page, 'sign-up: nothing filled in');
  await fillSignUp(page, phone);
  await button(page, 'auth.otp.submit').click();

  await expectTitle(page, 'otp.title');
  await auditThemes(page, 'sign-up: code');
  const code = await codeFor(page.request, phone.e164);
  await enterWrongCode(page, code);
  await auditThemes(page, 'sign-up: wrong code');
  await operate('expireCodes', phone.e164);
  await page.clock.setSystemTime(Date.now() + 11 * 60_000);
  await typeCode(page, code);
  await expectTitle(page, 'otp.resend.title');
  await auditThemes(page, 'sign-up: another code');
  await button(page, 'otp.resend').click();
  await expectTitle(page, 'otp.title');
  await enterCode(page, phone.e164, code);

  await expectTitle(page, 'signUp.password.title');
  await auditThemes(page, 'sign-up: password');
  await button(page, 'signUp.referral.have').click();
  await textbox(page, 'signUp.referral').fill('KHONGCO1');
  await choosePassword(page, 'ngắn');
  await expect(textbox(page, 'signUp.referral')).toHaveAccessibleDescription(
    new RegExp(t('signUp.referral.invalid')),
  );
  await auditThemes(page, 'sign-up: password refused');
  await textbox(page, 'signUp.referral').fill('');
  await finishSignUp(page);
  await expectTitle(page, 'signUp.success.title');
  await auditThemes(page, 'sign-up: success');
});

test('the steps and refusals of a sign-in have no axe violation', async ({ page }) => {
  await page.goto('/vid/web/signin');
  await phoneField(page).fill('12');
  await button(page, 'common.signIn').click();
  await expect(page.locator('[aria-invalid=true]')).toHaveCount(2);
  await auditThemes(page, 'sign-in: wrongly filled in');
  const phone = newPhone();
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const answered = page.waitForResponse('**/auth/login/phone');
    await submitPassword(page, { ...phone, password: `${otherPassword}${attempt}` });
    expect((await answered).status()).toBe(401);
    await expect(page.getByRole('alert').getByText(serverText('AUTH_FAILED'))).toBeVisible();
  }
  await disableProofOfWork(page);
  await page.reload();
  await expect(captchaPicture(page)).toBeVisible();
  await auditThemes(page, 'sign-in: captcha after failures');

  const captchas = watchCaptcha(page);
  await page.goto('/vid/web/signin/otp');
  await waitForLiveForm(page);
  await phoneField(page).fill(phone.typed);
  await fillCaptcha(page, captchas);
  await button(page, 'auth.otp.submit').click();
  await expectTitle(page, 'otp.title');
  await auditThemes(page, 'sign-in by code: code');
  await enterCode(page, phone.e164);
  await expectTitle(page, 'auth.otp.noAccount.title');
  await auditThemes(page, 'sign-in by code: no account');
  await button(page, 'auth.otp.noAccount.create').click();
  await expectTitle(page, 'signUp.password.title');
  await auditThemes(page, 'sign-in by code: on to sign-up');
});

test('the steps of a password reset or change have no axe violation', async ({ page }) => {
  const person = await signUp(page);
  const before = await codeFor(page.request, person.e164);
  await forgetSession(page);
  await page.goto('/vid/web/forget-password');
  await phoneField(page).fill(newPhone().typed);
  await button(page, 'auth.otp.submit').click();
  await expect(link(page, 'reset.signUpWithThis')).toBeVisible();
  await auditThemes(page, 'forgotten password: no account');
  await phoneField(page).fill(person.typed);
  await button(page, 'auth.otp.submit').click();
  await expectTitle(page, 'otp.title');
  await auditThemes(page, 'forgotten password: code');
  await enterCode(page, person.e164, before);
  await expectTitle(page, 'reset.input.title');
  await passwordField(page, 'reset.input.password').fill(otherPassword);
  await passwordField(page, 'reset.input.confirm').fill(goodPassword);
  await button(page, 'reset.input.submit').click();
  await expect(text(page, 'errors.passwordMismatch')).toBeVisible();
  await auditThemes(page, 'forgotten password: new password');
  await passwordField(page, 'reset.input.confirm').fill(otherPassword);
  await button(page, 'reset.input.submit').click();
  await expectTitle(page, 'auth.signIn.title');
  await auditThemes(page, 'forgotten password: done');

  // Change the server's responses instead of having an administrator demand a new password.
  await page.route(/\/vid\/ajax\/auth\/(?:me|login\/phone)$/u, async (route) => {
    const response = await route.fetch();
    const body: { data: Record<string, unknown> } = await response.json();
    await route.fulfill({ response, json: { data: { ...body.data, demands: ['change-password'] } } });
  });
  await submitPassword(page, { ...person, password: otherPassword });
  await expectTitle(page, 'reset.forced.title');
  await auditThemes(page, 'forced change');
  await button(page, 'account.password.title').click();
  await expect(page.locator('[aria-invalid=true]')).toHaveCount(3);
  await auditThemes(page, 'forced change: nothing filled in');
  // Requests in flight must finish before the browser context closes.
  await page.unrouteAll({ behavior: 'wait' });
});
