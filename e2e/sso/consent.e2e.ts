import { randomBytes } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import {
  register,
  startApplicationSite,
  type ApplicationSite,
} from '../support/applications/applications.ts';
import { auditThemes } from '../support/checks/audit.ts';
import { forgetSession, signUp } from '../support/journey.ts';
import {
  addressesAt,
  authorize,
  countCodes,
  landing,
  openApplication,
  openPopup,
  resultOf,
  signInByPasswordTab,
} from '../support/applications/relying-application.ts';
import { button, expectTitle, pressAndClose, text } from '../support/screen.ts';
import { takeScreenshot } from '../support/checks/screenshots.ts';
import { test } from '../support/test.ts';

const name = 'Báo giá Bất động sản';
let code = '';
let site: ApplicationSite;

// Run this file in one worker, which registers the application once.
test.describe.configure({ mode: 'default' });
test.beforeAll(async () => {
  code = `consent-${randomBytes(4).toString('hex')}`;
  site = await startApplicationSite();
  await register({ ...addressesAt(site), code, name, isFirstParty: false, access: 'open' });
});
test.afterAll(() => site.close());

const vid = (): string => new URL(test.info().project.use.baseURL ?? '').origin;
const openSite = (page: Page): Promise<void> => openApplication(page, { site, code, vid: vid() });
const signedIn = '"codeVerifier"';

async function expectConsentScreen(page: Page): Promise<void> {
  await expectTitle(page, 'sso.consent.title', { app: name });
  for (const scope of ['profile', 'phone', 'email', 'vid'] as const)
    await expect(text(page, `sso.scope.${scope}`)).toBeVisible();
}

test('A8 shows the shared data before a code is issued by redirect', async ({ page }) => {
  const person = await signUp(page);
  await forgetSession(page);
  const codes = countCodes(page);
  await openSite(page);
  await page.locator('#redirect').click();
  await page.waitForURL('**/signin/otp**');
  await signInByPasswordTab(page, person);
  await expectConsentScreen(page);
  await page.reload();
  await expectConsentScreen(page);
  expect(codes()).toBe(0);
  // VID has stored no consent for OpenID Connect requests either.
  await page.goto(authorize(site, code, { prompt: 'none' }));
  await page.waitForURL(`${site.origin}/callback?error=consent_required**`);
  await openSite(page);
  await page.locator('#redirect').click();
  await expectConsentScreen(page);
  await takeScreenshot(page, 'consent');
  await button(page, 'sso.consent.agree').click();
  await expect(resultOf(page)).toContainText(signedIn);
  await page.goto(authorize(site, code, { prompt: 'none' }));
  await page.waitForURL(`${site.origin}/callback?code=**`);
});

test('A8 shows the shared data before a code is issued in a popup', async ({ page }) => {
  const person = await signUp(page);
  await forgetSession(page);
  await openSite(page);
  const popup = await openPopup(page);
  const codes = countCodes(popup);
  await popup.waitForURL('**/signin/otp?*mode=window*');
  await signInByPasswordTab(popup, person);
  await expectConsentScreen(popup);
  await popup.reload();
  await expectConsentScreen(popup);
  expect(codes()).toBe(0);
  await expect(resultOf(page)).toContainText('ready');
  await pressAndClose(button(popup, 'sso.consent.agree'));
  await expect(resultOf(page)).toContainText(signedIn);
});

test('returns by redirect and reports that the user refused consent', async ({ page }) => {
  await signUp(page);
  const codes = countCodes(page);
  await openSite(page);
  await page.locator('#redirect').click();
  await expectConsentScreen(page);
  await button(page, 'sso.consent.refuse').click();
  await page.waitForURL(`${site.origin}/callback**`);
  await expect(resultOf(page)).toContainText('"error":"REFUSED","reason":"ACCESS_DENIED"');
  expect(new URL(page.url()).search).toBe('');
  expect(codes()).toBe(0);
});

test('closes the popup when the user refuses consent', async ({ page }) => {
  await signUp(page);
  await openSite(page);
  const popup = await openPopup(page);
  await expectConsentScreen(popup);
  const closed = popup.waitForEvent('close');
  await pressAndClose(button(popup, 'sso.consent.refuse'));
  await closed;
  await expect(resultOf(page)).toContainText('"error":"REFUSED","reason":"ACCESS_DENIED"');
});

test('A11 asks for consent again after the member has withdrawn it', async ({ page }) => {
  await signUp(page);
  await page.goto(landing(site, code));
  await expectConsentScreen(page);
  await button(page, 'sso.consent.agree').click();
  await page.waitForURL(`${site.origin}/callback**`);
  await page.goto('/vid/web/user/privacy/applications');
  await expect(button(page, 'account.security.consent.withdrawNamed', { app: name })).toBeVisible();
  await auditThemes(page, 'privacy: applications');
  await button(page, 'account.security.consent.withdrawNamed', { app: name }).click();
  const dialog = page.getByRole('dialog');
  await button(dialog, 'account.security.consent.withdraw').click();
  await expect(dialog).toHaveCount(0);
  await expect(text(page, 'account.security.consents.none')).toBeVisible();
  await page.goto(authorize(site, code, { prompt: 'none' }));
  await page.waitForURL(`${site.origin}/callback?error=consent_required**`);
  await page.goto(landing(site, code));
  await expectConsentScreen(page);
});
