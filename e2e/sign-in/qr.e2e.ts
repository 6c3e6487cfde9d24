import { expect } from '@playwright/test';
import { auditThemes } from '../support/checks/audit.ts';
import { enterCode, forgetSession, signUp, submitPassword } from '../support/journey.ts';
import { codeFor } from '../support/people/outbox.ts';
import { approve, newScreen, openQr, shownQr, test } from '../support/people/qr.ts';
import { resendIfClosed } from '../support/requests.ts';
import { operate } from '../support/run.ts';
import {
  button,
  codeField,
  expectTitle,
  link,
  passwordField,
  text,
  waitForLiveForm,
} from '../support/screen.ts';
import { serverText, t } from '../support/texts.ts';

test('Q3 signs a screen in after its number is chosen on a phone', async ({
  page: phone,
  desktop: screen,
}) => {
  const person = await signUp(phone);
  await screen.goto('/vid/web/signin');
  await waitForLiveForm(screen);
  const qr = await shownQr(screen, () => link(screen, 'auth.signIn.way.qr').click());
  await expectTitle(screen, 'qr.title');
  await expect(screen.getByRole('img', { name: t('qr.code') })).toBeVisible();
  await auditThemes(screen, 'qr screen');

  await phone.goto(qr.path);
  await expectTitle(phone, 'qr.approve.title');
  await expect(phone.getByText('Chrome', { exact: false })).toBeVisible();
  await expect(text(phone, 'qr.approve.warning')).toBeVisible();
  await expect(text(screen, 'qr.scanned', { number: qr.number })).toBeVisible();
  await auditThemes(screen, 'qr screen scanned');
  await auditThemes(phone, 'qr approval');

  await button(phone, 'qr.approve.submit').click();
  await expect(text(phone, 'qr.approve.number.required')).toBeVisible();
  await approve(phone, qr.number);
  await expectTitle(phone, 'qr.approved.title');
  await auditThemes(phone, 'qr approved');
  await screen.waitForURL('**/user/information');
  await expect(screen.getByText(person.typed).first()).toBeVisible();
});

test('Q1 rejects a used QR code on another phone', async ({ page: phone, desktop: screen, browser }) => {
  await signUp(phone);
  const qr = await openQr(screen);
  await phone.goto(qr.path);
  await approve(phone, qr.number);
  await screen.waitForURL('**/user/information');
  await phone.reload();
  await expectTitle(phone, 'qr.approved.title');
  const other = await newScreen(browser, 360);
  await signUp(other);
  await other.goto(qr.path);
  await expectTitle(other, 'qr.unusable.title');
  await expect(other.getByText(serverText('QR_FORBIDDEN'))).toBeVisible();
});

test('lets a signed-out phone approve a QR sign-in after signing in', async ({
  page: phone,
  desktop: screen,
}) => {
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

test('Q4 asks an old session for proof before it approves a QR sign-in', async ({
  page: phone,
  desktop: screen,
}) => {
  const person = await signUp(phone);
  await operate('ageSessions', person.e164);
  const qr = await openQr(screen);
  await phone.goto(qr.path);
  await approve(phone, qr.number);
  const before = await codeFor(phone.request, person.e164);
  const dialog = phone.getByRole('dialog');
  await expect(passwordField(dialog)).toBeVisible();
  await auditThemes(phone, 'qr approval password');
  await dialog.getByRole('button', { name: t('confirm.code', { phone: person.typed }) }).click();
  await expect(codeField(dialog)).toBeFocused();
  await auditThemes(phone, 'qr approval code');
  await enterCode(phone, person.e164, before);
  await expectTitle(phone, 'qr.approved.title');
  await screen.waitForURL('**/user/information');
});

test('Q3 ends a QR sign-in on both screens after a wrong number', async ({
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

test('keeps the QR code when either screen is reloaded', async ({ page: phone, desktop: screen }) => {
  await signUp(phone);
  const qr = await openQr(screen);
  await expect(screen.getByRole('img', { name: t('qr.code') })).toBeVisible();
  await screen.reload();
  await expect(screen.getByText(t('qr.step.number', { number: qr.number }))).toBeVisible();
  await phone.goto(qr.path);
  await expectTitle(phone, 'qr.approve.title');
  await phone.reload();
  await expectTitle(phone, 'qr.approve.title');
  await expect(screen.getByText(t('qr.scanned', { number: qr.number }))).toBeVisible();
  await screen.reload();
  await expect(screen.getByText(t('qr.scanned', { number: qr.number }))).toBeVisible();
  await approve(phone, qr.number);
  await screen.waitForURL('**/user/information');
});

test('gives a new tab another QR code after the first tab closes', async ({
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

test('reports an expired QR code on both screens', async ({ page: phone, desktop: screen }) => {
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

test('Q5 shows a not-found page for a malformed QR code', async ({ page: phone }) => {
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
