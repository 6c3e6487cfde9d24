import { randomBytes } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { popupErrorCountdownSeconds } from '@vid/contract/limits';
import {
  register,
  startApplicationSite,
  type ApplicationSite,
} from '../support/applications/applications.ts';
import { auditWidths } from '../support/checks/audit.ts';
import { endCountdown, forgetSession, signUp, stopClock } from '../support/journey.ts';
import {
  addressesAt,
  closeWith,
  openApplication,
  openPopup,
  resultOf,
  signInByPasswordTab,
  waitUntilClosed,
} from '../support/applications/relying-application.ts';
import { button, expectTitle, pressAndClose, text } from '../support/screen.ts';
import { test } from '../support/test.ts';

let code = '';
let restricted = '';
let site: ApplicationSite;
let isolated: ApplicationSite;

// Run this file in one worker, which registers the applications once.
test.describe.configure({ mode: 'default' });
test.beforeAll(async () => {
  const suffix = randomBytes(4).toString('hex');
  [code, restricted] = [`popup-${suffix}`, `few-${suffix}`];
  site = await startApplicationSite();
  isolated = await startApplicationSite({ 'cross-origin-opener-policy': 'same-origin' });
  const common = { isFirstParty: true, access: 'open' } as const;
  await register(
    { ...common, ...addressesAt(site), code, name: 'Sàn giao dịch Hội' },
    { ...common, ...addressesAt(isolated), code: `${code}-isolated`, name: 'Sàn tách biệt' },
  );
});
test.afterAll(() => Promise.all([site.close(), isolated.close()]));

const vid = (): string => new URL(test.info().project.use.baseURL ?? '').origin;
const openSite = (page: Page): Promise<void> => openApplication(page, { site, code, vid: vid() });
const openIsolated = (page: Page): Promise<void> =>
  openApplication(page, { site: isolated, code: `${code}-isolated`, vid: vid() });

const signedIn = '"codeVerifier"';

test('completes the sign-in in an isolated popup if the application closed', async ({ page, context }) => {
  await signUp(page);
  await openIsolated(page);
  const popup = await openPopup(page);
  await expectTitle(popup, 'sso.openerLost.title');
  // Keep the browser context alive when the application's page closes.
  await context.newPage();
  await page.close();
  await button(popup, 'sso.openerLost.goOn').click();
  await popup.waitForURL(`${isolated.origin}/callback`);
  await expect(resultOf(popup)).toContainText(signedIn);
  await expect(resultOf(popup)).toContainText('trang-chủ');
});

test('completes the sign-in in the popup if the application is closed', async ({ page }) => {
  const person = await signUp(page);
  await forgetSession(page);
  await openSite(page);
  const popup = await openPopup(page);
  await popup.waitForURL('**/signin/otp?*mode=window*');
  await page.close();
  await signInByPasswordTab(popup, person);
  await button(popup, 'sso.openerLost.goOn').click();
  await popup.waitForURL(`${site.origin}/callback`);
  await expect(resultOf(popup)).toContainText(signedIn);
});

test('delivers the result of an isolated popup to the open application', async ({ page }) => {
  await signUp(page);
  await openIsolated(page);
  const popup = await openPopup(page);
  const closed = popup.waitForEvent('close');
  await pressAndClose(button(popup, 'sso.openerLost.goOn'));
  await expect(resultOf(page)).toContainText(signedIn);
  await closed;
});

test('returns POPUP_CLOSED for the closed popup of an unknown application', async ({ page }) => {
  await openApplication(page, { site, code: 'unknown', vid: vid() });
  const popup = await openPopup(page);
  await expectTitle(popup, 'sso.refused.title');
  await expect(resultOf(page)).toContainText('ready');
  await popup.close();
  await expect(resultOf(page)).toContainText('POPUP_CLOSED');
});

test('returns POPUP_CLOSED if the popup is closed before VID responds', async ({ page, context }) => {
  await openSite(page);
  const asked = Promise.withResolvers<void>();
  // Never respond to the request for the landing page.
  await context.route('**/vid/web/home?**', () => asked.resolve());
  const popup = await openPopup(page);
  await asked.promise;
  await popup.close();
  await expect(resultOf(page)).toContainText('POPUP_CLOSED');
});

test('returns a code if a refused user switches to another account', async ({ page }) => {
  const insider = await signUp(page);
  await register({
    ...addressesAt(site),
    code: restricted,
    name: 'Ban quản trị',
    isFirstParty: true,
    access: 'restricted',
    mayEnter: insider.e164,
  });
  await forgetSession(page);
  await signUp(page);
  await openApplication(page, { site, code: restricted, vid: vid() });
  const popup = await openPopup(page);
  await expect(text(popup, 'sso.errorCode', { code: 'SSO_FORBIDDEN' })).toBeVisible();
  await button(popup, 'sso.otherAccount').click();
  await popup.waitForURL('**/signin/otp?*mode=window*');
  await signInByPasswordTab(popup, insider);
  await expect(resultOf(page)).toContainText(signedIn);
  // The application received the refusal as soon as it happened.
  await expect(resultOf(page)).toContainText('"events":["loaded","SSO_FORBIDDEN"]');
});

test('returns the refusal if a refused user closes the popup', async ({ page }) => {
  await signUp(page);
  const shut = `${restricted}-shut`;
  await register({
    ...addressesAt(site),
    code: shut,
    name: 'Ban quản trị',
    isFirstParty: true,
    access: 'restricted',
  });
  await openApplication(page, { site, code: shut, vid: vid() });
  const popup = await openPopup(page);
  await expect(text(popup, 'sso.errorCode', { code: 'SSO_FORBIDDEN' })).toBeVisible();
  await popup.close();
  await expect(resultOf(page)).toContainText('"error":"REFUSED","reason":"SSO_FORBIDDEN"');
});

test('closes the popup of a refused user after a countdown', async ({ page }) => {
  await signUp(page);
  const shut = `${restricted}-closing`;
  await register({
    ...addressesAt(site),
    code: shut,
    name: 'Ban quản trị',
    isFirstParty: true,
    access: 'restricted',
  });
  const openRefused = async (): Promise<Page> => {
    await openApplication(page, { site, code: shut, vid: vid() });
    const popup = await openPopup(page);
    await button(popup, 'sso.keepOpen').waitFor();
    return popup;
  };
  const kept = await openRefused();
  await stopClock(kept);
  await auditWidths(kept, 'popup refused');
  await expect(kept.getByRole('timer')).toBeVisible();
  await button(kept, 'sso.keepOpen').click();
  await expect(kept.getByRole('timer')).toHaveCount(0);
  await endCountdown(kept, popupErrorCountdownSeconds);
  await closeWith(button(kept, 'sso.close'));
  const popup = await openRefused();
  await endCountdown(popup, popupErrorCountdownSeconds);
  await waitUntilClosed(popup);
});

test('returns the result if the application reloads while the popup is open', async ({ page }) => {
  const person = await signUp(page);
  await forgetSession(page);
  await openSite(page);
  const popup = await openPopup(page);
  await popup.waitForURL('**/signin/otp?*mode=window*');
  await page.reload();
  await expect(resultOf(page)).toContainText('ready');
  await signInByPasswordTab(popup, person);
  await expect(resultOf(page)).toContainText(signedIn);
});
