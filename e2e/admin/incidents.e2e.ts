import { expect } from '@playwright/test';
import { newAdministrator } from '../support/people/administrator.ts';
import { openIn } from '../support/open-in.ts';
import { auditThemes, auditWidths } from '../support/checks/audit.ts';
import { signUp } from '../support/journey.ts';
import { newPhone } from '../support/people/phones.ts';
import { test } from '../support/test.ts';
import { t } from '../support/texts.ts';

test('V5 lets an administrator record and close a breach and notify a member', async ({
  browser,
  page: member,
}) => {
  test.slow();
  const { typed } = await signUp(member);
  const title = `Gửi nhầm danh sách ${newPhone().typed}`;
  const adminPage = await newAdministrator(browser);

  await openIn(adminPage, '/admin/incidents', 'vi');
  await adminPage.getByRole('link', { name: t('admin.incidents.new') }).click();
  await adminPage.getByRole('button', { name: t('admin.incidents.new.action'), exact: true }).click();
  await expect(adminPage.locator('[aria-invalid=true]')).toHaveCount(3);
  await auditWidths(adminPage, 'incident new');
  await adminPage.getByLabel(t('admin.incidents.name'), { exact: true }).fill(title);
  await adminPage.getByLabel(t('admin.incidents.description')).fill('Một tệp được gửi nhầm địa chỉ.');
  await adminPage.getByLabel(t('admin.incidents.data.phones'), { exact: true }).check();
  await adminPage.getByLabel(t('admin.incidents.severity')).selectOption('high');
  await adminPage.getByRole('button', { name: t('admin.incidents.new.action'), exact: true }).click();
  await expect(adminPage.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await expect(adminPage.getByText(t('admin.incidents.affected.none'), { exact: true })).toBeVisible();

  await adminPage.getByRole('button', { name: t('admin.incidents.add'), exact: true }).click();
  await adminPage
    .getByLabel(t('admin.incidents.phones'), { exact: true })
    .fill(`${typed}\n${newPhone().typed}\nabc`);
  await adminPage.getByRole('button', { name: t('admin.incidents.phones.submit') }).click();
  await expect(adminPage.getByText(t('admin.incidents.report.noAccount'))).toBeVisible();
  await expect(adminPage.getByText(t('admin.incidents.report.invalid'))).toBeVisible();
  await expect(adminPage.getByRole('cell', { name: t('admin.incidents.how.phone') })).toBeVisible();
  await adminPage.getByLabel(t('admin.incidents.by'), { exact: true }).selectOption('address');
  await adminPage.getByLabel(t('admin.incidents.value.address')).fill('192.0.2.200');
  await adminPage.getByRole('button', { name: t('admin.incidents.find') }).click();
  await expect(adminPage.getByText(t('admin.incidents.found', { seen: 0, added: 0 }))).toBeVisible();
  await auditWidths(adminPage, 'incident');

  const draft = adminPage.getByRole('region', { name: t('admin.incidents.draft') });
  await expect(draft).toContainText(title);
  const download = adminPage.waitForEvent('download');
  await adminPage.getByRole('button', { name: t('admin.export.download'), exact: true }).click();
  expect((await download).suggestedFilename()).toMatch(/^inc_.*-vi\.txt$/u);

  const dialog = adminPage.getByRole('dialog');
  await adminPage.getByRole('button', { name: t('admin.incidents.record.action') }).click();
  await dialog.getByLabel(t('admin.incidents.reference')).fill('A05-2026/118');
  await auditThemes(adminPage, 'incident record');
  await dialog.getByRole('button', { name: t('admin.incidents.record.save'), exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(adminPage.getByText(t('admin.incidents.urgency.told'))).toBeVisible();

  const tell = t('admin.incidents.members.action');
  await adminPage.getByRole('button', { name: tell, exact: true }).click();
  await dialog.getByLabel(t('admin.legal.in.vi')).fill(`Danh sách bị gửi nhầm: ${title}`);
  await dialog.getByLabel(t('admin.legal.in.en')).fill(`The list was sent wrongly: ${title}`);
  await auditThemes(adminPage, 'incident tell');
  await dialog.getByRole('button', { name: tell, exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(adminPage.getByRole('cell', { name: t('admin.incidents.told.sms') })).toBeVisible();
  await expect(adminPage.getByText(t('admin.incidents.members.none'))).toBeVisible();
  await openIn(member, '/user/privacy/incidents', 'vi');
  await expect(member.getByText(title)).toBeVisible();
  await auditWidths(member, 'privacy told');

  await adminPage.getByRole('button', { name: t('admin.incidents.close.action') }).click();
  await dialog.getByLabel(t('admin.reason')).fill('Đã khắc phục và báo cho mọi người.');
  await dialog.getByRole('button', { name: t('admin.incidents.close.action') }).click();
  await expect(dialog).toBeHidden();
  await expect(adminPage.getByText('Đã khắc phục và báo cho mọi người.')).toBeVisible();
  await auditWidths(adminPage, 'incident closed');

  await openIn(adminPage, '/admin/incidents?state=closed', 'vi');
  await expect(adminPage.getByRole('link', { name: title, exact: true }).first()).toBeAttached();
  await auditWidths(adminPage, 'incidents');
});
