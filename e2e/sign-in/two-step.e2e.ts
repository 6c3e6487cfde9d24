import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { rememberDays } from '@vid/contract/limits';
import { appCode } from '@vid/testkit/http/app-code';
import { auditThemes } from '../support/checks/audit.ts';
import { enterCode, forgetSession, signUp, submitPassword, typeCode } from '../support/journey.ts';
import { goodPassword, newPhone } from '../support/people/phones.ts';
import { runVid } from '../support/run.ts';
import { button, codeField, expectTitle, link, passwordField, text } from '../support/screen.ts';
import { test } from '../support/test.ts';
import { t } from '../support/texts.ts';
import { openIn } from '../support/open-in.ts';

const phone = { width: 360, height: 740 };

/** Stores the last printed text in the page's `data-printed` instead of printing it. */
async function keepPrints(page: Page): Promise<void> {
  // The script runs in every frame, including the printed frame.
  await page.addInitScript(() => {
    globalThis.print = () => {
      parent.document.documentElement.dataset['printed'] = document.body.textContent;
      dispatchEvent(new Event('afterprint'));
    };
  });
}

/** Sets up an authenticator app on the security page, until the recovery codes are shown. */
async function setUpApp(page: Page, where?: string) {
  const card = page.getByRole('main');
  await card.getByRole('button', { name: t('twoStep.card.setUp') }).click();
  await expect(page.getByRole('heading', { name: t('twoStep.setUp.title') })).toBeFocused();
  if (where) await auditThemes(page, `${where} set-up`);
  const shown = await card.getByText(/^(?:[A-Z2-7]{4} ?){8}$/u).textContent();
  const secret = (shown ?? '').replaceAll(' ', '');
  await typeCode(page, appCode(secret));
  await expect(page.getByRole('heading', { name: t('twoStep.codes.title') })).toBeFocused();
  const codes = await card.getByRole('listitem').allTextContents();
  expect(codes).toHaveLength(10);
  return { card, secret, codes };
}

