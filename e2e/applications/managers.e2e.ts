import { expect } from '@playwright/test';
import { openIn } from '../support/open-in.ts';
import { auditThemes, auditWidths } from '../support/checks/audit.ts';
import { signUp } from '../support/journey.ts';
import { openSection, signUpManager } from '../support/applications/managed-application.ts';
import { test } from '../support/test.ts';
import { t } from '../support/texts.ts';

test('lets an application’s owner add and remove a manager', async ({ page: owner, browser }) => {
  test.slow();
  const [app] = await signUpManager(owner, { name: 'Sàn giao dịch Hội' });
  if (!app) throw new Error('the owner has no application');
  const manager = await (await browser.newContext()).newPage();
  const person = await signUp(manager);

  await openIn(owner, `/apps/${app.id}`, 'vi');
  await openSection(owner, 'managers', app);
  await expect(owner.getByRole('heading', { level: 1, name: t('shell.item.appManagers') })).toBeVisible();
  await owner.getByLabel(t('apps.managers.add.phone')).fill(person.typed);
  await owner.getByRole('button', { name: t('apps.addEntry'), exact: true }).click();
  const remove = owner
    .getByRole('button', { name: t('apps.managers.remove.named', { name: '' }) })
    .filter({ visible: true });
  await expect(remove).toBeVisible();
  await auditWidths(owner, 'app managers');

  await openIn(manager, `/apps/${app.id}/managers`, 'vi');
  await expect(manager.getByText(t('apps.managers.fixed'), { exact: true })).toBeVisible();
  await auditWidths(manager, 'app managers seen by a manager');

  // The member has no name, so the dialog's question contains the phone number.
  const label = (await remove.getAttribute('aria-label')) ?? '';
  await remove.click();
  const dialog = owner.getByRole('dialog');
  await dialog.getByRole('textbox').fill(label.replace(t('apps.managers.remove.named', { name: '' }), ''));
  await auditThemes(owner, 'app managers dialog');
  await dialog.getByRole('button', { name: t('apps.managers.remove'), exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(remove).toHaveCount(0);
  await manager.reload();
  await expect(manager.getByRole('heading', { level: 1, name: t('apps.notFound') })).toBeVisible();
});
