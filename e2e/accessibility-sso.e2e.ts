import { createHash, randomBytes } from 'node:crypto';
import { expect, test, type Page } from '@playwright/test';
import { register, startApplicationSite, type ApplicationSite } from './support/applications.ts';
import { audit, auditLooks } from './support/audit.ts';
import { signUp } from './support/journey.ts';

let first = '';
let third = '';
let closed = '';
let device = '';
let site: ApplicationSite;

// Run anew for each group of tests: codes of applications are taken once.
test.beforeAll(async () => {
  const suffix = randomBytes(4).toString('hex');
  [first, third, closed, device] = [
    `look-first-${suffix}`,
    `look-third-${suffix}`,
    `look-closed-${suffix}`,
    `look-device-${suffix}`,
  ];
  site = await startApplicationSite();
  const common = {
    redirectUri: `${site.origin}/callback`,
    postLogoutUri: `${site.origin}/bye`,
    access: 'open',
  } as const;
  await register(
    { ...common, code: first, name: 'Sàn giao dịch Hội', isFirstParty: true },
    // As long as a name may sensibly be: nothing may break at it.
    {
      ...common,
      code: third,
      name: 'Hệ thống báo giá và thẩm định Bất động sản Đồng bằng sông Cửu Long',
      isFirstParty: false,
    },
    { ...common, code: closed, name: 'Ban quản trị', isFirstParty: true, access: 'restricted' },
    { ...common, code: device, name: 'Bảng giá tại sàn', isFirstParty: true, kind: 'native' },
  );
});
test.afterAll(() => site.close());

const challenge = () => createHash('sha256').update(randomBytes(32)).digest('base64url');
const landing = (code: string, more: Record<string, string> = {}) =>
  `/vid/web/home?${new URLSearchParams({ appCode: code, clientId: `${code}-web`, redirectTo: `${site.origin}/callback`, codeChallenge: challenge(), ...more }).toString()}`;
const authorize = (code: string, more: Record<string, string> = {}) =>
  `/vid/oidc/auth?${new URLSearchParams({
    client_id: `${code}-web`,
    response_type: 'code',
    scope: 'openid profile phone email offline_access',
    redirect_uri: `${site.origin}/callback`,
    state: 'st',
    code_challenge: challenge(),
    code_challenge_method: 'S256',
    ...more,
  }).toString()}`;

async function expectTitle(page: Page, title: RegExp | string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
}

test('axe finds nothing where an application’s request brings a person, signed out', async ({ page }) => {
  await page.goto(landing(third));
  await page.waitForURL('**/signin/otp**');
  await expect(page.getByText('Để tiếp tục đến')).toBeVisible();
  await auditLooks(page, 'sso: signed out');
  await page.goto('/vid/web/intermediate?uid=AAAAAAAAAAAAAAAAAAAAA');
  await expectTitle(page, 'Yêu cầu đăng nhập đã hết hạn');
  await auditLooks(page, 'sso: request expired');
  await page.goto(authorize(first, { redirect_uri: `${site.origin}/elsewhere` }));
  await page.waitForURL('**/error/403?ref=*');
  await expect(page.getByText('Mã tra cứu')).toBeVisible();
  await auditLooks(page, 'sso: refused, with a reference');
});

test('axe finds nothing on the screens between a member and an application', async ({ page }) => {
  await signUp(page);
  await page.goto(landing(third));
  await expectTitle(page, /^Tiếp tục đến/u);
  await auditLooks(page, 'sso: continue as');
  await page.goto(landing(closed));
  await expect(page.getByText('Mã lỗi: SSO_FORBIDDEN')).toBeVisible();
  await auditLooks(page, 'sso: no right');
  await page.goto(landing(first, { mode: 'window', state: 's1' }));
  await expectTitle(page, 'Không thấy cửa sổ đang chờ');
  await auditLooks(page, 'sso: opener lost');
  await page.goto(authorize(third, { prompt: 'consent' }));
  await expectTitle(page, /muốn dùng thông tin của bạn$/u);
  await auditLooks(page, 'sso: consent');
  await page.goto(authorize(first, { prompt: 'select_account' }));
  await expectTitle(page, 'Tiếp tục đến Sàn giao dịch Hội');
  await auditLooks(page, 'sso: select account');
  await page.route('**/vid/api/auth/code/request', (route) => route.abort());
  await page.goto(landing(first));
  await expectTitle(page, 'Chưa kết nối được');
  await auditLooks(page, 'sso: unavailable');
});

test('axe finds nothing in a popup that has handed its result over', async ({ page, context, baseURL }) => {
  await signUp(page);
  // It would close itself under the eyes of whoever looks.
  await context.addInitScript(() => {
    window.close = () => undefined;
  });
  await page.goto(`${site.origin}/#origin=${encodeURIComponent(baseURL ?? '')}&code=${first}`);
  const opened = page.waitForEvent('popup');
  await page.locator('#popup').click();
  const popup = await opened;
  await expectTitle(popup, 'Đăng nhập thành công');
  await auditLooks(popup, 'sso: handed over');
});

test('axe finds nothing where a device is signed in, nor where an application signs out', async ({
  page,
  request,
}) => {
  await signUp(page);
  await page.goto('/vid/web/device');
  await page.getByRole('textbox', { name: 'Mã thiết bị' }).fill('BBBB-BBBB');
  await page.getByRole('button', { name: 'Tiếp tục' }).click();
  await expect(page.getByRole('alert').filter({ hasText: /\p{L}/u })).toBeVisible();
  await auditLooks(page, 'device: no such code');
  const asked = await request.post('/vid/oidc/device/auth', {
    form: { client_id: `${device}-web`, scope: 'openid profile' },
  });
  const { user_code: userCode }: { user_code: string } = await asked.json();
  await page.goto(`/vid/web/device?user_code=${userCode}`);
  await page.getByRole('button', { name: 'Tiếp tục' }).click();
  await expectTitle(page, 'Cho phép thiết bị đăng nhập?');
  await auditLooks(page, 'device: confirm');
  await page.getByRole('button', { name: 'Từ chối' }).click();
  await expectTitle(page, 'Đã từ chối');
  await audit(page, 'device: refused');

  await page.goto('/vid/web/logout');
  await expectTitle(page, 'Không có yêu cầu đăng xuất');
  await auditLooks(page, 'logout: nothing asked');
  await page.goto(
    `/vid/oidc/session/end?${new URLSearchParams({ client_id: `${third}-web`, post_logout_redirect_uri: `${site.origin}/bye`, state: 'x' }).toString()}`,
  );
  await expectTitle(page, 'Đăng xuất khỏi VID?');
  await auditLooks(page, 'logout: asked');
});
