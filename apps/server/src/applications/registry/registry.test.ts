import { fieldReasons } from '@vid/contract/field-reasons';
import { createAccount, createAdmin } from '@vid/testkit/accounts';
import { waitForLockWaits } from '@vid/testkit/database/lock-wait';
import { startTestServer, type TestServer } from '@vid/testkit/server';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

let server: TestServer;
let admin: Awaited<ReturnType<typeof createAdmin>>;
beforeAll(async () => {
  server = await startTestServer(inject('cluster'));
  admin = await createAdmin(server);
});
afterAll(() => server.close());

const base = '/vid/api/admin/applications';
const search = async (body: object) => (await admin.browser.post(`${base}/search`, body)).data;
const codesOf = (data: Record<string, unknown>) =>
  (Array.isArray(data['items']) ? data['items'] : []).map(({ code }: { code: string }) => code);
const plain = { access: 'open', isFirstParty: false };
const register = (body: object) => admin.browser.post(base, { ...plain, ...body });
const idOf = async (body: object) => String((await register(body)).data['id']);
const auditOf = (id: string) => server.deps.sql`
  select kind, actor_id, details from audit_events where details ->> 'applicationId' = ${id} order by id`;
const expireConfirmation = () => server.deps.sql`
  update sessions set confirmed_at = now() - interval '1 day', authenticated_at = now() - interval '1 day'
  where account_id = ${admin.id}`;

describe('the registry of applications', () => {
  it('shows a registered application with its owner, clients and people', async () => {
    const owner = await createAccount(server, { name: 'Đỗ Thị Chủ' });
    const id = await idOf({ code: 'cho-nha', name: 'Chợ Nhà Đất', ownerPhone: owner.phone });
    await server.deps.applications.addClient('cho-nha', {
      clientId: 'cho-nha-web',
      kind: 'web',
      redirectUris: ['https://cho.example.vn/cb'],
    });
    await server.deps.applications.grant('cho-nha', owner.id, 'editor');
    await server.deps.applications.grant('cho-nha', owner.id, 'viewer');
    const { data } = await admin.browser.get(`${base}/${id}`);
    expect(data).toMatchObject({
      id,
      code: 'cho-nha',
      name: 'Chợ Nhà Đất',
      status: 'active',
      owner: { id: owner.id, name: 'Đỗ Thị Chủ', phone: owner.phone },
      clients: 1,
      people: 1,
      clientList: [{ id: 'cho-nha-web', kind: 'web', status: 'active' }],
    });
    expect((await auditOf(id))[0]).toEqual({
      kind: 'application.added',
      actorId: admin.id,
      details: { applicationId: id, code: 'cho-nha', ownerId: owner.id, ...plain },
    });
    await server.deps.sql`update permissions set status = 'locked' where application_id = ${id}`;
    expect((await admin.browser.get(`${base}/${id}`)).data).toMatchObject({ people: 0 });
  });

  it('names the enterprise that owns an application', async () => {
    const owner = await createAccount(server, { name: 'Đỗ Chủ', kind: 'enterprise' });
    await server.deps.sql`update enterprises set name = 'Công ty Chủ' where account_id = ${owner.id}`;
    const id = await idOf({ code: 'of-company', name: 'Của công ty', ownerPhone: owner.phone });
    expect((await admin.browser.get(`${base}/${id}`)).data).toMatchObject({
      owner: { name: 'Công ty Chủ' },
      clients: 0,
    });
    const other = await idOf({ code: 'of-nobody', name: 'Không chủ' });
    expect((await admin.browser.get(`${base}/${other}`)).data['owner']).toBeNull();
  });

  it('finds applications by code, owner’s phone or name without diacritics', async () => {
    const owner = await createAccount(server);
    await register({ code: 'bao-dat', name: 'Báo Địa Ốc Miền Tây', ownerPhone: owner.phone });
    for (const text of ['dia oc mien', 'BAO-D', `0${owner.phone.slice(3)}`, owner.phone])
      expect([text, codesOf(await search({ search: text }))]).toEqual([text, ['bao-dat']]);
    expect(codesOf(await search({ search: 'bao-dat', status: 'disabled' }))).toEqual([]);
    expect(codesOf(await search({ search: 'bao-dat', access: 'restricted' }))).toEqual([]);
    expect(codesOf(await search({ search: 'bao-dat', access: 'open' }))).toEqual(['bao-dat']);
    await register({ code: 'Upper-Code', name: 'Chữ hoa' });
    expect(codesOf(await search({ search: 'upper-c' }))).toEqual(['Upper-Code']);
    expect(codesOf(await search({ search: '%' }))).toEqual([]);
  });

  it('M6 pages by code and rejects a forged cursor', async () => {
    for (const code of ['page-3', 'page-1', 'page-2']) await register({ code, name: code });
    const first = await search({ search: 'page-', limit: 2 });
    expect(codesOf(first)).toEqual(['page-1', 'page-2']);
    expect(first['count']).toBe(3);
    const rest = await search({ search: 'page-', limit: 2, after: first['next'] });
    expect([codesOf(rest), rest['next']]).toEqual([['page-3'], null]);
    expect((await admin.browser.post(`${base}/search`, { after: 'abc' })).code).toBe('VALIDATION_FAILED');
  });

  it('registers a code once when several calls arrive together', async () => {
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => register({ code: 'once', name: 'Một lần' })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const refused = answers.find(({ status }) => status !== 200);
    expect([refused?.code, refused?.raw.json().fields]).toEqual([
      'VALIDATION_FAILED',
      { code: expect.any(String) },
    ]);
  });

  it.each([
    [{ code: 'a b', name: 'Sàn' }, 'code'],
    [{ code: 'a', name: 'Sàn' }, 'code'],
    [{ code: 'a'.repeat(42), name: 'Sàn' }, 'code'],
    [{ code: 'names', name: '\u200D' }, 'name'],
    [{ code: 'phones', name: 'Sàn', ownerPhone: '123' }, 'ownerPhone'],
  ])('refuses %j and names the wrong field', async (body, field) => {
    const answer = await register(body);
    expect([answer.status, Object.keys(answer.raw.json().fields)]).toEqual([400, [field]]);
  });

  it('M3 rejects undeclared fields', async () => {
    for (const extra of [{ status: 'disabled' }, { ownerId: admin.id }, { id: 'app_x' }])
      expect((await register({ code: 'mass', name: 'Sàn', ...extra })).code).toBe('VALIDATION_FAILED');
  });
});

