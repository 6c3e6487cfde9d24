import { randomBytes, createHash } from 'node:crypto';
import { expect, test, type Page } from '@playwright/test';
import { register, startApplicationSite, type ApplicationSite } from './support/applications.ts';
import { enterCode, fillCaptcha, signUp } from './support/journey.ts';
import { runVid } from './support/beside.ts';
import { watchCaptcha } from './support/outbox.ts';
import { goodPassword, newPhone } from './support/phones.ts';
import { picture } from './support/pictures.ts';

let first = '';
let third = '';
let closed = '';
let site: ApplicationSite;

// Run anew for each group of tests: codes of applications are taken once.
test.beforeAll(async () => {
  const suffix = randomBytes(4).toString('hex');
  [first, third, closed] = [`first-${suffix}`, `third-${suffix}`, `closed-${suffix}`];
  site = await startApplicationSite();
  const redirectUri = `${site.origin}/callback`;
  const common = { redirectUri, postLogoutUri: `${site.origin}/bye`, access: 'open' } as const;
  await register(
    { ...common, code: first, name: 'Sàn giao dịch Hội', isFirstParty: true },
    { ...common, code: third, name: 'Báo giá Bất động sản', isFirstParty: false },
    { ...common, code: closed, name: 'Ban quản trị', isFirstParty: true, access: 'restricted' },
  );
});
test.afterAll(() => site.close());

type Result = Record<string, unknown>;

/** Opens the application's own page, with the SDK on it. */
async function openApplication(
  page: Page,
  baseURL: string | undefined,
  code: string,
  more = '',
): Promise<void> {
  await page.goto(`${site.origin}/#origin=${encodeURIComponent(baseURL ?? '')}&code=${code}${more}`);
  await expect(page.locator('#result')).toContainText('ready');
}

async function resultOf(page: Page): Promise<Result> {
  await page.waitForURL((url) => url.origin === site.origin);
  const result = page.locator('#result');
  await expect(result).toContainText(/authCode|error|none/u);
  const value: Result = JSON.parse((await result.textContent()) ?? '{}');
  return value;
}

function expectSignedIn(result: Result, baseURL: string | undefined): void {
  expect(result).toMatchObject({
    authCode: expect.stringMatching(/^[\w-]{40,}$/u),
    codeVerifier: expect.any(String),
    iss: `${baseURL}/vid/oidc`,
    data: 'trang-chủ',
  });
}

const challenge = () => createHash('sha256').update(randomBytes(32)).digest('base64url');
const request = (code: string, more: Record<string, string> = {}) =>
  `/vid/web/home?${new URLSearchParams({ appCode: code, clientId: `${code}-web`, redirectTo: `${site.origin}/callback`, codeChallenge: challenge(), ...more }).toString()}`;

test('signed out: through sign-up, reloads and another language, and into the application', async ({
  page,
  baseURL,
}) => {
  const phone = newPhone();
  const captchas = watchCaptcha(page);
  await openApplication(page, baseURL, third);
  await page.locator('#redirect').click();
  await page.waitForURL('**/signin/otp**');
  await expect(page.getByText('Báo giá Bất động sản')).toBeVisible();
  await page.getByRole('link', { name: 'Đăng ký' }).click();
  await page.waitForURL('**/signup/otp**');
  await page.reload();
  await expect(page.getByText('Báo giá Bất động sản')).toBeVisible();
  await page.getByRole('textbox', { name: 'Số điện thoại' }).fill(phone.typed);
  await fillCaptcha(page, captchas);
  await page.getByRole('checkbox', { name: /Tôi đồng ý/u }).check();
  await page.getByRole('button', { name: 'Gửi mã xác thực' }).click();
  await page.waitForURL('**/signup/otp/confirm**');
  await page.reload();
  await enterCode(page, phone.e164);
  await page.waitForURL('**/signup/password**');
  await page.getByLabel('Mật khẩu', { exact: true }).fill(goodPassword);
  await page.getByRole('button', { name: 'Tạo tài khoản' }).click();
  await page.waitForURL('**/signup/success**');
  await page.getByRole('button', { name: 'Tiếp tục ngay' }).click();
  expectSignedIn(await resultOf(page), baseURL);
});

