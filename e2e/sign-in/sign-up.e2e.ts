import { expect } from '@playwright/test';
import {
  endCountdown,
  enterCode,
  fillSignUp,
  finishSignUp,
  signIn,
  signUp,
  signUpElsewhere,
  signUpInBrowser,
} from '../support/journey.ts';
import { codeFor } from '../support/people/outbox.ts';
import { newPhone } from '../support/people/phones.ts';
import {
  agreement,
  button,
  expectTitle,
  link,
  menuItem,
  phoneField,
  radio,
  text,
  textbox,
  waitForLiveForm,
} from '../support/screen.ts';
import { test } from '../support/test.ts';

test('asks an enterprise for its tax code after the sign-up', async ({ page }) => {
  await signUpInBrowser(page, { kind: 'enterprise' });
  await button(page, 'signUp.success.continue').click();
  await page.waitForURL('**/user/information');
  await expect(textbox(page, 'account.enterprise.taxCode')).toBeVisible();
});

test('refuses a phone that has an account, with a link to sign in', async ({ page: visitor }) => {
  const person = await signUpElsewhere();
  await visitor.goto('/vid/web/signup/otp');
  await fillSignUp(visitor, person);
  await button(visitor, 'auth.otp.submit').click();
  await expect(text(visitor, 'auth.accountExist')).toBeVisible();
  await link(visitor, 'signUp.signInWithThis').click();
  await visitor.waitForURL('**/signin');
  await expect(phoneField(visitor)).toHaveValue(person.typed);
});

test('keeps each step of a sign-up on reload', async ({ page }) => {
  const phone = newPhone();
  await page.goto('/vid/web/signup/password');
  await page.waitForURL('**/signup/otp');
  await page.reload();
  await fillSignUp(page, phone);
  await button(page, 'auth.otp.submit').click();
  await page.waitForURL('**/signup/otp/confirm');
  await page.reload();
  await enterCode(page, phone.e164);
  await page.waitForURL('**/signup/password');
  await page.reload();
  await page.waitForURL('**/signup/password');
  await finishSignUp(page);
  await expectTitle(page, 'signUp.success.title');
  await endCountdown(page);
  await page.waitForURL('**/user/information');
  await expectTitle(page, 'account.information.complete');
});

test('keeps the typed phone number when the language changes', async ({ page }) => {
  await page.goto('/vid/web/signup/otp');
  await waitForLiveForm(page);
  const phone = page.locator('input[type=tel]');
  await phone.fill('0912 345 678');
  await page.getByRole('button', { name: 'English' }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await expect(phone).toHaveValue('0912 345 678');
});

test('S8 keeps phone numbers out of storage and the URL', async ({ page }) => {
  const addresses: string[] = [];
  page.on('framenavigated', (frame) => addresses.push(frame.url()));
  const phone = newPhone();
  const digits = phone.e164.slice(-9);
  const expectNoPhone = async (): Promise<void> => {
    const stored = await page.evaluate(() =>
      JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage), document.cookie]),
    );
    expect(stored.replaceAll(/[\s.-]/gu, '')).not.toContain(digits);
    expect(addresses.join(' ')).not.toContain(digits);
  };
  await page.goto('/vid/web/signin');
  await phoneField(page).fill(phone.typed);
  await expectNoPhone();
  await link(page, 'auth.signIn.register').click();
  await expect(phoneField(page)).toHaveValue(phone.typed);
  await agreement(page).check();
  await button(page, 'auth.otp.submit').click();
  for (const title of ['otp.title', 'signUp.password.title'] as const) {
    await expectTitle(page, title);
    await expectNoPhone();
    await page.reload();
    await expect(page.getByText(phone.typed)).toBeVisible();
    await expectNoPhone();
    if (title === 'otp.title') await enterCode(page, phone.e164);
  }
  await finishSignUp(page);
  await expectNoPhone();
  await endCountdown(page);
  await page.waitForURL('**/user/information');
  await expectNoPhone();
});

test('keeps the draft of the profile on reload, but not after a sign-out', async ({ page }) => {
  const person = await signUp(page);
  await page.goto('/vid/web/user/information');
  await textbox(page, 'account.name').fill('Nguyễn Thị Ánh');
  await radio(page, 'account.object.broker').check({ force: true });
  await page.reload();
  await expect(textbox(page, 'account.name')).toHaveValue('Nguyễn Thị Ánh');
  await expect(radio(page, 'account.object.broker')).toBeChecked();
  await expect(text(page, 'account.draft.kept')).toBeVisible();
  // Leave the profile page before the session ends.
  await page.goto('/vid/web/user/security');
  await button(page, 'shell.accountMenu', { name: person.typed }).click();
  await menuItem(page, 'common.signOut').click();
  await page.waitForURL('**/signin**');
  expect(await page.evaluate(() => JSON.stringify(Object.entries(sessionStorage)))).not.toContain('Nguyễn');
  await signIn(page, person);
  await expectTitle(page, 'account.information.complete');
  await expect(textbox(page, 'account.name')).toHaveValue('');
});

test('S8 leaves no secret in storage or the URL after a sign-up', async ({ page }) => {
  const addresses: string[] = [];
  page.on('framenavigated', (frame) => addresses.push(frame.url()));
  const person = await signUpInBrowser(page);
  const code = await codeFor(page.request, person.e164);
  const stored = await page.evaluate(() =>
    JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)]),
  );
  expect(stored).toContain('vidPersist:');
  // Ignore the code within longer numbers, because a timestamp may contain its digits.
  const codeAlone = new RegExp(`(?<!\\d)${code}(?!\\d)`, 'u');
  for (const exposed of [stored, addresses.join(' ')]) {
    expect(exposed).not.toContain(person.password);
    expect(exposed).not.toMatch(codeAlone);
  }
  const token = (await page.context().cookies()).find((cookie) => cookie.name.endsWith('vid_sid'));
  expect(token?.httpOnly).toBe(true);
  expect(stored).not.toContain(token?.value ?? 'no session cookie');
  expect(stored).not.toContain('otpToken":"');
});
