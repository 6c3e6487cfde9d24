import { expect } from '@playwright/test';
import { newAdministrator } from '../support/people/administrator.ts';
import { openIn } from '../support/open-in.ts';
import { auditThemes } from '../support/checks/audit.ts';
import { expectHarmless, hostile } from '../support/checks/hostile-texts.ts';
import { signUp } from '../support/journey.ts';
import { test } from '../support/test.ts';
import { t } from '../support/texts.ts';

// This test runs before the others, which could not create accounts while codes are suspended.
test('O10 lets an administrator open the SMS breaker and release it', async ({ browser, page: stranger }) => {
  test.slow();
  const page = await newAdministrator(browser);
  await openIn(page, '/admin', 'vi');
  const sms = page.getByRole('region', { name: t('admin.sms') });
  await sms.getByRole('button', { name: t('admin.sms.breaker.open') }).click();
  const dialog = page.getByRole('dialog');
  await auditThemes(page, 'admin breaker dialog');
  const reason = hostile('Nhiều số lạ xin mã');
  await dialog.getByLabel(t('admin.reason')).fill(reason);
  await dialog.getByRole('button', { name: t('admin.sms.breaker.open') }).click();
  await expect(sms.getByText(t('admin.sms.badge.open'), { exact: true })).toBeVisible();
  await expect(sms.getByText(reason)).toBeVisible();
  await expectHarmless(page);
  await auditThemes(page, 'admin breaker open');

  await sms.getByRole('button', { name: t('admin.sms.breaker.release') }).click();
  await dialog.getByLabel(t('admin.reason')).fill('Đã hết tấn công');
  await dialog.getByRole('button', { name: t('admin.sms.breaker.release') }).click();
  await expect(dialog).toBeHidden();
  await expect(sms.getByText(t('admin.sms.badge.open'), { exact: true })).toHaveCount(0);
  await signUp(stranger);
});
