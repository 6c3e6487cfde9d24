import { expect, test } from '@playwright/test';
import { newAdministrator } from './support/administrator.ts';
import { openIn } from './support/open-in.ts';
import { audit, switchTheme } from './support/audit.ts';
import { newPhone } from './support/phones.ts';
import { textsIn } from './support/texts.ts';

for (const lang of ['vi', 'en'] as const) {
  const t = textsIn(lang);
  const name = `<img src=x alt=${lang} onerror="document.title=1">`;

  test(`F3 I8 an administrator imports a file, reads the report and undoes the import (${lang})`, async ({
    browser,
  }) => {
    test.slow();
    const page = await newAdministrator(browser);
    await openIn(page, '/admin/import', lang);
    await expect(page.getByRole('heading', { name: t('admin.import.title') })).toBeVisible();
    await audit(page, `admin import start ${lang}`);
    const phone = newPhone().e164;
    const file = `Họ và tên,SĐT,Ghi chú\n"${name.replaceAll('"', '""')}",${phone},x\nTrùng,${phone},\nSai,123,\n`;
    await page.locator('input[type=file]').setInputFiles({
      name: 'hoi-vien.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(file),
    });
    const columns = page.getByRole('region', { name: t('admin.import.mapping') });
    await expect(columns.getByRole('combobox')).toHaveCount(3);
    await expect(columns.getByRole('combobox').first()).toHaveValue('name');
    for (const width of [360, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      await audit(page, `admin import columns ${lang} ${width}`);
    }
    await columns.getByRole('button', { name: t('admin.import.check') }).click();
    await expect(page.getByText(t('admin.import.status.checked'))).toBeVisible();
    await expect(page.getByText(name).filter({ visible: true })).toBeVisible();
    for (const width of [360, 768, 1440])
      for (const scheme of ['light', 'dark'] as const) {
        await page.setViewportSize({ width, height: 800 });
        await switchTheme(page, scheme);
        await audit(page, `admin import report ${lang} ${width} ${scheme}`);
      }
    await page.getByRole('button', { name: t('admin.import.start') }).click();
    await expect(page.getByText(t('admin.import.status.done'))).toBeVisible();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: t('admin.import.report.download') }).click();
    expect((await download).suggestedFilename()).toBe('hoi-vien-report.csv');
    await openIn(page, '/admin/accounts', lang);
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
}
