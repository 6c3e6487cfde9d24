import { randomBytes } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { register, type ApplicationSite } from '../support/applications/applications.ts';
import { enterCode, fillSignUp, finishSignUp, forgetSession, signUp } from '../support/journey.ts';
import { newPhone } from '../support/people/phones.ts';
import { addressesAt, resultOf, signInByPasswordTab } from '../support/applications/relying-application.ts';
import { button, expectTitle, link, pressAndClose } from '../support/screen.ts';
import { startStandardClient } from '../support/applications/standard-client.ts';
import { test } from '../support/test.ts';

const name = 'Báo giá Bất động sản';
let site: ApplicationSite;

// Run this file in one worker, which registers the application once.
test.describe.configure({ mode: 'default' });
test.beforeAll(async () => {
  const code = `standard-${randomBytes(4).toString('hex')}`;
  site = await startStandardClient(`http://localhost:${process.env['E2E_PORT']}`, `${code}-web`);
  await register({ ...addressesAt(site), code, name, isFirstParty: false, access: 'open' });
});
test.afterAll(() => site.close());

async function openSignIn(page: Page): Promise<Page> {
  await page.goto(site.origin);
  await expect(resultOf(page)).toHaveText('ready');
  const opened = page.waitForEvent('popup');
  await page.locator('#in').click();
  return opened;
}

async function agree(popup: Page): Promise<void> {
  await popup.waitForURL('**/intermediate?uid=*');
  await expectTitle(popup, 'sso.consent.title', { app: name });
  await popup.reload();
  await pressAndClose(button(popup, 'sso.consent.agree'));
}

test('W3 lets a member sign in and out in a standard client’s popup', async ({ page }) => {
  const person = await signUp(page);
  await forgetSession(page);
  const popup = await openSignIn(page);
  await popup.waitForURL('**/signin/otp');
  await popup.reload();
  await signInByPasswordTab(popup, person);
  await agree(popup);
  await expect(resultOf(page)).toContainText('signed in: acc_');

  const opened = page.waitForEvent('popup');
  await page.locator('#out').click();
  const goodbye = await opened;
  await expectTitle(goodbye, 'sso.logout.title');
  expect(await goodbye.evaluate(() => window.opener !== null)).toBe(true);
  await button(goodbye, 'common.signOut').click();
  await expect(resultOf(page)).toHaveText('signed out');
});

test('W3 lets a visitor sign up in a standard client’s popup, across reloads', async ({ page }) => {
  const phone = newPhone();
  const popup = await openSignIn(page);
  await popup.waitForURL('**/signin/otp');
  await link(popup, 'auth.signIn.register').click();
  await popup.waitForURL('**/signup/otp');
  await popup.reload();
  await fillSignUp(popup, phone);
  await button(popup, 'auth.otp.submit').click();
  await popup.waitForURL('**/signup/otp/confirm');
  await popup.reload();
  await enterCode(popup, phone.e164);
  await popup.waitForURL('**/signup/password');
  await popup.reload();
  await finishSignUp(popup);
  await button(popup, 'signUp.success.continue').click();
  await agree(popup);
  await expect(resultOf(page)).toContainText('signed in: acc_');
});

test('W3 reports refused consent to a standard client', async ({ page }) => {
  await signUp(page);
  const popup = await openSignIn(page);
  await pressAndClose(button(popup, 'sso.consent.refuse'));
  await expect(resultOf(page)).toHaveText('failed: the person denied the request');
});
