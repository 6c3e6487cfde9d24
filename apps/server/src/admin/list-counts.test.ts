import { createAccount, createAdmin, signIn } from '@vid/testkit/accounts';
import { TestBrowser } from '@vid/testkit/browser';
import { startTestServer, type TestServer } from '@vid/testkit/server';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

let server: TestServer;
let admin: Awaited<ReturnType<typeof createAdmin>>;
beforeAll(async () => {
  server = await startTestServer(inject('cluster'));
  admin = await createAdmin(server);
  for (const index of [1, 2, 3, 4, 5]) {
    const member = new TestBrowser(server.app);
    const account = await createAccount(server, { name: `Bạch Mai ${index}` });
    await signIn(member, account);
    const certificate = { number: `88${index}`, province: '01', issuedOn: '2026-01-15', expiresOn: null };
    await member.call('PUT', '/vid/api/users/certificate', { ...certificate, employer: null });
    await member.post('/vid/api/privacy/requests', { kind: 'restriction', details: 'Ngừng gửi SMS.' });

    const company = new TestBrowser(server.app);
    const companyAccount = await createAccount(server, { kind: 'enterprise' });
    await signIn(company, companyAccount);
    const enterprise = { name: `Bạch Mai ${index}`, taxCode: '0100109106', representative: 'Lê Châu' };
    await company.call('PATCH', '/vid/api/users/profile', { enterprise });

    await admin.browser.post('/vid/api/admin/applications', {
      code: `bach-mai-${index}`,
      name: `Bạch Mai ${index}`,
      access: 'open',
      isFirstParty: true,
    });
    await admin.browser.post('/vid/api/admin/incidents', {
      title: 'Gửi nhầm danh sách',
      description: 'Một tệp được gửi nhầm địa chỉ.',
      measures: '',
      dataKinds: ['names'],
      severity: 'low',
      discoveredAt: new Date(server.deps.nowMs()).toISOString(),
    });
    const { sql } = server.deps;
    if (index === 4)
      await sql`update accounts set status = 'locked' where id in (${account.id}, ${companyAccount.id})`;
    if (index === 5) {
      await sql`update broker_certificates set status = 'confirmed' where account_id = ${account.id}`;
      await sql`update enterprises set verified_at = now() where account_id = ${companyAccount.id}`;
    }
  }
});
afterAll(() => server.close());

describe('the count of a list', () => {
  it.each([
    ['all applications', 'applications', {}],
    ['active applications that a search found', 'applications', { search: 'bach-mai', status: 'active' }],
    ['all enterprises', 'enterprises', {}],
    ['enterprises that a search found', 'enterprises', { search: 'bach mai' }],
    ['all certificates', 'certificates', {}],
    ['certificates that a search found', 'certificates', { search: 'bach mai' }],
    ['all privacy requests', 'privacy/requests', {}],
    ['privacy requests of one kind', 'privacy/requests', { kind: 'restriction' }],
    ['all incidents', 'incidents', {}],
  ])('of %s is the number of its rows, on every page', async (_rows, list, body) => {
    const read = async (page: object) =>
      (await admin.browser.post(`/vid/api/admin/${list}/search`, { ...body, ...page })).data;
    const whole = await read({ limit: 100 });
    const rows = Array.isArray(whole['items']) ? whole['items'].length : 0;
    expect(rows).toBeGreaterThanOrEqual(3);
    const first = await read({ limit: 1 });
    const second = await read({ limit: 1, after: first['next'] });
    expect([whole['count'], first['count'], second['count']]).toEqual([rows, rows, rows]);
  });
});

it('administrators see the lengths of the enterprise and certificate queues', async () => {
  expect((await admin.browser.get('/vid/api/admin/attention')).data).toMatchObject({
    enterprises: 3,
    certificates: 3,
  });
  for (const list of ['enterprises', 'certificates'])
    expect((await admin.browser.post(`/vid/api/admin/${list}/search`, {})).data['count']).toBe(3);
});
