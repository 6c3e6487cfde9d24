import { fieldReasons } from '@vid/contract/field-reasons';
import { createAccount, createAdmin, signIn } from '@vid/testkit/accounts';
import { TestBrowser } from '@vid/testkit/browser';
import { readOutbox } from '@vid/testkit/flows';
import { startTestServer, type TestServer } from '@vid/testkit/server';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

let server: TestServer;
let admin: Awaited<ReturnType<typeof createAdmin>>;
beforeAll(async () => {
  server = await startTestServer(inject('cluster'));
  admin = await createAdmin(server);
});
afterAll(() => server.close());

const path = '/vid/api/admin/privacy/requests';
const checksOf = { done: ['carried-out', 'passed-on'], declined: ['legal-basis'] };

async function requested(kind = 'restriction') {
  const account = await createAccount(server, { name: 'Vũ Thị Lan' });
  const member = new TestBrowser(server.app);
  await signIn(member, account);
  const { data } = await member.post('/vid/api/privacy/requests', {
    kind,
    details: 'Ngừng dùng số của tôi.',
  });
  const id = String(data['id']);
  const act = (name: string, body: object) => admin.browser.post(`${path}/${id}/${name}`, body);
  return {
    ...account,
    member,
    requestId: id,
    answer: (text: string) => act('answer', { text }),
    extend: (days: number, reason = 'Cần bên thứ ba thực hiện.') => act('extend', { days, reason }),
    close: (outcome: 'done' | 'declined', text: string, checks: unknown = checksOf[outcome]) =>
      act('close', { outcome, text, checks }),
    get: async () => (await admin.browser.get(`${path}/${id}`)).data,
    shown: async () => Object((await member.get('/vid/api/privacy/requests')).raw.json()).data[0],
  };
}

const idsIn = async (body: object) => {
  const { data } = await admin.browser.post(`${path}/search`, { limit: 100, ...body });
  return (Array.isArray(data['items']) ? data['items'] : []).map(({ id }: { id: string }) => id);
};

async function noticesTo(phone: string) {
  await server.deps.background.idle();
  const outbox = await readOutbox(new TestBrowser(server.app));
  return outbox
    .filter(({ to, purpose }) => to === phone && purpose.startsWith('privacy-'))
    .map(({ purpose }) => purpose);
}

