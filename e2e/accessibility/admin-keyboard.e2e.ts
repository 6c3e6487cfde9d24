import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import { expect, type Locator, type Page } from '@playwright/test';
import { newAdministrator } from '../support/people/administrator.ts';
import { openIn } from '../support/open-in.ts';
import { listen } from '../support/applications/applications.ts';
import { signUp } from '../support/journey.ts';
import { focusSearch, tabTo } from '../support/checks/keyboard.ts';
import { newPhone } from '../support/people/phones.ts';
import { button, title } from '../support/screen.ts';
import { store } from '../support/stored-rows.ts';
import { test } from '../support/test.ts';
import { t } from '../support/texts.ts';

/** Tabs past the menus to an element, and presses Enter. */
async function enter(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  await tabTo(page, target, 60);
  await page.keyboard.press('Enter');
}

const dialogOf = (page: Page) => page.getByRole('dialog');

/** Opens a button's dialog, closes it by Escape, and expects the focus in the dialog and then on the button. */
async function lookInto(page: Page, opener: Locator): Promise<void> {
  await enter(page, opener);
  await expect(dialogOf(page).locator(':focus')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(dialogOf(page)).toBeHidden();
  await expect(opener).toBeFocused();
}

/** Opens a dialog, types `text` into its first field if given, confirms, and expects the focus on the page's title. */
async function confirm(page: Page, opener: Locator, text?: string): Promise<void> {
  await lookInto(page, opener);
  const name = (await opener.textContent()) ?? '';
  await page.keyboard.press('Enter');
  const dialog = dialogOf(page);
  if (text === undefined) await expect(dialog.locator(':focus')).toHaveCount(1);
  else {
    await expect(dialog.getByRole('textbox')).toBeFocused();
    await page.keyboard.type(text);
  }
  await enter(page, dialog.getByRole('button', { name, exact: true }));
  await expect(dialog).toBeHidden();
  await expect(title(page)).toBeFocused();
}

test('lets an administrator work on six admin pages by keyboard alone', async ({ browser, page: member }) => {
  test.slow();
  const receiver = await listen(createServer((_request, response) => response.end('ok')));
  const word = randomBytes(4).toString('hex');
  const { typed } = await signUp(member, { kind: 'enterprise' });
  const enterprise = { name: `Địa ốc ${word}`, taxCode: '0101248141', representative: 'Lê Châu' };
  await store(member, 'PATCH', 'api/users/profile', { province: '01', enterprise });
  const adminPage = await newAdministrator(browser);
  const incident = {
    title: `Gửi nhầm ${word}`,
    description: 'Một tệp được gửi nhầm địa chỉ.',
    measures: '',
    dataKinds: ['names'],
    severity: 'high',
    discoveredAt: new Date(Date.now() - 3_600_000).toISOString(),
  };
  await store(adminPage, 'POST', 'api/admin/incidents', incident);
  await adminPage.setViewportSize({ width: 1440, height: 900 });

  /** Types a search. `sent` is the text expected in the body of its request. */
  const search = async (typedText: string, sent: string): Promise<void> => {
    const found = adminPage.waitForResponse((response) =>
      (response.request().postData() ?? '').includes(sent),
    );
    await adminPage.keyboard.type(typedText);
    await adminPage.keyboard.press('Enter');
    // Wait until the response is shown: it replaces the rows, and a replaced row loses the focus.
    await found;
    await expect(adminPage.locator('[aria-busy=true]')).toHaveCount(0);
  };

  await test.step('imports a file up to the report of the dry run', async () => {
    await openIn(adminPage, '/admin/import', 'vi');
    const choosing = adminPage.waitForEvent('filechooser');
    await enter(adminPage, button(adminPage, 'admin.import.upload.choose'));
    const file = `Họ và tên,SĐT\nLê Thị Hoa,${newPhone().e164}\nSai,123\n`;
    await (await choosing).setFiles({ name: `${word}.csv`, mimeType: 'text/csv', buffer: Buffer.from(file) });
    const check = button(adminPage, 'admin.import.check');
    await expect(check).toBeVisible();
    await expect(title(adminPage)).toBeFocused();
    await enter(adminPage, check);
    await expect(adminPage.getByText(t('admin.import.status.checked'))).toBeVisible();
    await expect(title(adminPage)).toBeFocused();
    const rows = adminPage.getByRole('table').getByRole('row');
    await expect(rows).toHaveCount(2);
    const all = adminPage.getByRole('button', { name: t('admin.import.show.all') });
    await enter(adminPage, all);
    await expect(rows).toHaveCount(3);
    await expect(all).toBeFocused();
  });

  await test.step('creates, downloads and deletes an export', async () => {
    await openIn(adminPage, '/admin/export', 'vi');
    await enter(adminPage, button(adminPage, 'admin.export.start.csv'));
    const named = (action: 'download' | 'delete') =>
      adminPage.getByRole('button', { name: t(`admin.export.${action}Named`, { time: '' }).trim() });
    const download = adminPage.waitForEvent('download');
    await enter(adminPage, named('download'));
    expect((await download).suggestedFilename()).toMatch(/\.csv$/u);
    await confirm(adminPage, named('delete'));
    await expect(named('download')).toHaveCount(0);
  });

  await test.step('searches the audit log and opens an event', async () => {
    await openIn(adminPage, '/admin/audit', 'vi');
    await expect(adminPage.getByRole('table')).toBeVisible();
    await focusSearch(adminPage);
    await search(typed, '"account"');
    const kind = t('admin.audit.kind.account.created');
    const event = adminPage.getByRole('table').getByRole('link', { name: kind });
    await expect(event).toHaveCount(1);
    await enter(adminPage, event);
    await expect(adminPage.getByRole('heading', { level: 1, name: kind })).toBeFocused();
  });

  await test.step('adds and tests a webhook', async () => {
    await openIn(adminPage, '/admin/webhooks', 'vi');
    await enter(adminPage, button(adminPage, 'webhooks.add'));
    const url = adminPage.getByRole('textbox', { name: t('webhooks.url') });
    await expect(url).toBeFocused();
    await adminPage.keyboard.type(`${receiver.origin}/${word}`);
    await tabTo(adminPage, adminPage.getByRole('checkbox', { name: t('webhooks.event.account-created') }));
    await adminPage.keyboard.press('Space');
    await enter(adminPage, button(adminPage, 'webhooks.add'));
    const dialog = dialogOf(adminPage);
    await expect(dialog.locator(':focus')).toHaveCount(1);
    await enter(adminPage, button(dialog, 'webhooks.secret.done'));
    await expect(dialog).toBeHidden();
    await expect(title(adminPage)).toBeFocused();
    await enter(adminPage, adminPage.getByRole('table').getByRole('link', { name: word }));
    await expect(adminPage.getByRole('heading', { level: 1, name: '127.0.0.1' })).toBeFocused();
    await enter(adminPage, button(adminPage, 'webhooks.test.send'));
    await expect(adminPage.getByText('HTTP 200')).toBeVisible();
    await expect(button(adminPage, 'webhooks.test.send')).toBeFocused();
    await lookInto(
      adminPage,
      adminPage.getByRole('table').getByRole('button', { name: t('webhooks.event.test') }),
    );
  });

  await test.step('opens and closes an incident', async () => {
    await openIn(adminPage, '/admin/incidents', 'vi');
    await enter(adminPage, adminPage.getByRole('table').getByRole('link', { name: incident.title }));
    await expect(adminPage.getByRole('heading', { level: 1, name: incident.title })).toBeFocused();
    await lookInto(adminPage, button(adminPage, 'admin.incidents.record.action'));
    await confirm(adminPage, button(adminPage, 'admin.incidents.close.action'), 'Không ai bị ảnh hưởng.');
  });

  await test.step('refuses and then approves an enterprise', async () => {
    await openIn(adminPage, '/admin/enterprises', 'vi');
    await focusSearch(adminPage);
    await search(enterprise.name, word);
    await enter(adminPage, adminPage.getByRole('table').getByRole('link', { name: enterprise.name }));
    const name = adminPage.getByRole('heading', { level: 1, name: enterprise.name });
    await expect(name).toBeFocused();
    await adminPage.keyboard.press('r');
    const dialog = dialogOf(adminPage);
    await expect(dialog.getByRole('textbox')).toBeFocused();
    await adminPage.keyboard.type('Tên không khớp.');
    await enter(adminPage, button(dialog, 'admin.queue.enterprise.refuse'));
    // No other case matches the search, so the app returns to the list.
    await expect(adminPage.getByText(t('list.noMatch'))).toBeVisible();
    await adminPage.goBack();
    await expect(adminPage.getByText('Tên không khớp.')).toBeVisible();
    // Wait for the focus on the title, because the page's shortcuts work only then.
    await expect(name).toBeFocused();
    await adminPage.keyboard.press('a');
    const boxes = adminPage.getByRole('checkbox');
    await expect(boxes.first()).toBeFocused();
    for (const box of await boxes.all()) {
      await expect(box).toBeFocused();
      await adminPage.keyboard.press('Space');
      await adminPage.keyboard.press('Tab');
    }
    await expect(button(adminPage, 'admin.queue.enterprise.approve')).toBeFocused();
    await adminPage.keyboard.press('Enter');
    await expect(adminPage.getByText(t('list.noMatch'))).toBeVisible();
    await expect(title(adminPage)).toBeFocused();
    await adminPage.keyboard.press('/');
    await expect(adminPage.getByRole('searchbox')).toBeFocused();
  });
  await receiver.close();
});
