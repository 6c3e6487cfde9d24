import { expect, test, type Locator, type Page } from '@playwright/test';
import { answerOfPicture, signUp } from './support/journey.ts';
import { codeFor, watchCaptcha } from './support/outbox.ts';
import { goodPassword, newPhone } from './support/phones.ts';

/** Goes on with Tab until the focus is where it is wanted; on the way it is always to be seen. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let press = 0; press < 15; press += 1) {
    await page.keyboard.press('Tab');
    const seen = await page.evaluate(() => {
      const focused = document.activeElement;
      if (!focused || focused === document.body) return 'nothing has the focus';
      const style = getComputedStyle(focused);
      const box = focused.getBoundingClientRect();
      const isInView = box.bottom > 0 && box.top < innerHeight && box.width > 0;
      const isMarked = style.outlineStyle !== 'none' || style.boxShadow !== 'none';
      return isInView && isMarked ? 'seen' : `not to be seen: ${focused.outerHTML.slice(0, 200)}`;
    });
    expect(seen).toBe('seen');
    if (await target.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`Tab does not lead to ${target.toString()}`);
}

test('a person signs up by keyboard alone', async ({ page }) => {
  const phone = newPhone();
  const captchas = watchCaptcha(page);
  await page.goto('/vid/web/signin');
  await tabTo(page, page.getByRole('link', { name: 'Đăng ký' }));
  await page.keyboard.press('Enter');
  const title = page.getByRole('heading', { level: 1 });
  await expect(title).toHaveText('Tạo tài khoản');
  // A screen reader says where it is.
  await expect(title).toBeFocused();
  await tabTo(page, page.getByRole('textbox', { name: 'Số điện thoại' }));
  await page.keyboard.type(phone.typed);
  await tabTo(page, page.getByRole('radio', { name: /Cá nhân/u }));
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('radio', { name: /Doanh nghiệp/u })).toBeChecked();
  await tabTo(page, page.getByRole('textbox', { name: 'Mã bảo vệ' }));
  await page.keyboard.type(await answerOfPicture(page, captchas));
  await tabTo(page, page.getByRole('checkbox', { name: /Tôi đồng ý/u }));
  // Forgotten at first: the refusal leads the hand to it.
  await page.keyboard.press('Enter');
  await expect(page.getByText(/Bạn cần đồng ý/u)).toBeVisible();
  await expect(page.getByRole('checkbox', { name: /Tôi đồng ý/u })).toBeFocused();
  await page.keyboard.press('Space');
  await tabTo(page, page.getByRole('button', { name: 'Gửi mã xác thực' }));
  await page.keyboard.press('Enter');

  await expect(title).toHaveText('Nhập mã xác thực');
  await expect(page.getByRole('textbox', { name: 'Mã xác thực' })).toBeFocused();
  await page.keyboard.type(await codeFor(page.request, phone.e164));

  await expect(title).toHaveText('Đặt mật khẩu');
  await expect(title).toBeFocused();
  const password = page.locator('input[name=password]');
  await tabTo(page, password);
  await page.keyboard.type(goodPassword);
  const toggle = page.getByRole('button', { name: 'Hiện mật khẩu' });
  await tabTo(page, toggle);
  await page.keyboard.press('Space');
  await expect(toggle).toHaveAttribute('aria-pressed', 'true');
  await expect(password).toHaveAttribute('type', 'text');
  await tabTo(page, page.getByRole('button', { name: 'Tạo tài khoản' }));
  await page.keyboard.press('Enter');

  await expect(title).toHaveText('Chào mừng bạn đến với Hội');
  await expect(title).toBeFocused();
  await page.waitForURL('**/user/information');
  // The address changes before the page does: until then the title in focus is still the former page's.
  await expect(title).toHaveText('Hoàn thiện thông tin');
  await expect(title).toBeFocused();
  await tabTo(page, page.getByRole('textbox', { name: 'Tên doanh nghiệp' }));
});

test('the menus and dialogs of a member give the focus back to where it came from', async ({ page }) => {
  await page.setViewportSize({ width: 768, height: 740 });
  await signUp(page);
  await page.goto('/vid/web/user/security');
  const opener = page.getByRole('button', { name: 'Mở trình đơn' });
  await opener.focus();
  await page.keyboard.press('Enter');
  const drawer = page.getByRole('dialog', { name: 'Điều hướng chính' });
  await expect(drawer).toBeVisible();
  await expect(drawer.locator(':focus')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(drawer).toBeHidden();
  await expect(opener).toBeFocused();
  const account = page.getByRole('button', { name: /^Tài khoản của/u });
  await account.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem').first()).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(account).toBeFocused();
  const endAll = page.getByRole('button', { name: 'Đăng xuất khỏi mọi thiết bị' });
  await endAll.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog').locator(':focus')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(endAll).toBeFocused();
});
