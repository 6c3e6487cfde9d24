import { randomBytes } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import {
  register,
  startApplicationSite,
  type ApplicationSite,
} from '../support/applications/applications.ts';
import { forgetSession, signIn, signUp } from '../support/journey.ts';
import {
  addressesAt,
  authorize,
  endSession,
  hasSessionCookie,
  signInByPasswordTab,
} from '../support/applications/relying-application.ts';
import { resendIfClosed } from '../support/requests.ts';
import { button, expectTitle, phoneField, text, textbox } from '../support/screen.ts';
import { test } from '../support/test.ts';
import { textsIn } from '../support/texts.ts';

const names = {
  first: 'Sàn giao dịch Hội',
  device: 'Bảng giá tại sàn',
  third: 'Báo giá Bất động sản',
} as const;

let first = '';
let device = '';
let third = '';
let site: ApplicationSite;

// Run this file in one worker, which registers the applications once.
test.describe.configure({ mode: 'default' });
test.beforeAll(async () => {
  const suffix = randomBytes(4).toString('hex');
  [first, device, third] = [`oidc-first-${suffix}`, `oidc-device-${suffix}`, `oidc-third-${suffix}`];
  site = await startApplicationSite();
  const common = { ...addressesAt(site), access: 'open' } as const;
  await register(
    { ...common, code: first, name: names.first, isFirstParty: true },
    { ...common, code: device, name: names.device, isFirstParty: true, kind: 'native' },
    { ...common, code: third, name: names.third, isFirstParty: false, logo: `${site.origin}/logo.png` },
  );
});
test.afterAll(() => site.close());

async function returned(page: Page): Promise<URLSearchParams> {
  await page.waitForURL(`${site.origin}/callback**`);
  return new URL(page.url()).searchParams;
}

test('fills in the phone from login_hint', async ({ page }) => {
  const person = await signUp(page);
  await forgetSession(page);
  await page.goto(authorize(site, third, { login_hint: person.typed }));
  await page.waitForURL('**/signin/otp');
  await expect(page.getByText(names.third)).toBeVisible();
  await expect(phoneField(page)).toHaveValue(person.typed);
  await page.reload();
  await signInByPasswordTab(page, person);
  await page.waitForURL('**/intermediate?uid=*');
  await expectTitle(page, 'sso.consent.title', { app: names.third });
  await expect(text(page, 'sso.scope.profile')).toBeVisible();
  // The logo is a data: URL, which the page's content security policy allows.
  const logo = page.locator('main img').first();
  await expect(logo).toHaveAttribute('src', /^data:image\/png;base64,/u);
  await expect.poll(() => logo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1);
  await button(page, 'sso.consent.agree').click();
  const answer = await returned(page);
  expect(answer.get('code')).toBeTruthy();
  expect(answer.get('state')).toBe('st');
  expect(answer.get('iss')).toMatch(/\/vid\/oidc$/u);
});

test('returns access_denied and no code when consent is refused', async ({ page }) => {
  await signUp(page);
  await page.goto(authorize(site, third));
  await button(page, 'sso.consent.refuse').click();
  const answer = await returned(page);
  expect(answer.get('error')).toBe('access_denied');
  expect(answer.has('code')).toBe(false);
});

test('asks a signed-in user to sign in again for prompt=login', async ({ page }) => {
  const person = await signUp(page);
  await page.goto(authorize(site, first, { prompt: 'login' }));
  await page.waitForURL('**/signin/otp');
  await expect(text(page, 'sso.signInAgain')).toBeVisible();
  await signInByPasswordTab(page, person);
  expect((await returned(page)).get('code')).toBeTruthy();
});

test('asks for a new sign-in if acr_values requests a code', async ({ page }) => {
  const person = await signUp(page);
  await forgetSession(page);
  await signIn(page, person);
  await page.goto(authorize(site, first, { acr_values: 'urn:vid:acr:otp' }));
  await page.waitForURL('**/signin/otp');
  await signInByPasswordTab(page, person);
  expect((await returned(page)).get('code')).toBeTruthy();
});

test('opens the password tab if acr_values asks for a password', async ({ page }) => {
  await page.goto(authorize(site, first, { acr_values: 'urn:vid:acr:password' }));
  await page.waitForURL('**/signin');
});

test('redirects a signed-in user straight to a first-party application', async ({ page }) => {
  await signUp(page);
  await page.goto(authorize(site, first));
  expect((await returned(page)).get('code')).toBeTruthy();
});

test('asks before returning to the application for prompt=select_account', async ({ page }) => {
  await signUp(page);
  await page.goto(authorize(site, first, { prompt: 'select_account' }));
  await expectTitle(page, 'sso.continueTo', { app: names.first });
  await button(page, 'sso.continue').click();
  expect((await returned(page)).get('code')).toBeTruthy();
});

test('shows the sign-in page in the language of ui_locales', async ({ page }) => {
  await page.goto(authorize(site, third, { ui_locales: 'en' }));
  await page.waitForURL('**/signin/otp');
  await expect(page.getByText(textsIn('en')('sso.toContinueTo'))).toBeVisible();
});

test('shows a reference number for a refused request', async ({ page }) => {
  await page.goto('/vid/web/intermediate?uid=AAAAAAAAAAAAAAAAAAAAA');
  await expectTitle(page, 'sso.expired.title');
  await page.goto(authorize(site, first, { redirect_uri: `${site.origin}/elsewhere` }));
  await page.waitForURL('**/error/403?ref=*');
  await expect(text(page, 'sso.reference')).toBeVisible();
});

test('asks for confirmation before an RP-initiated logout', async ({ page, baseURL }) => {
  await signUp(page);
  expect(await hasSessionCookie(page, baseURL)).toBe(true);
  await page.goto(endSession(site, third));
  await page.waitForURL('**/vid/web/logout**');
  await button(page, 'common.signOut').click();
  await page.waitForURL(`${site.origin}/bye?state=x`);
  expect(await hasSessionCookie(page, baseURL)).toBe(false);
});

test('lets a member allow a device by its code in the device flow', async ({ page, request }) => {
  await signUp(page);
  const asked = await request.post('/vid/oidc/device/auth', {
    ...resendIfClosed,
    form: { client_id: `${device}-web`, scope: 'openid profile' },
  });
  expect(asked.ok()).toBe(true);
  const { user_code: userCode }: { user_code: string } = await asked.json();
  await page.goto(`/vid/web/device?user_code=${userCode}`);
  await expect(textbox(page, 'sso.device.code')).toHaveValue(userCode);
  await button(page, 'sso.continue').click();
  await expect(page.getByText(names.device)).toBeVisible();
  await button(page, 'sso.device.allow').click();
  await expectTitle(page, 'sso.device.allowed.title');
});
