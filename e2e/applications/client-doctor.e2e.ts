import { generateKeyPairSync } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import type { ManagementScope } from '@vid/contract/management-scopes';
import { newAdministrator } from '../support/people/administrator.ts';
import { openIn } from '../support/open-in.ts';
import { startApplicationSite, type ApplicationSite } from '../support/applications/applications.ts';
import { auditThemes, auditWidths } from '../support/checks/audit.ts';
import { openSection, signUpManager } from '../support/applications/managed-application.ts';
import { addressesAt, authorize } from '../support/applications/relying-application.ts';
import { test } from '../support/test.ts';
import { t } from '../support/texts.ts';

let site: ApplicationSite;
test.beforeAll(async () => {
  site = await startApplicationSite();
});
test.afterAll(() => site.close());

test('adds a failed sign-on and its reason to the open client doctor', async ({ context, page }) => {
  test.slow();
  const [app] = await signUpManager(page, { ...addressesAt(site), access: 'open' });
  if (!app) throw new Error('the manager has no application');
  await page.setViewportSize({ width: 1440, height: 800 });
  await openIn(page, `/apps/${app.id}`, 'vi');
  await openSection(page, 'clients', app);
  await page.getByRole('table').getByRole('link', { name: app.name, exact: true }).click();
  await page.getByRole('link', { name: t('apps.doctor.open') }).click();
  await expect(page.getByText(t('apps.doctor.none'), { exact: true })).toBeVisible();
  await auditThemes(page, 'doctor empty');

  const wrong = `${site.origin}/callback/`;
  const other = await context.newPage();
  await other.goto(authorize(site, app.code, { redirect_uri: wrong }));
  const newest = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('group') })
    .first();
  await expect(newest.getByText(t('apps.doctor.outcome.failed'), { exact: true })).toBeVisible();
  await expect(newest.getByText(wrong, { exact: true })).toBeVisible();
  await expect(newest.getByText(`${site.origin}/callback`, { exact: true })).toBeVisible();
  await expect(newest.getByText(t('apps.doctor.difference.slash'))).toBeVisible();

  await other.goto(authorize(site, app.code));
  await other.waitForURL(`${site.origin}/callback**`);
  await expect(newest.getByText(t('apps.doctor.outcome.open'), { exact: true })).toBeVisible();
  await page.getByRole('button', { name: t('apps.doctor.checks.run') }).click();
  await expect(page.getByText(t('apps.doctor.check.active'))).toBeVisible();
  await auditWidths(page, 'doctor');
});

const cardOf = (shown: Page) => shown.getByRole('region', { name: t('apps.clients.management') });
const box = (shown: Page, scope: ManagementScope) =>
  cardOf(shown).getByRole('checkbox', { name: t(`apps.clients.management.${scope}`) });
const save = (shown: Page) => cardOf(shown).getByRole('button', { name: t('apps.clients.management.save') });

test('lets a manager add a client that uses only the device flow', async ({ page }) => {
  const [app] = await signUpManager(page, addressesAt(site));
  if (!app) throw new Error('the manager has no application');
  const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const jwk = { ...publicKey.export({ format: 'jwk' }), kid: 'screen-2026', alg: 'ES256' };
  await page.setViewportSize({ width: 1440, height: 800 });
  await openIn(page, `/apps/${app.id}`, 'vi');
  await openSection(page, 'clients', app);
  await page.getByRole('button', { name: t('apps.clients.add') }).click();
  await page.getByRole('radio', { name: t('apps.clients.kind.native') }).check({ force: true });
  await page.getByRole('button', { name: t('apps.clients.continue'), exact: true }).click();
  await page.getByLabel(t('apps.clients.name')).fill('Màn hình');
  await page.getByRole('checkbox', { name: t('apps.clients.deviceOnly') }).check();
  await expect(page.getByLabel(t('apps.clients.redirectUris'))).toHaveCount(0);
  await page.getByText(t('apps.clients.advanced'), { exact: true }).click();
  await page.getByLabel(t('apps.clients.auth')).selectOption('private_key_jwt');
  await page.getByLabel(t('apps.clients.jwks')).fill(JSON.stringify({ keys: [jwk] }));
  const id = `${app.code}-screen`;
  await page.getByLabel(t('apps.clients.id')).fill(id);
  await page.setViewportSize({ width: 360, height: 800 });
  await auditThemes(page, 'client form, device flow');
  await page.getByRole('button', { name: t('apps.clients.add'), exact: true }).click();
  await expect(page.getByRole('heading', { name: t('apps.start.title') })).toBeVisible();
  await openIn(page, `/apps/${app.id}/clients/${id}`, 'vi');
  const keys = page.getByRole('region', { name: t('apps.clients.keys') });
  await expect(keys.getByText('screen-2026', { exact: true })).toBeVisible();
  await expect(page.getByText(t('apps.clients.redirectUris.device'))).toBeVisible();
  await auditThemes(page, 'client of the device flow');
});

test('M1 lets a manager and an administrator grant scopes to a program', async ({ browser, page }) => {
  test.slow();
  const [app] = await signUpManager(page, addressesAt(site));
  if (!app) throw new Error('the manager has no application');
  await page.setViewportSize({ width: 1440, height: 800 });
  await openIn(page, `/apps/${app.id}`, 'vi');
  await openSection(page, 'clients', app);
  await page.getByRole('button', { name: t('apps.clients.add') }).click();
  await page.getByRole('radio', { name: t('apps.clients.kind.machine') }).check({ force: true });
  await page.getByRole('button', { name: t('apps.clients.continue'), exact: true }).click();
  await page.getByLabel(t('apps.clients.name')).fill('Chương trình đêm');
  await page.getByText(t('apps.clients.advanced'), { exact: true }).click();
  const id = `${app.code}-job`;
  await page.getByLabel(t('apps.clients.id')).fill(id);
  await page.getByRole('button', { name: t('apps.clients.add'), exact: true }).click();
  await page.getByRole('button', { name: t('apps.clients.secret.done') }).click();
  await expect(box(page, 'vid:accounts:read')).toHaveCount(0);
  await box(page, 'vid:applications:read').check();
  await save(page).click();
  await expect(page.getByText(t('apps.clients.management.saved'))).toBeVisible();
  await expect(save(page)).toBeDisabled();

  const administrator = await newAdministrator(browser);
  await openIn(administrator, `/apps/${app.id}/clients/${id}`, 'vi');
  await expect(box(administrator, 'vid:applications:read')).toBeChecked();
  await box(administrator, 'vid:accounts:read').check();
  await save(administrator).click();
  await expect(administrator.getByText(t('apps.clients.management.saved'))).toBeVisible();

  await page.reload();
  await expect(box(page, 'vid:accounts:read')).toBeChecked();
  await expect(box(page, 'vid:accounts:read')).toBeDisabled();
  await auditWidths(page, 'client management, manager');
  await auditWidths(administrator, 'client management, administrator');
});
