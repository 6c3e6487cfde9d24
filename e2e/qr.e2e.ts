import { expect } from '@playwright/test';
import { audit, auditThemes } from './support/audit.ts';
import { forgetSession, signUp, submitPassword } from './support/journey.ts';
import { approve, expectTitleIn, newScreen, openQr, shownQr, test } from './support/qr.ts';
import { resendIfClosed } from './support/requests.ts';
import { operate } from './support/run.ts';
import { button, expectTitle, link, passwordField, text, waitForLiveForm } from './support/screen.ts';
import { serverText, textsIn } from './support/texts.ts';

for (const language of ['vi', 'en'] as const) {
  test(`Q3 signs another screen in after the member has checked it and chosen the number (${language})`, async ({
    page: phone,
    browser,
  }) => {
    const t = textsIn(language);
    const person = await signUp(phone);
    const screen = await newScreen(browser, language);
    const look = language === 'vi' ? 'light' : 'dark';
    await screen.emulateMedia({ colorScheme: look });
    await phone.emulateMedia({ colorScheme: look });
    await screen.goto(`/vid/web/signin?lang=${language}`);
    await waitForLiveForm(screen);
    const qr = await shownQr(screen, () =>
      screen.getByRole('link', { name: t('auth.signIn.way.qr'), exact: true }).click(),
    );
    await expectTitleIn(screen, language, 'qr.title');
    await expect(screen.getByRole('img', { name: t('qr.code') })).toBeVisible();
    await audit(screen, `qr screen ${language} ${look}`);

    await phone.goto(`${qr.path}?lang=${language}`);
    await expectTitleIn(phone, language, 'qr.approve.title');
    await expect(phone.getByText('Chrome', { exact: false })).toBeVisible();
    await expect(phone.getByText(t('qr.approve.warning'))).toBeVisible();
    await expect(screen.getByText(t('qr.scanned', { number: qr.number }))).toBeVisible();
    await audit(screen, `qr screen scanned ${language} ${look}`);
    await audit(phone, `qr approval ${language} ${look}`);

    await phone.getByRole('button', { name: t('qr.approve.submit'), exact: true }).click();
    await expect(phone.getByText(t('qr.approve.number.required'))).toBeVisible();
    await approve(phone, qr.number, language);
    await expectTitleIn(phone, language, 'qr.approved.title');
    await audit(phone, `qr approved ${language} ${look}`);
    await screen.waitForURL('**/user/information');
    await expect(screen.getByText(person.typed).first()).toBeVisible();
  });
}

test('Q1 refuses a used code to another phone, and still shows its own phone the approval on reload', async ({
  page: phone,
  desktop: screen,
  browser,
}) => {
  await signUp(phone);
  const qr = await openQr(screen);
  await phone.goto(qr.path);
  await approve(phone, qr.number);
  await screen.waitForURL('**/user/information');
  await phone.reload();
  await expectTitle(phone, 'qr.approved.title');
  const other = await newScreen(browser, 'vi', 360);
  await signUp(other);
  await other.goto(qr.path);
  await expectTitle(other, 'qr.unusable.title');
  await expect(other.getByText(serverText('QR_FORBIDDEN'))).toBeVisible();
});

test('returns to the request after a signed-out phone signs in', async ({ page: phone, desktop: screen }) => {
  const person = await signUp(phone);
  await forgetSession(phone);
  const qr = await openQr(screen);
  await phone.goto(qr.path);
  await phone.waitForURL('**/signin');
  await submitPassword(phone, person);
  await phone.waitForURL(`**${qr.path}`);
  await approve(phone, qr.number);
  await expectTitle(phone, 'qr.approved.title');
  await screen.waitForURL('**/user/information');
});

test('Q4 asks a phone that signed in long ago for the password first', async ({
  page: phone,
  desktop: screen,
}) => {
  const person = await signUp(phone);
  await operate('ageSessions', person.e164);
  const qr = await openQr(screen);
  await phone.goto(qr.path);
  await approve(phone, qr.number);
  const dialog = phone.getByRole('dialog');
  await passwordField(dialog).fill(person.password);
  await auditThemes(phone, 'qr approval password');
  await button(dialog, 'shell.confirm.submit').click();
  await expectTitle(phone, 'qr.approved.title');
  await screen.waitForURL('**/user/information');
});

