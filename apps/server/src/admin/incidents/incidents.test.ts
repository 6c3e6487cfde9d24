import { fieldReasons } from '@vid/contract/field-reasons';
import { incidentDataKinds } from '@vid/contract/endpoints/admin/incident-shapes';
import { createAccount, createAdmin } from '@vid/testkit/accounts';
import { startTestServer, type TestServer } from '@vid/testkit/server';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

let server: TestServer;
let admin: Awaited<ReturnType<typeof createAdmin>>;
beforeAll(async () => {
  server = await startTestServer(inject('cluster'));
  admin = await createAdmin(server);
});
afterAll(() => server.close());

const path = '/vid/api/admin/incidents';
const hourMs = 3_600_000;
const ago = (hours: number) => new Date(Date.now() - hours * hourMs).toISOString();
const text = {
  title: 'Gửi nhầm danh sách',
  description: 'Một tệp được gửi nhầm địa chỉ.',
  dataKinds: ['names', 'phones'],
  severity: 'medium',
  measures: '',
};

async function opened(hours = 1, fields: object = {}) {
  const { data } = await admin.browser.post(path, { ...text, discoveredAt: ago(hours), ...fields });
  const at = `${path}/${String(data['id'])}`;
  const get = async () => (await admin.browser.get(at)).data;
  const post = async (what: string, body: object, revision?: number) =>
    admin.browser.post(`${at}/${what}`, { revision: revision ?? Number((await get())['revision']), ...body });
  return {
    id: String(data['id']),
    at,
    get,
    post,
    change: async (fields_: object, revision?: number) =>
      admin.browser.call('PUT', at, {
        ...text,
        discoveredAt: ago(hours),
        revision: revision ?? Number((await get())['revision']),
        ...fields_,
      }),
    close: async (revision?: number) => post('close', { note: 'Xong.' }, revision),
  };
}

const idsIn = async (state: string) => {
  const ids: string[] = [];
  let after: unknown;
  do {
    const { data } = await admin.browser.post(`${path}/search`, {
      state,
      limit: 2,
      ...(after !== undefined && { after }),
    });
    ids.push(...(Array.isArray(data['items']) ? data['items'] : []).map(({ id }: { id: string }) => id));
    after = data['next'] ?? undefined;
  } while (after !== undefined);
  return ids;
};

const eventsOf = (id: string) => server.deps.sql<{ kind: string; details: Record<string, unknown> }[]>`
  select kind, actor_id, details from audit_events where details ->> 'incident' = ${id} order by id`;

