import { expect, test, type Page, type Route } from '@playwright/test';
import { runBeside } from './support/beside.ts';
import { enterCode, fillCaptcha, signIn, signUp, type Person } from './support/journey.ts';
import { codeFor, countMessages, watchCaptcha, type Captchas } from './support/outbox.ts';
import { goodPassword, newPhone, otherPassword } from './support/phones.ts';

type Phone = { readonly typed: string; readonly e164: string };

async function expectTitle(page: Page, title: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
}

/** How often the page has called an address. */
function countCalls(page: Page, path: string): () => number {
  let calls = 0;
  page.on('request', (sent) => {
    if (new URL(sent.url()).pathname === path) calls += 1;
  });
  return () => calls;
}

/** The server does what it is asked, and its answer never arrives. */
async function loseAnswer(route: Route): Promise<void> {
  await route.fetch();
  await route.abort('connectionreset');
}

async function fillFirstStep(page: Page, phone: Phone, captchas: Captchas): Promise<void> {
  await page.goto('/vid/web/signup/otp');
  await page.getByRole('textbox', { name: 'Số điện thoại' }).fill(phone.typed);
  await fillCaptcha(page, captchas);
  await page.getByRole('checkbox', { name: /Tôi đồng ý/u }).check();
}

async function goToCode(page: Page, phone: Phone): Promise<void> {
  await fillFirstStep(page, phone, watchCaptcha(page));
  await page.getByRole('button', { name: 'Gửi mã xác thực' }).click();
  await expectTitle(page, 'Nhập mã xác thực');
}

async function goToPassword(page: Page, phone: Phone): Promise<void> {
  await goToCode(page, phone);
  await enterCode(page, phone.e164);
  await expectTitle(page, 'Đặt mật khẩu');
}

async function forgetSession(page: Page): Promise<void> {
  await page.context().clearCookies();
  await page.evaluate(() => localStorage.clear());
}

test('a double click asks once: one code, one account, one sign-in', async ({ page }) => {
  const phone = newPhone();
  const codes = countCalls(page, '/vid/gateway/otp/request');
  const accounts = countCalls(page, '/vid/ajax/users/signup/phone');
  const signIns = countCalls(page, '/vid/ajax/auth/login/phone');
  await fillFirstStep(page, phone, watchCaptcha(page));
  await page.getByRole('button', { name: 'Gửi mã xác thực' }).dblclick();
  await expectTitle(page, 'Nhập mã xác thực');
  await enterCode(page, phone.e164);
  await expectTitle(page, 'Đặt mật khẩu');
  await page.getByLabel('Mật khẩu', { exact: true }).fill(goodPassword);
  await page.getByRole('button', { name: 'Tạo tài khoản' }).dblclick();
  await page.waitForURL('**/signup/success');
  expect(await countMessages(page.request, phone.e164)).toBe(1);
  await forgetSession(page);
  await page.goto('/vid/web/signin');
  await page.getByRole('textbox', { name: 'Số điện thoại' }).fill(phone.typed);
  await page.getByLabel('Mật khẩu', { exact: true }).fill(goodPassword);
  await page.getByRole('button', { name: 'Đăng nhập', exact: true }).dblclick();
  await page.waitForURL('**/user/information');
  expect([codes(), accounts(), signIns()]).toEqual([1, 1, 1]);
});

test('the answer to a sign-up that is lost is asked for again, and finds the account it made', async ({
  page,
}) => {
  const phone = newPhone();
  await goToPassword(page, phone);
  const calls = countCalls(page, '/vid/ajax/users/signup/phone');
  await page.route('**/vid/ajax/users/signup/phone', loseAnswer, { times: 1 });
  await page.getByLabel('Mật khẩu', { exact: true }).fill(goodPassword);
  await page.getByRole('button', { name: 'Tạo tài khoản' }).click();
  await page.waitForURL('**/signup/success');
  expect(calls()).toBe(2);
  await forgetSession(page);
  await signIn(page, { ...phone, password: goodPassword });
});

