import { expect } from '@playwright/test';
import { auditWidths } from './support/audit.ts';
import { signIn, signUp } from './support/journey.ts';
import { button } from './support/screen.ts';
import { test } from './support/test.ts';
import { t } from './support/texts.ts';

test('lets a member end all other sessions and stay signed in', async ({ page, browser }) => {
  const person = await signUp(page);
  const other = await (await browser.newContext()).newPage();
  await signIn(other, person);
  await page.goto('/vid/web/user/security/devices');
  const card = page.getByRole('main');
  await button(card, 'account.security.others.end').click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  await auditWidths(page, 'end all other sessions', [360, 1440]);
  await button(dialog, 'account.security.others.end').click();
  await expect(card.getByText(t('account.security.others.none'))).toBeVisible();
  await other.reload();
  await other.waitForURL('**/signin*');
  await page.reload();
  await expect(card.getByText(t('account.security.others.none'))).toBeVisible();
});
