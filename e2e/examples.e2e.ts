import { expect, test, type Page } from '@playwright/test';
import { enterCode, fillCaptcha, signIn, signUp } from './support/journey.ts';
import { watchCaptcha } from './support/outbox.ts';
import { goodPassword, newPhone } from './support/phones.ts';
import { picture } from './support/pictures.ts';

type Examples = { readonly sdk: string; readonly oidc: string };

/** As a newcomer finds them: by the start page. */
async function findExamples(page: Page): Promise<Examples> {
  await page.goto('/vid/dev/?lang=vi');
  const addressOf = async (name: RegExp): Promise<string> => {
    const address = (await page.getByRole('link', { name }).getAttribute('href')) ?? '';
    // It may still be starting: VID waits for none of them.
    await expect
      .poll(async () => (await page.request.get(address).catch(() => undefined))?.status())
      .toBe(200);
    return address;
  };
  return {
    sdk: await addressOf(/@vid\/sso/u),
    oidc: await addressOf(/OpenID Connect Ứng dụng|Ví dụ với OpenID/u),
  };
}

const masked = (e164: string): string => `${e164.slice(0, 5)} ••• ${e164.slice(-3)}`;

async function expectSignedIn(page: Page, example: string, e164: string): Promise<void> {
  await page.waitForURL(example);
  await expect(page.getByRole('button', { name: /^(?:Đăng xuất|Sign out)$/u })).toBeVisible();
  await expect(page.getByText(masked(e164))).toBeVisible();
}

