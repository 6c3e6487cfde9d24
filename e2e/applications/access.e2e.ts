import { createHash, randomBytes } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { openIn } from '../support/open-in.ts';
import { startApplicationSite, type ApplicationSite } from '../support/applications/applications.ts';
import { signUp } from '../support/journey.ts';
import {
  addPeople,
  addRole,
  openMenuOf,
  signUpManager,
  type Managed,
} from '../support/applications/managed-application.ts';
import { addressesAt, authorize } from '../support/applications/relying-application.ts';
import { resendIfClosed } from '../support/requests.ts';
import { expectTitle } from '../support/screen.ts';
import { test } from '../support/test.ts';
import { textsIn } from '../support/texts.ts';

let site: ApplicationSite;
test.beforeAll(async () => {
  site = await startApplicationSite();
});
test.afterAll(() => site.close());

/** Signs the browser in to the application, and returns the roles that the userinfo endpoint sends. */
async function rolesAt(page: Page, app: Managed): Promise<unknown> {
  const verifier = randomBytes(32).toString('base64url');
  const challenge = createHash('sha256').update(verifier).digest('base64url');
  await page.goto(authorize(site, app.code, { scope: 'openid vid', code_challenge: challenge }));
  await page.waitForURL(`${site.origin}/callback**`);
  const code = new URL(page.url()).searchParams.get('code') ?? '';
  const tokens = await page.request.post('/vid/oidc/token', {
    ...resendIfClosed,
    form: {
      grant_type: 'authorization_code',
      client_id: `${app.code}-web`,
      redirect_uri: `${site.origin}/callback`,
      code,
      code_verifier: verifier,
    },
  });
  const { access_token: token } = await tokens.json();
  const info = await page.request.get('/vid/oidc/me', {
    ...resendIfClosed,
    headers: { authorization: `Bearer ${token}` },
  });
  return (await info.json())['vid:roles'];
}

test('applies a granted, changed, locked or withdrawn role at the next sign-on', async ({
  page: manager,
  browser,
}) => {
  test.slow();
  const t = textsIn('vi');
  const [app] = await signUpManager(manager, { name: 'Sàn giao dịch Hội', ...addressesAt(site) });
  if (!app) throw new Error('the manager has no application');
  await manager.setViewportSize({ width: 1440, height: 800 });
  await openIn(manager, `/apps/${app.id}/roles`, 'vi');
  await addRole(manager, { name: 'Người đọc', code: 'reader' });
  await addRole(manager, { name: 'Biên tập viên', code: 'editor' });

  const member = await (await browser.newContext()).newPage();
  const person = await signUp(member);
  await member.goto(authorize(site, app.code));
  await expectTitle(member, 'sso.forbidden.title', { app: app.name });

  await addPeople(manager, app, { role: 'Người đọc', lines: [person.typed] });
  expect(await rolesAt(member, app)).toEqual(['reader']);

  await openIn(manager, `/apps/${app.id}/permissions`, 'vi');
  const row = manager.getByRole('table').getByRole('row').nth(1);
  // The member has no name, so the list shows the phone number instead.
  const label = (await row.getByRole('button').getAttribute('aria-label')) ?? '';
  const name = label.replace(t('list.actions.named', { name: '' }), '');
  const dialog = manager.getByRole('dialog');
  await openMenuOf(manager, name);
  await manager.getByRole('menuitem', { name: t('apps.people.set-role'), exact: true }).click();
  await dialog.getByLabel(t('apps.people.role')).selectOption({ label: 'Biên tập viên' });
  await dialog.getByRole('button', { name: t('apps.people.set-role'), exact: true }).click();
  await expect(row.getByRole('cell', { name: 'Biên tập viên' })).toBeVisible();
  expect(await rolesAt(member, app)).toEqual(['editor']);

  await openMenuOf(manager, name);
  await manager.getByRole('menuitem', { name: t('apps.people.lock'), exact: true }).click();
  await dialog.getByRole('button', { name: t('apps.people.lock'), exact: true }).click();
  await expect(row.getByRole('cell', { name: t('apps.people.status.locked') })).toBeVisible();
  await member.goto(authorize(site, app.code));
  await expectTitle(member, 'sso.forbidden.title', { app: app.name });

  await openMenuOf(manager, name);
  await manager.getByRole('menuitem', { name: t('apps.people.unlock'), exact: true }).click();
  await dialog.getByRole('button', { name: t('apps.people.unlock'), exact: true }).click();
  await expect(row.getByRole('cell', { name: t('apps.people.status.active') })).toBeVisible();
  expect(await rolesAt(member, app)).toEqual(['editor']);

  await openMenuOf(manager, name);
  await manager.getByRole('menuitem', { name: t('apps.people.remove'), exact: true }).click();
  await dialog.getByRole('textbox').fill(name);
  await dialog.getByRole('button', { name: t('apps.people.remove'), exact: true }).click();
  await expect(dialog).toBeHidden();
  await member.goto(authorize(site, app.code));
  await expectTitle(member, 'sso.forbidden.title', { app: app.name });
});
