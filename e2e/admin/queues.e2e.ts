import { expect } from '@playwright/test';
import { newAdministrator } from '../support/people/administrator.ts';
import { openIn } from '../support/open-in.ts';
import { auditThemes, auditWidths } from '../support/checks/audit.ts';
import { signUp } from '../support/journey.ts';
import { linkFor } from '../support/people/outbox.ts';
import { store } from '../support/stored-rows.ts';
import { test } from '../support/test.ts';
import { t } from '../support/texts.ts';

test('V5 lets an administrator refuse an enterprise and answer a privacy request', async ({
  browser,
  page: member,
}) => {
  test.slow();
  const { typed, e164 } = await signUp(member, { kind: 'enterprise' });
  const name = `Địa ốc ${typed}`;
  const declare = async (taxCode: string) => {
    const enterprise = { name, shortName: 'ĐO', taxCode, representative: 'Lê Châu' };
    await store(member, 'PATCH', 'api/users/profile', { province: '01', enterprise });
  };
  await declare('0100233480');
  await store(member, 'POST', 'api/privacy/requests', { kind: 'restriction', details: 'Ngừng gửi SMS.' });

  const adminPage = await newAdministrator(browser);
  await openIn(adminPage, '/admin/enterprises', 'vi');
  await expect(adminPage.getByRole('link', { name, exact: true }).first()).toBeAttached();
  await auditWidths(adminPage, 'queue enterprises');
  await adminPage.getByRole('link', { name, exact: true }).click();
  await expect(adminPage.getByText(t('admin.queue.check.taxCode.unverified'))).toBeVisible();
  await auditWidths(adminPage, 'queue enterprise');
  await adminPage.getByRole('button', { name: t('admin.queue.enterprise.refuse'), exact: true }).click();
  const dialog = adminPage.getByRole('dialog');
  await dialog.getByLabel(t('admin.reason')).fill('Tên không khớp với đăng ký.');
  await auditThemes(adminPage, 'queue refuse');
  await dialog.getByRole('button', { name: t('admin.queue.enterprise.refuse'), exact: true }).click();
  await expect(adminPage.getByText(t('admin.queue.refused'))).toBeVisible();
  // After a decision, the page shows the next case or the list.
  await expect(adminPage.getByRole('heading', { level: 1, name, exact: true })).toHaveCount(0);
  await adminPage.goBack();
  await expect(adminPage.getByText('Tên không khớp với đăng ký.')).toBeVisible();
  await openIn(adminPage, '/admin/enterprises', 'vi');
  const certificates = adminPage
    .getByRole('navigation', { name: t('admin.queue.tabs') })
    .getByRole('link', { name: t('admin.queue.certificates') });
  await certificates.click();
  // Other tests may add certificates, so check only which tab is selected.
  await expect(certificates).toHaveAttribute('aria-current', 'page');
  await auditWidths(adminPage, 'queue certificates');
  await openIn(member, '/user/information', 'vi');
  await expect(member.getByText('Tên không khớp với đăng ký.')).toBeVisible();
  await auditWidths(member, 'information refused');

  await declare('0100107370');
  await openIn(adminPage, '/admin/enterprises', 'vi');
  await adminPage.getByRole('link', { name, exact: true }).click();
  await expect(adminPage.getByText(t('admin.queue.check.taxCode.ok'))).toBeVisible();

  await openIn(adminPage, '/admin/privacy', 'vi');
  await auditWidths(adminPage, 'privacy queue');
  const own = adminPage.getByRole('row').filter({ hasText: typed });
  await own.getByRole('link').click();
  await expect(adminPage.getByText('Ngừng gửi SMS.')).toBeVisible();
  await auditWidths(adminPage, 'privacy request');
  await adminPage.getByRole('button', { name: t('admin.privacy.extend.action') }).click();
  await dialog.getByLabel(t('admin.privacy.days')).fill('16');
  await dialog.getByLabel(t('admin.reason')).fill('Cần nhà mạng thực hiện.');
  await dialog.getByRole('button', { name: t('admin.privacy.extend.action') }).click();
  await expect(dialog.locator('[aria-invalid=true]')).toHaveCount(1);
  await auditThemes(adminPage, 'privacy extend');
  await dialog.getByLabel(t('admin.privacy.days')).fill('10');
  await dialog.getByRole('button', { name: t('admin.privacy.extend.action') }).click();
  await expect(dialog).toBeHidden();
  await adminPage.getByRole('button', { name: t('admin.privacy.done.action') }).click();
  await dialog.getByLabel(t('admin.privacy.text')).fill('Đã ngừng gửi.');
  for (const box of await dialog.getByRole('checkbox').all()) await box.check();
  await auditThemes(adminPage, 'privacy done');
  await dialog.getByRole('button', { name: t('admin.privacy.done.action') }).click();
  await expect(dialog).toBeHidden();
  await openIn(member, await linkFor(member.request, e164, 'privacy-request-extended'), 'vi');
  await expect(member.getByText('Đã ngừng gửi.')).toBeVisible();
});
