import { createServer } from 'node:http';
import { expect, type Browser, type Page } from '@playwright/test';
import { newAdministrator } from '../support/people/administrator.ts';
import { listen } from '../support/applications/applications.ts';
import { addAuthenticator } from '../support/people/authenticator.ts';
import { signUp } from '../support/journey.ts';
import { signUpManager, type Managed } from '../support/applications/managed-application.ts';
import { createMembers } from '../support/people/members.ts';
import type { Member } from '../support/operator.ts';
import { continueAtProvider, providerButton } from '../support/applications/providers.ts';
import { expectHarmless, expectShown, hostile, link, visit, watch } from '../support/checks/hostile-texts.ts';
import { resendIfClosed } from '../support/requests.ts';
import { button, expectTitle, textbox } from '../support/screen.ts';
import { refuse, store } from '../support/stored-rows.ts';
import { test } from '../support/test.ts';
import { t } from '../support/texts.ts';

async function newPage(browser: Browser, userAgent?: string): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    ...(userAgent === undefined ? {} : { userAgent }),
  });
  return watch(await context.newPage());
}

const me = async (page: Page): Promise<{ readonly id: string }> => store(page, 'GET', 'ajax/auth/me');

async function storeEnterprise(page: Page): Promise<string> {
  const enterprise = {
    name: hostile('company'),
    shortName: hostile('short'),
    representative: hostile('head'),
    taxCode: '0101248141',
  };
  await store(page, 'PATCH', 'api/users/profile', { province: '01', enterprise });
  for (const change of [
    { enterprise: { taxCode: hostile('tax') } },
    { province: '"><img' },
    { email: hostile('@x.vn') },
    { object: hostile('object') },
  ])
    await refuse(page, 'PATCH', 'api/users/profile', change);
  return (await me(page)).id;
}

async function storeMember(page: Page) {
  await store(page, 'PATCH', 'api/users/profile', { name: hostile('name'), object: 'broker' });
  const certificate = { number: hostile('number'), province: '01', issuedOn: '2026-01-15', expiresOn: null };
  await store(page, 'PUT', 'api/users/certificate', { ...certificate, employer: hostile('employer') });
  for (const change of [{ province: '"><img' }, { issuedOn: '"><img' }])
    await refuse(page, 'PUT', 'api/users/certificate', { ...certificate, employer: null, ...change });
  const request = { kind: 'restriction', details: hostile('details') };
  const { id: requestId } = await store(page, 'POST', 'api/privacy/requests', request);

  await addAuthenticator(page);
  await page.goto('/vid/web/user/security/passkeys');
  await button(page, 'passkey.add').click();
  await expect(page.getByText(t('passkey.here'))).toBeVisible();
  const [passkey] = await store(page, 'GET', 'api/passkeys');
  await store(page, 'PATCH', `api/passkeys/${passkey.id}`, { name: hostile('passkey') });
  await page.goto('/vid/web/user/security/linked-accounts');
  const card = page.getByRole('main');
  await button(card, 'social.reception.link', { provider: 'Google' }).click();
  await continueAsHostile(page);
  await expect(button(card, 'social.card.removeNamed', { provider: 'Google' })).toBeVisible();
  return { id: (await me(page)).id, requestId: String(requestId) };
}

/** Signs in at the sample Google as a person with a hostile name. */
async function continueAsHostile(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1, name: 'Sample Google' }).waitFor();
  const people = [{ subject: String(Date.now()), name: hostile('google'), email: 'a@example.vn' }];
  await page.context().addCookies([
    {
      name: 'google_people',
      value: Buffer.from(JSON.stringify(people)).toString('base64url'),
      url: new URL(page.url()).origin,
    },
  ]);
  await page.reload();
  await continueAtProvider(page, 'Google');
}

async function storeApplication(page: Page, app: Managed, person: Member, receiver: string) {
  const url = `api/apps/${app.id}`;
  const role = { code: 'reader', name: hostile('role'), description: hostile('about'), isDefault: false };
  await store(page, 'POST', `${url}/roles`, role);
  await refuse(page, 'POST', `${url}/roles`, { ...role, code: hostile('code') });
  await store(page, 'POST', `${url}/permissions`, {
    role: 'reader',
    phones: [person.e164, hostile('phone').slice(0, 24)],
  });
  const { items } = await store(page, 'POST', `${url}/permissions/search`, {});

  const events = ['permission.changed'];
  const webhook = { url: receiver, description: hostile('webhook'), events };
  const { id: webhookId } = await store(page, 'POST', `${url}/webhooks`, webhook);
  await store(page, 'POST', `${url}/webhooks/${webhookId}/test`, {});
  for (const address of [link, `http://x/${hostile('')}`])
    await refuse(page, 'POST', `${url}/webhooks`, { url: address, events });

  const client = { kind: 'web', redirectUris: ['https://app.example.vn/cb'] };
  await refuse(page, 'POST', `${url}/clients`, { ...client, clientId: hostile('client') });
  for (const address of [link, hostile('')]) {
    await refuse(page, 'POST', `${url}/clients`, { ...client, redirectUris: [address] });
    await refuse(page, 'POST', `${url}/clients`, { ...client, postLogoutUris: [address] });
    await refuse(page, 'POST', `${url}/clients`, { ...client, backchannelLogoutUri: address });
  }
  for (const address of [link, hostile('asked')])
    await page.request.get(`/vid/oidc/auth?${authorization(app, { redirect_uri: address })}`, resendIfClosed);
  return { permissionId: String(items[0].id), webhookId: String(webhookId) };
}

