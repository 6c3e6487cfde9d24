import { createHash, randomBytes } from 'node:crypto';
import { expect, test, type Page } from '@playwright/test';
import { register, startApplicationSite, type ApplicationSite } from './support/applications.ts';
import { signUp, type Person } from './support/journey.ts';

let first = '';
let device = '';
let third = '';
let site: ApplicationSite;

// Run anew for each group of tests: codes of applications are taken once.
test.beforeAll(async () => {
  const suffix = randomBytes(4).toString('hex');
  [first, device, third] = [`oidc-first-${suffix}`, `oidc-device-${suffix}`, `oidc-third-${suffix}`];
  site = await startApplicationSite();
  const common = {
    redirectUri: `${site.origin}/callback`,
    postLogoutUri: `${site.origin}/bye`,
    access: 'open',
  } as const;
  await register(
    { ...common, code: first, name: 'Sàn giao dịch Hội', isFirstParty: true },
    { ...common, code: device, name: 'Bảng giá tại sàn', isFirstParty: true, kind: 'native' },
    {
      ...common,
      code: third,
      name: 'Báo giá Bất động sản',
      isFirstParty: false,
      logo: `${site.origin}/logo.png`,
    },
  );
});
test.afterAll(() => site.close());

const verifier = 'v'.repeat(43);
const authorize = (code: string, more: Record<string, string> = {}) =>
  `/vid/oidc/auth?${new URLSearchParams({
    client_id: `${code}-web`,
    response_type: 'code',
    scope: 'openid profile phone',
    redirect_uri: `${site.origin}/callback`,
    state: 'st',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    ...more,
  }).toString()}`;

async function back(page: Page): Promise<URLSearchParams> {
  await page.waitForURL(`${site.origin}/callback**`);
  return new URL(page.url()).searchParams;
}

async function signOutHere(page: Page): Promise<void> {
  await page.context().clearCookies();
  await page.evaluate(() => localStorage.clear());
}

