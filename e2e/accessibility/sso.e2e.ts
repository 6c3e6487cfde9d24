import { randomBytes } from 'node:crypto';
import { expect } from '@playwright/test';
import {
  register,
  startApplicationSite,
  type ApplicationSite,
} from '../support/applications/applications.ts';
import { auditThemes } from '../support/checks/audit.ts';
import { signUp } from '../support/journey.ts';
import {
  addressesAt,
  authorize,
  endSession,
  landing,
  landingForSignOut,
  openApplication,
  openPopup,
} from '../support/applications/relying-application.ts';
import { resendIfClosed } from '../support/requests.ts';
import { button, expectTitle, text, textbox } from '../support/screen.ts';
import { test } from '../support/test.ts';
import { serverText } from '../support/texts.ts';

const names = {
  first: 'Sàn giao dịch Hội',
  // A very long name reveals overflowing layouts.
  third: 'Hệ thống báo giá và thẩm định Bất động sản Đồng bằng sông Cửu Long',
  closed: 'Ban quản trị',
  device: 'Bảng giá tại sàn',
} as const;

let first = '';
let third = '';
let closed = '';
let device = '';
let site: ApplicationSite;

// Run this file in one worker, which registers the applications once.
test.describe.configure({ mode: 'default' });
test.beforeAll(async () => {
  const suffix = randomBytes(4).toString('hex');
  [first, third, closed, device] = [
    `look-first-${suffix}`,
    `look-third-${suffix}`,
    `look-closed-${suffix}`,
    `look-device-${suffix}`,
  ];
  site = await startApplicationSite();
  const common = { ...addressesAt(site), access: 'open' } as const;
  await register(
    { ...common, code: first, name: names.first, isFirstParty: true },
    { ...common, code: third, name: names.third, isFirstParty: false },
    { ...common, code: closed, name: names.closed, isFirstParty: true, access: 'restricted' },
    { ...common, code: device, name: names.device, isFirstParty: true, kind: 'native' },
  );
});
test.afterAll(() => site.close());

const everyScope = { scope: 'openid profile phone email offline_access' } as const;

test('the sign-on pages of a signed-out user have no axe violation', async ({ page }) => {
  await page.goto(landing(site, third));
  await page.waitForURL('**/signin/otp**');
  await expect(text(page, 'sso.toContinueTo')).toBeVisible();
  await auditThemes(page, 'sso: signed out');
  await page.goto('/vid/web/intermediate?uid=AAAAAAAAAAAAAAAAAAAAA');
  await expectTitle(page, 'sso.expired.title');
  await auditThemes(page, 'sso: request expired');
  await page.goto(authorize(site, first, { redirect_uri: `${site.origin}/elsewhere` }));
  await page.waitForURL('**/error/403?ref=*');
  await expect(text(page, 'sso.reference')).toBeVisible();
  await auditThemes(page, 'sso: refused, with a reference');
});

test('the sign-on pages of a signed-in user have no axe violation', async ({ page }) => {
  await signUp(page);
  await page.goto(landing(site, third));
  await expectTitle(page, 'sso.consent.title', { app: names.third });
  await auditThemes(page, 'sso: consent of the community protocol');
  await page.goto(landing(site, closed));
  await expect(text(page, 'sso.errorCode', { code: 'SSO_FORBIDDEN' })).toBeVisible();
  await auditThemes(page, 'sso: no right');
  await page.goto(landing(site, first, { mode: 'window', state: 's1' }));
  await expectTitle(page, 'sso.openerLost.title');
  await auditThemes(page, 'sso: opener lost');
  await page.goto(authorize(site, third, { ...everyScope, prompt: 'consent' }));
  await expectTitle(page, 'sso.consent.title', { app: names.third });
  await auditThemes(page, 'sso: consent');
  await page.goto(authorize(site, first, { prompt: 'select_account' }));
  await expectTitle(page, 'sso.continueTo', { app: names.first });
  await auditThemes(page, 'sso: select account');
  await page.route('**/vid/api/auth/code/request', (route) => route.abort());
  await page.goto(landing(site, first));
  await expectTitle(page, 'sso.unavailable.title');
  await auditThemes(page, 'sso: unavailable');
});

test('a popup that has delivered its result has no axe violation', async ({ page, context, baseURL }) => {
  await signUp(page);
  // Keep the popup open, because it would close itself during the audit.
  await context.addInitScript(() => {
    window.close = () => undefined;
  });
  await openApplication(page, { site, code: first, vid: baseURL });
  const popup = await openPopup(page);
  await expectTitle(popup, 'sso.done');
  await auditThemes(popup, 'sso: handed over');
});

test('the pages of device sign-in and sign-out have no axe violation', async ({ page, request }) => {
  await signUp(page);
  await page.goto('/vid/web/device');
  await textbox(page, 'sso.device.code').fill('BBBB-BBBB');
  await button(page, 'sso.continue').click();
  await expect(page.getByText(serverText('DEVICE_CODE_INVALID'))).toBeVisible();
  await auditThemes(page, 'device: no such code');
  const asked = await request.post('/vid/oidc/device/auth', {
    ...resendIfClosed,
    form: { client_id: `${device}-web`, scope: 'openid profile' },
  });
  const { user_code: userCode }: { user_code: string } = await asked.json();
  await page.goto(`/vid/web/device?user_code=${userCode}`);
  await button(page, 'sso.continue').click();
  await expectTitle(page, 'sso.device.confirm.title');
  await auditThemes(page, 'device: confirm');
  await button(page, 'sso.consent.refuse').click();
  await expectTitle(page, 'sso.device.denied.title');
  await auditThemes(page, 'device: refused');

  await page.goto('/vid/web/logout');
  await expectTitle(page, 'sso.logout.nothing.title');
  await auditThemes(page, 'logout: nothing asked');
  await page.goto(endSession(site, third));
  await expectTitle(page, 'sso.logout.title');
  await auditThemes(page, 'logout: asked');
  await page.goto(landingForSignOut(third, `${site.origin}/bye`));
  await expectTitle(page, 'sso.logout.title');
  await auditThemes(page, 'logout: asked by a link');
});