function authorization({ code }: Managed, more: Record<string, string> = {}): string {
  return new URLSearchParams({
    client_id: `${code}-web`,
    response_type: 'code',
    scope: 'openid profile',
    redirect_uri: 'http://127.0.0.1:9/callback',
    code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    code_challenge_method: 'S256',
    state: hostile('state'),
    ...more,
  }).toString();
}

async function storeDesk(
  page: Page,
  of: { member: string; requestId: string; enterprise: string; person: string },
): Promise<string> {
  await store(page, 'PATCH', 'api/users/profile', { name: hostile('admin') });
  const admin = 'api/admin';
  await store(page, 'POST', `${admin}/accounts/${of.person}/notes`, { text: hostile('note') });
  await store(page, 'POST', `${admin}/accounts/${of.person}/lock`, { reason: hostile('lock') });
  await refuse(page, 'PUT', `${admin}/accounts/${of.person}/hidden-nav-ids`, { hiddenNavIds: ['"><img'] });
  const approval = { kind: 'grant-admin', accountId: of.member, reason: hostile('approval') };
  await store(page, 'POST', `${admin}/approvals`, approval);
  const { declaredAt, checkedAt } = await store(page, 'GET', `${admin}/certificates/${of.member}`);
  const certificate = { declaredAt, checkedAt, reason: hostile('unproven') };
  await store(page, 'POST', `${admin}/certificates/${of.member}/refuse`, certificate);
  const { revision } = await store(page, 'GET', `${admin}/enterprises/${of.enterprise}`);
  const refusal = { revision, reason: hostile('unknown') };
  await store(page, 'POST', `${admin}/enterprises/${of.enterprise}/refuse`, refusal);
  const request = `${admin}/privacy/requests/${of.requestId}`;
  await store(page, 'POST', `${request}/extend`, { days: 5, reason: hostile('later') });
  await store(page, 'POST', `${request}/answer`, { text: hostile('answer') });
  const closing = { outcome: 'declined', text: hostile('closed'), checks: ['legal-basis'] };
  await store(page, 'POST', `${request}/close`, closing);
  const file = { fileName: hostile('file'), type: 'csv', bytes: 3 };
  const { id: importId } = await store(page, 'POST', `${admin}/imports`, file);
  return String(importId);
}

/** Creates and closes an incident whose affected member was notified. Returns the incident's id. */
async function storeIncident(page: Page, e164: string): Promise<string> {
  const discoveredAt = new Date(Date.now() - 3_600_000).toISOString();
  const { id } = await store(page, 'POST', 'api/admin/incidents', {
    title: hostile('title'),
    description: hostile('description'),
    measures: hostile('measures'),
    dataKinds: ['names'],
    severity: 'low',
    discoveredAt,
  });
  const url = `api/admin/incidents/${id}`;
  const revision = async () => (await store(page, 'GET', url)).revision;
  await store(page, 'POST', `${url}/accounts`, { phones: [e164] });
  const notice = { revision: await revision(), sentAt: discoveredAt, reference: hostile('reference') };
  await store(page, 'POST', `${url}/authority-notice`, notice);
  const texts = { vi: hostile('told'), en: hostile('told') };
  await store(page, 'POST', `${url}/members-notice`, { revision: await revision(), texts });
  // Notifying a member changes the incident's revision.
  await expect.poll(async () => (await store(page, 'GET', url)).membersNotifiedAt).not.toBeNull();
  await store(page, 'POST', `${url}/close`, { revision: await revision(), note: hostile('end') });
  return String(id);
}

async function hostileEvents(page: Page): Promise<Map<string, string>> {
  const { items } = await store(page, 'POST', 'api/admin/audit/search', {
    actor: (await me(page)).id,
    limit: 100,
  });
  const found = new Map<string, string>();
  for (const { id, kind } of items) {
    if (found.has(kind)) continue;
    const event = await store(page, 'GET', `api/admin/audit/events/${id}`);
    if (JSON.stringify(event.details).includes('<img')) found.set(kind, id);
  }
  return found;
}

