import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { openIn } from '../support/open-in.ts';
import { auditThemes, auditWidths } from '../support/checks/audit.ts';
import { focusSearch } from '../support/checks/keyboard.ts';
import { expectGoodLayout } from '../support/checks/layout.ts';
import {
  addPeople,
  addRole,
  openMenuOf,
  openSection,
  signUpManager,
  type Managed,
} from '../support/applications/managed-application.ts';
import { createMembers } from '../support/people/members.ts';
import { newPhone } from '../support/people/phones.ts';
import { test } from '../support/test.ts';
import { t } from '../support/texts.ts';

const twenty = Array.from({ length: 20 }, (_, index) => `Đỗ Thị Ánh ${String(index + 1).padStart(2, '0')}`);

/** Signs up a manager of an application, adds two roles to it, and stays on the page of roles. */
async function prepare(page: Page): Promise<Managed> {
  const [app] = await signUpManager(page, { name: 'Sàn giao dịch Hội' });
  if (!app) throw new Error('the manager has no application');
  await page.setViewportSize({ width: 1440, height: 800 });
  await openIn(page, '/apps', 'vi');
  // VID opens the application directly for a manager of only one application.
  await page.waitForURL(`**/apps/${app.id}`);
  await openSection(page, 'roles', app);
  await addRole(page, { name: 'Người đọc', code: 'reader', isDefault: true });
  await addRole(page, { name: 'Biên tập viên', code: 'editor' });
  return app;
}

const rows = (page: Page) => page.getByRole('table').getByRole('row');

/** Filters by a range of days, each given as day, month and year. */
async function filterByDays(page: Page, from: readonly string[], to: readonly string[]): Promise<void> {
  await page
    .getByRole('combobox', { name: t('apps.people.added'), exact: true })
    .selectOption({ label: t('list.period.own') });
  const dialog = page.getByRole('dialog');
  for (const [name, day] of [
    [t('list.period.from'), from],
    [t('list.period.to'), to],
  ] as const)
    for (const [index, text] of day.entries())
      await dialog.getByRole('group', { name }).getByRole('textbox').nth(index).fill(text);
  await auditThemes(page, 'app people dialog period');
  await dialog.getByRole('button', { name: t('list.period.apply'), exact: true }).click();
  await expect(dialog).toHaveCount(0);
}

