import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { exportColumns } from '@vid/contract/endpoints/admin/transfers/export-shapes';
import { newAdministrator } from '../support/people/administrator.ts';
import { openIn } from '../support/open-in.ts';
import { auditThemes, auditWidths } from '../support/checks/audit.ts';
import { test } from '../support/test.ts';
import { t } from '../support/texts.ts';

async function download(page: Page, label: RegExp) {
  const waiting = page.waitForEvent('download');
  await page.getByRole('button', { name: label }).click();
  const file = await waiting;
  return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') };
}

const named = (action: 'download' | 'delete') =>
  new RegExp(`^${t(`admin.export.${action}Named`, { time: '' }).trim()}`, 'u');

test('F3 M4 lets one administrator export members, but requires two for password hashes', async ({
  browser,
}) => {
  test.slow();
  const [one, two] = [await newAdministrator(browser), await newAdministrator(browser)];
  await openIn(one, '/admin/export', 'vi');
  await expect(one.getByRole('heading', { name: t('admin.export.title') })).toBeVisible();
  await auditThemes(one, 'admin export start');
  const columns = one.locator('summary');
  await columns.click();
  await one.getByRole('checkbox', { name: t('admin.import.field.email'), exact: true }).uncheck();
  await expect(columns).toContainText(`${exportColumns.length - 1} / ${exportColumns.length}`);
  await auditWidths(one, 'admin export columns');
  await one.getByRole('button', { name: t('admin.export.start.csv'), exact: true }).click();
  const downloading = named('download');
  await expect(one.getByRole('button', { name: downloading })).toBeVisible();
  const plain = await download(one, downloading);
  expect(plain.name).toMatch(/^vid-members-\d{4}-\d\d-\d\d\.csv$/u);
  expect(plain.text).toContain('phone,name,kind,');
  expect(plain.text).not.toContain('$argon2id$');

  await openIn(two, '/admin/export', 'vi');
  const files = two.getByRole('region', { name: t('admin.export.files') });
  await expect(files.getByText(t('admin.export.status.ready')).first()).toBeVisible();
  await expect(two.getByRole('button', { name: downloading })).toHaveCount(0);

  const remove = async () => {
    await one.getByRole('button', { name: named('delete') }).click();
    const question = one.getByRole('dialog');
    await question.getByRole('button', { name: t('admin.export.delete') }).click();
    // The dialog hides the page behind it, so wait until it has closed.
    await expect(question).toBeHidden();
    await expect(one.getByRole('button', { name: downloading })).toHaveCount(0);
  };
  await remove();

  await one.getByRole('button', { name: t('admin.export.start.xlsx'), exact: true }).click();
  await expect(one.getByRole('button', { name: downloading })).toBeVisible();
  const sheet = await download(one, downloading);
  expect(sheet.name).toMatch(/\.xlsx$/u);
  expect(sheet.text.startsWith('PK\u0003\u0004')).toBe(true);
  await remove();

  await one.getByRole('button', { name: t('admin.export.hashes.ask') }).click();
  const dialog = one.getByRole('dialog');
  const reason = 'Hội chuyển sang hệ thống khác.';
  await dialog.getByLabel(t('admin.reason')).fill(reason);
  await dialog.getByRole('button', { name: t('admin.approval.ask') }).click();
  await expect(dialog).toBeHidden();
  const hashes = one.getByRole('region', { name: t('admin.export.hashes') });
  await expect(hashes.getByRole('status')).toBeVisible();
  await expect(hashes.getByRole('button')).toHaveCount(0);
  await auditThemes(one, 'admin export waiting');

  await openIn(two, '/admin', 'vi');
  const request = two.getByRole('listitem').filter({ hasText: reason });
  await request.getByRole('button').first().click();
  const confirmation = two.getByRole('dialog');
  await confirmation.getByRole('button', { name: t('admin.approval.confirm') }).click();
  await expect(confirmation).toBeHidden();
  await expect(request).toHaveCount(0);

  const start = hashes.getByRole('button', { name: t('admin.export.hashes.start.jsonl') });
  await expect(start).toBeVisible();
  await auditWidths(one, 'admin export confirmed');
  await start.click();
  await expect(one.getByRole('button', { name: downloading })).toBeVisible();
  await expect(hashes.getByRole('button', { name: t('admin.export.hashes.ask') })).toBeVisible();
  await auditWidths(one, 'admin export file', [360, 1440]);
  const full = await download(one, downloading);
  expect(full.name).toMatch(/\.jsonl$/u);
  expect(full.text).toContain('"password hash":"$argon2id$');
});
