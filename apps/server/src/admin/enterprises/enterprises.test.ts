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

const path = '/vid/api/admin/enterprises';
const profile = '/vid/api/users/profile';
const checks = ['tax-code', 'company-name', 'representative'];
const complete = {
  name: 'Công ty Địa ốc Sông Hồng',
  shortName: 'Sông Hồng Land',
  taxCode: '0100109106',
  representative: 'Lê Minh Châu',
};

async function declared(fields: Partial<typeof complete> = {}) {
  const account = await createAccount(server, { kind: 'enterprise' });
  const member = new TestBrowser(server.app);
  await signIn(member, account);
  const declare = (enterprise: object) => member.call('PATCH', profile, { enterprise });
  await declare({ ...complete, ...fields });
  const get = async () => (await admin.browser.get(`${path}/${account.id}`)).data;
  const revision = async () => Number((await get())['revision']);
  return {
    id: account.id,
    phone: account.phone,
    member,
    declare,
    get,
    revision,
    verify: async (at?: number) =>
      admin.browser.post(`${path}/${account.id}/verify`, { revision: at ?? (await revision()), checks }),
    refuse: async (reason: string, at?: number) =>
      admin.browser.post(`${path}/${account.id}/refuse`, { revision: at ?? (await revision()), reason }),
    shown: async () => Object((await member.get('/vid/api/users/information')).data)['verification'],
    isVerified: async () => Object((await member.get('/vid/ajax/auth/me')).data)['enterprise']['verified'],
  };
}

const idsIn = async (state: string, body = {}) => {
  const { data } = await admin.browser.post(`${path}/search`, { state, limit: 100, ...body });
  return (Array.isArray(data['items']) ? data['items'] : []).map(({ id }: { id: string }) => id);
};

async function sentTo(to: string) {
  await server.deps.background.idle();
  const outbox = await readOutbox(new TestBrowser(server.app));
  return outbox
    .filter((message) => message.to === to && message.purpose.startsWith('enterprise-'))
    .map(({ purpose, text }) => ({ purpose, text }));
}

describe('the enterprise queue', () => {
  it('lists complete enterprises that await review, longest wait first', async () => {
    const [first, second] = [await declared(), await declared()];
    const locked = await declared({ name: 'Nhà đất Hàng Khay' });
    await server.deps.sql`update accounts set status = 'locked' where id = ${locked.id}`;
    const waiting = await idsIn('declared');
    expect(waiting.filter((id) => [first.id, second.id].includes(id))).toEqual([first.id, second.id]);
    expect(waiting).not.toContain(locked.id);
    expect(await idsIn('declared', { search: 'hang khay' })).toEqual([]);
    expect(await locked.get()).toMatchObject({ isLocked: true });
  });

  it('lists the enterprises that were reviewed, latest review first, page by page', async () => {
    for (const state of ['verified', 'refused']) {
      const reviewed = [await declared(), await declared(), await declared()];
      const [first, second, third] = reviewed;
      for (const one of [second, third, first])
        await (state === 'verified' ? one?.verify() : one?.refuse('Sai tên'));
      const ids: string[] = [];
      let after: unknown;
      for (let page = 0; page < 2; page += 1) {
        const body = { state, limit: 2, ...(typeof after === 'string' && { after }) };
        const { data } = await admin.browser.post(`${path}/search`, body);
        ids.push(...(Array.isArray(data['items']) ? data['items'] : []).map(({ id }) => String(id)));
        after = data['next'];
      }
      expect(ids.slice(0, 3)).toEqual([first?.id, third?.id, second?.id]);
      const same = reviewed.map(({ id }) => id).toSorted();
      await server.deps
        .sql`update enterprises set checked_at = now() where account_id = any(${same}::text[])`;
      expect((await idsIn(state)).slice(0, 3)).toEqual(same.toReversed());
    }
  });

  it('contains only enterprises with all the data to check', async () => {
    const one = await declared();
    for (const field of ['name', 'taxCode', 'representative']) {
      await one.declare({ ...complete, [field]: null });
      expect([field, await idsIn('declared')]).toEqual([field, expect.not.arrayContaining([one.id])]);
      expect([field, (await one.verify()).code]).toEqual([field, 'RECORD_CHANGED']);
    }
    await one.declare({ ...complete, taxCode: null });
    expect(await one.get()).toMatchObject({ taxCodeVerdict: 'none', sameTaxCode: [] });
    await one.declare({ ...complete, shortName: null });
    expect(await idsIn('declared')).toContain(one.id);
    expect((await one.verify()).status).toBe(200);
  });

  it('can be searched by name and tax code', async () => {
    const one = await declared({ name: 'Nhà đất Bạch Đằng', taxCode: '0314409058-002' });
    expect(await idsIn('declared', { search: 'bach dang' })).toEqual([one.id]);
    expect(await idsIn('declared', { search: '0314409058' })).toEqual([one.id]);
    expect(await idsIn('verified', { search: 'bach dang' })).toEqual([]);
    const all = await idsIn('declared');
    const paged: string[] = [];
    let after: unknown;
    do {
      const { data } = await admin.browser.post(`${path}/search`, {
        limit: 1,
        ...(after !== undefined && { after }),
      });
      paged.push(...(Array.isArray(data['items']) ? data['items'] : []).map(({ id }: { id: string }) => id));
      after = data['next'] ?? undefined;
    } while (after !== undefined);
    expect(paged).toEqual(all);
  });

  it.each([{ after: 'abc' }, { limit: 0 }, { state: 'any' }, { isAdmin: true }])(
    'M6 refuses the query %j',
    async (body) => {
      expect((await admin.browser.post(`${path}/search`, body)).code).toBe('VALIDATION_FAILED');
    },
  );
});

