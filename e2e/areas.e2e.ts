import { expect, type Page } from '@playwright/test';
import { areaPaths, type AreaPath } from '../apps/web/src/navigation/area-paths.ts';
import { newAdministrator } from './support/administrator.ts';
import { audit, auditWidths } from './support/audit.ts';
import { signUp } from './support/journey.ts';
import { signUpManager } from './support/managed-application.ts';
import { openIn, showPage } from './support/open-in.ts';
import { title } from './support/screen.ts';
import { store } from './support/stored-rows.ts';
import { test } from './support/test.ts';
import { t } from './support/texts.ts';

type Ids = Readonly<Record<string, string>>;

/** Pages that other tests audit in every look and at each width. */
const auditedElsewhere: ReadonlySet<AreaPath> = new Set([
  areaPaths.app,
  areaPaths.appPermissions,
  areaPaths.appAddPermissions,
  areaPaths.appPermission,
  areaPaths.appManagers,
  areaPaths.appRoles,
  areaPaths.appClient,
  areaPaths.appClientDoctor,
  areaPaths.appClientStart,
  areaPaths.admin,
  areaPaths.adminAccounts,
  areaPaths.adminAccount,
  areaPaths.adminEnterprises,
  areaPaths.adminEnterprise,
  areaPaths.adminPrivacy,
  areaPaths.adminPrivacyRequest,
  areaPaths.adminIncidents,
  areaPaths.adminNewIncident,
  areaPaths.adminIncident,
  areaPaths.adminLegal,
  areaPaths.adminAudit,
  areaPaths.adminAuditEvent,
  areaPaths.adminWebhooks,
  areaPaths.adminWebhook,
]);

/** Pages that load no data. */
const formsAlone: ReadonlySet<AreaPath> = new Set([
  areaPaths.adminNewApplication,
  areaPaths.adminNewIncident,
]);

const isDesk = (path: AreaPath): boolean => path.startsWith('/admin');

/** Returns the address of a page. Fails for a path whose ids these tests do not provide. */
function addressOf(path: AreaPath, ids: Ids): string {
  return path.replaceAll(/:(\w+)/gu, (_whole, name: string) => {
    const id = ids[name];
    if (id === undefined) throw new Error(`${path} needs a ${name}`);
    return id;
  });
}

async function expectLoaded(page: Page): Promise<void> {
  await expect(page.getByText(t('common.loading'), { exact: true })).toHaveCount(0);
}

/** Audits each page that no other test audits, and at 360 pixels each page whose data cannot be loaded. */
async function auditPages(page: Page, paths: readonly AreaPath[], idsOf: (path: AreaPath) => Ids) {
  await openIn(page, '/user/information', 'vi');
  for (const path of paths.filter((each) => !auditedElsewhere.has(each))) {
    await showPage(page, addressOf(path, idsOf(path)));
    await expectLoaded(page);
    await auditWidths(page, `area ${path}`, [768, 1440, 360]);
  }
  // Answer with an error that the app does not retry, because retries would take four seconds for each page.
  await page.route('**/vid/api/**', (route) =>
    route.fulfill({ status: 429, json: { error: 'Quá nhiều yêu cầu.', message: 'RATE_LIMITED' } }),
  );
  // Loads the app again, without the data that it has kept.
  await openIn(page, '/user/information', 'vi');
  for (const [index, path] of paths.entries()) {
    await showPage(page, addressOf(path, idsOf(path)));
    await expectLoaded(page);
    if (!formsAlone.has(path))
      await expect(page.getByRole('button', { name: t('common.retry') }).first(), path).toBeVisible();
    await expect(page).toHaveTitle(
      new RegExp(`^${RegExp.escape((await title(page).textContent()) ?? '')} · `, 'u'),
    );
    // Every page reports the failure in the same colours.
    await audit(page, `area ${path} failed`, { rules: index === 0 ? 'all' : 'structure' });
  }
}

test('F3 no page of an application manager has an axe violation, loaded or failed', async ({ page }) => {
  test.slow();
  const [app] = await signUpManager(page, { name: 'Sàn giao dịch Hội' }, { name: 'Tin nhà đất' });
  if (!app) throw new Error('no application');
  const url = `api/apps/${app.id}`;
  const role = { code: 'reader', name: 'Người đọc', description: '', isDefault: false };
  await store(page, 'POST', `${url}/roles`, role);
  const { phone } = await store(page, 'GET', 'ajax/auth/me');
  await store(page, 'POST', `${url}/permissions`, { role: role.code, phones: [phone] });
  const { items } = await store(page, 'POST', `${url}/permissions/search`, {});
  const webhook = { url: 'http://127.0.0.1:9/hook', description: '', events: ['permission.changed'] };
  const { id: webhookId } = await store(page, 'POST', `${url}/webhooks`, webhook);
  const ids = { appId: app.id, permissionId: items[0].id, clientId: `${app.code}-web`, webhookId };
  await auditPages(
    page,
    Object.values(areaPaths).filter((path) => !isDesk(path)),
    () => ids,
  );
});

test('F3 no administration page has an axe violation, loaded or failed', async ({
  browser,
  page: broker,
}) => {
  test.slow();
  await signUp(broker);
  await store(broker, 'PATCH', 'api/users/profile', { name: 'Đỗ Thị Ánh', object: 'broker' });
  await store(broker, 'PUT', 'api/users/certificate', {
    number: '123456',
    province: '01',
    issuedOn: '2026-01-15',
    expiresOn: null,
    employer: null,
  });
  const request = { kind: 'restriction', details: 'Ngừng gửi SMS.' };
  const { id: requestId } = await store(broker, 'POST', 'api/privacy/requests', request);
  const { id: accountId } = await store(broker, 'GET', 'ajax/auth/me');

  const company = await (await browser.newContext()).newPage();
  await signUp(company, { kind: 'enterprise' });
  const enterprise = {
    name: 'Địa ốc Ánh Dương',
    shortName: 'ÁD',
    taxCode: '0101248141',
    representative: 'Lê Châu',
  };
  await store(company, 'PATCH', 'api/users/profile', { province: '01', enterprise });
  const { id: enterpriseId } = await store(company, 'GET', 'ajax/auth/me');

  const manager = await (await browser.newContext()).newPage();
  const [app] = await signUpManager(manager, { name: 'Sàn giao dịch Hội' });
  if (!app) throw new Error('no application');

  const adminPage = await newAdministrator(browser);
  const { id: incidentId } = await store(adminPage, 'POST', 'api/admin/incidents', {
    title: 'Gửi nhầm danh sách',
    description: 'Một tệp được gửi nhầm địa chỉ.',
    measures: '',
    dataKinds: ['names'],
    severity: 'low',
    discoveredAt: new Date().toISOString(),
  });
  const webhook = { url: 'http://127.0.0.1:9/hook', description: '', events: ['account.created'] };
  const { id: webhookId } = await store(adminPage, 'POST', 'api/admin/webhooks', webhook);
  const { items } = await store(adminPage, 'POST', 'api/admin/audit/search', { limit: 1 });
  const ids = {
    accountId,
    appId: app.id,
    document: 'terms',
    eventId: items[0].id,
    incidentId,
    requestId,
    webhookId,
  };
  await auditPages(adminPage, Object.values(areaPaths).filter(isDesk), (path) =>
    path === areaPaths.adminEnterprise ? { ...ids, accountId: enterpriseId } : ids,
  );
});