async function enterPassword(page: Page, person: Person): Promise<void> {
  await page.getByLabel('Mật khẩu', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Đăng nhập', exact: true }).click();
}

test('signed out, with a hint: sign-in with the phone filled in, consent in words, and back with a code', async ({
  page,
}) => {
  const person = await signUp(page);
  await signOutHere(page);
  await page.goto(authorize(third, { login_hint: person.typed }));
  await page.waitForURL('**/signin');
  await expect(page.getByText('Báo giá Bất động sản')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Số điện thoại' })).toHaveValue(person.typed);
  await page.reload();
  await page.getByRole('textbox', { name: 'Số điện thoại' }).fill(person.typed);
  await enterPassword(page, person);
  await page.waitForURL('**/intermediate?uid=*');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'Báo giá Bất động sản muốn dùng thông tin của bạn',
  );
  await expect(page.getByText('Họ tên và ảnh đại diện')).toBeVisible();
  // The application's registered picture shows under the pages' policy, and comes from us.
  const logo = page.locator('main img').first();
  await expect(logo).toHaveAttribute('src', /^data:image\/png;base64,/u);
  await expect.poll(() => logo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1);
  await page.getByRole('button', { name: 'Đồng ý và tiếp tục' }).click();
  const answer = await back(page);
  expect(answer.get('code')).toBeTruthy();
  expect(answer.get('state')).toBe('st');
  expect(answer.get('iss')).toMatch(/\/vid\/oidc$/u);
});

test('refusing tells the application, and nothing else', async ({ page }) => {
  await signUp(page);
  await page.goto(authorize(third));
  await page.getByRole('button', { name: 'Từ chối' }).click();
  const answer = await back(page);
  expect(answer.get('error')).toBe('access_denied');
  expect(answer.has('code')).toBe(false);
});

test('prompt=login asks a signed-in person for the password, and keeps the other sessions', async ({
  page,
}) => {
  const person = await signUp(page);
  await page.goto(authorize(first, { prompt: 'login' }));
  await page.waitForURL('**/signin');
  await expect(page.getByText('Ứng dụng yêu cầu bạn đăng nhập lại')).toBeVisible();
  await page.getByRole('textbox', { name: 'Số điện thoại' }).fill(person.typed);
  await enterPassword(page, person);
  expect((await back(page)).get('code')).toBeTruthy();
});

test('acr_values of a one-time code leads to the tab of codes, and any sign-in goes on', async ({ page }) => {
  const person = await signUp(page);
  await signOutHere(page);
  await page.goto('/vid/web/signin');
  await page.getByRole('textbox', { name: 'Số điện thoại' }).fill(person.typed);
  await enterPassword(page, person);
  await page.waitForURL('**/user/information');
  await page.goto(authorize(first, { acr_values: 'urn:vid:acr:otp' }));
  await page.waitForURL('**/signin/otp');
  await page.getByRole('link', { name: 'Mật khẩu', exact: true }).click();
  await page.getByRole('textbox', { name: 'Số điện thoại' }).fill(person.typed);
  await enterPassword(page, person);
  expect((await back(page)).get('code')).toBeTruthy();
});

test('a signed-in person goes straight through to a first-party application', async ({ page }) => {
  await signUp(page);
  await page.goto(authorize(first));
  expect((await back(page)).get('code')).toBeTruthy();
});

test('select_account shows who would go on', async ({ page }) => {
  await signUp(page);
  await page.goto(authorize(first, { prompt: 'select_account' }));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Tiếp tục đến Sàn giao dịch Hội');
  await page.getByRole('button', { name: /^Tiếp tục( với tên|$)/u }).click();
  expect((await back(page)).get('code')).toBeTruthy();
});

test('ui_locales sets the language of the screens', async ({ page }) => {
  await page.goto(authorize(third, { ui_locales: 'en' }));
  await page.waitForURL('**/signin');
  await expect(page.getByText('To continue to')).toBeVisible();
});

test('a request that has run out says so, and a refused one has a number to ask about', async ({ page }) => {
  await page.goto('/vid/web/intermediate?uid=AAAAAAAAAAAAAAAAAAAAA');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Yêu cầu đăng nhập đã hết hạn');
  await page.goto(authorize(first, { redirect_uri: `${site.origin}/elsewhere` }));
  await page.waitForURL('**/error/403?ref=*');
  await expect(page.getByText('Mã tra cứu')).toBeVisible();
});

test('an application signs the person out after asking, and gets them back', async ({ page, baseURL }) => {
  await signUp(page);
  await page.goto(
    `/vid/oidc/session/end?${new URLSearchParams({ client_id: `${third}-web`, post_logout_redirect_uri: `${site.origin}/bye`, state: 'x' }).toString()}`,
  );
  await page.waitForURL('**/vid/web/logout**');
  await page.getByRole('button', { name: 'Đăng xuất', exact: true }).click();
  await page.waitForURL(`${site.origin}/bye?state=x`);
  expect(
    (await page.context().cookies(baseURL ?? '')).find(({ name }) => name === 'vid_sid'),
  ).toBeUndefined();
});

test('a device is signed in by the code it shows', async ({ page, request }) => {
  await signUp(page);
  const asked = await request.post('/vid/oidc/device/auth', {
    form: { client_id: `${device}-web`, scope: 'openid profile' },
  });
  expect(asked.ok()).toBe(true);
  const { user_code: userCode }: { user_code: string } = await asked.json();
  await page.goto(`/vid/web/device?user_code=${userCode}`);
  await expect(page.getByRole('textbox', { name: 'Mã thiết bị' })).toHaveValue(userCode);
  await page.getByRole('button', { name: 'Tiếp tục' }).click();
  await expect(page.getByText('Bảng giá tại sàn')).toBeVisible();
  await page.getByRole('button', { name: 'Cho phép' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Thiết bị đã được đăng nhập');
});