describe('the review of an enterprise', () => {
  it('V4 shows the data to check, and audits the view', async () => {
    const one = await declared({ taxCode: '0100233480' });
    const others = [await declared({ taxCode: '0100233480' }), await declared({ taxCode: '0100233480' })];
    // The verified enterprise comes first although its id is the greater one.
    const [twin, verified] = others.toSorted((a, b) => (a.id < b.id ? -1 : 1));
    if (!twin || !verified) throw new Error('two enterprises were declared');
    await verified.verify();
    await server.deps.sql`
      insert into broker_certificates (account_id, number, province, issued_on, employer_id)
      values (${admin.id}, 'HN-9', '01', '2026-01-15', ${one.id}),
        (${(await createAccount(server)).id}, 'HN-8', '01', '2026-01-15', null)`;
    expect(await one.get()).toMatchObject({
      ...complete,
      taxCode: '0100233480',
      taxCodeVerdict: 'unverified',
      state: 'declared',
      phone: one.phone,
      isOwn: false,
      isLocked: false,
      reason: null,
      checkedBy: null,
      sameTaxCode: [
        { id: verified.id, name: complete.name, state: 'verified' },
        { id: twin.id, name: complete.name, state: 'declared' },
      ],
      brokers: 1,
    });
    await server.deps.sql`delete from broker_certificates where account_id = ${admin.id}`;
    expect(
      await server.deps.sql`
        select actor_id from audit_events where account_id = ${one.id} and kind = 'enterprise.viewed'`,
    ).toEqual([{ actorId: admin.id }]);
    const person = await createAccount(server);
    expect((await admin.browser.get(`${path}/${person.id}`)).code).toBe('NOT_FOUND');
  });

  it('verifies the enterprise and notifies its member', async () => {
    const one = await declared();
    expect(await one.shown()).toEqual({ state: 'declared', reason: null, checkedAt: null });
    expect((await one.verify()).status).toBe(200);
    expect(await one.shown()).toEqual({ state: 'verified', reason: null, checkedAt: expect.any(String) });
    expect(await one.isVerified()).toBe(true);
    expect(await idsIn('verified')).toContain(one.id);
    expect(await one.get()).toMatchObject({ checkedBy: { id: admin.id, name: admin.phone } });
    const messages = await sentTo(one.phone);
    expect(messages.map(({ purpose }) => purpose)).toEqual(['enterprise-verified']);
    expect(messages[0]?.text).toContain('/vid/web/user/information');
    expect((await one.verify()).code).toBe('RECORD_CHANGED');
  });

  it('V4 requires every manual check, and audits the checks', async () => {
    const one = await declared();
    const revision = await one.revision();
    const verify = (ticked?: unknown) =>
      admin.browser.post(`${path}/${one.id}/verify`, { revision, checks: ticked });
    for (const ticked of [undefined, [], checks.slice(1), ['number', 'holder', 'dates']])
      expect((await verify(ticked)).code).toBe('VALIDATION_FAILED');
    expect((await verify(checks)).status).toBe(200);
    const events = await server.deps.sql`
      select details from audit_events where account_id = ${one.id} and kind = 'enterprise.verified'`;
    expect(events).toEqual([{ details: { checks: checks.join(',') } }]);
  });

  it('refuses the enterprise with a reason for its member', async () => {
    const one = await declared();
    const email = `${one.id}@example.vn`;
    await server.deps
      .sql`update accounts set email = ${email}, email_confirmed_at = now() where id = ${one.id}`;
    const reason = 'Tên không khớp với đăng ký kinh doanh.';
    expect((await one.refuse(reason)).status).toBe(200);
    expect(await one.shown()).toEqual({ state: 'refused', reason, checkedAt: expect.any(String) });
    expect(await one.get()).toMatchObject({ state: 'refused', reason, checkedBy: { id: admin.id } });
    expect((await one.refuse('Lý do khác')).code).toBe('RECORD_CHANGED');
    expect(await sentTo(email)).toEqual([
      { purpose: 'enterprise-refused', text: expect.stringContaining(reason) },
    ]);
    expect(await idsIn('declared')).not.toContain(one.id);
    await one.declare({ representative: 'Trần Quốc Bảo' });
    expect(await one.shown()).toEqual({ state: 'declared', reason: null, checkedAt: null });
    expect(await idsIn('declared')).toContain(one.id);
    const events = await server.deps.sql`
      select kind, actor_id, details from audit_events
      where account_id = ${one.id} and kind in ('enterprise.verified', 'enterprise.refused')`;
    expect(events).toEqual([{ kind: 'enterprise.refused', actorId: admin.id, details: { reason } }]);
  });

  it('can verify a refused enterprise and withdraw a verification', async () => {
    const one = await declared();
    await one.refuse('Sai tên');
    expect((await one.verify()).status).toBe(200);
    expect(await one.shown()).toEqual({ state: 'verified', reason: null, checkedAt: expect.any(String) });
    expect((await one.refuse('Đã giải thể')).status).toBe(200);
    expect(await one.shown()).toMatchObject({ state: 'refused', reason: 'Đã giải thể' });
    expect(await one.isVerified()).toBe(false);
  });

  it('rejects a decision about data that changed since it was read', async () => {
    const one = await declared();
    const read = await one.revision();
    await one.declare({ representative: 'Phạm Văn Đông' });
    expect((await one.verify(read)).code).toBe('RECORD_CHANGED');
    expect((await one.refuse('Sai tên', read)).code).toBe('RECORD_CHANGED');
    expect((await one.verify(2_147_483_648)).code).toBe('VALIDATION_FAILED');
    expect(await one.shown()).toMatchObject({ state: 'declared' });
    expect(await sentTo(one.phone)).toEqual([]);
  });

  it('rejects a refusal that was prepared before a verification', async () => {
    const one = await declared();
    const read = await one.revision();
    expect((await one.verify(read)).status).toBe(200);
    expect((await one.refuse('Sai tên', read)).code).toBe('RECORD_CHANGED');
    expect(await one.isVerified()).toBe(true);
  });

  it('makes one decision when two processes decide in parallel', async () => {
    const one = await declared();
    const revision = await one.revision();
    const twin = await server.twin();
    const by = { actorId: admin.id, caller: { address: '127.0.0.1', requestId: 'test' } };
    const decisions = await Promise.allSettled(
      Array.from({ length: 6 }, (_, index) =>
        (index % 2 === 0 ? server : twin).deps.modules.enterprises.enterprises.verify(one.id, revision, by),
      ),
    );
    expect(decisions.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await twin.deps.background.idle();
    expect(await sentTo(one.phone)).toHaveLength(1);
  });

  it.each([
    ['name', { name: 'Công ty Khác' }],
    ['tax code', { taxCode: '0100233488' }],
  ])('M3 is required again when the %s changes', async (_what, change) => {
    const one = await declared();
    await one.verify();
    await one.declare({ shortName: 'SH Land', representative: 'Người Khác' });
    expect(await one.isVerified()).toBe(true);
    await one.declare(change);
    expect([await one.isVerified(), await one.shown()]).toEqual([
      false,
      { state: 'declared', reason: null, checkedAt: null },
    ]);
  });

  it.each(['verified', 'verifiedAt', 'state', 'refusal', 'revision', 'checkedBy', 'VERIFIED'])(
    'M3 cannot be bypassed by a member who sets %s in the profile',
    async (field) => {
      const one = await declared();
      const before = await one.get();
      for (const value of [true, '2026-01-01T00:00:00Z', 'verified', 9]) {
        expect((await one.declare({ [field]: value })).code).toBe('VALIDATION_FAILED');
        const root = await one.member.call('PATCH', profile, { [field]: value });
        expect(root.code).toBe('VALIDATION_FAILED');
      }
      expect(await one.get()).toEqual(before);
    },
  );

  it('is refused for the administrator’s own account, and without a recent re-authentication', async () => {
    const one = await declared();
    await server.deps.sql`update sessions set confirmed_at = null where account_id = ${admin.id}`;
    expect((await one.verify()).code).toBe('REAUTHENTICATION_REQUIRED');
    await server.deps.sql`update sessions set confirmed_at = now() where account_id = ${admin.id}`;
    expect((await admin.browser.post(`${path}/${admin.id}/verify`, { revision: 1, checks })).code).toBe(
      'OWN_ACCOUNT',
    );
    const person = await createAccount(server);
    for (const id of ['acc_none', person.id])
      expect((await admin.browser.post(`${path}/${id}/verify`, { revision: 1, checks })).code).toBe(
        'NOT_FOUND',
      );
    const firm = await createAdmin(server, { kind: 'enterprise' });
    expect((await firm.browser.get(`${path}/${firm.id}`)).data).toMatchObject({ isOwn: true });
  });

  it('shows at most ten enterprises with the same tax code', async () => {
    const { sql } = server.deps;
    const one = await declared({ taxCode: '0100109106-009' });
    const { taxCode } = Object(await one.get());
    await sql`
      insert into accounts (id, phone, kind, referral_code)
      select 'acc_same' || n, '+8436' || 3000000 + n, 'enterprise', 'SAME' || n from generate_series(1, 11) n`;
    await sql`
      insert into enterprises (account_id, tax_code)
      select 'acc_same' || n, ${taxCode} from generate_series(1, 11) n`;
    expect(Object(await one.get())['sameTaxCode']).toHaveLength(10);
    await sql`delete from accounts where id like 'acc_same%'`;
  });
});