test('a network that is gone for longer is told, keeps what was typed, and pressing again goes on', async ({
  page,
}) => {
  const phone = newPhone();
  const captchas = watchCaptcha(page);
  await fillFirstStep(page, phone, captchas);
  const picture = page.getByRole('img', { name: 'Hình chứa mã bảo vệ' });
  const spent = (await picture.getAttribute('src')) ?? '';
  await page.route('**/vid/gateway/otp/request', (route) => route.abort('connectionreset'));
  await page.getByRole('button', { name: 'Gửi mã xác thực' }).click();
  await expect(page.getByText('Vui lòng kiểm tra lại kết nối mạng!')).toHaveCount(1);
  await page.unroute('**/vid/gateway/otp/request');
  await expect(page.getByRole('textbox', { name: 'Số điện thoại' })).toHaveValue(phone.typed);
  await expect(page.getByRole('checkbox', { name: /Tôi đồng ý/u })).toBeChecked();
  // The captcha was spent on the first attempt.
  await expect(picture).not.toHaveAttribute('src', spent);
  await fillCaptcha(page, captchas);
  await page.getByRole('button', { name: 'Gửi mã xác thực' }).click();
  await expectTitle(page, 'Nhập mã xác thực');

  await enterCode(page, phone.e164);
  await expectTitle(page, 'Đặt mật khẩu');
  await page.getByLabel('Mật khẩu', { exact: true }).fill(goodPassword);
  // Until the page has given up, whatever the server has made is not heard of.
  await page.route('**/vid/ajax/users/signup/phone', loseAnswer);
  await page.getByRole('button', { name: 'Tạo tài khoản' }).click();
  await expect(page.getByText('Vui lòng kiểm tra lại kết nối mạng!')).toHaveCount(1);
  await page.unroute('**/vid/ajax/users/signup/phone');
  await page.getByRole('button', { name: 'Tạo tài khoản' }).click();
  await page.waitForURL('**/signup/success');
});

test('the lost answer of a sign-in, a code and a saved form: said, or asked for again', async ({ page }) => {
  const person: Person = await signUp(page);
  await forgetSession(page);
  await page.goto('/vid/web/signin');
  await page.getByRole('textbox', { name: 'Số điện thoại' }).fill(person.typed);
  await page.getByLabel('Mật khẩu', { exact: true }).fill(person.password);
  await page.route('**/vid/ajax/auth/login/phone', loseAnswer, { times: 1 });
  const submit = page.getByRole('button', { name: 'Đăng nhập', exact: true });
  await submit.click();
  await expect(page.getByText('Vui lòng kiểm tra lại kết nối mạng!')).toHaveCount(1);
  await submit.click();
  await page.waitForURL('**/user/information');

  const saves = countCalls(page, '/vid/api/users/profile');
  await page.getByRole('textbox', { name: 'Họ và tên' }).fill('Nguyễn Thị Ánh');
  await page.getByRole('radio', { name: /Nhà môi giới/u }).check({ force: true });
  await page.getByRole('combobox', { name: 'Tỉnh, thành phố' }).selectOption('Hà Nội');
  await page.route('**/vid/api/users/profile', loseAnswer, { times: 1 });
  await page.getByRole('button', { name: 'Lưu thay đổi' }).click();
  await expect(page.getByRole('button', { name: 'Sửa', exact: true })).toBeVisible();
  expect(saves()).toBe(2);

  await forgetSession(page);
  const phone = newPhone();
  await goToCode(page, phone);
  await page.route('**/vid/gateway/otp/validate', loseAnswer, { times: 1 });
  await enterCode(page, phone.e164);
  // A code is good once: the person is told why another is needed, and is where to get it.
  await expectTitle(page, 'Gửi lại mã xác thực');
  await expect(page.getByText('Mất kết nối khi đang kiểm tra mã. Vui lòng lấy mã mới.')).toBeVisible();
});

