import { expect } from '@playwright/test';
import { endCountdown, signUp, stopClock } from './support/journey.ts';
import { tabTo } from './support/keyboard.ts';
import { codeFor } from './support/outbox.ts';
import { goodPassword, newPhone } from './support/phones.ts';
import {
  agreement,
  button,
  codeField,
  expectTitle,
  link,
  passwordField,
  phoneField,
  radio,
  text,
  textbox,
  title,
  waitForLiveForm,
} from './support/screen.ts';
import { test } from './support/test.ts';
import { t } from './support/texts.ts';

test('lets a visitor sign up by keyboard alone', async ({ page }) => {
  const phone = newPhone();
  await page.goto('/vid/web/signin');
  await waitForLiveForm(page);
  await tabTo(page, link(page, 'auth.signIn.register'));
  await page.keyboard.press('Enter');
  await expectTitle(page, 'signUp.title');
  await expect(phoneField(page)).toBeFocused();
  await page.keyboard.type(phone.typed);
  await tabTo(page, radio(page, 'signUp.kind.personal'));
  await page.keyboard.press('ArrowDown');
  await expect(radio(page, 'signUp.kind.enterprise')).toBeChecked();
  await tabTo(page, agreement(page));
  // Submitting without the agreement moves the focus to the agreement.
  await page.keyboard.press('Enter');
  await expect(text(page, 'signUp.agree.required')).toBeVisible();
  await expect(agreement(page)).toBeFocused();
  await page.keyboard.press('Space');
  await tabTo(page, button(page, 'auth.otp.submit'));
  await page.keyboard.press('Enter');

  await expectTitle(page, 'otp.title');
  await expect(codeField(page)).toBeFocused();
  await page.keyboard.type(await codeFor(page.request, phone.e164));

  await expectTitle(page, 'signUp.password.title');
  await expect(passwordField(page)).toBeFocused();
  await page.keyboard.type(goodPassword);
  const toggle = button(page, 'common.password.show');
  await tabTo(page, toggle);
  await page.keyboard.press('Space');
  await expect(toggle).toHaveAttribute('aria-pressed', 'true');
  await expect(passwordField(page)).toHaveAttribute('type', 'text');
  await tabTo(page, button(page, 'signUp.password.submit'));
  await stopClock(page);
  await page.keyboard.press('Enter');

  await expectTitle(page, 'signUp.success.title');
  await expect(title(page)).toBeFocused();
  await endCountdown(page);
  await page.waitForURL('**/user/information');
  // The address changes before the page. Until the page changes, the previous page's title has the focus.
  await expectTitle(page, 'account.information.complete');
  await expect(title(page)).toBeFocused();
  await tabTo(page, textbox(page, 'account.enterprise.name'));
});

test('returns the focus to the control that opened a menu or dialog when it closes', async ({ page }) => {
  await page.setViewportSize({ width: 768, height: 740 });
  const person = await signUp(page);
  await page.goto('/vid/web/user/security/devices');
  const opener = button(page, 'shell.openMenu');
  await opener.focus();
  await page.keyboard.press('Enter');
  const drawer = page.getByRole('dialog', { name: t('shell.navigation') });
  await expect(drawer).toBeVisible();
  await expect(drawer.locator(':focus')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(drawer).toBeHidden();
  await expect(opener).toBeFocused();
  const account = button(page, 'shell.accountMenu', { name: person.typed });
  await account.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem').first()).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(account).toBeFocused();
  const endAll = button(page.getByRole('main'), 'shell.signOutAll');
  await endAll.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog').locator(':focus')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(endAll).toBeFocused();
});
