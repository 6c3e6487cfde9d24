import { expect, test } from '@playwright/test';
import { enterCode, fillCaptcha, signUp } from './support/journey.ts';
import { codeFor, watchCaptcha } from './support/outbox.ts';
import { goodPassword, newPhone } from './support/phones.ts';

test('a person signs up and arrives at their information after the countdown', async ({ page }) => {
  await signUp(page);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Chào mừng bạn đến với Hội');
  await page.waitForURL('**/user/information');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

test('an enterprise signs up and is asked for its own information', async ({ page }) => {
  await signUp(page, { kind: 'Doanh nghiệp' });
  await page
    .getByRole('link', { name: 'Tiếp tục ngay' })
    .or(page.getByRole('button', { name: 'Tiếp tục ngay' }))
    .click();
  await page.waitForURL('**/user/information');
  await expect(page.getByRole('textbox', { name: /Mã số thuế/u })).toBeVisible();
});

test('a phone with an account is told so, with the way to sign in', async ({ page, browser, baseURL }) => {
  const person = await signUp(page);
  const other = await browser.newContext(baseURL === undefined ? {} : { baseURL });
  const visitor = await other.newPage();
  const captchas = watchCaptcha(visitor);
  await visitor.goto('/vid/web/signup/otp');
  await visitor.getByRole('textbox', { name: 'Số điện thoại' }).fill(person.e164);
  await fillCaptcha(visitor, captchas);
  await visitor.getByRole('checkbox', { name: /Tôi đồng ý/u }).check();
  await visitor.getByRole('button', { name: 'Gửi mã xác thực' }).click();
  await expect(visitor.getByText('Số điện thoại đã được đăng ký.', { exact: true })).toBeVisible();
  await visitor
    .getByRole('link', { name: /đăng nhập/iu })
    .first()
    .click();
  await visitor.waitForURL('**/signin');
  await other.close();
});

test('every step survives a reload, and a step that was skipped leads back', async ({ page }) => {
  const phone = newPhone();
  const captchas = watchCaptcha(page);
  await page.goto('/vid/web/signup/password');
  await page.waitForURL('**/signup/otp');
  await page.reload();
  await page.getByRole('textbox', { name: 'Số điện thoại' }).fill(phone.typed);
  await fillCaptcha(page, captchas);
  await page.getByRole('checkbox', { name: /Tôi đồng ý/u }).check();
  await page.getByRole('button', { name: 'Gửi mã xác thực' }).click();
  await page.waitForURL('**/signup/otp/confirm');
  await page.reload();
  await enterCode(page, phone.e164);
  await page.waitForURL('**/signup/password');
  await page.reload();
  await page.waitForURL('**/signup/password');
  await page.getByLabel('Mật khẩu', { exact: true }).fill(goodPassword);
  await page.getByRole('button', { name: 'Tạo tài khoản' }).click();
  await page.waitForURL('**/signup/success');
});

test('typed text stays when the language changes', async ({ page }) => {
  await page.goto('/vid/web/signup/otp');
  const phone = page.locator('input[type=tel]');
  await phone.fill('0912 345 678');
  await page
    .getByRole('button', { name: /English|EN/u })
    .or(page.getByRole('radio', { name: /English|EN/u }))
    .first()
    .click();
  await expect(page.locator('html')).toHaveAttribute('lang', /en/u);
  await expect(phone).toHaveValue('0912 345 678');
});

test('a wrong code is told at its field, and the right one still works', async ({ page }) => {
  const phone = newPhone();
  const captchas = watchCaptcha(page);
  await page.goto('/vid/web/signup/otp');
  await page.getByRole('textbox', { name: 'Số điện thoại' }).fill(phone.typed);
  await fillCaptcha(page, captchas);
  await page.getByRole('checkbox', { name: /Tôi đồng ý/u }).check();
  await page.getByRole('button', { name: 'Gửi mã xác thực' }).click();
  await page.waitForURL('**/signup/otp/confirm');
  const code = await codeFor(page.request, phone.e164);
  await page.locator('input[autocomplete="one-time-code"]').first().click();
  await page.keyboard.type(code === '000000' ? '000001' : '000000');
  await expect(page.getByText(/Mã xác thực (?:chưa|không) đúng/u).first()).toBeVisible();
  await page.locator('input[autocomplete="one-time-code"]').first().click();
  await page.keyboard.type(code);
  await page.waitForURL('**/signup/password');
});

test('S8 nothing secret stays in the browser’s storage or address after a sign-up', async ({ page }) => {
  const addresses: string[] = [];
  page.on('framenavigated', (frame) => addresses.push(frame.url()));
  const person = await signUp(page);
  const code = await codeFor(page.request, person.e164);
  const stored = await page.evaluate(() =>
    JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)]),
  );
  for (const secret of [person.password, code]) {
    expect(stored).not.toContain(secret);
    expect(addresses.join(' ')).not.toContain(secret);
  }
  const token = (await page.context().cookies()).find((cookie) => cookie.name.endsWith('vid_sid'));
  expect(token?.httpOnly).toBe(true);
  expect(stored).not.toContain(token?.value ?? 'no session cookie');
  expect(stored).not.toContain('otpToken":"');
});