test('lets a manager add 20 pasted people and change their roles', async ({ page }) => {
  test.slow();
  const app = await prepare(page);
  await auditWidths(page, 'app roles');
  await openSection(page, 'overview', app);
  await auditWidths(page, 'app overview');
  await openSection(page, 'people', app);
  await expect(page.getByText(t('apps.people.none'), { exact: true })).toBeVisible();
  await auditWidths(page, 'app people empty');

  const members = await createMembers(twenty);
  const stranger = newPhone();
  const lines = [
    ...members.map(({ typed }) => typed),
    stranger.typed,
    'không phải số',
    members[0]?.e164 ?? '',
  ];
  await addPeople(page, app, { role: 'Người đọc', lines });
  const report = page.getByRole('region', { name: t('apps.report.title'), exact: true });
  const summary = report.getByRole('listitem');
  await expect(summary).toHaveText([
    `${t('apps.report.added')}: 20`,
    `${t('apps.report.no-account')}: 1`,
    `${t('apps.report.invalid')}: 1`,
    `${t('apps.report.same')}: 1`,
  ]);
  await auditWidths(page, 'app people report');
  // The typed list and the report survive a reload, and adding the same list again changes nothing.
  await page.reload();
  await expect(summary).toHaveCount(4);
  expect(await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]))).not.toContain(
    members[0]?.e164.slice(3) ?? '',
  );
  await page.getByRole('button', { name: t('apps.add.submit') }).click();
  await expect(summary).toHaveText([
    `${t('apps.report.already')}: 20`,
    `${t('apps.report.no-account')}: 1`,
    `${t('apps.report.invalid')}: 1`,
    `${t('apps.report.same')}: 1`,
  ]);
  await page.getByRole('button', { name: t('apps.report.fix') }).click();
  await expect(page.getByLabel(t('apps.add.phones'), { exact: true })).toHaveValue(
    `${stranger.typed}\nkhông phải số`,
  );
  await expect(page.getByLabel(t('apps.add.phones'), { exact: true })).toBeFocused();

  await page
    .getByRole('link', { name: t('apps.person.back') })
    .first()
    .click();
  await expect(rows(page)).toHaveCount(21);
  await auditWidths(page, 'app people');
  await page.getByRole('checkbox', { name: t('list.select.all') }).check();
  const bar = page.getByRole('region', { name: t('list.actions'), exact: true });
  await auditWidths(page, 'app people selected');
  await bar.getByRole('button', { name: t('apps.people.set-role') }).click();
  const dialog = page.getByRole('dialog');
  await auditThemes(page, 'app people dialog role');
  await dialog.getByLabel(t('apps.people.role')).selectOption({ label: 'Biên tập viên' });
  await dialog.getByRole('button', { name: t('apps.people.set-role'), exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('cell', { name: 'Biên tập viên' })).toHaveCount(20);

  const search = page.getByRole('searchbox');
  await search.fill('do thi anh 07');
  await search.press('Enter');
  await expect(rows(page)).toHaveCount(2);
  await search.fill(members[4]?.typed ?? '');
  await search.press('Enter');
  await expect(page.getByRole('link', { name: 'Đỗ Thị Ánh 05' })).toBeVisible();
  await openMenuOf(page, 'Đỗ Thị Ánh 05');
  await page.getByRole('menuitem', { name: t('apps.people.lock'), exact: true }).click();
  await auditThemes(page, 'app people dialog lock');
  await dialog.getByRole('button', { name: t('apps.people.lock'), exact: true }).click();
  await expect(page.getByRole('cell', { name: t('apps.people.status.locked') })).toBeVisible();
  await search.fill('');
  await search.press('Enter');

  // The URL contains the filters and restores them.
  await page.getByLabel(t('list.status'), { exact: true }).selectOption('locked');
  await expect(page).toHaveURL(/status=locked/u);
  await expect(rows(page)).toHaveCount(2);
  await page.reload();
  await expect(rows(page)).toHaveCount(2);
  await filterByDays(page, ['1', '1', '2026'], ['2', '1', '2026']);
  await expect(page).toHaveURL(/from=2026-01-01&to=2026-01-02/u);
  await auditWidths(page, 'app people filtered');
  await expect(page.getByText(t('list.noMatch'), { exact: true })).toBeVisible();
  await page.getByRole('button', { name: t('list.filter.clear') }).click();
  await page.getByRole('button', { name: t('apps.people.person') }).click();
  await expect(page).toHaveURL(/sort=name/u);
  await expect(rows(page).nth(1)).toContainText('Đỗ Thị Ánh 01');

  await page.getByRole('checkbox', { name: t('list.select.one', { name: 'Đỗ Thị Ánh 01' }) }).check();
  await bar.getByRole('button', { name: t('apps.people.remove') }).click();
  await auditThemes(page, 'app people dialog remove');
  const remove = dialog.getByRole('button', { name: t('apps.people.remove'), exact: true });
  await remove.click();
  await expect(dialog.getByText(t('shell.confirmType.mismatch'))).toBeVisible();
  await dialog.getByRole('textbox').fill('đỗ thị ánh 01');
  await remove.click();
  await expect(rows(page)).toHaveCount(20);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();

  await page.getByRole('link', { name: 'Đỗ Thị Ánh 05' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Đỗ Thị Ánh 05' })).toBeVisible();
  const history = page.getByRole('region', { name: t('apps.person.history'), exact: true });
  await expect(history.getByText(t('apps.person.history.locked'), { exact: true })).toBeVisible();
  await auditWidths(page, 'app person');
  await page.getByRole('button', { name: t('apps.people.unlock') }).click();
  await dialog.getByRole('button', { name: t('apps.people.unlock') }).click();
  await expect(history.getByText(t('apps.person.history.unlocked'), { exact: true })).toBeVisible();
  await page.getByRole('button', { name: t('apps.people.remove') }).click();
  await dialog.getByRole('textbox').fill('Đỗ Thị Ánh 05');
  await dialog.getByRole('button', { name: t('apps.people.remove') }).click();
  await expect(rows(page)).toHaveCount(19);
});

test('lets a manager change the role of all people found by search', async ({ page }) => {
  test.slow();
  const app = await prepare(page);
  const crowd = Array.from({ length: 52 }, (_, index) => `Lan Đông ${index}`);
  const members = await createMembers([...crowd, 'Trần Thị Cúc']);
  await addPeople(page, app, { role: 'Người đọc', lines: members.map(({ typed }) => typed) });
  await openIn(page, `/apps/${app.id}/permissions`, 'vi');
  await page.getByRole('searchbox').fill('lan dong');
  await expect(rows(page)).toHaveCount(51);
  // The page shows the first 50 people, but its title counts all people.
  await expect(page.getByRole('main').getByRole('status').first()).toHaveText(/^52 /u);
  await page.getByRole('checkbox', { name: t('list.select.all') }).check();
  const bar = page.getByRole('region', { name: t('list.actions'), exact: true });
  await bar.getByRole('button', { name: /52/u }).click();
  await auditWidths(page, 'app people all selected');
  await bar.getByRole('button', { name: t('apps.people.set-role') }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(t('apps.people.role')).selectOption({ label: 'Biên tập viên' });
  await dialog.getByLabel(t('shell.confirmType', { value: 52 })).fill('52');
  await auditThemes(page, 'app people bulk dialog');
  await dialog.getByRole('button', { name: t('apps.people.set-role'), exact: true }).click();
  const change = page.getByRole('region', { name: /52/u });
  await expect(change.getByText(t('bulk.status.done'), { exact: true })).toBeVisible();
  const editors = page.getByRole('cell', { name: 'Biên tập viên', exact: true });
  await expect(editors).toHaveCount(50);
  await auditWidths(page, 'app people bulk change');
  await change.getByRole('button', { name: t('bulk.undo') }).click();
  await dialog.getByRole('button', { name: t('bulk.undo') }).click();
  await expect(change.getByText(t('bulk.status.undone'), { exact: true })).toBeVisible();
  await expect(editors).toHaveCount(0);
  await expect(page.getByRole('cell', { name: 'Người đọc', exact: true })).toHaveCount(50);
});

test('M6 F3 shows the input of members and managers as text', async ({ page }) => {
  test.slow();
  const attack = `"><img src=x onerror="document.title='owned'"><script>document.title='owned'</script>`;
  const formula = '=HYPERLINK("http://evil.test","x")';
  const [app] = await signUpManager(page, { name: attack.slice(0, 90) });
  if (!app) throw new Error('the manager has no application');
  await page.setViewportSize({ width: 1440, height: 800 });
  const dialogs: string[] = [];
  page.on('dialog', (shown) => {
    dialogs.push(shown.message());
    void shown.dismiss();
  });
  await openIn(page, `/apps/${app.id}/roles`, 'vi');
  await addRole(page, { name: attack, code: 'reader' });
  const members = await createMembers([attack, formula]);
  await addPeople(page, app, {
    role: attack,
    lines: [...members.map(({ typed }) => typed), attack, '{{constructor.constructor("alert(1)")()}}'],
  });
  await openIn(page, `/apps/${app.id}/permissions`, 'vi');
  await expect(page.getByRole('link', { name: attack })).toBeVisible();
  const started = page.waitForEvent('download');
  await page.getByRole('button', { name: t('list.export') }).click();
  const csv = await readFile(await (await started).path(), 'utf8');
  expect(csv).toContain(`"'=HYPERLINK(""http://evil.test"",""x"")"`);
  await page.getByRole('checkbox', { name: t('list.select.all') }).check();
  await openMenuOf(page, attack);
  await page.getByRole('menuitem', { name: t('apps.people.remove') }).click();
  await expect(page.getByRole('dialog')).toContainText(attack);
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: attack }).click();
  await expect(page.getByRole('heading', { level: 1, name: attack })).toBeVisible();
  await openIn(page, `/apps/${app.id}`, 'vi');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(await page.title()).not.toBe('owned');
  await expect(page.locator('main img[src="x"]')).toHaveCount(0);
  expect(dialogs).toEqual([]);
});

