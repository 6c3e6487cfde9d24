import { expect } from '@playwright/test';
import { newAdministrator } from '../support/people/administrator.ts';
import { openIn } from '../support/open-in.ts';
import { auditThemes, auditWidths } from '../support/checks/audit.ts';
import { newPhone } from '../support/people/phones.ts';
import { test } from '../support/test.ts';
import { t } from '../support/texts.ts';

test('F3 I8 lets an administrator import a file and undo the import', async ({ browser }) => {
  test.slow();
  const name = '<img src=x onerror="document.title=1">';
  const page = await newAdministrator(browser);
  await openIn(page, '/admin/import', 'vi');
  await expect(page.getByRole('heading', { name: t('admin.import.title') })).toBeVisible();
  await auditThemes(page, 'admin import start');
  const phone = newPhone().e164;
  const file = `Họ tên hội viên,SĐT,Lưu ý riêng\n"${name.replaceAll('"', '""')}",${phone},x\nTrùng,${phone},\nSai,123,\n`;
  await page.locator('input[type=file]').setInputFiles({
    name: 'hoi-vien.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(file),
  });
  const columns = page.getByRole('region', { name: t('admin.import.mapping') });
  // The column that is not imported is collapsed.
  await expect(columns.getByRole('combobox')).toHaveCount(2);
  await expect(columns.getByRole('combobox').first()).toHaveValue('name');
  await columns.getByRole('button', { name: t('admin.import.preview') }).click();
  const preview = columns.getByRole('list', { name: t('admin.import.preview') });
  await expect(preview.locator('> li')).toHaveCount(3);
  await expect(preview.getByText(t('admin.import.outcome.invalid'))).toBeVisible();
  await auditWidths(page, 'admin import columns');
  await columns.getByRole('button', { name: t('admin.import.check') }).click();
  await expect(page.getByText(t('admin.import.status.checked'))).toBeVisible();
  // The report opens with the invalid row.
  const errors = page.getByRole('button', { name: t('admin.import.show.invalid'), pressed: true });
  await expect(errors).toBeVisible();
  const toCorrect = page.waitForEvent('download');
  await page.getByRole('button', { name: /^Tải 1 dòng có lỗi/u }).click();
  expect((await toCorrect).suggestedFilename()).toBe('hoi-vien-to-correct.xlsx');
  await page.getByRole('button', { name: t('admin.import.show.all') }).click();
  await expect(page.getByText(name).filter({ visible: true })).toBeVisible();
  await auditWidths(page, 'admin import report');
  await page.getByRole('button', { name: /^Thêm 1 /u }).click();
  await expect(page.getByText(t('admin.import.status.done'))).toBeVisible();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: t('admin.import.report.download') }).click();
  expect((await download).suggestedFilename()).toBe('hoi-vien-report.csv');
  await openIn(page, '/admin/accounts', 'vi');
  // Search by phone, because other tests' accounts may fill the first page.
  await page.getByRole('searchbox').fill(phone);
  await expect(page.getByRole('link', { name }).filter({ visible: true })).toBeVisible();
  await expect(page).not.toHaveTitle('1');
  await page.goBack();
  await page.getByRole('button', { name: t('admin.import.undo') }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox').fill('1');
  await dialog.getByRole('button', { name: t('admin.import.undo') }).click();
  const badges = page.getByRole('region', { name: 'hoi-vien.csv' }).locator('span');
  const undone = badges.filter({ hasText: new RegExp(`^${t('admin.import.status.undone')}$`, 'u') });
  await expect(undone).toBeVisible();
});
