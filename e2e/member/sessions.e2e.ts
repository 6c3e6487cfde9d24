import { expect } from '@playwright/test';
import { auditWidths } from '../support/checks/audit.ts';
import { signInByRequests, signUp } from '../support/journey.ts';
import { button, menuItem } from '../support/screen.ts';
import { test } from '../support/test.ts';
import { t } from '../support/texts.ts';

test('lets a member end all other sessions and stay signed in', async ({ page, browser }) => {
  const person = await signUp(page);
  const other = await (await browser.newContext()).newPage();
  await signInByRequests(other, person);
  await other.goto('/vid/web/user/information');
  await expect(button(other, 'shell.accountMenu', { name: person.typed })).toBeVisible();
  await signInByRequests(await (await browser.newContext()).newPage(), person);
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

test('keeps a notification off the buttons of a dialog on a phone', async ({ page }) => {
  await page.addInitScript(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('refused'));
  });
  const person = await signUp(page);
  await page.goto('/vid/web/invite-friends');
  await button(page, 'invitations.copyLink').first().click();
  // An error does not disappear after a while, so the notification is still shown when the dialog opens.
  await expect(page.getByText(t('account.copyFailed'), { exact: true })).toBeVisible();
  await button(page, 'shell.accountMenu', { name: person.typed }).click();
  await menuItem(page, 'shell.signOutAll').click();
  await button(page.getByRole('dialog'), 'common.cancel').click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});
