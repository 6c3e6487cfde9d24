import { expect, test, type Page } from '@playwright/test';
import { expectNoSidewaysScroll } from './support/audit.ts';
import { signUp, type Person } from './support/journey.ts';
import { picture } from './support/pictures.ts';

const widths = [360, 768, 1440] as const;

const signedOut = [
  '/signin',
  '/signin/otp',
  '/forget-password',
  '/signup/otp',
  '/error/403?code=REDIRECT_INVALID&ref=0123456789abcdef0123456789abcdef',
  '/error/404',
  '/terms',
  '/privacy',
];
const signedIn = ['/user/information', '/user/password', '/user/security', '/invite-friends', '/device'];

async function open(page: Page, path: string): Promise<void> {
  await page.goto(`/vid/web${path}`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
}

// 320 px is what a page of 1280 px is at a zoom of 400 % (WCAG 2.2, 1.4.10 Reflow).
for (const width of [320, ...widths] as const) {
  test(`no signed-out screen scrolls sideways at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 740 });
    for (const path of signedOut) {
      await open(page, path);
      await expectNoSidewaysScroll(page, `${path} at ${width} px`);
      await picture(page, `at ${width} ${path}`);
    }
  });
}

for (const width of widths) {
  test(`a member signs in at ${width} px, finds the menu, and nothing scrolls sideways`, async ({
    page,
    context,
  }) => {
    await page.setViewportSize({ width, height: 740 });
    const person = await signUp(page);
    await context.clearCookies();
    await page.evaluate(() => localStorage.clear());
    await signInWithEverythingInView(page, person);
    for (const path of signedIn) {
      await open(page, path);
      await expectNoSidewaysScroll(page, `${path} at ${width} px`);
      await picture(page, `at ${width} ${path}`);
    }
    await open(page, '/user/information');
    await expectMenu(page, width);
  });
}

/** The form, its labels and its button are all in the window: nothing has to be searched for. */
async function signInWithEverythingInView(page: Page, person: Person): Promise<void> {
  await open(page, '/signin');
  await page.getByRole('textbox', { name: 'Số điện thoại' }).fill(person.typed);
  await page.getByLabel('Mật khẩu', { exact: true }).fill(person.password);
  const submit = page.getByRole('button', { name: 'Đăng nhập', exact: true });
  for (const part of [
    page.getByRole('heading', { level: 1 }),
    page.getByRole('textbox', { name: 'Số điện thoại' }),
    page.getByLabel('Mật khẩu', { exact: true }),
    submit,
  ])
    await expect(part).toBeInViewport({ ratio: 1 });
  await submit.click();
  await page.waitForURL('**/user/information');
}

async function expectMenu(page: Page, width: number): Promise<void> {
  const sideBar = page.getByRole('complementary');
  const opener = page.getByRole('button', { name: 'Mở trình đơn' });
  if (width >= 1200) {
    await expect(opener).toBeHidden();
    await sideBar.getByRole('link', { name: 'Bảo mật' }).click();
  } else {
    await expect(sideBar).toBeHidden();
    await opener.click();
    const drawer = page.getByRole('dialog', { name: 'Điều hướng chính' });
    await expect(drawer).toBeInViewport({ ratio: 1 });
    await drawer.getByRole('link', { name: 'Bảo mật' }).click();
    await expect(drawer).toBeHidden();
  }
  await page.waitForURL('**/user/security');
}

test('the sidebar gives way to the drawer at 1200 px, the tools of the header to its foot at 992', async ({
  page,
}) => {
  await signUp(page);
  await open(page, '/user/information');
  const sideBar = page.getByRole('complementary');
  const opener = page.getByRole('button', { name: 'Mở trình đơn' });
  const language = page.getByRole('banner').getByRole('button', { name: 'English' });
  for (const { width, hasSideBar, hasTools } of [
    { width: 1200, hasSideBar: true, hasTools: true },
    { width: 1199, hasSideBar: false, hasTools: true },
    { width: 992, hasSideBar: false, hasTools: true },
    { width: 991, hasSideBar: false, hasTools: false },
  ]) {
    await page.setViewportSize({ width, height: 740 });
    await expect(sideBar).toBeVisible({ visible: hasSideBar });
    await expect(opener).toBeVisible({ visible: !hasSideBar });
    await expect(language).toBeVisible({ visible: hasTools });
    await expectNoSidewaysScroll(page, `information at ${width} px`);
  }
  // A drawer that is open when the window grows must not leave the page inert under nothing.
  await opener.click();
  const drawer = page.getByRole('dialog', { name: 'Điều hướng chính' });
  await expect(drawer.getByRole('button', { name: 'English' })).toBeVisible();
  await page.setViewportSize({ width: 1440, height: 740 });
  await expect(drawer).toBeHidden();
  await sideBar.getByRole('link', { name: 'Đổi mật khẩu' }).click();
  await page.waitForURL('**/user/password');
});

test('menuStyle=header puts the menu into the header at 1200 px, and into the drawer below', async ({
  page,
}) => {
  await signUp(page);
  await page.setViewportSize({ width: 1440, height: 740 });
  await open(page, '/user/information?menuStyle=header');
  await expect(page.getByRole('complementary')).toBeHidden();
  await page.getByRole('banner').getByRole('button', { name: 'Tài khoản', exact: true }).click();
  await picture(page, 'header menu');
  await page.getByRole('menuitem', { name: 'Bảo mật' }).click();
  await page.waitForURL('**/user/security');
  await page.setViewportSize({ width: 768, height: 740 });
  await page.getByRole('button', { name: 'Mở trình đơn' }).click();
  await page.getByRole('dialog').getByRole('link', { name: 'Thông tin' }).click();
  await page.waitForURL('**/user/information');
});

for (const width of [360, 1440]) {
  test(`a notice leaves the menus of the header in reach at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 740 });
    await signUp(page);
    await open(page, '/user/information');
    // Refused or not, the browser's clipboard makes a notice.
    await page.getByRole('button', { name: /Sao chép/u }).click();
    const notice = page
      .getByRole('region', { name: 'Thông báo' })
      .getByText(/mã giới thiệu|không cho sao chép/u);
    await expect(notice).toBeVisible();
    await picture(page, `notice at ${width}`);
    const header = await page.getByRole('banner').boundingBox();
    const box = await notice.boundingBox();
    expect(box?.y).toBeGreaterThan((header?.y ?? 0) + (header?.height ?? 0));
  });
}
