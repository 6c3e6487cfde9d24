import { expect } from '@playwright/test';
import { newAdministrator } from '../support/people/administrator.ts';
import { openIn } from '../support/open-in.ts';
import { auditWidths } from '../support/checks/audit.ts';
import { signUp } from '../support/journey.ts';
import { store } from '../support/stored-rows.ts';
import { test } from '../support/test.ts';
import { t } from '../support/texts.ts';

test('V4 lets an administrator find a member’s event in the audit log', async ({ browser, page: member }) => {
  test.slow();
  await signUp(member);
  const me = await store(member, 'GET', 'ajax/auth/me');
  const admin = await newAdministrator(browser);

  await openIn(admin, `/admin/accounts/${me.id}`, 'vi');
  const history = admin.getByRole('region', { name: t('admin.account.history'), exact: true });
  await expect(history.getByRole('link', { name: t('admin.audit.kind.account.created') })).toBeVisible();
  await history.getByRole('link', { name: t('admin.account.history.all') }).click();

  await expect(admin.getByRole('heading', { level: 1, name: t('admin.audit.title') })).toBeVisible();
  // On a phone, a button opens the filters and the table's rows are cards.
  await admin.getByRole('button', { name: t('list.filter'), exact: true }).click();
  const filters = admin.getByRole('dialog', { name: t('list.filter') });
  await filters.getByLabel(t('admin.audit.group')).selectOption('account');
  await filters.getByRole('button', { name: t('list.filter.done') }).click();
  await expect(filters).toBeHidden();
  await admin.setViewportSize({ width: 1440, height: 900 });
  const link = admin.getByRole('table').getByRole('link', { name: t('admin.audit.kind.account.created') });
  await expect(link).toHaveCount(1);
  await auditWidths(admin, 'admin audit log');

  const saved = admin.waitForEvent('download');
  await admin.getByRole('button', { name: t('admin.audit.export') }).click();
  await admin.getByRole('menuitem', { name: t('admin.audit.export.csv') }).click();
  expect((await saved).suggestedFilename()).toBe('vid-audit.csv');

  await link.click();
  await expect(
    admin.getByRole('heading', { level: 1, name: t('admin.audit.kind.account.created') }),
  ).toBeVisible();
  await auditWidths(admin, 'admin audit event');
});
