import { expect, type Page } from '@playwright/test';
import { captchaAnswer, codeFor, watchCaptcha, type Captchas } from './outbox.ts';
import { goodPassword, newPhone } from './phones.ts';

/** The answer of the captcha whose picture the page shows, as the outbox tells it. */
export async function answerOfPicture(page: Page, captchas: Captchas): Promise<string> {
  const picture = page.getByRole('img', { name: 'Hình chứa mã bảo vệ' });
  let id: string | undefined;
  await expect
    .poll(
      async () => {
        id = captchas((await picture.getAttribute('src')) ?? '');
        return id;
      },
      { message: 'the captcha of the picture' },
    )
    .toBeTruthy();
  return await captchaAnswer(page.request, id ?? '');
}

/** Types the answer of the captcha on the page. */
export async function fillCaptcha(page: Page, captchas: Captchas): Promise<void> {
  const answer = await answerOfPicture(page, captchas);
  await page.getByRole('textbox', { name: 'Mã bảo vệ' }).fill(answer);
}

/** Types the code that was sent to a phone; the last digit submits. */
export async function enterCode(page: Page, e164: string, before?: string): Promise<string> {
  const code = await codeFor(page.request, e164, before);
  await page.locator('input[autocomplete="one-time-code"]').first().click();
  await page.keyboard.type(code);
  return code;
}

export type Person = { readonly typed: string; readonly e164: string; readonly password: string };

/** The whole sign-up in the browser, up to the success screen. */
export async function signUp(
  page: Page,
  options: {
    kind?: 'Cá nhân' | 'Doanh nghiệp';
    password?: string;
    phone?: { typed: string; e164: string };
  } = {},
): Promise<Person> {
  const phone = options.phone ?? newPhone();
  const password = options.password ?? goodPassword;
  const captchas = watchCaptcha(page);
  await page.goto('/vid/web/signup/otp');
  await page.getByRole('textbox', { name: 'Số điện thoại' }).fill(phone.typed);
  await page.getByRole('radio', { name: options.kind ?? 'Cá nhân' }).check({ force: true });
  await fillCaptcha(page, captchas);
  await page.getByRole('checkbox', { name: /Tôi đồng ý/u }).check();
  await page.getByRole('button', { name: 'Gửi mã xác thực' }).click();
  await page.waitForURL('**/signup/otp/confirm');
  await enterCode(page, phone.e164);
  await page.waitForURL('**/signup/password');
  await page.getByLabel('Mật khẩu', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Tạo tài khoản' }).click();
  await page.waitForURL('**/signup/success');
  return { ...phone, password };
}

export async function signIn(page: Page, person: Person): Promise<void> {
  await page.goto('/vid/web/signin');
  await page.getByRole('textbox', { name: 'Số điện thoại' }).fill(person.typed);
  await page.getByLabel('Mật khẩu', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Đăng nhập', exact: true }).click();
  await page.waitForURL('**/user/information');
}