describe('the incident register', () => {
  it('lists open incidents by due time, and closed incidents separately', async () => {
    const [late, soon, fresh] = [await opened(80), await opened(60), await opened(2)];
    const current = await idsIn('current');
    expect(current.filter((id) => [late.id, soon.id, fresh.id].includes(id))).toEqual([
      late.id,
      soon.id,
      fresh.id,
    ]);
    for (const one of [fresh, late, soon]) expect((await one.close()).status).toBe(200);
    expect(await idsIn('current')).not.toContain(fresh.id);
    const closed = await idsIn('closed');
    expect(closed.slice(0, 3)).toEqual([soon.id, late.id, fresh.id]);
    const ids = [late.id, soon.id, fresh.id].toSorted();
    await server.deps.sql`update incidents set closed_at = now() where id = any(${ids})`;
    expect((await idsIn('closed')).slice(0, 3)).toEqual(ids.toReversed());
    const { data } = await admin.browser.post(`${path}/search`, { state: 'closed', limit: 1 });
    expect(data['count']).toBe(closed.length);
  });

  it('counts 72 hours from the discovery by the server’s clock', async () => {
    const one = await opened(10);
    const read = await one.get();
    expect(read).toMatchObject({
      status: 'open',
      urgency: 'inTime',
      notedBy: { id: admin.id, name: admin.phone },
    });
    expect(Date.parse(String(read['dueAt'])) - Date.parse(String(read['discoveredAt']))).toBe(72 * hourMs);
    expect(Math.abs(Number(read['secondsLeft']) - 62 * 3_600)).toBeLessThan(60);
    expect(await (await opened(50)).get()).toMatchObject({ urgency: 'dueSoon' });
    expect(await (await opened(73)).get()).toMatchObject({ urgency: 'overdue' });
  });

  it('adds open incidents to the administrators’ tasks, with the next due time', async () => {
    const late = await opened(200);
    const { data } = await admin.browser.get('/vid/api/admin/attention');
    const { dueAt } = await late.get();
    const before = Object(data['incidents']);
    expect(before).toMatchObject({ nextDueAt: dueAt });
    expect(before['overdue']).toBeGreaterThan(0);
    await late.post('authority-notice', { sentAt: ago(0.1), reference: 'A05' });
    const after = Object((await admin.browser.get('/vid/api/admin/attention')).data['incidents']);
    expect(after).toMatchObject({ open: before['open'], overdue: before['overdue'] - 1 });
    expect(after['nextDueAt']).not.toBe(dueAt);
    await late.close();
    const { data: last } = await admin.browser.get('/vid/api/admin/attention');
    expect(last['incidents']).toMatchObject({ open: before['open'] - 1 });
  });

  it.each([
    { discoveredAt: ago(-1) },
    { dataKinds: [] },
    { dataKinds: ['names', 'names'] },
    { severity: 'worst' },
    { title: '' },
    { status: 'closed' },
    { revision: 1 },
  ])('M6 rejects the fields %j', async (fields) => {
    const answer = await admin.browser.post(path, { ...text, discoveredAt: ago(1), ...fields });
    expect(answer.code).toBe('VALIDATION_FAILED');
  });

  it('returns not found for an unknown incident', async () => {
    expect((await admin.browser.get(`${path}/inc_none`)).code).toBe('NOT_FOUND');
    expect((await admin.browser.get(`${path}/inc_none/drafts`)).code).toBe('NOT_FOUND');
    const closing = await admin.browser.post(`${path}/inc_none/close`, { revision: 1, note: 'x' });
    expect(closing.code).toBe('NOT_FOUND');
    const find = { by: 'sign-in', from: ago(2), to: ago(1) };
    expect((await admin.browser.post(`${path}/inc_none/accounts/find`, find)).code).toBe('NOT_FOUND');
  });
});