test('F3 I8 shows the input of members, managers and administrators as text', async ({ browser }) => {
  test.slow();
  const receiver = await listen(
    createServer((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' }).end(hostile('received'));
    }),
  );
  const enterprise = await newPage(browser);
  const member = await newPage(browser, hostile('agent'));
  const adminPage = await watch(await newAdministrator(browser));
  await adminPage.setViewportSize({ width: 1440, height: 900 });
  const { e164 } = await signUp(enterprise, { kind: 'enterprise' });
  const [app] = await signUpManager(member, { name: hostile('app'), isFirstParty: false, access: 'open' });
  const [person] = await createMembers([hostile('person')]);
  if (!app || !person) throw new Error('no application or no member');

  const enterpriseId = await storeEnterprise(enterprise);
  const { id: memberId, requestId } = await storeMember(member);
  const rows = await storeApplication(member, app, person, receiver.origin);
  const { items } = await store(adminPage, 'POST', 'api/admin/accounts/search', { search: person.e164 });
  const personId = String(items[0].id);
  const importId = await storeDesk(adminPage, {
    member: memberId,
    requestId,
    enterprise: enterpriseId,
    person: personId,
  });
  const incidentId = await storeIncident(adminPage, e164);

  await visit(enterprise, '/user/information', 'company', 'unknown');
  await visit(enterprise, '/user/privacy/incidents', 'told');

  await visit(member, '/user/information', 'name', 'number', 'employer', 'unproven');
  await visit(member, '/user/security/passkeys', 'passkey');
  await visit(member, '/user/security/linked-accounts', 'google');
  await visit(member, '/user/privacy/requests', 'details', 'answer', 'later', 'closed');
  await visit(member, '/invite-friends', 'name');
  const home = `/apps/${app.id}`;
  await visit(member, home, 'app');
  await expect.poll(() => member.title()).toContain(hostile('app'));
  await visit(member, `${home}/permissions`, 'person', 'role');
  await visit(member, `${home}/permissions/${rows.permissionId}`, 'person', 'role');
  await visit(member, `${home}/permissions/add`, 'role');
  await visit(member, `${home}/roles`, 'role', 'about');
  for (const page of ['', '/doctor', '/start'])
    await visit(member, `${home}/clients/${app.code}-web${page}`, ...(page === '/doctor' ? ['asked'] : []));
  await visit(member, `${home}/webhooks`, 'webhook');
  await visit(member, `${home}/webhooks/${rows.webhookId}`);
  await expect(textbox(member, 'webhooks.description')).toHaveValue(hostile('webhook'));
  await button(member, 'webhooks.event.test').click();
  await expect(member.getByRole('dialog')).toContainText(hostile('received'));
  await expectHarmless(member);
  await member.goto(`/vid/oidc/auth?${authorization(app)}`);
  await member.waitForURL('**/intermediate**');
  await expectShown(member, 'app', 'name');

  await visit(adminPage, '/admin', 'approval', 'admin', 'name');
  await visit(adminPage, '/admin/accounts', 'person');
  await visit(adminPage, `/admin/accounts/${personId}`, 'person', 'note', 'lock', 'admin');
  await visit(adminPage, `/admin/accounts/${personId}?tab=access`, 'person', 'app');
  await visit(adminPage, `/admin/accounts/${memberId}`, 'name');
  await visit(adminPage, `/admin/accounts/${enterpriseId}`, 'company', 'short', 'head');
  await visit(adminPage, '/admin/enterprises?state=refused', 'company');
  await visit(
    adminPage,
    `/admin/enterprises/${enterpriseId}`,
    'company',
    'short',
    'head',
    'unknown',
    'admin',
  );
  await visit(
    adminPage,
    `/admin/enterprises/certificates/${memberId}`,
    'name',
    'number',
    'unproven',
    'admin',
  );
  await visit(adminPage, '/admin/privacy?state=closed', 'name');
  await visit(
    adminPage,
    `/admin/privacy/${requestId}`,
    'name',
    'details',
    'answer',
    'later',
    'closed',
    'admin',
  );
  await visit(adminPage, '/admin/incidents?state=closed', 'title');
  await visit(
    adminPage,
    `/admin/incidents/${incidentId}`,
    'title',
    'description',
    'measures',
    'reference',
    'end',
  );
  await expect.poll(() => adminPage.title()).toContain(hostile('title'));
  await visit(adminPage, '/admin/applications', 'app', 'name');
  await visit(adminPage, `/admin/applications/${app.id}`, 'app', 'name');
  await visit(adminPage, `/admin/import?import=${importId}`, 'file');
  await visit(adminPage, '/admin/audit', 'admin');
  const events = await hostileEvents(adminPage);
  expect(events.size).toBeGreaterThan(4);
  for (const id of events.values()) {
    await visit(adminPage, `/admin/audit/${id}`, 'admin');
    await expect(adminPage.getByText('<img src=x').first()).toBeVisible();
  }

  const visitor = await newPage(browser);
  await visitor.goto('/vid/web/signin');
  await providerButton(visitor, 'Google').click();
  await continueAsHostile(visitor);
  await expectTitle(visitor, 'social.phone.title');
  await expectShown(visitor, 'google');
  await receiver.close();
});
