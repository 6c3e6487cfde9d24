import { createHash, randomBytes } from 'node:crypto';
import { expect, test, type Page } from '@playwright/test';
import { register, startApplicationSite, type ApplicationSite } from './support/applications.ts';
import { signUp } from './support/journey.ts';
import { picture } from './support/pictures.ts';

let first = '';
let third = '';
let native = '';
let site: ApplicationSite;

// Run anew for each group of tests: codes of applications are taken once.
test.beforeAll(async () => {
  const suffix = randomBytes(4).toString('hex');
  [first, third, native] = [`first-${suffix}`, `third-${suffix}`, `native-${suffix}`];
  site = await startApplicationSite();
  const common = { postLogoutUri: `${site.origin}/bye`, access: 'open' } as const;
  const redirectUri = `${site.origin}/callback`;
  await register(
    { ...common, redirectUri, code: first, name: 'Sàn giao dịch Hội', isFirstParty: true },
    { ...common, redirectUri, code: third, name: 'Báo giá Bất động sản', isFirstParty: false },
    {
      ...common,
      redirectUri: 'vn.example.app:/callback',
      postLogoutUri: 'vn.example.app:/bye',
      code: native,
      name: 'Sổ tay Môi giới',
      isFirstParty: false,
      kind: 'native',
    },
  );
});
test.afterAll(() => site.close());

const request = (code: string, more: Record<string, string> = {}) =>
  `/vid/web/home?${new URLSearchParams({ appCode: code, clientId: `${code}-web`, redirectTo: `${site.origin}/callback`, codeChallenge: createHash('sha256').update(randomBytes(32)).digest('base64url'), ...more }).toString()}`;

const title = (page: Page) => page.getByRole('heading', { level: 1 });
const goOn = (page: Page) => page.getByRole('button', { name: /^Tiếp tục( với tên|$)/u });

function countCodes(page: Page): () => number {
  let codes = 0;
  page.on('request', (sent) => {
    if (sent.url().endsWith('/code/request')) codes += 1;
  });
  return () => codes;
}

test('a connection that drops at “Continue” is told on the page, and pressing again goes on', async ({
  page,
  context,
}) => {
  await signUp(page);
  await page.goto(request(third));
  await expect(title(page)).toHaveText('Tiếp tục đến Báo giá Bất động sản');
  await context.setOffline(true);
  await goOn(page).click();
  await expect(title(page)).toHaveText('Chưa kết nối được');
  await expect(
    page.getByRole('alert').getByText('Không có kết nối mạng. Vui lòng kiểm tra lại!'),
  ).toBeVisible();
  await picture(page, 'offline-at-continue');
  await context.setOffline(false);
  await page.getByRole('button', { name: 'Thử lại' }).click();
  await goOn(page).click();
  await page.waitForURL(`${site.origin}/callback**`);
});

