import { expect, test, type Page } from '@playwright/test';
import { audit, looks } from './support/audit.ts';
import { signIn, signUp } from './support/journey.ts';
import { goodPassword, otherPassword } from './support/phones.ts';

/** A stored language counts for more than the address, so it is forgotten first. */
async function open(page: Page, path: string, lang: string): Promise<void> {
  await page.evaluate(() => localStorage.removeItem('vidPersist:sso'));
  await page.goto(`/vid/web${path}?lang=${lang}`);
  await expect(page.locator('html')).toHaveAttribute('lang', new RegExp(`^${lang}`, 'u'));
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
}

/** What the form asks of a member of either kind, so that the information is complete. */
async function completeInformation(page: Page, isEnterprise: boolean): Promise<void> {
  const answer = await page.request.patch('/vid/api/users/profile', {
    headers: { origin: new URL(page.url()).origin },
    data: isEnterprise
      ? {
          enterprise: {
            name: 'Công ty Cổ phần Đầu tư và Kinh doanh Bất động sản Đồng bằng sông Cửu Long',
            shortName: 'BĐS Cửu Long',
            taxCode: '0100109106',
            representative: 'Nguyễn Thị Ánh Nguyệt',
          },
          province: '01',
        }
      : { name: 'Nguyễn Thị Ánh Nguyệt', object: 'broker', province: '01', email: 'nguyet@example.vn' },
  });
  expect(answer.status(), await answer.text()).toBe(200);
}

const words = {
  vi: {
    save: 'Lưu thay đổi',
    wrongEmail: 'Email chưa đúng định dạng.',
    edit: 'Sửa',
    menu: 'Mở trình đơn',
    current: 'Mật khẩu hiện tại',
    chosen: 'Mật khẩu mới',
    again: 'Nhập lại mật khẩu mới',
    change: 'Đổi mật khẩu',
    end: /^Đăng xuất .*(?:iPhone|iOS)/u,
    endAll: 'Đăng xuất khỏi mọi thiết bị',
    sure: 'Đăng xuất tất cả',
  },
  en: {
    save: 'Save changes',
    wrongEmail: 'Incorrect email format',
    edit: 'Edit',
    menu: 'Open the menu',
    current: 'Current password',
    chosen: 'New password',
    again: 'Repeat the new password',
    change: 'Change password',
    end: /^Sign out .*(?:iPhone|iOS)/u,
    endAll: 'Sign out everywhere',
    sure: 'Sign out everywhere',
  },
} as const;

for (const { lang, scheme } of looks) {
  test(`axe finds nothing on the information of a person and of an enterprise (${lang}, ${scheme})`, async ({
    page,
    context,
  }) => {
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
    for (const kind of ['Cá nhân', 'Doanh nghiệp'] as const) {
      await signUp(page, { kind });
      const save = page.getByRole('button', { name: words[lang].save });
      await open(page, '/user/information', lang);
      await page.locator('#profile-email').fill('không phải địa chỉ');
      await save.click();
      await expect(page.locator('#profile-email[aria-invalid=true]')).toBeVisible();
      await expect(page.getByText(words[lang].wrongEmail)).toBeVisible();
      await audit(page, `information ${kind} refused ${lang}`);
      await completeInformation(page, kind === 'Doanh nghiệp');
      await page.evaluate(() => sessionStorage.clear());
      await open(page, '/user/information', lang);
      await expect(page.getByRole('button', { name: words[lang].edit, exact: true })).toBeVisible();
      await audit(page, `information ${kind} complete ${lang}`);
      await context.clearCookies();
      await page.evaluate(() => localStorage.clear());
    }
  });
}

test('axe finds nothing on the passwords and the sessions of a member, with their dialogs', async ({
  page,
  browser,
  baseURL,
}) => {
  const person = await signUp(page);
  const other = await browser.newContext({
    ...(baseURL === undefined ? {} : { baseURL }),
    userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile Safari/604.1',
  });
  await signIn(await other.newPage(), person);
  await other.close();
  for (const { lang, scheme } of looks) {
    const { current, chosen, again, change, end, endAll, sure } = words[lang];
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
    await open(page, '/user/password', lang);
    await page.getByLabel(current, { exact: true }).fill(otherPassword);
    await page.getByLabel(chosen, { exact: true }).fill(`${goodPassword}1`);
    await page.getByLabel(again, { exact: true }).fill(`${goodPassword}1`);
    await page.getByRole('main').getByRole('button', { name: change }).click();
    await expect(page.locator('[aria-invalid=true]')).toBeVisible();
    await audit(page, `password refused ${lang}`);

    await open(page, '/user/security', lang);
    await expect(page.getByRole('button', { name: end })).toBeVisible();
    await audit(page, `security ${lang}`);
    await page.getByRole('button', { name: end }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await audit(page, `security end session ${lang}`);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
    await page.getByRole('button', { name: endAll }).click();
    await page.getByRole('dialog').getByRole('button', { name: sure }).click();
    await expect(page.locator('[aria-invalid=true]')).toBeVisible();
    await audit(page, `security end all refused ${lang}`);
  }
});

test('axe finds nothing on the screens that are not there yet, nor in the menus', async ({ page }) => {
  await signUp(page);
  for (const { lang, scheme } of looks) {
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
    for (const path of ['/invite-friends', '/apps', '/apps/abc/permissions', '/admin/audit']) {
      await open(page, path, lang);
      await audit(page, `${path} ${lang}`);
    }
    await page.getByRole('button', { name: words[lang].menu }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await audit(page, `drawer ${lang}`);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
    await page.getByRole('banner').getByRole('button').last().click();
    await expect(page.getByRole('menu')).toBeVisible();
    await audit(page, `account menu ${lang}`);
    await page.keyboard.press('Escape');
  }
});