test('signed in: straight through to a first-party application, fast and in few requests', async ({
  page,
  baseURL,
}) => {
  await signUp(page);
  await openApplication(page, baseURL, first);
  await page.locator('#redirect').click();
  await resultOf(page);
  // The second time, as on every day: files are in the cache.
  const requests: string[] = [];
  const files: string[] = [];
  await openApplication(page, baseURL, first);
  page.on('request', (sent) => {
    if (!sent.url().startsWith(baseURL ?? '')) return;
    const { pathname } = new URL(sent.url());
    if (pathname.includes('/assets/')) files.push(pathname);
    else requests.push(`${sent.method()} ${pathname}`);
  });
  const address = request(first);
  const begun = Date.now();
  await page.goto(address, { waitUntil: 'commit' });
  const arrived = Date.now();
  await page.waitForURL((url) => url.origin === site.origin, { waitUntil: 'commit' });
  const left = Date.now();
  test.info().annotations.push({
    type: 'pass-through',
    description: `${left - arrived} ms after arrival, ${left - begun} ms in all: ${requests.length} requests`,
  });
  expect(requests.toSorted()).toEqual([
    'GET /vid/ajax/auth/me',
    'GET /vid/web/home',
    'POST /vid/ajax/apps/view/validateRedirectUrls',
    'POST /vid/api/auth/code/request',
  ]);
  // Nothing is shown, so nothing that is only there to be shown was fetched.
  expect(files.filter((file) => file.endsWith('.js'))).not.toEqual([]);
  expect(files.filter((file) => /\/view-|\.woff2$/u.test(file))).toEqual([]);
});

test('signed in: a third party’s request asks first; another account may be used', async ({
  page,
  baseURL,
}) => {
  await signUp(page);
  await openApplication(page, baseURL, third);
  await page.locator('#redirect').click();
  await page.waitForURL('**/intermediate**');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Tiếp tục đến Báo giá Bất động sản');
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Tiếp tục đến Báo giá Bất động sản');
  await page.getByRole('button', { name: 'Dùng tài khoản khác' }).click();
  await page.waitForURL('**/signin/otp**');
  await openApplication(page, baseURL, third);
  await page.locator('#redirect').click();
  await page.getByRole('button', { name: /^Tiếp tục( với tên|$)/u }).click();
  expectSignedIn(await resultOf(page), baseURL);
});

test('popup: loaded and success reach the application, and the popup closes', async ({ page, baseURL }) => {
  await signUp(page);
  await openApplication(page, baseURL, first);
  const opened = page.waitForEvent('popup');
  await page.locator('#popup').click();
  const popup = await opened;
  await expect(popup.getByRole('heading', { level: 1 })).toHaveText('Đăng nhập thành công');
  const result = await resultOf(page);
  expectSignedIn(result, baseURL);
  expect(result['events']).toEqual(['loaded']);
  await popup.waitForEvent('close');
});

test('W3 popup, signed out: the opener survives sign-in by password and a reload', async ({
  page,
  context,
  baseURL,
}) => {
  const person = await signUp(page);
  await context.clearCookies();
  await page.evaluate(() => localStorage.clear());
  await openApplication(page, baseURL, first);
  const opened = page.waitForEvent('popup');
  await page.locator('#popup').click();
  const popup = await opened;
  await popup.waitForURL('**/signin/otp?*mode=window*');
  await popup.reload();
  await popup.getByRole('link', { name: 'Mật khẩu' }).click();
  await popup.waitForURL('**/signin?*mode=window*');
  await popup.reload();
  await popup.getByRole('textbox', { name: 'Số điện thoại' }).fill(person.typed);
  await popup.getByLabel('Mật khẩu', { exact: true }).fill(person.password);
  await popup.getByRole('button', { name: 'Đăng nhập', exact: true }).click();
  expectSignedIn(await resultOf(page), baseURL);
  await popup.getByRole('button', { name: 'Đóng ngay' }).click();
});

test('W5 no opener: said before anything is asked, no code is made, and this window goes on', async ({
  page,
  baseURL,
}) => {
  await signUp(page);
  const codes: string[] = [];
  page.on('request', (sent) => {
    if (sent.url().endsWith('/code/request')) codes.push(sent.url());
  });
  await openApplication(page, baseURL, first);
  await page.goto(request(first, { mode: 'window', state: 's1' }));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Không thấy cửa sổ đang chờ');
  expect(codes).toEqual([]);
  await page.getByRole('button', { name: 'Tiếp tục trong cửa sổ này' }).click();
  await page.waitForURL(`${site.origin}/callback**`);
});

test('W5 a popup cut off by the application’s own policy hands its result over by state', async ({
  page,
  baseURL,
}) => {
  await signUp(page);
  await openApplication(page, baseURL, first);
  const opened = page.waitForEvent('popup');
  await page.evaluate(() => {
    const real = window.open.bind(window);
    window.open = (...args) => {
      const popup = real(...args);
      // As a Cross-Origin-Opener-Policy does once the popup has left.
      if (popup) popup.opener = null;
      return popup;
    };
  });
  await page.locator('#popup').click();
  const popup = await opened;
  await popup.getByRole('button', { name: 'Tiếp tục trong cửa sổ này' }).click();
  expectSignedIn(await resultOf(page), baseURL);
});