describe('V5 a privacy request in the queue of administrators', () => {
  it('is answered and closed, and its member can read both answers', async () => {
    const one = await requested('correction');
    const read = await one.get();
    expect(read['nextDueAt']).toBe(read['replyDueAt']);
    expect(read).toMatchObject({
      account: { id: one.id, name: 'Vũ Thị Lan', phone: one.phone },
      details: 'Ngừng dùng số của tôi.',
      status: 'open',
      mayExtend: false,
      handledBy: null,
    });
    expect((await one.answer('Chúng tôi đã nhận.')).status).toBe(200);
    expect(await one.shown()).toMatchObject({
      status: 'answered',
      answer: 'Chúng tôi đã nhận.',
      outcome: null,
    });
    expect((await one.answer('Lần nữa')).code).toBe('RECORD_CHANGED');
    const answered = await one.get();
    expect(answered).toMatchObject({ handledBy: { id: admin.id, name: admin.phone } });
    expect(answered['nextDueAt']).toBe(answered['dueAt']);
    expect(await idsIn({})).toContain(one.requestId);
    const { sql } = server.deps;
    const answeredAt = new Date('2026-01-02T00:00:00Z');
    await sql`update privacy_requests set answered_at = ${answeredAt} where id = ${one.requestId}`;
    expect((await one.close('done', 'Đã sửa tên.')).status).toBe(200);
    expect(await sql`select answered_at from privacy_requests where id = ${one.requestId}`).toEqual([
      { answeredAt },
    ]);
    expect(await one.shown()).toMatchObject({ status: 'closed', outcome: 'done', resolution: 'Đã sửa tên.' });
    expect((await one.close('declined', 'Không')).code).toBe('RECORD_CHANGED');
    expect([await idsIn({}), await idsIn({ state: 'closed' })]).toEqual([
      expect.not.arrayContaining([one.requestId]),
      expect.arrayContaining([one.requestId]),
    ]);
    expect(await noticesTo(one.phone)).toEqual(['privacy-request-closed', 'privacy-request-answered']);
    const events = await server.deps.sql`
      select kind, details from audit_events
      where account_id = ${one.id} and kind like 'privacy-request.%' and actor_id = ${admin.id} order by id`;
    const details = { request: one.requestId };
    expect(events).toEqual([
      { kind: 'privacy-request.viewed', details },
      { kind: 'privacy-request.answered', details },
      { kind: 'privacy-request.viewed', details },
      { kind: 'privacy-request.closed', details: { ...details, checks: checksOf.done.join(',') } },
    ]);
    expect(await one.get()).toMatchObject({
      handledBy: { id: admin.id },
      answeredAt: expect.any(String),
      closedAt: expect.any(String),
    });
  });

  it.each([
    ['done', [], { checks: fieldReasons.required.vi }],
    ['done', ['carried-out'], { checks: fieldReasons.required.vi }],
    ['done', ['carried-out', 'passed-on', 'legal-basis'], { checks: fieldReasons.required.vi }],
    ['declined', ['carried-out'], { checks: fieldReasons.required.vi }],
    ['declined', ['number'], {}],
  ] as const)('V4 cannot be closed as %s with the checks %j', async (outcome, checks, fields) => {
    const one = await requested();
    const refused = await one.close(outcome, 'Xong.', checks);
    expect([refused.code, refused.fields]).toEqual(['VALIDATION_FAILED', fields]);
    expect(await one.shown()).toMatchObject({ status: 'open' });
  });

  it('V4 is closed with checks that the audit log keeps', async () => {
    const one = await requested();
    expect((await one.close('done', 'Đã ngừng gửi.')).status).toBe(200);
    const events = await server.deps.sql`
      select details from audit_events where account_id = ${one.id} and kind = 'privacy-request.closed'`;
    expect(events).toEqual([{ details: { request: one.requestId, checks: 'carried-out,passed-on' } }]);
    expect(await one.get()).toMatchObject({ answeredAt: expect.any(String) });
  });

  it('can be extended only once, and only if the law allows it', async () => {
    const one = await requested('objection');
    const before = await one.get();
    expect(before['mayExtend']).toBe(true);
    for (const days of [0, 16]) expect((await one.extend(days)).code).toBe('VALIDATION_FAILED');
    expect((await one.extend(15)).status).toBe(200);
    const after = await one.get();
    expect(Date.parse(String(after['dueAt'])) - Date.parse(String(before['dueAt']))).toBe(15 * 86_400_000);
    expect(await one.shown()).toMatchObject({
      extensionReason: 'Cần bên thứ ba thực hiện.',
      dueAt: after['dueAt'],
    });
    expect(after).toMatchObject({ handledBy: { id: admin.id }, extendedAt: expect.any(String) });
    const extensions = await server.deps.sql`
      select actor_id, details from audit_events
      where account_id = ${one.id} and kind = 'privacy-request.extended'`;
    expect(extensions).toEqual([{ actorId: admin.id, details: { request: one.requestId } }]);
    expect((await one.extend(1)).code).toBe('RECORD_CHANGED');
    const access = await requested('access');
    expect((await access.extend(5)).code).toBe('RECORD_CHANGED');
    const [listed, other] = [await idsIn({ kind: 'access' }), await idsIn({ kind: 'objection' })];
    expect([listed.includes(access.requestId), listed.includes(one.requestId)]).toEqual([true, false]);
    expect([other.includes(access.requestId), other.includes(one.requestId)]).toEqual([false, true]);
  });

  it('is extended only once when two processes extend it in parallel', async () => {
    const one = await requested('restriction');
    const twin = await server.twin();
    const by = { actorId: admin.id, caller: { address: '127.0.0.1', requestId: 'test' } };
    const results = await Promise.allSettled(
      [server, twin, server, twin].map(({ deps }) =>
        deps.modules.privacyQueue.privacyQueue.extend(one.requestId, { days: 5, reason: 'Bận' }, by),
      ),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await twin.deps.background.idle();
    expect(await noticesTo(one.phone)).toEqual(['privacy-request-extended']);
  });

  it('is listed by its next deadline, overdue requests first', async () => {
    const [late, soon, inTime] = [await requested(), await requested(), await requested()];
    const { sql } = server.deps;
    await sql`
      update privacy_requests set reply_due_at = now() - interval '1 hour' where id = ${late.requestId}`;
    await sql`
      update privacy_requests set status = 'answered', answered_at = now(), due_at = now() + interval '9 days',
        reply_due_at = now() - interval '3 hours'
      where id = ${inTime.requestId}`;
    const dueSoonAfter = async (time: string) => {
      await sql`
        update privacy_requests set reply_due_at = now() + ${time}::interval where id = ${soon.requestId}`;
      const { privacy } = (await admin.browser.get('/vid/api/admin/attention')).data;
      return Number(Object(privacy)['dueSoon']);
    };
    const [notSoon, dueSoon] = [await dueSoonAfter('2 days 1 minute'), await dueSoonAfter('1 day 23:55')];
    expect(dueSoon).toBe(notSoon + 1);
    expect(await dueSoonAfter('-1 minute')).toBe(notSoon);
    expect(await dueSoonAfter('1 hour')).toBe(dueSoon);
    const own = new Set([late.requestId, soon.requestId, inTime.requestId]);
    const listed = (await idsIn({})).filter((id) => own.has(id));
    expect(listed).toEqual([late.requestId, soon.requestId, inTime.requestId]);
    expect((await idsIn({ state: 'overdue' })).filter((id) => own.has(id))).toEqual([late.requestId]);
    expect((await late.get())['secondsLeft']).toBeLessThan(-3_590);
    expect((await soon.get())['secondsLeft']).toBeGreaterThan(3_500);
    expect([await late.get(), await soon.get(), await inTime.get()].map(({ urgency }) => urgency)).toEqual([
      'overdue',
      'dueSoon',
      'inTime',
    ]);
    const { data } = await admin.browser.get('/vid/api/admin/attention');
    expect(data['privacy']).toMatchObject({ overdue: 1 });
    const paged: unknown[] = [];
    let after: unknown;
    do {
      const { data: page } = await admin.browser.post(`${path}/search`, {
        limit: 2,
        ...(typeof after === 'string' && { after }),
      });
      paged.push(...(Array.isArray(page['items']) ? page['items'] : []).map(({ id }) => id));
      after = page['next'];
    } while (after !== null);
    expect(paged).toEqual(await idsIn({}));
    expect((await late.close('declined', 'Luật buộc Hội giữ dữ liệu này.')).status).toBe(200);
    expect((await admin.browser.get('/vid/api/admin/attention')).data['privacy']).toMatchObject({
      open: Number(Object(data['privacy'])['open']) - 1,
      overdue: 0,
    });
    for (const one of [inTime, soon]) await one.close('done', 'Xong.');
    const { data: first } = await admin.browser.post(`${path}/search`, { state: 'closed', limit: 2 });
    const { data: rest } = await admin.browser.post(`${path}/search`, {
      state: 'closed',
      limit: 1,
      after: first['next'],
    });
    expect([first, rest].flatMap(({ items }) => Object(items).map(({ id }: { id: string }) => id))).toEqual([
      soon.requestId,
      inTime.requestId,
      late.requestId,
    ]);
    const same = [soon.requestId, inTime.requestId, late.requestId].toSorted();
    await server.deps.sql`update privacy_requests set closed_at = now() where id = any(${same}::text[])`;
    expect((await idsIn({ state: 'closed' })).slice(0, 3)).toEqual(same.toReversed());
  });

  it('names the enterprise of its member', async () => {
    const one = await requested();
    const { sql } = server.deps;
    await sql`insert into enterprises (account_id, name) values (${one.id}, 'Công ty An Cư')`;
    expect(await one.get()).toMatchObject({ account: { id: one.id, name: 'Công ty An Cư' } });
  });

  it('tells its member by e-mail the answer of the administrator', async () => {
    const one = await requested();
    const email = `${one.id}@example.vn`;
    await server.deps.sql`
      update accounts set email = ${email}, email_confirmed_at = now() - interval '40 days' where id = ${one.id}`;
    expect((await one.answer('Chúng tôi đã nhận.')).status).toBe(200);
    expect((await one.extend(5)).status).toBe(200);
    expect((await one.close('done', 'Đã ngừng gửi.')).status).toBe(200);
    await server.deps.background.idle();
    const outbox = await readOutbox(new TestBrowser(server.app));
    const mails = outbox.filter(({ to }) => to === email).map(({ text }) => text);
    for (const text of ['Chúng tôi đã nhận.', 'Cần bên thứ ba thực hiện.', 'Đã ngừng gửi.'])
      expect(mails.join('\n')).toContain(text);
  });

  it('can still be closed by its member after it was answered', async () => {
    const one = await requested();
    await one.answer('Chúng tôi đã nhận.');
    expect(
      (await one.member.post('/vid/api/privacy/requests/close', { requestId: one.requestId })).status,
    ).toBe(200);
    expect(await one.shown()).toMatchObject({ status: 'closed', outcome: null, resolution: null });
    expect((await one.close('done', 'Xong')).code).toBe('RECORD_CHANGED');
  });

  it('cannot be answered without a recent re-authentication', async () => {
    const one = await requested();
    await server.deps.sql`update sessions set confirmed_at = null where account_id = ${admin.id}`;
    expect((await one.answer('Đã nhận.')).code).toBe('REAUTHENTICATION_REQUIRED');
    await server.deps.sql`update sessions set confirmed_at = now() where account_id = ${admin.id}`;
    expect((await admin.browser.get(`${path}/req_none`)).code).toBe('NOT_FOUND');
    expect((await admin.browser.post(`${path}/req_none/answer`, { text: 'x' })).code).toBe('NOT_FOUND');
  });

  it.each([{ after: 'abc' }, { limit: 0 }, { state: 'any' }, { kind: 'any' }, { accountId: 'acc_1' }])(
    'M6 is not listed for the invalid query %j',
    async (body) => {
      expect((await admin.browser.post(`${path}/search`, body)).code).toBe('VALIDATION_FAILED');
    },
  );
});
