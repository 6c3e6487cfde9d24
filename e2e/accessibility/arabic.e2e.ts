import { expect } from '@playwright/test';
import { inspectWidths } from '../support/checks/audit.ts';
import { signUp } from '../support/journey.ts';
import { title } from '../support/screen.ts';
import { test } from '../support/test.ts';
import { textsIn } from '../support/texts.ts';

const en = textsIn('en');

test('mirrors the sign-in page and the profile page for lang=ar', async ({ page }) => {
  await page.goto('/vid/web/signin?lang=ar');
  await expect(title(page)).toHaveText(en('auth.signIn.title'));
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  await inspectWidths(page, 'arabic sign-in', [320, 360, 768, 1440]);
  const forgot = await page.getByRole('link', { name: en('auth.signIn.forgot') }).boundingBox();
  const remember = await page.getByText(en('auth.signIn.remember'), { exact: true }).boundingBox();
  expect(forgot?.x).toBeLessThan(remember?.x ?? 0);

  await signUp(page);
  await page.goto('/vid/web/user/information?lang=ar');
  await expect(title(page)).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  await inspectWidths(page, 'arabic information', [360, 768, 1440]);
  const sidebar = await page.getByRole('complementary').boundingBox();
  expect(sidebar?.x).toBeGreaterThan(720);
});