describe('a change to an incident', () => {
  it('requires the current version, and moves the due time with the discovery', async () => {
    const one = await opened(10);
    const { discoveredAt: before, ...created } = await one.get();
    const read = Number(created['revision']);
    const changed = {
      title: 'Tên mới',
      description: 'Diễn biến mới.',
      dataKinds: ['phones', 'certificates', 'emails'],
      severity: 'high',
      measures: 'Đã thu hồi tệp.',
      discoveredAt: ago(20),
    };
    expect((await one.change(changed, read)).status).toBe(200);
    expect((await one.change({ title: 'Tên cũ' }, read)).code).toBe('RECORD_CHANGED');
    const now = await one.get();
    expect(now).toMatchObject({
      ...changed,
      dataKinds: incidentDataKinds.filter((kind) => changed.dataKinds.includes(kind)),
      revision: read + 1,
    });
    expect(Math.abs(Number(now['secondsLeft']) - 52 * 3_600)).toBeLessThan(60);
    expect((await one.change({ ...changed, severity: 'low' })).status).toBe(200);
    const row = { actorId: admin.id };
    const details = { incident: one.id };
    expect(await eventsOf(one.id)).toEqual([
      {
        ...row,
        kind: 'incident.opened',
        details: { ...details, severity: 'medium', discoveredAt: before },
      },
      {
        ...row,
        kind: 'incident.changed',
        details: {
          ...details,
          severity: 'high',
          discoveredAt: changed.discoveredAt,
          discoveredAtBefore: before,
        },
      },
      { ...row, kind: 'incident.changed', details: { ...details, severity: 'low' } },
    ]);
  });

  it('is refused for an outdated version or a closed incident', async () => {
    const one = await opened();
    const read = Number((await one.get())['revision']);
    const account = await createAccount(server);
    await admin.browser.post(`${one.at}/accounts`, { phones: [account.phone] });
    const texts = { vi: 'Nội dung', en: 'Text' };
    expect((await one.post('members-notice', { texts }, read)).code).toBe('RECORD_CHANGED');
    expect((await one.close(read)).code).toBe('RECORD_CHANGED');
    expect((await one.close()).status).toBe(200);
    for (const refused of [
      await one.change({}),
      await one.close(),
      await one.post('members-notice', { texts }),
      await one.post('authority-notice', { sentAt: ago(0.1), reference: 'A05' }),
      await admin.browser.post(`${one.at}/accounts`, { phones: [account.phone] }),
      await admin.browser.post(`${one.at}/accounts/remove`, { ids: [account.id] }),
    ])
      expect(refused.code).toBe('RECORD_CHANGED');
  });

  it('takes effect once when two processes close the incident in parallel', async () => {
    const one = await opened();
    const revision = Number((await one.get())['revision']);
    const twin = await server.twin();
    const by = { actorId: admin.id, caller: { address: '127.0.0.1', requestId: 'test' } };
    const closings = await Promise.allSettled(
      Array.from({ length: 6 }, (_, index) =>
        (index % 2 === 0 ? server : twin).deps.modules.incidents.incidents.close(
          { id: one.id, revision },
          'Xong.',
          by,
        ),
      ),
    );
    expect(closings.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('that closes the incident requires a recent re-authentication', async () => {
    const one = await opened();
    await server.deps.sql`update sessions set confirmed_at = null where account_id = ${admin.id}`;
    for (const answer of [
      await one.post('authority-notice', { sentAt: ago(0.1), reference: 'A05' }),
      await one.post('members-notice', { texts: { vi: 'a', en: 'b' } }),
      await one.close(),
      await admin.browser.post(`${one.at}/accounts/export`, {}),
    ])
      expect(answer.code).toBe('REAUTHENTICATION_REQUIRED');
    await server.deps.sql`update sessions set confirmed_at = now() where account_id = ${admin.id}`;
  });
});

describe('the notice to the authority', () => {
  it('is recorded once, with a time between the discovery and now', async () => {
    const one = await opened(10);
    const notice = (hours: number) =>
      one.post('authority-notice', { sentAt: ago(hours), reference: 'A05/1' });
    for (const hours of [11, -1])
      expect(await notice(hours)).toMatchObject({
        code: 'VALIDATION_FAILED',
        fields: { sentAt: fieldReasons.date.vi },
      });
    const { discoveredAt: sentAt, revision } = await one.get();
    expect((await one.post('authority-notice', { sentAt, reference: 'A05/0' })).status).toBe(200);
    expect((await one.close(Number(revision))).code).toBe('RECORD_CHANGED');
    expect((await notice(1)).code).toBe('RECORD_CHANGED');
    expect(await one.get()).toMatchObject({
      status: 'notified',
      urgency: 'told',
      authorityNotifiedAt: sentAt,
      authorityReference: 'A05/0',
    });
    expect((await eventsOf(one.id)).slice(1)).toEqual([
      {
        kind: 'incident.authority-notified',
        actorId: admin.id,
        details: { incident: one.id, sentAt, reference: 'A05/0' },
      },
    ]);
  });

  it('is late after 72 hours, and its draft asks for the reason', async () => {
    const one = await opened(100);
    const drafts = await admin.browser.get(`${one.at}/drafts`);
    expect(Object(drafts.data['authority'])['vi']).toContain('Lý do thông báo sau 72 giờ');
    await one.post('authority-notice', { sentAt: ago(1), reference: 'A05/2' });
    expect(await one.get()).toMatchObject({ urgency: 'toldLate' });
    const later = await admin.browser.get(`${one.at}/drafts`);
    expect(Object(later.data['authority'])['vi']).toContain('Lý do thông báo sau 72 giờ');
  });
});