test('wraps long role codes and names on a narrow screen', async ({ page }) => {
  const [app] = await signUpManager(page, { name: 'Sàn giao dịch Hội' });
  if (!app) throw new Error('the manager has no application');
  const code = 'm'.repeat(41);
  const name = 'Trưởng phòng kinh doanh kiêm phụ trách chi nhánh miền Trung và Tây Nguyên';
  await openIn(page, `/apps/${app.id}/roles`, 'vi');
  await addRole(page, { name, code });
  const roles = page.getByRole('list', { name: t('shell.item.appRoles') });
  await expect(roles.getByText(code)).toBeVisible();
  await expectGoodLayout(page, 'card of a role');

  const members = await createMembers(['Đỗ Thị Ánh']);
  await addPeople(page, app, { role: name, lines: members.map(({ typed }) => typed) });
  await openIn(page, `/apps/${app.id}/permissions`, 'vi');
  const people = page.getByRole('list', { name: t('shell.item.appPeople') });
  const role = people.getByText(name);
  await expect(role).toBeVisible();
  expect(await role.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
  // The label and the phone number share one line.
  const phone = people.getByText(t('common.phone'), { exact: true }).locator('..');
  const height = await phone.evaluate((element) => element.clientHeight);
  expect(height).toBeLessThan(32);
});

test('lets a manager find and lock a person by keyboard alone', async ({ page }) => {
  test.slow();
  const app = await prepare(page);
  const members = await createMembers(['Phạm Văn Bình', 'Trần Thị Cúc']);
  await addPeople(page, app, { role: 'Người đọc', lines: members.map(({ typed }) => typed) });
  await openIn(page, `/apps/${app.id}/permissions`, 'vi');
  const menuOf = (name: string) =>
    page.getByRole('table').getByRole('button', { name: t('list.actions.named', { name }) });
  await expect(menuOf('Phạm Văn Bình')).toBeVisible();
  await focusSearch(page);
  await page.keyboard.type('binh');
  await page.keyboard.press('Enter');
  await expect(menuOf('Trần Thị Cúc')).toHaveCount(0);
  await menuOf('Phạm Văn Bình').focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: t('apps.people.open') })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('menuitem', { name: t('apps.people.lock') })).toBeFocused();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await expect(dialog.locator(':focus')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(menuOf('Phạm Văn Bình')).toBeFocused();
  const box = page
    .getByRole('table')
    .getByRole('checkbox', { name: t('list.select.one', { name: 'Phạm Văn Bình' }) });
  await box.focus();
  await page.keyboard.press('Space');
  await expect(box).toBeChecked();
  const bar = page.getByRole('region', { name: t('list.actions'), exact: true });
  await bar.getByRole('button', { name: t('apps.people.lock'), exact: true }).focus();
  await page.keyboard.press('Enter');
  await expect(dialog.locator(':focus')).toHaveCount(1);
  await dialog.getByRole('button', { name: t('apps.people.lock') }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('cell', { name: t('apps.people.status.locked') })).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});