/** Keeps the server's answer to the request back until the returned function is called. */
async function holdValidation(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route('**/validateRedirectUrls', async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

test('a slow answer leaves no empty window: the landing page says that it is connecting', async ({
  page,
}) => {
  await signUp(page);
  const answer = await holdValidation(page);
  await page.goto(request(first));
  // Held back until this is seen: nothing but the page itself can have shown it.
  await expect(page.getByText('Đang kết nối…')).toBeVisible({ timeout: 4_000 });
  answer();
  await page.waitForURL(`${site.origin}/callback**`);
});

test('a slow refusal opens the page of refusal, not the sign-in', async ({ page }) => {
  await signUp(page);
  const answer = await holdValidation(page);
  await page.goto(request(first, { redirectTo: 'https://evil.test/' }));
  await expect(page.getByText('Đang kết nối…')).toBeVisible({ timeout: 4_000 });
  answer();
  await expect(page.getByText('Mã lỗi: REDIRECT_INVALID')).toBeVisible();
  expect(new URL(page.url()).pathname).toBe('/vid/web/error/403');
});

test('another account is the person’s own wish: nothing is said of the application asking', async ({
  page,
}) => {
  await signUp(page);
  await page.goto(request(third));
  await page.getByRole('button', { name: 'Dùng tài khoản khác' }).click();
  await page.waitForURL('**/signin/otp**');
  await expect(page.getByText('Báo giá Bất động sản')).toBeVisible();
  await picture(page, 'other-account');
  await expect(page.getByText('Ứng dụng yêu cầu bạn đăng nhập lại')).toHaveCount(0);
});

/** Opens a request as the popup of the application's page, which keeps what it is sent. */
async function openPopup(page: Page, address: string): Promise<Page> {
  await page.goto(`${site.origin}/`);
  const opened = page.waitForEvent('popup');
  await page.evaluate((target) => {
    const told: unknown[] = [];
    Reflect.set(window, 'told', told);
    addEventListener('message', (event) => told.push(event.data));
    window.open(target, '_blank', 'popup,width=480,height=720');
  }, address);
  return opened;
}

test('W1 a refused popup can be closed; its opener is told only where the address was validated', async ({
  page,
  baseURL,
}) => {
  await signUp(page);
  const told = () => page.evaluate(() => Reflect.get(window, 'told'));
  const wrong = await openPopup(
    page,
    `${baseURL}${request(first, { mode: 'window', redirectTo: `${site.origin}/elsewhere` })}`,
  );
  await expect(wrong.getByText('Mã lỗi: REDIRECT_INVALID')).toBeVisible();
  await expect(wrong.getByRole('link', { name: 'Về trang chủ' })).toHaveCount(0);
  await wrong.reload();
  await picture(wrong, 'refused-popup');
  const closed = wrong.waitForEvent('close');
  await wrong.getByRole('button', { name: 'Đóng cửa sổ' }).click();
  await closed;
  expect(await told()).toEqual([]);

  const malformed = await openPopup(
    page,
    `${baseURL}${request(first, { mode: 'window', codeChallenge: 'short' })}`,
  );
  await expect(malformed.getByRole('button', { name: 'Đóng cửa sổ' })).toBeVisible();
  await expect.poll(async () => (await told()).length).toBe(2);
  const messages: string[] = await told();
  const codes = messages.map((message) => {
    const { code }: { code: string } = JSON.parse(
      Buffer.from(message.slice('sso-'.length), 'base64').toString(),
    );
    return code;
  });
  expect(codes).toEqual(['SSO_LOADED', 'SSO_ERROR']);
});

test('the address keeps the request where no window waits for it', async ({ page }) => {
  await signUp(page);
  await page.goto(request(first, { mode: 'window', state: 's1' }));
  await expect(title(page)).toHaveText('Không thấy cửa sổ đang chờ');
  await page.waitForURL(/\/vid\/web\/home\?mode=window&.*state=s1/u);
});

test('the address keeps the request, too, where the waiting window closed during the sign-in', async ({
  page,
  context,
  baseURL,
}) => {
  const person = await signUp(page);
  await context.clearCookies();
  await page.evaluate(() => localStorage.clear());
  const popup = await openPopup(page, `${baseURL}${request(first, { mode: 'window', state: 's1' })}`);
  await popup.waitForURL('**/signin/otp?**');
  await popup.getByRole('link', { name: 'Mật khẩu' }).click();
  await page.close();
  await popup.getByRole('textbox', { name: 'Số điện thoại' }).fill(person.typed);
  await popup.getByLabel('Mật khẩu', { exact: true }).fill(person.password);
  await popup.getByRole('button', { name: 'Đăng nhập', exact: true }).click();
  await expect(title(popup)).toHaveText('Không thấy cửa sổ đang chờ');
  await popup.waitForURL(/\/vid\/web\/home\?mode=window&.*state=s1/u);
});

test('an application’s own scheme leaves the page standing: it says so and opens it again', async ({
  page,
}) => {
  await signUp(page);
  const codes = countCodes(page);
  await page.goto(request(native, { redirectTo: 'vn.example.app:/callback' }));
  // Until the browser has given the call up it is on its way out, and heeds neither a press nor a reload.
  const givenUp = () =>
    page.waitForEvent('requestfailed', (sent) => sent.url().startsWith('vn.example.app:'));
  await Promise.all([givenUp(), goOn(page).click()]);
  await expect(title(page)).toHaveText('Đang mở Sổ tay Môi giới');
  await picture(page, 'left-for-native');
  expect(codes()).toBe(1);
  await Promise.all([givenUp(), page.getByRole('button', { name: 'Mở lại Sổ tay Môi giới' }).click()]);
  expect(codes()).toBe(2);
  await expect(title(page)).toHaveText('Đang mở Sổ tay Môi giới');
  // The application has its answer: a reload must not give it another one unasked.
  await page.reload();
  await expect(title(page)).toHaveText('Đang mở Sổ tay Môi giới');
  expect(codes()).toBe(2);
});

test('a sign-out comes back to the address that is registered for it', async ({ page, baseURL }) => {
  await signUp(page);
  const query = {
    appCode: third,
    clientId: `${third}-web`,
    redirectTo: `${site.origin}/bye`,
    action: 'logout',
  };
  await page.goto(`/vid/web/home?${new URLSearchParams(query).toString()}`);
  await page.waitForURL(({ origin, pathname }) => origin === site.origin && pathname === '/bye');
  const cookies = await page.context().cookies(baseURL ?? '');
  expect(cookies.find(({ name }) => name === 'vid_sid')).toBeUndefined();
});

test('a sign-out into another program says that the person is signed out, and offers no sign-in', async ({
  page,
}) => {
  await signUp(page);
  const query = {
    appCode: native,
    clientId: `${native}-web`,
    redirectTo: 'vn.example.app:/bye',
    action: 'logout',
  };
  await page.goto(`/vid/web/home?${new URLSearchParams(query).toString()}`);
  await expect(page.getByText('Bạn đã đăng xuất. Bạn có thể quay lại Sổ tay Môi giới.')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Mở lại/u })).toHaveCount(0);
  await picture(page, 'signed-out-for-native');
});
