import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { newAdministrator } from '../support/people/administrator.ts';
import { openIn } from '../support/open-in.ts';
import { auditThemes, auditWidths } from '../support/checks/audit.ts';
import { focusSearch } from '../support/checks/keyboard.ts';
import { createMembers } from '../support/people/members.ts';
import { test } from '../support/test.ts';
import { t } from '../support/texts.ts';

test('F3 M4 lets an administrator lock, unlock and download listed accounts', async ({ browser }) => {
  test.slow();
  const word = `Mai${randomBytes(4).toString('hex')}`;
  const names = ['An', 'Bình', 'Chi'].map((name) => `${word} ${name}`);
  const [first = ''] = names;
  const crowd = `Lan${randomBytes(4).toString('hex')}`;
  const many = Array.from({ length: 52 }, (_, index) => `${crowd} ${index}`);
  await createMembers([...names, ...many]);
  const page = await newAdministrator(browser);
  await page.setViewportSize({ width: 1440, height: 900 });
  // Show only this test's bulk changes. Bulk changes of other tests would move the rows that are measured below, and
  // changes of equally many accounts have the same name.
  await page.route('**/vid/api/admin/accounts/bulk-changes', async (route) => {
    if (route.request().method() !== 'GET') return route.continue();
    const response = await route.fetch();
    const { data }: { data: { reason: string }[] } = await response.json();
    return route.fulfill({ response, json: { data: data.filter(({ reason }) => reason.includes(crowd)) } });
  });
  await openIn(page, '/admin/accounts', 'vi');
  const search = page.getByRole('searchbox');
  await expect(page.getByRole('table')).toBeVisible();
  await focusSearch(page);
  await search.fill(word);
  const rows = page.getByRole('table').getByRole('row');
  await expect(rows).toHaveCount(4);
  await expect(page.getByRole('main').getByRole('status').first()).toHaveText(/^3 /u);
  const row = await rows.nth(1).boundingBox();
  expect(row?.height).toBeGreaterThanOrEqual(44);
  // The window has room for 15 rows.
  expect((row?.y ?? 0) + 15 * (row?.height ?? 0)).toBeLessThanOrEqual(900);

  // Click outside the search field, so that the key is not typed into it.
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('?');
  const keys = page.getByRole('dialog', { name: t('shell.keys') });
  await expect(keys).toBeVisible();
  await auditThemes(page, 'admin accounts keys');
  await page.keyboard.press('Escape');
  await expect(keys).toBeHidden();

  const workspaces = page.getByRole('complementary').getByRole('button', {
    name: t('shell.workspace.switch', { name: t('shell.group.administration') }),
  });
  await workspaces.press('Enter');
  await expect(page.getByRole('menuitem', { name: t('shell.group.account') })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(workspaces).toBeFocused();

  const menu = page.getByRole('button', { name: t('list.actions.named', { name: first }) });
  await menu.filter({ visible: true }).click();
  await page.getByRole('menuitem', { name: t('admin.account.lock') }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(t('admin.reason')).fill('Hội viên báo mất máy.');
  await dialog.getByRole('button', { name: t('admin.account.lock') }).click();
  await expect(dialog).toBeHidden();
  await expect(rows.filter({ hasText: first })).toContainText(t('admin.accounts.status.locked'));

  await page.getByRole('checkbox', { name: t('list.select.all') }).check();
  const bar = page.getByRole('region', { name: t('list.actions'), exact: true });
  await auditWidths(page, 'admin accounts selected');
  await bar.getByRole('button', { name: t('admin.account.lock') }).click();
  await dialog.getByLabel(t('admin.reason')).fill('Nghi ngờ giả mạo.');
  const confirmation = dialog.getByLabel(t('shell.confirmType', { value: 3 }));
  await confirmation.fill('30');
  await dialog.getByRole('button', { name: t('admin.account.lock') }).click();
  await expect(confirmation).toHaveAttribute('aria-invalid', 'true');
  await auditThemes(page, 'admin accounts confirm');
  await confirmation.fill('3');
  await dialog.getByRole('button', { name: t('admin.account.lock') }).click();
  const report = page.getByRole('dialog', { name: t('admin.accounts.report') });
  await expect(report.getByText(t('admin.accounts.outcome.done'), { exact: true })).toHaveCount(2);
  const unchanged = report.getByRole('listitem').filter({ hasText: t('admin.accounts.outcome.unchanged') });
  await expect(unchanged).toContainText(first);
  await auditWidths(page, 'admin accounts report', [360, 1440]);
  // Press the button below the report, not the cross above it, which has the same name.
  await report
    .getByRole('button', { name: t('common.close') })
    .last()
    .click();
  await expect(bar).toHaveCount(0);
  await expect(rows.filter({ hasText: t('admin.accounts.status.locked') })).toHaveCount(3);

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: t('list.export') }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^vid-accounts-\d{4}-\d\d-\d\d\.csv$/u);
  const lines = (await readFile(await file.path(), 'utf8')).trim().split('\r\n');
  expect(lines).toHaveLength(4);
  for (const name of names) expect(lines.join('\n')).toContain(name);

  // The page shows only the first 50 matches, but the change applies to all of them.
  await search.fill(crowd);
  await expect(rows).toHaveCount(51);
  await page.getByRole('checkbox', { name: t('list.select.all') }).check();
  await bar.getByRole('button', { name: /52/u }).click();
  await auditWidths(page, 'admin accounts all selected', [360, 1440]);
  await bar.getByRole('button', { name: t('admin.account.lock') }).click();
  await dialog.getByLabel(t('admin.reason')).fill(`Nghi ngờ giả mạo: ${crowd}.`);
  await dialog.getByLabel(t('shell.confirmType', { value: 52 })).fill('52');
  await dialog.getByRole('button', { name: t('admin.account.lock') }).click();
  const change = page.getByRole('region', { name: /52/u });
  await expect(change.getByText(t('bulk.status.done'), { exact: true })).toBeVisible();
  await expect(rows.filter({ hasText: t('admin.accounts.status.locked') })).toHaveCount(50);
  await auditWidths(page, 'admin accounts bulk change', [360, 1440]);
  await change.getByRole('button', { name: t('bulk.undo') }).click();
  await dialog.getByRole('button', { name: t('bulk.undo') }).click();
  await expect(change.getByText(t('bulk.status.undone'), { exact: true })).toBeVisible();
  await expect(rows.filter({ hasText: t('admin.accounts.status.active') })).toHaveCount(50);
  await search.fill(word);
  await expect(rows).toHaveCount(4);

  await page.setViewportSize({ width: 360, height: 800 });
  await menu.filter({ visible: true }).click();
  await page.getByRole('menuitem', { name: t('admin.account.unlock') }).click();
  await dialog.getByLabel(t('admin.reason')).fill('Đã xác minh.');
  await dialog.getByRole('button', { name: t('admin.account.unlock') }).click();
  await expect(dialog).toBeHidden();
  const cards = page.getByRole('listitem').filter({ hasText: first });
  await expect(cards).toContainText(t('admin.accounts.status.active'));
  // Requests in flight must finish before the browser context closes.
  await page.unrouteAll({ behavior: 'wait' });
});