it('a code of an application may have 2 or 41 characters', async () => {
  for (const code of ['ab', 'a'.repeat(41)]) expect((await register({ code, name: 'Sàn' })).status).toBe(200);
});

describe('the administration of an application', () => {
  it('locks and unlocks the application immediately, with an audited reason', async () => {
    const id = await idOf({ code: 'lockable', name: 'Khóa' });
    await server.deps.applications.addClient('lockable', {
      clientId: 'lockable-web',
      kind: 'web',
      redirectUris: ['https://lock.example.vn/cb'],
    });
    const isActive = async () => (await server.deps.applications.findActive('lockable-web')) !== undefined;
    expect((await admin.browser.post(`${base}/${id}/lock`, {})).code).toBe('VALIDATION_FAILED');
    for (let i = 0; i < 2; i += 1)
      expect((await admin.browser.post(`${base}/${id}/lock`, { reason: 'abuse' })).status).toBe(200);
    expect(await isActive()).toBe(false);
    await admin.browser.post(`${base}/${id}/unlock`, { reason: 'resolved' });
    expect(await isActive()).toBe(true);
    expect((await auditOf(id)).filter(({ kind }) => kind.startsWith('application.'))).toMatchObject([
      { kind: 'application.added' },
      { kind: 'application.locked', actorId: admin.id, details: { reason: 'abuse' } },
      { kind: 'application.unlocked', details: { reason: 'resolved' } },
    ]);
  });

  it('hands the application over to an account that can sign in', async () => {
    const [former, next, locked] = [
      await createAccount(server),
      await createAccount(server),
      await createAccount(server, { status: 'locked' }),
    ];
    const id = await idOf({ code: 'handed', name: 'Giao', ownerPhone: former.phone });
    const handOver = async (phone: string) =>
      (await admin.browser.post(`${base}/${id}/hand-over`, { phone, reason: 'new manager' })).code;
    expect(await handOver('+84900000001')).toBe('ACCOUNT_NOT_FOUND');
    const misspelled = await admin.browser.post(`${base}/${id}/hand-over`, { phone: '123', reason: 'x' });
    expect([misspelled.code, misspelled.fields]).toEqual(['PHONE_INVALID', { phone: fieldReasons.phone.vi }]);
    expect(await handOver(locked.phone)).toBe('ACCOUNT_LOCKED');
    expect(await handOver(next.phone)).toBeUndefined();
    expect((await admin.browser.get(`${base}/${id}`)).data['owner']).toMatchObject({ id: next.id });
    expect((await auditOf(id)).at(-1)).toMatchObject({
      kind: 'application.handed-over',
      details: { applicationId: id, code: 'handed', from: former.id, to: next.id, reason: 'new manager' },
    });
    const recorded = () => server.deps.sql`select from right_changes where application_id = ${id}`;
    await server.deps.sql`delete from right_changes where application_id = ${id}`;
    const { length } = await auditOf(id);
    expect(await handOver(next.phone)).toBeUndefined();
    expect([(await auditOf(id)).length, (await recorded()).count]).toEqual([length, 0]);
  });

  it('K1 announces new applications, owners and first parties to the administrator', async () => {
    const [actor, next] = [await createAdmin(server), await createAccount(server)];
    const { sql, background } = server.deps;
    const announced = async () => {
      await background.idle();
      const { length } = await sql`
        select from deliveries where phone = ${actor.phone} and type = 'application-access'`;
      await sql`delete from deliveries where phone = ${actor.phone}`;
      return length;
    };
    const { data } = await actor.browser.post(base, { code: 'announced', name: 'Sàn', ...plain });
    expect(await announced()).toBe(1);
    const url = `${base}/${String(data['id'])}`;
    for (const expected of [1, 0]) {
      await actor.browser.call('PATCH', url, { isFirstParty: true });
      expect(await announced()).toBe(expected);
    }
    await actor.browser.call('PATCH', url, { name: 'Chợ', isFirstParty: false });
    expect(await announced()).toBe(0);
    for (const expected of [1, 0]) {
      await actor.browser.post(`${url}/hand-over`, { phone: next.phone, reason: 'x' });
      expect(await announced()).toBe(expected);
    }
  });

  it('refuses a new owner who is locked during the hand-over', async () => {
    const [owner, next] = [await createAccount(server), await createAccount(server)];
    const id = await idOf({ code: 'waiting', name: 'Chờ', ownerPhone: owner.phone });
    const change = await server.deps.sql.begin(async (tx) => {
      await tx`update accounts set status = 'locked' where id = ${next.id}`;
      const waiting = [admin.browser.post(`${base}/${id}/hand-over`, { phone: next.phone, reason: 'x' })];
      await waitForLockWaits(server, 1);
      return { waiting };
    });
    expect((await Promise.all(change.waiting)).map(({ code }) => code)).toEqual(['ACCOUNT_LOCKED']);
    expect((await admin.browser.get(`${base}/${id}`)).data['owner']).toMatchObject({ id: owner.id });
  });

  it('refuses an owner who is locked during the registration', async () => {
    const owner = await createAccount(server);
    const change = await server.deps.sql.begin(async (tx) => {
      await tx`update accounts set status = 'locked' where id = ${owner.id}`;
      const waiting = [register({ code: 'owned', name: 'Chủ', ownerPhone: owner.phone })];
      await waitForLockWaits(server, 1);
      return { waiting };
    });
    expect((await Promise.all(change.waiting)).map(({ code }) => code)).toEqual(['ACCOUNT_LOCKED']);
    expect(codesOf(await search({ search: 'owned' }))).toEqual([]);
  });

  it('rejects an owner whose phone may be reassigned to another subscriber', async () => {
    const [owner, dormant] = [await createAccount(server), await createAccount(server)];
    await server.deps.sql`
      update accounts set last_sign_in_at = now() - interval '181 days' where id = ${dormant.id}`;
    const input = { code: 'sleeping', name: 'Ngủ' };
    expect((await register({ ...input, ownerPhone: dormant.phone })).code).toBe('ACCOUNT_NOT_FOUND');
    const id = await idOf({ ...input, ownerPhone: owner.phone });
    const answer = await admin.browser.post(`${base}/${id}/hand-over`, { phone: dormant.phone, reason: 'x' });
    expect(answer.code).toBe('ACCOUNT_NOT_FOUND');
    expect((await admin.browser.get(`${base}/${id}`)).data['owner']).toMatchObject({ id: owner.id });
  });

  it('M5 F3 sets and clears the operator and the privacy policy’s URL', async () => {
    const id = await idOf({ code: 'published', name: 'Đăng' });
    const set = (change: object) => admin.browser.call('PATCH', `${base}/${id}`, change);
    const shown = async () => {
      const { operatorName, policyUrl } = (await admin.browser.get(`${base}/${id}`)).data;
      return [operatorName, policyUrl];
    };
    expect(await shown()).toEqual([null, null]);
    await set({ operatorName: '  Công ty Sàn Việt ', policyUrl: 'https://san.example.vn/policy' });
    expect(await shown()).toEqual(['Công ty Sàn Việt', 'https://san.example.vn/policy']);
    for (const policyUrl of [
      'javascript:alert(1)',
      'http://san.example.vn',
      'https://a@evil.test',
      'https://:a@evil.test',
      'san.vn',
      '//x',
    ])
      expect((await set({ policyUrl })).raw.json().fields).toEqual({ policyUrl: expect.any(String) });
    expect((await set({ operatorName: '\u200d' })).raw.json().fields).toEqual({
      operatorName: expect.any(String),
    });
    await set({ name: 'Đăng' });
    expect(await shown()).toEqual(['Công ty Sàn Việt', 'https://san.example.vn/policy']);
    await set({ policyUrl: 'https://SAN.example.vn/Policy ' });
    expect(await shown()).toEqual(['Công ty Sàn Việt', 'https://san.example.vn/Policy']);
    await set({ operatorName: null, policyUrl: null });
    expect(await shown()).toEqual([null, null]);
  });

  it('changes the name, access and logo of the application', async () => {
    const id = await idOf({ code: 'changing', name: 'Cũ' });
    const change = { name: 'Mới', access: 'restricted', isFirstParty: true };
    expect((await admin.browser.call('PATCH', `${base}/${id}`, change)).status).toBe(200);
    await admin.browser.call('PATCH', `${base}/${id}`, { ...change, isFirstParty: false });
    const details = { applicationId: id, code: 'changing' };
    expect((await auditOf(id)).slice(1)).toEqual([
      {
        kind: 'application.changed',
        actorId: admin.id,
        details: { ...details, fields: 'access isFirstParty name' },
      },
      { kind: 'application.changed', actorId: admin.id, details: { ...details, fields: 'isFirstParty' } },
    ]);
    await admin.browser.call('PATCH', `${base}/${id}`, change);
    const picture = (body: string) =>
      admin.browser.call('PUT', `${base}/${id}/logo`, Buffer.from(body), {
        headers: { 'content-type': 'image/svg+xml' },
      });
    expect((await picture('<html>')).raw.json()).toMatchObject({
      message: 'VALIDATION_FAILED',
      fields: { logo: expect.any(String) },
    });
    expect((await picture('<svg xmlns="http://www.w3.org/2000/svg"/>')).status).toBe(200);
    const { data } = await admin.browser.get(`${base}/${id}`);
    expect(data).toMatchObject(change);
    expect(data['logo']).toMatch(/^data:image\/svg\+xml;base64,/u);
    await admin.browser.call('DELETE', `${base}/${id}/logo`);
    expect((await admin.browser.get(`${base}/${id}`)).data['logo']).toBeNull();
  });

  it('M2 returns not found for an unknown application', async () => {
    for (const [method, path, body] of [
      ['GET', '', undefined],
      ['PATCH', '', { name: 'X1' }],
      ['DELETE', '/logo', undefined],
      ['POST', '/lock', { reason: 'x' }],
      ['POST', '/hand-over', { reason: 'x', phone: admin.phone }],
    ] as const)
      expect((await admin.browser.call(method, `${base}/app_x${path}`, body)).code).toBe('NOT_FOUND');
  });

  it('requires a recent re-authentication to register and change an application', async () => {
    const id = await idOf({ code: 'confirmed', name: 'Xác nhận' });
    await expireConfirmation();
    for (const [method, path, body] of [
      ['POST', '', { ...plain, code: 'later', name: 'Sau' }],
      ['PATCH', `/${id}`, { name: 'X1' }],
      ['POST', `/${id}/lock`, { reason: 'x' }],
      ['POST', `/${id}/unlock`, { reason: 'x' }],
      ['POST', `/${id}/hand-over`, { reason: 'x', phone: admin.phone }],
    ] as const)
      expect((await admin.browser.call(method, `${base}${path}`, body)).code).toBe(
        'REAUTHENTICATION_REQUIRED',
      );
  });
});