test('A1, A9 a wrong request ends on the error page and goes nowhere else', async ({ page }) => {
  await signUp(page);
  const elsewhere: string[] = [];
  page.on('request', (sent) => {
    if (!sent.url().startsWith('http://localhost:') && !sent.url().startsWith('data:'))
      elsewhere.push(sent.url());
  });
  const wrong = [
    request(first, { redirectTo: 'https://evil.test/' }),
    request(first, { redirectTo: `${site.origin}/callback/` }),
    request(first, { redirectTo: `${site.origin}/callback?x=1` }),
    request(first, { redirectTo: 'javascript:alert(1)' }),
    request(first, { redirectTo: `${site.origin.replace('//', '//a@')}/callback` }),
    request(first, { clientId: `${third}-web` }),
    request(first, { appCode: 'nobody' }),
    request(first, { codeChallenge: 'short' }),
    request(first, { codeChallenge: '' }),
    '/vid/web/home?appCode=only',
    request(first, { big: 'x'.repeat(2_100) }),
  ];
  for (const address of wrong) {
    await page.goto(address);
    await page.waitForURL('**/error/403?**');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Không thể tiếp tục');
  }
  await page.goto(`${request(first)}&authCode=evil&iss=evil&state=one&state=two`);
  await page.waitForURL(`${site.origin}/callback**`);
  expect(elsewhere.filter((url) => !url.startsWith(site.origin))).toEqual([]);
});

/** The number on the page, as a person would read it out to the operator. */
const numberOn = (page: Page) =>
  page.getByText('Mã tra cứu').locator('xpath=..').locator('strong').innerText();

test('the number on a page of refusal tells the operator why', async ({ page }) => {
  await signUp(page);
  await page.goto(request(first, { redirectTo: 'https://evil.test/' }));
  await expect(page.getByText('Mã lỗi: REDIRECT_INVALID')).toBeVisible();
  await picture(page, 'refused-address');
  const trace = await runVid('sso', 'trace', await numberOn(page));
  expect(trace).toContain(`client ${first}-web  redirect_uri`);
  expect(trace).toContain('https://evil.test/');

  await page.goto(request(closed));
  await expect(page.getByText('Bạn không có quyền truy cập nội dung này.')).toBeVisible();
  await expect(page.getByText('Mã lỗi: SSO_FORBIDDEN')).toBeVisible();
  await picture(page, 'no-right');
  expect(await runVid('sso', 'trace', await numberOn(page))).toContain(`client ${closed}-web`);
});

test('the language goes along, and signing out comes back', async ({ page, baseURL }) => {
  await signUp(page);
  await openApplication(page, baseURL, first);
  await page.evaluate(() => Reflect.get(window, 'signOut')());
  const result = await resultOf(page);
  expect(String(result['none'])).toContain('lang=vi');
  expect(
    (await page.context().cookies(baseURL ?? '')).find(({ name }) => name === 'vid_sid'),
  ).toBeUndefined();
  await page.goto('/vid/web/user/information');
  await page.waitForURL('**/signin**');
  await page.evaluate(() => localStorage.clear());
  await page.context().clearCookies();
  await page.goto(request(first, { lang: 'en' }));
  await expect(page.getByText('To continue to')).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
});

test('two tabs on the way to two applications do not mix', async ({ page, context }) => {
  await signUp(page);
  const second = await context.newPage();
  await page.goto(request(third));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Tiếp tục đến Báo giá Bất động sản');
  await second.goto(request(closed));
  await expect(second.getByText('Mã lỗi: SSO_FORBIDDEN')).toBeVisible();
  await page.getByRole('button', { name: /^Tiếp tục( với tên|$)/u }).click();
  await page.waitForURL(`${site.origin}/callback**`);
});

test('S8 the code is never in the browser’s storage nor in VID’s history', async ({ page, baseURL }) => {
  await signUp(page);
  let code = '';
  page.on('response', async (answer) => {
    if (!answer.url().endsWith('/code/request')) return;
    const body: { data: { authCode: string } } = await answer.json();
    code = body.data.authCode;
  });
  await openApplication(page, baseURL, first);
  const opened = page.waitForEvent('popup');
  await page.locator('#popup').click();
  const popup = await opened;
  const seen: string[] = [];
  popup.on('response', async (answer) => {
    if (!answer.url().endsWith('/code/request')) return;
    const body: { data: { authCode: string } } = await answer.json();
    code = body.data.authCode;
  });
  popup.on('framenavigated', (frame) => seen.push(frame.url()));
  await expect(popup.getByRole('heading', { level: 1 })).toHaveText('Đăng nhập thành công');
  const result = await resultOf(page);
  code ||= String(result['authCode']);
  const stored = await popup.evaluate(() =>
    JSON.stringify([...Object.entries(localStorage), ...Object.entries(sessionStorage)]),
  );
  expect(stored).not.toContain(code);
  expect(seen.join(' ')).not.toContain(code);
});