test('lets a member enable two-step sign-in, sign in with it and disable it', async ({ page }) => {
  await page.setViewportSize(phone);
  await keepPrints(page);
  const person = await signUp(page);
  await openIn(page, '/user/security/two-step', 'vi');
  const { card, secret, codes } = await setUpApp(page, 'two-step');
  await auditThemes(page, 'two-step codes');

  const downloading = page.waitForEvent('download');
  await card.getByRole('button', { name: t('twoStep.codes.download') }).click();
  const file = await readFile(await (await downloading).path(), 'utf8');
  expect(file.split('\r\n').slice(2, 12)).toEqual(codes);
  await card.getByRole('button', { name: t('twoStep.codes.print'), exact: true }).click();
  await expect(page.locator('html')).toHaveAttribute('data-printed', file.replaceAll('\r\n', '\n'));
  await expect(page.locator('iframe')).toHaveCount(0);
  await card.getByRole('button', { name: t('twoStep.codes.done') }).click();
  await expect(card.getByText(t('twoStep.card.on'), { exact: true })).toBeVisible();
  await expect(page.getByText(codes[0] ?? '')).toHaveCount(0);
  await auditThemes(page, 'two-step on');

  const password = async () => {
    await openIn(page, '/signin', 'vi');
    await page.getByRole('textbox', { name: t('common.phone') }).fill(person.typed);
    await page.getByLabel(t('common.password'), { exact: true }).fill(person.password);
    await page.getByRole('button', { name: t('common.signIn'), exact: true }).click();
  };
  const second = async () => {
    await password();
    await page.waitForURL('**/signin/two-step**');
    await expect(codeField(page)).toBeFocused();
  };
  await forgetSession(page);
  await second();
  await auditThemes(page, 'two-step sign-in');
  await page.reload();
  await expect(codeField(page)).toBeVisible();
  await page.goBack();
  await expect(page.getByLabel(t('common.password'), { exact: true })).toBeVisible();
  await page.goForward();
  await typeCode(page, '000000');
  await expect(codeField(page)).toHaveAttribute('aria-invalid', 'true');
  await auditThemes(page, 'two-step wrong code');
  await page.getByRole('button', { name: t('twoStep.useRecovery') }).click();
  await page.getByRole('textbox', { name: t('twoStep.recovery.code') }).fill(codes[0] ?? '');
  await auditThemes(page, 'two-step recovery code');
  await page.getByRole('button', { name: t('twoStep.submit'), exact: true }).click();
  await page.waitForURL('**/user/information**');

  // A remembered device needs no code.
  await forgetSession(page);
  await second();
  await page.getByRole('checkbox', { name: t('twoStep.remember', { days: rememberDays }) }).check();
  await codeField(page).fill(appCode(secret, 1));
  await page.waitForURL('**/user/information**');
  await page.context().clearCookies({ name: 'vid_sid' });
  await page.evaluate(() => localStorage.clear());
  await password();
  await page.waitForURL('**/user/information**');

  await openIn(page, '/user/security/two-step', 'vi');
  await card.getByRole('button', { name: t('twoStep.card.off.action') }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  await auditThemes(page, 'two-step off question');
  await dialog.getByRole('button', { name: t('twoStep.card.off.action') }).click();
  await expect(card.getByText(t('twoStep.card.off'), { exact: true })).toBeVisible();
});

test('leads a new administrator through the set-up steps to the administration', async ({ page }) => {
  await page.setViewportSize(phone);
  const number = newPhone();
  const output = await runVid('create-admin', number.e164);
  const password = /^Password {6}(\S+)$/mu.exec(output)?.[1] ?? '';
  const admin = { ...number, password: goodPassword };
  const current = page.locator('[aria-current=step]');
  const expectStep = async (
    key:
      | 'start.step.code'
      | 'start.step.newPassword'
      | 'start.step.app'
      | 'start.step.codes'
      | 'start.step.open',
  ) => expect(current.getByRole('heading', { level: 2 })).toContainText(t(key));
  await openIn(page, '/signin', 'vi');
  await submitPassword(page, { ...admin, password });
  await page.waitForURL('**/signin/otp');
  await expectStep('start.step.code');
  await auditThemes(page, 'start code');
  await button(page, 'auth.otp.submit').click();
  await page.waitForURL('**/signin/otp/confirm');
  await expectStep('start.step.code');
  await enterCode(page, admin.e164);
  await page.waitForURL('**/start');
  await expectStep('start.step.newPassword');
  await auditThemes(page, 'start new password');
  await passwordField(page, 'account.password.current').fill(password);
  await passwordField(page, 'account.password.new').fill(goodPassword);
  await passwordField(page, 'account.password.confirm').fill(goodPassword);
  await button(page, 'account.password.title').click();
  await expectStep('start.step.app');
  await auditThemes(page, 'start app');

  // The app leads back to the set-up steps, because the administration stays closed until they are done.
  await page.goto('/vid/web/admin');
  await page.waitForURL('**/start');
  await page.goto('/vid/web/user/information');
  await expect(text(page, 'shell.mustSetUpTwoStep')).toBeVisible();
  await auditThemes(page, 'two-step administrator led');
  await link(page, 'shell.mustSetUpTwoStep.action').click();
  await page.waitForURL('**/start');

  await button(page, 'twoStep.setUp.title').focus();
  await page.keyboard.press('Enter');
  await expect(current.getByRole('heading', { level: 2 })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(link(page, 'twoStep.setUp.open')).toBeFocused();
  await auditThemes(page, 'start set-up');
  const shown = await current.getByText(/^(?:[A-Z2-7]{4} ?){8}$/u).textContent();
  const secret = (shown ?? '').replaceAll(' ', '');
  await typeCode(page, appCode(secret));
  await expectStep('start.step.codes');
  await expect(current.getByRole('listitem')).toHaveCount(10);
  await auditThemes(page, 'start codes');
  await page.reload();
  await expectStep('start.step.codes');
  await auditThemes(page, 'start codes lost');
  // The administration stays closed until the recovery codes are stored.
  await page.goto('/vid/web/admin');
  await page.waitForURL('**/start');
  await button(page, 'twoStep.card.newCodes').focus();
  await page.keyboard.press('Enter');
  await expect(current.getByRole('listitem')).toHaveCount(10);
  await expect(current.getByRole('heading', { level: 2 })).toBeFocused();
  await button(page, 'twoStep.codes.done').focus();
  await page.keyboard.press('Enter');
  await expectTitle(page, 'start.open.title');
  await auditThemes(page, 'start open');
  await button(page, 'start.open.action').click();
  await expect(page).toHaveURL(/\/admin$/u);
  await openIn(page, '/user/security/two-step', 'vi');
  await expect(text(page, 'twoStep.card.mustKeep')).toBeVisible();

  await forgetSession(page);
  await page.goto('/vid/web/signin');
  await submitPassword(page, admin);
  await expectTitle(page, 'twoStep.title');
  await expect(page.getByRole('checkbox')).toHaveCount(0);
  await typeCode(page, appCode(secret, 1));
  await page.waitForURL('**/admin');
  await expect(text(page, 'shell.mustSetUpTwoStep')).toHaveCount(0);
});
