import type { Browser, Page } from '@playwright/test';
import { areaPaths, type AreaPath } from '../../apps/web/src/navigation/area-paths.ts';
import { newAdministrator } from './people/administrator.ts';
import { signUp } from './journey.ts';
import { signUpManager } from './applications/managed-application.ts';
import { store } from './stored-rows.ts';

type Ids = Readonly<Record<string, string>>;

/** Pages that load no data. */
export const formsAlone: ReadonlySet<string> = new Set([
  areaPaths.adminNewApplication,
  areaPaths.adminNewIncident,
]);

export const isDesk = (path: AreaPath): boolean => path.startsWith('/admin');

/**
 * Returns the URL path of a page.
 * @throws for a path whose ids these tests do not provide
 */
export function addressOf(path: AreaPath, ids: Ids): string {
  return path.replaceAll(/:(\w+)/gu, (_whole, name: string) => {
    const id = ids[name];
    if (id === undefined) throw new Error(`${path} needs a ${name}`);
    return id;
  });
}

/** Signs up a manager of two applications, and returns the ids in the paths of one application's pages. */
export async function signUpManagerWithData(page: Page): Promise<Ids> {
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
  return { appId: app.id, permissionId: items[0].id, clientId: `${app.code}-web`, webhookId };
}

type Desk = {
  readonly page: Page;
  readonly idsOf: (path: AreaPath) => Ids;
};

/**
 * Signs in an administrator, and stores the entries whose ids the administration pages need. `broker` is the page of a
 * visitor, whom this function signs up.
 */
export async function openDesk(browser: Browser, broker: Page): Promise<Desk> {
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
  // No other test deletes accounts, so the webhook's page does not change.
  const webhook = { url: 'http://127.0.0.1:9/hook', description: '', events: ['account.deleted'] };
  const { id: webhookId } = await store(adminPage, 'POST', 'api/admin/webhooks', webhook);
  const { items } = await store(adminPage, 'POST', 'api/admin/audit/search', { limit: 1 });
  const ids = {
    accountId,
    appId: app.id,
    document: 'terms',
    text: 'code.any',
    eventId: items[0].id,
    incidentId,
    requestId,
    webhookId,
  };
  return {
    page: adminPage,
    idsOf: (path) => (path === areaPaths.adminEnterprise ? { ...ids, accountId: enterpriseId } : ids),
  };
}