test('the start page leads to everything, in both languages', async ({ page }) => {
  await findExamples(page);
  await picture(page, 'start');
  await page.getByRole('link', { name: 'English' }).click();
  await expect(page.getByRole('heading', { name: 'Single sign-on' })).toBeVisible();
  await page.getByRole('link', { name: /^Outbox/u }).click();
  await page.getByRole('link', { name: /VID evaluation/u }).click();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

test('SDK by redirect: signed out, through sign-up, and into the application', async ({ page }) => {
  const { sdk } = await findExamples(page);
  const phone = newPhone();
  const captchas = watchCaptcha(page);
  await page.goto(sdk);
  await picture(page, 'sdk-signed-out');
  await page.getByRole('button', { name: 'Tạo tài khoản' }).click();
  await page.waitForURL('**/signup/otp**');
  await picture(page, 'sdk-sign-up');
  await page.getByRole('textbox', { name: 'Số điện thoại' }).fill(phone.typed);
  await fillCaptcha(page, captchas);
  await page.getByRole('checkbox', { name: /Tôi đồng ý/u }).check();
  await page.getByRole('button', { name: 'Gửi mã xác thực' }).click();
  await page.waitForURL('**/signup/otp/confirm**');
  await enterCode(page, phone.e164);
  await page.waitForURL('**/signup/password**');
  await page.getByLabel('Mật khẩu', { exact: true }).fill(goodPassword);
  await page.getByRole('button', { name: 'Tạo tài khoản' }).click();
  await page.waitForURL('**/signup/success**');
  await page.getByRole('button', { name: 'Tiếp tục ngay' }).click();
  await expectSignedIn(page, sdk, phone.e164);
  await picture(page, 'sdk-signed-in');
});

test('SDK by redirect, then the callback of an ended sign-in again: the person stays signed in', async ({
  page,
  baseURL,
}) => {
  const { sdk } = await findExamples(page);
  const person = await signUp(page);
  await page.goto(sdk);
  await page.getByRole('button', { name: 'Đăng nhập và chuyển trang' }).click();
  await expectSignedIn(page, sdk, person.e164);
  // As Back may: VID answers the request of a sign-in that has ended already.
  await page.goto(`${sdk}callback?authCode=c&state=ended&iss=${encodeURIComponent(`${baseURL}/vid/oidc`)}`);
  await expectSignedIn(page, sdk, person.e164);
  await expect(page.getByRole('status')).toHaveText('');
});

test('SDK by popup that the person closes: said in the page’s own language', async ({ page }) => {
  const { sdk } = await findExamples(page);
  await page.goto(sdk);
  const opened = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Đăng nhập bằng cửa sổ nhỏ' }).click();
  const popup = await opened;
  await popup.waitForURL('**/signin/otp**');
  await popup.close();
  await expect(page.getByRole('status')).toHaveText(/^Cửa sổ đăng nhập đã đóng/u);
  await page.goto(`${sdk}callback?authCode=c&iss=x&lang=vi`);
  await expect(page.getByRole('status')).toHaveText('Chưa đăng nhập được. Vui lòng thử lại.');
  await page.getByRole('link', { name: 'Về trang đầu' }).click();
  await page.waitForURL(sdk);
});

test('SDK by redirect: Back after signing in shows the application, signed in, and never an error', async ({
  page,
  context,
}) => {
  const { sdk } = await findExamples(page);
  const person = await signUp(page);
  await context.clearCookies();
  await page.evaluate(() => localStorage.clear());
  await page.goto(sdk);
  await page.getByRole('button', { name: 'Đăng nhập và chuyển trang' }).click();
  await page.waitForURL('**/signin/otp**');
  await page.getByRole('link', { name: 'Mật khẩu' }).click();
  await page.waitForURL(/\/signin\?/u);
  await page.getByRole('textbox', { name: 'Số điện thoại' }).fill(person.typed);
  await page.getByLabel('Mật khẩu', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Đăng nhập', exact: true }).click();
  await expectSignedIn(page, sdk, person.e164);

  const codes: string[] = [];
  page.on('request', (sent) => {
    if (sent.url().endsWith('/code/request')) codes.push(sent.url());
  });
  // The page of sign-in before is left for the application; the one before that is the application itself.
  await page.goBack();
  await expectSignedIn(page, sdk, person.e164);
  await page.goBack();
  await expectSignedIn(page, sdk, person.e164);
  expect(codes).toEqual([]);
  await expect(page.locator('#status')).toHaveText('');
});

test('SDK by popup, signed in: the popup hands over and closes; signing out ends both sessions', async ({
  page,
}) => {
  const { sdk } = await findExamples(page);
  const person = await signUp(page);
  await page.goto(sdk);
  const opened = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Đăng nhập bằng cửa sổ nhỏ' }).click();
  const popup = await opened;
  await expectSignedIn(page, sdk, person.e164);
  await picture(popup, 'sdk-popup').catch(() => undefined);
  if (!popup.isClosed()) await popup.waitForEvent('close');
  await page.getByRole('button', { name: 'Đăng xuất' }).click();
  await page.waitForURL(sdk);
  await expect(page.getByRole('button', { name: 'Đăng nhập bằng cửa sổ nhỏ' })).toBeVisible();
  await page.goto('/vid/web/user/information');
  await page.waitForURL('**/signin**');
});

test('SDK by popup, signed out and in English: a sign-in in the popup', async ({
  page,
  browser,
  baseURL,
}) => {
  const { sdk } = await findExamples(page);
  const person = await signUp(page);
  const context = await browser.newContext({
    ...(baseURL === undefined ? {} : { baseURL }),
    locale: 'en-GB',
  });
  const visitor = await context.newPage();
  await visitor.goto(sdk);
  const opened = visitor.waitForEvent('popup');
  await visitor.getByRole('button', { name: 'Sign in with a popup' }).click();
  const popup = await opened;
  await popup.waitForURL('**/signin/otp**');
  await picture(popup, 'sdk-popup-english');
  await popup
    .getByRole('link', { name: 'Password' })
    .or(popup.getByRole('tab', { name: 'Password' }))
    .first()
    .click();
  await popup.getByRole('textbox', { name: 'Phone number' }).fill(person.typed);
  await popup.getByLabel('Password', { exact: true }).fill(person.password);
  await popup.getByRole('button', { name: 'Sign in', exact: true }).click();
  await visitor.waitForURL(sdk);
  await expect(visitor.getByText(masked(person.e164))).toBeVisible();
  await expect(visitor.getByRole('heading', { level: 1 })).toContainText('Hello');
  await picture(visitor, 'sdk-signed-in-english');
  await context.close();
});

test('SDK by popup that lost its opener: the person goes on in it, and the waiting page gets the result', async ({
  page,
  context,
}) => {
  const { sdk } = await findExamples(page);
  const person = await signUp(page);
  // A policy of the application's own that cuts every window it opens off from it.
  await context.route(`${sdk}**`, async (route) => {
    const response = await route.fetch();
    const headers = { ...response.headers(), 'cross-origin-opener-policy': 'same-origin' };
    await route.fulfill({ response, headers });
  });
  await page.goto(sdk);
  const opened = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Đăng nhập bằng cửa sổ nhỏ' }).click();
  const popup = await opened;
  await expect(popup.getByRole('heading', { level: 1 })).toBeVisible();
  await picture(popup, 'sdk-popup-opener-lost');
  await popup.getByRole('button', { name: 'Tiếp tục trong cửa sổ này' }).click();
  await expectSignedIn(page, sdk, person.e164);
  if (!popup.isClosed()) await popup.waitForEvent('close');
  // What the page still asks for must not meet the end of the test.
  await context.unrouteAll({ behavior: 'wait' });
});

test('OpenID Connect: asks whether to go on, signs in, and signs out of both', async ({ page }) => {
  const { oidc } = await findExamples(page);
  const person = await signUp(page);
  await page.goto(oidc);
  await picture(page, 'oidc-signed-out');
  await page.getByRole('button', { name: 'Đăng nhập với VID' }).click();
  await page.waitForURL('**/intermediate**');
  await expect(page.getByText('Ví dụ: OpenID Connect').first()).toBeVisible();
  await picture(page, 'oidc-continue');
  await page.getByRole('button', { name: 'Đồng ý và tiếp tục' }).click();
  await expectSignedIn(page, oidc, person.e164);
  await picture(page, 'oidc-signed-in');
  await page.getByRole('button', { name: 'Đăng xuất' }).click();
  await page.waitForURL('**/vid/web/logout**');
  await picture(page, 'oidc-sign-out');
  await page.getByRole('button', { name: 'Đăng xuất', exact: true }).click();
  await page.waitForURL(oidc);
  await expect(page.getByRole('button', { name: 'Đăng nhập với VID' })).toBeVisible();
});

test('signing out everywhere ends the sessions of both examples by the back channel', async ({
  page,
  browser,
  baseURL,
}) => {
  const examples = await findExamples(page);
  const person = await signUp(page);
  await page.goto(examples.sdk);
  await page.getByRole('button', { name: 'Đăng nhập và chuyển trang' }).click();
  await expectSignedIn(page, examples.sdk, person.e164);
  await page.goto(examples.oidc);
  await page.getByRole('button', { name: 'Đăng nhập với VID' }).click();
  await page.waitForURL('**/intermediate**');
  await page.getByRole('button', { name: 'Đồng ý và tiếp tục' }).click();
  await expectSignedIn(page, examples.oidc, person.e164);

  const other = await browser.newContext(baseURL === undefined ? {} : { baseURL });
  const elsewhere = await other.newPage();
  await signIn(elsewhere, person);
  const origin = new URL(baseURL ?? '').origin;
  const ended = await elsewhere.request.post('/vid/ajax/auth/logout/all', { headers: { origin }, data: {} });
  expect(ended.status()).toBe(200);
  await other.close();

  for (const [example, button] of [
    [examples.sdk, 'Đăng nhập bằng cửa sổ nhỏ'],
    [examples.oidc, 'Đăng nhập với VID'],
  ] as const) {
    await expect
      .poll(async () => (await (await page.request.get(example)).text()).includes(button), {
        timeout: 20_000,
      })
      .toBe(true);
  }
});
