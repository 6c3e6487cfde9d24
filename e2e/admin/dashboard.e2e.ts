import { expect } from '@playwright/test';
import { newAdministrator } from '../support/people/administrator.ts';
import { openIn } from '../support/open-in.ts';
import { auditWidths } from '../support/checks/audit.ts';
import { operate } from '../support/run.ts';
import { test } from '../support/test.ts';
import { t } from '../support/texts.ts';

test('O10 shows an administrator the dashboard’s figures and its chart of codes', async ({ browser }) => {
  test.slow();
  await operate('fillDashboard');
  const page = await newAdministrator(browser);
  await page.setViewportSize({ width: 1440, height: 900 });
  await openIn(page, '/admin', 'vi');
  const figures = page.getByRole('region', { name: t('admin.dashboard.figures') });
  await expect(figures.getByRole('definition')).toHaveCount(4);
  await expect(figures.getByText(t('admin.dashboard.noBefore'))).toHaveCount(0);

  const codes = page.getByRole('figure', { name: t('admin.dashboard.codes.question') });
  await codes.getByText(t('chart.table')).click();
  await expect(codes.getByRole('row')).toHaveCount(8);
  await page.getByText(t('admin.dashboard.period.month'), { exact: true }).click();
  await expect(codes.getByRole('row')).toHaveCount(31);
  await page.reload();
  await expect(page.getByRole('radio', { name: t('admin.dashboard.period.month') })).toBeChecked();
  await expect(codes.locator('canvas')).toBeVisible();
  await auditWidths(page, 'admin dashboard');
  await expect(codes.locator('canvas')).toBeVisible();
});
