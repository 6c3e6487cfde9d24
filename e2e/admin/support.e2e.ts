import { expect } from '@playwright/test';
import { newAdministrator } from '../support/people/administrator.ts';
import { openIn } from '../support/open-in.ts';
import { auditWidths } from '../support/checks/audit.ts';
import { signUp } from '../support/journey.ts';
import { store } from '../support/stored-rows.ts';
import { test } from '../support/test.ts';
import { t } from '../support/texts.ts';

test('M4 lets two administrators grant the administrator role', async ({ browser, page: member }) => {
  test.slow();
  await member.setViewportSize({ width: 1440, height: 800 });
  const person = await signUp(member);
  const me = await store(member, 'GET', 'ajax/auth/me');
  const [one, two] = [await newAdministrator(browser), await newAdministrator(browser)];

  await openIn(one, `/admin/accounts/${me.id}?tab=menu`, 'vi');
  const card = one.getByRole('region', { name: t('admin.account.menu'), exact: true });
  await card.getByRole('checkbox', { name: t('shell.item.inviteFriends') }).uncheck();
  await card.getByRole('button', { name: t('admin.account.menu.save') }).click();
  await expect(one.getByText(t('admin.account.menu.saved'))).toBeVisible();
  await openIn(member, '/user/information', 'vi');
  const menu = member.getByRole('navigation', { name: t('shell.navigation') });
  await expect(menu.getByRole('link', { name: t('shell.item.privacy') })).toBeVisible();
  await expect(menu.getByRole('link', { name: t('shell.item.inviteFriends') })).toHaveCount(0);

  await one.getByRole('link', { name: t('admin.account.tab.overview') }).click();
  const check = one.getByRole('region', { name: t('admin.check'), exact: true });
  await expect(check.getByRole('status')).toContainText(t('admin.check.answer.yes'));
  await one.getByRole('button', { name: t('admin.account.more') }).click();
  await one.getByRole('menuitem', { name: t('admin.approval.grant-admin') }).click();
  const dialog = one.getByRole('dialog');
  await dialog.getByLabel(t('admin.reason')).fill('Ban chấp hành đã thống nhất.');
  await dialog.getByRole('button', { name: t('admin.approval.ask') }).click();
  await expect(dialog).toBeHidden();
  await auditWidths(one, 'admin support account');

  await openIn(two, '/admin', 'vi');
  const confirm = two.getByRole('button', {
    name: t('admin.approval.confirmNamed', { name: person.typed }),
  });
  await expect(confirm).toBeVisible();
  await auditWidths(two, 'admin support dashboard');
  await confirm.click();
  const confirmation = two.getByRole('dialog');
  await confirmation.getByRole('button', { name: t('admin.approval.confirm') }).click();
  // Wait until the server has responded, which closes the dialog. An open dialog hides the page.
  await expect(confirmation).toBeHidden();
  await expect(confirm).toHaveCount(0);
  await member.reload();
  await member.waitForURL('**/signin**');
});
