import { expect } from '@playwright/test';
import { signUp } from '../support/journey.ts';
import { keyboardJourneys } from '../support/checks/keyboard-journeys.ts';
import { button } from '../support/screen.ts';
import { test } from '../support/test.ts';
import { t } from '../support/texts.ts';

for (const [title, journey] of Object.entries(keyboardJourneys))
  test(`${title} by keyboard alone`, ({ page }) => journey(page));

test('returns the focus to the opener of a closed menu or dialog', async ({ page }) => {
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
