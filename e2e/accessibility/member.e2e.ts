import { expect, type Page } from '@playwright/test';
import { auditThemes } from '../support/checks/audit.ts';
import { forgetSession, signInByRequests, signUp } from '../support/journey.ts';
import { goodPassword, otherPassword } from '../support/people/phones.ts';
import { passwordField } from '../support/screen.ts';
import { store } from '../support/stored-rows.ts';
import { test } from '../support/test.ts';
import { t } from '../support/texts.ts';
import { openIn } from '../support/open-in.ts';

const iPhone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile Safari/604.1';

/** Saves the required profile information, so that the screen shows a complete profile. */
async function completeInformation(page: Page, isEnterprise: boolean): Promise<void> {
  const profile = isEnterprise
    ? {
        enterprise: {
          name: 'Công ty Cổ phần Đầu tư và Kinh doanh Bất động sản Đồng bằng sông Cửu Long',
          shortName: 'BĐS Cửu Long',
          taxCode: '0100109106',
          representative: 'Nguyễn Thị Ánh Nguyệt',
        },
        province: '01',
      }
    : { name: 'Nguyễn Thị Ánh Nguyệt', object: 'broker', province: '01', email: 'nguyet@example.vn' };
  await store(page, 'PATCH', 'api/users/profile', profile);
}

test('the pages of personal and enterprise information have no axe violation', async ({ page }) => {
  for (const kind of ['personal', 'enterprise'] as const) {
    await signUp(page, { kind });
    await openIn(page, '/user/information', 'vi');
    await page.locator('#profile-email').fill('not an address');
    await page.getByRole('button', { name: t('account.saveChanges') }).click();
    await expect(page.locator('#profile-email[aria-invalid=true]')).toBeVisible();
    await expect(page.getByText(t('errors.email'))).toBeVisible();
    await auditThemes(page, `information ${kind} refused`);
    await completeInformation(page, kind === 'enterprise');
    await page.evaluate(() => sessionStorage.clear());
    await openIn(page, '/user/information', 'vi');
    await expect(page.getByRole('button', { name: t('account.edit'), exact: true })).toBeVisible();
    await auditThemes(page, `information ${kind} complete`);
    await forgetSession(page);
  }
});

test('the password and security pages and their dialogs have no axe violation', async ({
  page,
  browser,
  baseURL,
}) => {
  const person = await signUp(page);
  const other = await browser.newContext({
    ...(baseURL === undefined ? {} : { baseURL }),
    locale: 'vi-VN',
    userAgent: iPhone,
  });
  await signInByRequests(await other.newPage(), person);
  await other.close();
  await openIn(page, '/user/password', 'vi');
  await passwordField(page, 'account.password.current').fill(otherPassword);
  await passwordField(page, 'account.password.new').fill(`${goodPassword}1`);
  await passwordField(page, 'account.password.confirm').fill(`${goodPassword}1`);
  await page
    .getByRole('main')
    .getByRole('button', { name: t('account.password.title') })
    .click();
  await expect(page.locator('[aria-invalid=true]')).toBeVisible();
  await auditThemes(page, 'password refused');

  await openIn(page, '/user/security', 'vi');
  await expect(page.getByText(t('security.devices.count', { count: 2 }))).toBeVisible();
  await auditThemes(page, 'security');
  await page.getByRole('link', { name: t('security.devices'), exact: false }).click();
  await expect(page.getByRole('heading', { level: 1, name: t('security.devices') })).toBeFocused();
  await expect(page).toHaveTitle(new RegExp(`^${t('security.devices')} · `, 'u'));
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: t('shell.item.security') })).toBeFocused();
  await page.goForward();
  const device = t('account.security.device', { browser: 'Safari', system: 'iOS' });
  const end = page.getByRole('button', { name: t('account.security.session.endNamed', { device }) });
  await expect(end).toBeVisible();
  await auditThemes(page, 'devices');
  await end.click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await auditThemes(page, 'security end session');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.getByRole('button', { name: t('shell.signOutAll') }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('shell.signOutAll') })
    .click();
  await expect(page.locator('[aria-invalid=true]')).toBeVisible();
  await auditThemes(page, 'security end all refused');
});

test('the pages of forbidden areas and the open menus have no axe violation', async ({ page }) => {
  await signUp(page);
  for (const path of ['/apps', '/apps/abc', '/admin/audit']) {
    await openIn(page, path, 'vi');
    await auditThemes(page, path);
  }
  await page.getByRole('button', { name: t('shell.openMenu') }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await auditThemes(page, 'drawer');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.getByRole('banner').getByRole('button').last().click();
  await expect(page.getByRole('menu')).toBeVisible();
  await auditThemes(page, 'account menu');
  await page.keyboard.press('Escape');
});
