import { randomBytes } from 'node:crypto';
import { expect, test, type BrowserContext, type Page } from '@playwright/test';
import { register, startApplicationSite, type ApplicationSite } from './support/applications.ts';
import { signUp, type Person } from './support/journey.ts';

/** How a popup of the SDK can end, in a real browser. */
let code = '';
let restricted = '';
let site: ApplicationSite;
/** The same application with a policy that cuts every window it opens off from it. */
let apart: ApplicationSite;

const at = ({ origin }: ApplicationSite) => ({
  redirectUri: `${origin}/callback`,
  postLogoutUri: `${origin}/bye`,
});

test.beforeAll(async () => {
  const suffix = randomBytes(4).toString('hex');
  [code, restricted] = [`popup-${suffix}`, `few-${suffix}`];
  site = await startApplicationSite();
  apart = await startApplicationSite({ 'cross-origin-opener-policy': 'same-origin' });
  const common = { isFirstParty: true, access: 'open' } as const;
  await register(
    { ...common, ...at(site), code, name: 'Sàn giao dịch Hội' },
    { ...common, ...at(apart), code: `${code}-apart`, name: 'Sàn tách biệt' },
  );
});
test.afterAll(() => Promise.all([site.close(), apart.close()]));

async function openApplication(page: Page, origin: string, appCode: string): Promise<void> {
  const vid = new URL(test.info().project.use.baseURL ?? '').origin;
  await page.goto(`${origin}/#origin=${encodeURIComponent(vid)}&code=${appCode}`);
  await expect(page.locator('#result')).toContainText('ready');
}

async function openPopup(page: Page): Promise<Page> {
  const opened = page.waitForEvent('popup');
  await page.locator('#popup').click();
  return opened;
}

async function signOutOfVid(context: BrowserContext, page: Page): Promise<void> {
  await context.clearCookies();
  await page.evaluate(() => localStorage.clear());
}

async function signInByPassword(popup: Page, person: Person): Promise<void> {
  await popup.getByRole('link', { name: 'Mật khẩu' }).click();
  await popup.getByRole('textbox', { name: 'Số điện thoại' }).fill(person.typed);
  await popup.getByLabel('Mật khẩu', { exact: true }).fill(person.password);
  await popup.getByRole('button', { name: 'Đăng nhập', exact: true }).click();
}

const resultOf = (page: Page) => page.locator('#result');
const goOn = (popup: Page) => popup.getByRole('button', { name: 'Tiếp tục trong cửa sổ này' }).click();
/** Sooner than any time-out of the SDK. */
const soon = { timeout: 4_000 };

test('cut off by the application’s policy, and the application is closed: the popup itself gets in', async ({
  page,
  context,
}) => {
  await signUp(page);
  await openApplication(page, apart.origin, `${code}-apart`);
  const popup = await openPopup(page);
  await expect(popup.getByRole('heading', { level: 1 })).toHaveText('Không thấy cửa sổ đang chờ');
  const other = await context.newPage();
  await page.close();
  await goOn(popup);
  await popup.waitForURL(`${apart.origin}/callback`);
  await expect(resultOf(popup)).toContainText('"codeVerifier"');
  await expect(resultOf(popup)).toContainText('trang-chủ');
  await other.close();
});

test('the application is closed while the person signs in: the popup itself gets in', async ({
  page,
  context,
}) => {
  const person = await signUp(page);
  await signOutOfVid(context, page);
  await openApplication(page, site.origin, code);
  const popup = await openPopup(page);
  await popup.waitForURL('**/signin/otp?*mode=window*');
  await page.close();
  await signInByPassword(popup, person);
  await goOn(popup);
  await popup.waitForURL(`${site.origin}/callback`);
  await expect(resultOf(popup)).toContainText('"codeVerifier"');
});

test('cut off, and the application waits: one window gets in', async ({ page }) => {
  await signUp(page);
  await openApplication(page, apart.origin, `${code}-apart`);
  const popup = await openPopup(page);
  const closed = popup.waitForEvent('close');
  await goOn(popup);
  await expect(resultOf(page)).toContainText('"codeVerifier"');
  await closed;
});

test('refused before validation and closed: the application hears of it at once', async ({ page }) => {
  await openApplication(page, site.origin, 'nobody');
  const popup = await openPopup(page);
  await expect(popup.getByRole('heading', { level: 1 })).toHaveText('Không thể tiếp tục');
  await expect(resultOf(page)).toContainText('ready');
  await popup.close();
  await expect(resultOf(page)).toContainText('POPUP_CLOSED', soon);
});

test('closed before VID has answered: the application hears of it at once', async ({ page, context }) => {
  await openApplication(page, site.origin, code);
  const asked = Promise.withResolvers<void>();
  // Never answered.
  await context.route('**/vid/web/home?**', () => asked.resolve());
  const popup = await openPopup(page);
  await asked.promise;
  await popup.close();
  await expect(resultOf(page)).toContainText('POPUP_CLOSED', soon);
});

test('refused, then another account in the same popup: the application gets that one', async ({
  page,
  context,
}) => {
  const insider = await signUp(page);
  await register({
    code: restricted,
    name: 'Ban quản trị',
    isFirstParty: true,
    access: 'restricted',
    ...at(site),
    mayEnter: insider.e164,
  });
  await signOutOfVid(context, page);
  await signUp(page);
  await openApplication(page, site.origin, restricted);
  const popup = await openPopup(page);
  await expect(popup.getByText('Mã lỗi: SSO_FORBIDDEN')).toBeVisible();
  await popup.getByRole('button', { name: 'Dùng tài khoản khác' }).click();
  await popup.waitForURL('**/signin/otp?*mode=window*');
  await signInByPassword(popup, insider);
  await expect(resultOf(page)).toContainText('"codeVerifier"');
  // The refusal was told when it came.
  await expect(resultOf(page)).toContainText('"events":["loaded","SSO_FORBIDDEN"]');
});

test('refused and closed: the sign-in ends with the refusal', async ({ page }) => {
  await signUp(page);
  const shut = `${restricted}-shut`;
  await register({
    code: shut,
    name: 'Ban quản trị',
    isFirstParty: true,
    access: 'restricted',
    ...at(site),
  });
  await openApplication(page, site.origin, shut);
  const popup = await openPopup(page);
  await expect(popup.getByText('Mã lỗi: SSO_FORBIDDEN')).toBeVisible();
  await popup.close();
  await expect(resultOf(page)).toContainText('"error":"REFUSED","reason":"SSO_FORBIDDEN"', soon);
});

test('the application is reloaded while the popup is open: it gets the answer', async ({ page, context }) => {
  const person = await signUp(page);
  await signOutOfVid(context, page);
  await openApplication(page, site.origin, code);
  const popup = await openPopup(page);
  await popup.waitForURL('**/signin/otp?*mode=window*');
  await page.reload();
  await expect(resultOf(page)).toContainText('ready');
  await signInByPassword(popup, person);
  await expect(resultOf(page)).toContainText('"codeVerifier"');
});
