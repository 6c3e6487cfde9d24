import { expect, test } from '@playwright/test';
import { enterCode, fillCaptcha, signIn, signUp } from './support/journey.ts';
import { codeFor, watchCaptcha } from './support/outbox.ts';
import { goodPassword, newPhone, otherPassword } from './support/phones.ts';

test('a member signs in with the password, and signing out in one tab signs out the other', async ({
  page,
  context,
}) => {
  const person = await signUp(page);
  await context.clearCookies();
  await page.evaluate(() => localStorage.clear());
  await signIn(page, person);
  const second = await context.newPage();
  await second.goto('/vid/web/user/information');
  await expect(second.getByRole('heading', { level: 1 })).toBeVisible();
  await second.evaluate(() => undefined);
  await page
    .getByRole('button', { name: /Tài khoản|tài khoản/u })
    .first()
    .click();
  await page.getByRole('menuitem', { name: 'Đăng xuất', exact: true }).click();
  await page.waitForURL('**/signin**');
  await second.waitForURL('**/signin**');
  // F6: going back shows no profile.
  await page.goBack();
  await page.waitForURL('**/signin**');
});

test('a wrong password is told once, and after three failures a captcha is asked for', async ({
  page,
  context,
}) => {
  const person = await signUp(page);
  await context.clearCookies();
  await page.evaluate(() => localStorage.clear());
  await page.goto('/vid/web/signin');
  await page.getByRole('textbox', { name: 'Số điện thoại' }).fill(person.typed);
  for (let attempt = 0; attempt < 3; attempt += 1) {
    await page.getByLabel('Mật khẩu', { exact: true }).fill(`${otherPassword}${attempt}`);
    const answered = page.waitForResponse('**/auth/login/phone');
    await page.getByRole('button', { name: 'Đăng nhập', exact: true }).click();
    expect((await answered).status()).toBe(401);
    await expect(page.getByRole('alert').getByText(/không đúng|chưa đúng/u)).toBeVisible();
  }
  await expect(page.getByRole('img', { name: 'Hình chứa mã bảo vệ' })).toBeVisible();
});

test('a member signs in with a one-time code', async ({ page, context }) => {
  const person = await signUp(page);
  const before = await codeFor(page.request, person.e164);
  await context.clearCookies();
  await page.evaluate(() => localStorage.clear());
  const captchas = watchCaptcha(page);
  await page.goto('/vid/web/signin');
  await page.getByRole('link', { name: 'Mã OTP' }).click();
  // The page before has a field of the same name, and stays until this one is here.
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Đăng nhập bằng mã OTP');
  await page.getByRole('textbox', { name: 'Số điện thoại' }).fill(person.typed);
  await fillCaptcha(page, captchas);
  await page.getByRole('button', { name: 'Gửi mã xác thực' }).click();
  await page.waitForURL('**/signin/otp/confirm');
  await enterCode(page, person.e164, before);
  await page.waitForURL('**/user/information');
});

test('an unknown phone with a verified code may sign up without a second one', async ({ page }) => {
  const phone = newPhone();
  const captchas = watchCaptcha(page);
  await page.goto('/vid/web/signin/otp');
  await page.getByRole('textbox', { name: 'Số điện thoại' }).fill(phone.typed);
  await fillCaptcha(page, captchas);
  await page.getByRole('button', { name: 'Gửi mã xác thực' }).click();
  await page.waitForURL('**/signin/otp/confirm');
  await enterCode(page, phone.e164);
  await expect(page.getByText('Số điện thoại chưa có tài khoản')).toBeVisible();
  await page
    .getByRole('link', { name: 'Tạo tài khoản' })
    .or(page.getByRole('button', { name: 'Tạo tài khoản' }))
    .click();
  const terms = page.getByRole('checkbox', { name: /Tôi đồng ý/u });
  await expect(page.getByLabel('Mật khẩu', { exact: true }).or(terms).first()).toBeVisible();
  if (await terms.isVisible()) await terms.check();
  await page.getByLabel('Mật khẩu', { exact: true }).fill(goodPassword);
  await page.getByRole('button', { name: 'Tạo tài khoản' }).click();
  await page.waitForURL('**/signup/success');
});

test('a forgotten password is set anew; every session ends, and the new one signs in', async ({
  page,
  browser,
  baseURL,
}) => {
  const person = await signUp(page);
  const before = await codeFor(page.request, person.e164);
  const context = await browser.newContext({
    ...(baseURL === undefined ? {} : { baseURL }),
    locale: 'vi-VN',
  });
  const visitor = await context.newPage();
  const captchas = watchCaptcha(visitor);
  await visitor.goto('/vid/web/signin');
  await visitor.getByRole('link', { name: 'Quên mật khẩu?' }).click();
  // As above: both pages ask for the phone.
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('Quên mật khẩu');
  await visitor.getByRole('textbox', { name: 'Số điện thoại' }).fill(person.typed);
  await fillCaptcha(visitor, captchas);
  await visitor.getByRole('button', { name: 'Gửi mã xác thực' }).click();
  await visitor.waitForURL('**/forget-password/otp');
  await enterCode(visitor, person.e164, before);
  await visitor.waitForURL('**/forget-password/input');
  await visitor.getByLabel('Mật khẩu mới', { exact: true }).fill(otherPassword);
  await visitor.getByLabel('Nhập lại mật khẩu mới', { exact: true }).fill(otherPassword);
  await visitor.getByRole('button', { name: 'Đổi mật khẩu' }).click();
  await visitor.waitForURL('**/signin');
  await expect(visitor.getByRole('textbox', { name: 'Số điện thoại' })).not.toHaveValue('');
  await visitor.getByLabel('Mật khẩu', { exact: true }).fill(otherPassword);
  await visitor.getByRole('button', { name: 'Đăng nhập', exact: true }).click();
  await visitor.waitForURL('**/user/information');
  await page.goto('/vid/web/user/information');
  await page.waitForURL('**/signin**');
  await context.close();
});

test('C6 a captcha is passed by keyboard alone, without a picture', async ({ page }) => {
  const phone = newPhone();
  await page.goto('/vid/web/signin/otp');
  await page.getByRole('textbox', { name: 'Số điện thoại' }).fill(phone.typed);
  const way = page.getByRole('button', { name: 'Xác minh không cần hình' });
  await way.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Đã xác minh.')).toBeVisible({ timeout: 30_000 });
  await page.getByRole('button', { name: 'Gửi mã xác thực' }).focus();
  await page.keyboard.press('Enter');
  await page.waitForURL('**/signin/otp/confirm');
});

test('a form that is sent before the page has woken up never puts a password into the address', async ({
  page,
}) => {
  await page.route('**/assets/*.js', (route) => route.abort());
  await page.goto('/vid/web/signin');
  await page.locator('input[type=tel]').fill('0912345678');
  await page.locator('input[type=password]').fill(goodPassword);
  await page.locator('button[type=submit]').click();
  await page.waitForLoadState();
  expect(page.url()).not.toContain('?');
});