const later = 11 * 60_000;

test('a code that has run out leads to another one, and on', async ({ page }) => {
  const phone = newPhone();
  const captchas = watchCaptcha(page);
  await goToCode(page, phone);
  const code = await codeFor(page.request, phone.e164);
  await runBeside('run-out.ts', phone.e164);
  await page.clock.setSystemTime(Date.now() + later);
  await page.locator('input[autocomplete="one-time-code"]').click();
  await page.keyboard.type(code);
  await expectTitle(page, 'Gửi lại mã xác thực');
  await expect(page.getByText('Mã xác thực đã hết hạn. Vui lòng lấy mã mới.')).toBeVisible();
  await fillCaptcha(page, captchas);
  await page.getByRole('button', { name: 'Gửi lại mã' }).click();
  await expectTitle(page, 'Nhập mã xác thực');
  await enterCode(page, phone.e164, code);
  await expectTitle(page, 'Đặt mật khẩu');
});

test('a verification that has run out says so and leads back one step; so does a reload of it', async ({
  page,
  context,
}) => {
  const phone = newPhone();
  await goToPassword(page, phone);
  const second = await context.newPage();
  await second.goto('/vid/web/signup/password');
  await expectTitle(second, 'Đặt mật khẩu');
  await runBeside('run-out.ts', phone.e164);
  await page.getByLabel('Mật khẩu', { exact: true }).fill(goodPassword);
  await page.getByRole('button', { name: 'Tạo tài khoản' }).click();
  await expectTitle(page, 'Gửi lại mã xác thực');
  const reason = 'Bước xác thực số điện thoại đã hết hạn. Vui lòng lấy mã mới.';
  await expect(page.getByText(reason)).toBeVisible();
  await expect(page.getByText(phone.typed)).toBeVisible();
  // The other tab is not left with a form that can only be refused.
  await expectTitle(second, 'Gửi lại mã xác thực');
  await second.close();

  const another = newPhone();
  await forgetSession(page);
  await goToPassword(page, another);
  await page.clock.setSystemTime(Date.now() + later);
  await page.reload();
  await expectTitle(page, 'Gửi lại mã xác thực');
  await expect(page.getByText(reason)).toBeVisible();
});

test('a session that another device has ended says so, and signing in leads back to the page', async ({
  page,
  browser,
  baseURL,
}) => {
  const person = await signUp(page);
  await page.goto('/vid/web/user/security');
  await expectTitle(page, 'Bảo mật');
  const other = await browser.newContext({
    ...(baseURL === undefined ? {} : { baseURL }),
    locale: 'vi-VN',
  });
  const elsewhere = await other.newPage();
  await signIn(elsewhere, person);
  await elsewhere.goto('/vid/web/user/password');
  await elsewhere.getByLabel('Mật khẩu hiện tại', { exact: true }).fill(person.password);
  await elsewhere.getByLabel('Mật khẩu mới', { exact: true }).fill(otherPassword);
  await elsewhere.getByLabel('Nhập lại mật khẩu mới', { exact: true }).fill(otherPassword);
  await elsewhere.getByRole('main').getByRole('button', { name: 'Đổi mật khẩu' }).click();
  await expect(elsewhere.getByText('Mật khẩu đã được đổi')).toBeVisible();
  await other.close();
  await page.reload();
  await page.waitForURL('**/signin**');
  await expect(page.getByText('Phiên đăng nhập đã hết hạn. Vui lòng đăng nhập lại.')).toHaveCount(1);
  await page.getByRole('textbox', { name: 'Số điện thoại' }).fill(person.typed);
  await page.getByLabel('Mật khẩu', { exact: true }).fill(otherPassword);
  await page.getByRole('button', { name: 'Đăng nhập', exact: true }).click();
  await page.waitForURL('**/user/security');
});