test('Q3 ends the request on both screens after a wrong number or “deny”', async ({
  page: phone,
  desktop: screen,
}) => {
  await signUp(phone);
  const first = await openQr(screen);
  await phone.goto(first.path);
  const radios = phone.getByRole('radio');
  await expect(radios).toHaveCount(3);
  const numbers = await radios.evaluateAll((inputs) =>
    inputs.map((input) => Number(input.getAttribute('value'))),
  );
  await approve(phone, numbers.find((number) => number !== first.number) ?? 0);
  await expectTitle(phone, 'qr.unusable.title');
  await expect(phone.getByText(serverText('QR_NUMBER_WRONG'))).toBeVisible();
  await expect(text(screen, 'qr.denied')).toBeVisible();
  await auditThemes(screen, 'qr screen denied');

  const second = await shownQr(screen, () => button(screen, 'qr.again').click());
  expect(second.path).not.toBe(first.path);
  await phone.goto(second.path);
  await button(phone, 'qr.approve.deny').click();
  await expectTitle(phone, 'qr.refused.title');
  await expect(text(screen, 'qr.denied')).toBeVisible();
});

test('continues with the same code after either screen is reloaded', async ({
  page: phone,
  desktop: screen,
}) => {
  await signUp(phone);
  const qr = await openQr(screen);
  await expect(screen.getByRole('img', { name: textsIn('vi')('qr.code') })).toBeVisible();
  await screen.reload();
  await expect(screen.getByText(textsIn('vi')('qr.step.number', { number: qr.number }))).toBeVisible();
  await phone.goto(qr.path);
  await expectTitle(phone, 'qr.approve.title');
  await phone.reload();
  await expectTitle(phone, 'qr.approve.title');
  await expect(screen.getByText(textsIn('vi')('qr.scanned', { number: qr.number }))).toBeVisible();
  await screen.reload();
  await expect(screen.getByText(textsIn('vi')('qr.scanned', { number: qr.number }))).toBeVisible();
  await approve(phone, qr.number);
  await screen.waitForURL('**/user/information');
});

test('does not sign a closed tab in, and gives the next tab a new code', async ({
  page: phone,
  desktop: screen,
}) => {
  await signUp(phone);
  const first = await openQr(screen);
  await phone.goto(first.path);
  await expectTitle(phone, 'qr.approve.title');
  const next = await screen.context().newPage();
  await screen.close();
  await approve(phone, first.number);
  await expectTitle(phone, 'qr.approved.title');
  const second = await openQr(next);
  expect(second.path).not.toBe(first.path);
  await phone.goto(second.path);
  await approve(phone, second.number);
  await next.waitForURL('**/user/information');
});

test('reports an expired code on both screens', async ({ page: phone, desktop: screen }) => {
  await signUp(phone);
  await screen.clock.install();
  const qr = await openQr(screen);
  await phone.clock.install();
  await phone.goto(qr.path);
  await expectTitle(phone, 'qr.approve.title');
  await screen.clock.fastForward('02:01');
  await expect(text(screen, 'qr.expired')).toBeVisible();
  await phone.clock.fastForward('02:01');
  await expectTitle(phone, 'qr.unusable.title');
  await shownQr(screen, () => button(screen, 'qr.again').click());
});

test('Q5 shows not found for addresses without a code, and reports unknown codes', async ({
  page: phone,
}) => {
  await signUp(phone);
  for (const path of [
    '/qr/<script>alert(1)</script>',
    '/qr/%3Cscript%3E',
    '/qr/mã',
    `/qr/${'a'.repeat(65)}`,
  ]) {
    await phone.goto(`/vid/web${path}`);
    await phone.waitForURL('**/error/404');
  }
  const long = await phone.request.get(`/vid/web/qr/${'a'.repeat(10_000)}`, resendIfClosed);
  expect([long.status(), long.headers()['content-type']]).toEqual([414, 'application/json; charset=utf-8']);
  await phone.goto('/vid/web/qr/qr_00000000000000000000000000');
  await expectTitle(phone, 'qr.unusable.title');
  await expect(phone.getByText(serverText('QR_NOT_FOUND'))).toBeVisible();
});

test('shows the QR tab on desktops and hides it on phones', async ({ page: phone, desktop: screen }) => {
  await phone.goto('/vid/web/signin');
  await expect(link(phone, 'auth.signIn.way.qr')).toBeHidden();
  await screen.goto('/vid/web/signin');
  await expect(link(screen, 'auth.signIn.way.qr')).toBeVisible();
});
