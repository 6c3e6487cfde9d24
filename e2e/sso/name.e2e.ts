import { randomBytes } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import {
  register,
  startApplicationSite,
  type ApplicationSite,
} from '../support/applications/applications.ts';
import { signUp, stopClock, verifyPhone } from '../support/journey.ts';
import { goodPassword, newPhone } from '../support/people/phones.ts';
import { addressesAt, authorize, landing } from '../support/applications/relying-application.ts';
import { button, expectTitle, passwordField, text, textbox } from '../support/screen.ts';
import { takeScreenshot } from '../support/checks/screenshots.ts';
import { test } from '../support/test.ts';

const appName = 'Sàn cần tên';
let code = '';
let site: ApplicationSite;

// Run this file in one worker, which registers the application once.
test.describe.configure({ mode: 'default' });
test.beforeAll(async () => {
  code = `named-${randomBytes(4).toString('hex')}`;
  site = await startApplicationSite();
  await register({
    ...addressesAt(site),
    code,
    name: appName,
    isFirstParty: true,
    access: 'open',
    requiresName: true,
  });
});
test.afterAll(() => site.close());

async function returned(page: Page): Promise<URLSearchParams> {
  await page.waitForURL(`${site.origin}/callback**`);
  return new URL(page.url()).searchParams;
}

test('asks at sign-up for the name that the application requires', async ({ page }) => {
  const phone = newPhone();
  await page.goto(landing(site, code, { action: 'register' }));
  await page.waitForURL('**/signup/otp**');
  await verifyPhone(page, phone);
  await page.reload();
  await passwordField(page).fill(goodPassword);
  await button(page, 'signUp.password.submit').click();
  await expect(textbox(page, 'signUp.name.personal')).toBeFocused();
  await expect(text(page, 'signUp.name.hint', { app: appName })).toBeVisible();
  await takeScreenshot(page, 'sign-up-name');
  await textbox(page, 'signUp.name.personal').fill('Nguyễn Thị Ánh');
  await stopClock(page);
  await button(page, 'signUp.password.submit').click();
  await page.waitForURL('**/signup/success**');
  await expect(page.getByText('Nguyễn Thị Ánh')).toBeVisible();
  await button(page, 'signUp.success.continue').click();
  expect((await returned(page)).get('authCode')).toBeTruthy();
});

test('asks for a missing name in the community’s protocol', async ({ page }) => {
  await signUp(page);
  await page.goto(landing(site, code));
  await expectTitle(page, 'sso.name.title');
  await takeScreenshot(page, 'sso-name');
  await page.reload();
  await textbox(page, 'sso.name.personal').fill('Nguyễn Thị Ánh');
  await button(page, 'sso.continue').click();
  expect((await returned(page)).get('authCode')).toBeTruthy();
});

test('asks for a missing name only once in OpenID Connect', async ({ page }) => {
  await signUp(page, { kind: 'enterprise' });
  await page.goto(authorize(site, code));
  await expectTitle(page, 'sso.name.title');
  await textbox(page, 'sso.name.enterprise').fill('Công ty Minh Anh');
  await button(page, 'sso.continue').click();
  expect((await returned(page)).get('code')).toBeTruthy();
  await page.goto(authorize(site, code));
  expect((await returned(page)).get('code')).toBeTruthy();
});
