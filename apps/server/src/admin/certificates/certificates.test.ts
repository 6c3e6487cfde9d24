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

const path = '/vid/api/admin/certificates';
const own = '/vid/api/users/certificate';
const checks = ['number', 'holder', 'dates'];

function dayIn(days: number): string {
  return new Date(Date.now() + 7 * 3_600_000 + days * 86_400_000).toISOString().slice(0, 10);
}

async function broker(fields: object = {}) {
  const account = await createAccount(server, { name: 'Đỗ Hải Yến' });
  const member = new TestBrowser(server.app);
  await signIn(member, account);
  const declare = (changed: object = {}) =>
    member.call('PUT', own, {
      number: `HN-${account.id.slice(-6)}`,
      province: '01',
      issuedOn: '2026-01-15',
      expiresOn: null,
      employer: null,
      ...fields,
      ...changed,
    });
  expect((await declare()).status).toBe(200);
  return {
    ...account,
    declare,
    shown: async () => Object((await member.get('/vid/api/users/information')).data)['certificate'],
    get: async () => (await admin.browser.get(`${path}/${account.id}`)).data,
  };
}

const idsIn = async (status: string, body = {}) => {
  const { data } = await admin.browser.post(`${path}/search`, { status, limit: 100, ...body });
  return idsOf(data);
};
const idsOf = (data: Readonly<Record<string, unknown>>): string[] =>
  (Array.isArray(data['items']) ? data['items'] : []).map(({ id }: { id: string }) => id);

async function sentTo(phone: string) {
  await server.deps.background.idle();
  const outbox = await readOutbox(new TestBrowser(server.app));
  return outbox
    .filter(({ to, purpose }) => to === phone && purpose.startsWith('certificate-'))
    .map(({ purpose }) => purpose);
}

describe('the certificate queue', () => {
  it('can be filtered by status, and searched by the broker’s name', async () => {
    const [one, other] = [await broker({ number: 'HN-77' }), await broker({ number: 'HN-77' })];
    const locked = await broker({ number: 'HN-77', province: '79' });
    await server.deps.sql`update accounts set status = 'locked' where id = ${locked.id}`;
    expect(await idsIn('declared')).toEqual([one.id, other.id]);
    expect((await idsIn('declared', { search: 'hai yen' })).toSorted()).toEqual(
      [one.id, other.id].toSorted(),
    );
    expect(await idsIn('confirmed', { search: 'hai yen' })).toEqual([]);
    expect(idsOf((await admin.browser.post(`${path}/search`, {})).data)).toEqual([one.id, other.id]);
    const employer = { name: 'Sàn Ngoài', taxCode: null, verified: false, referralCode: null };
    await server.deps.sql`
      update broker_certificates set employer_name = ${employer.name} where account_id = ${one.id}`;
    expect(await one.get()).toMatchObject({
      number: 'HN-77',
      name: 'Đỗ Hải Yến',
      status: 'declared',
      phone: one.phone,
      sameNumber: [{ id: other.id, name: 'Đỗ Hải Yến' }],
      employer,
      isOwn: false,
      checkedBy: null,
    });
    expect(
      await server.deps.sql`
        select actor_id from audit_events where account_id = ${one.id} and kind = 'certificate.viewed'`,
    ).toEqual([{ actorId: admin.id }]);
    await other.declare({ number: 'HN-78' });
    expect(await one.get()).toMatchObject({ sameNumber: [] });
    expect((await admin.browser.get(`${path}/${admin.id}`)).code).toBe('NOT_FOUND');
  });

  it('lets an administrator refuse a confirmed certificate', async () => {
    const one = await broker();
    const { declaredAt, checkedAt: never } = await one.get();
    const refuse = (checkedAt: unknown) =>
      admin.browser.post(`${path}/${one.id}/refuse`, { declaredAt, checkedAt, reason: 'Không có trong sổ.' });
    const confirm = { declaredAt, checkedAt: never, checks };
    expect((await admin.browser.post(`${path}/${one.id}/confirm`, confirm)).status).toBe(200);
    expect((await refuse(never)).code).toBe('RECORD_CHANGED');
    const { checkedAt } = await one.get();
    expect(await one.shown()).toMatchObject({ status: 'confirmed', reason: null });
    expect(await idsIn('confirmed')).toEqual([one.id]);
    const again = { ...confirm, checkedAt };
    expect((await admin.browser.post(`${path}/${one.id}/confirm`, again)).code).toBe('RECORD_CHANGED');
    expect((await refuse(checkedAt)).status).toBe(200);
    expect(await one.get()).toMatchObject({
      reason: 'Không có trong sổ.',
      checkedBy: { id: admin.id, name: admin.phone },
    });
    expect(await idsIn('refused')).toEqual([one.id]);
    const refusals = await server.deps.sql`
      select actor_id, details from audit_events where account_id = ${one.id} and kind = 'certificate.refused'`;
    expect(refusals).toEqual([{ actorId: admin.id, details: { reason: 'Không có trong sổ.' } }]);
    expect(await one.shown()).toMatchObject({ status: 'refused', reason: 'Không có trong sổ.' });
    expect(await sentTo(one.phone)).toEqual(['certificate-refused', 'certificate-confirmed']);
    await one.declare({ number: 'HN-NEW' });
    expect(await one.shown()).toMatchObject({ status: 'declared', reason: null });
    expect((await refuse(null)).code).toBe('RECORD_CHANGED');
    expect(await idsIn('declared')).toContain(one.id);
  });

  it('tells a member by e-mail the reason for a refusal', async () => {
    const { id, get, declare } = await broker();
    const email = `${id}@example.vn`;
    await server.deps.sql`
      update accounts set email = ${email}, email_confirmed_at = now() - interval '40 days' where id = ${id}`;
    const { declaredAt } = await get();
    const refusal = { declaredAt, checkedAt: null, reason: 'Không có trong sổ.' };
    expect((await admin.browser.post(`${path}/${id}/refuse`, refusal)).status).toBe(200);
    await server.deps.background.idle();
    const outbox = await readOutbox(new TestBrowser(server.app));
    const mails = outbox.filter(({ to }) => to === email).map(({ text }) => text);
    expect(mails.join('\n')).toContain('Không có trong sổ.');
    await declare({ number: 'HN-OTHER' });
  });

  it('lists decided certificates by latest declaration', async () => {
    const [first, second, third] = [await broker(), await broker(), await broker()];
    const { sql } = server.deps;
    const ids = [second.id, third.id, first.id];
    for (const status of ['confirmed', 'refused']) {
      await sql`update broker_certificates set status = 'declared'`;
      for (const [index, id] of ids.entries())
        await sql`
          update broker_certificates set status = ${status}, expires_on = null,
            updated_at = now() + make_interval(secs => ${index})
          where account_id = ${id}`;
      const { data } = await admin.browser.post(`${path}/search`, { status, limit: 2 });
      const { data: rest } = await admin.browser.post(`${path}/search`, {
        status,
        limit: 2,
        after: data['next'],
      });
      expect([...idsOf(data), ...idsOf(rest)]).toEqual(ids.toReversed());
      await sql`update broker_certificates set expires_on = '2026-03-01' where account_id = ${first.id}`;
      expect((await idsIn('expired')).includes(first.id)).toBe(status === 'confirmed');
    }
  });

  it('does not let an administrator confirm their own certificate', async () => {
    const { sql } = server.deps;
    await sql`
      insert into broker_certificates (account_id, number, province, issued_on)
      values (${admin.id}, 'HN-OWN', '01', '2026-01-15')`;
    const { declaredAt, isOwn } = (await admin.browser.get(`${path}/${admin.id}`)).data;
    const body = { declaredAt, checkedAt: null, checks };
    const { code } = await admin.browser.post(`${path}/${admin.id}/confirm`, body);
    expect([isOwn, code]).toEqual([true, 'OWN_ACCOUNT']);
    await sql`delete from broker_certificates where account_id = ${admin.id}`;
  });

  it('lists at most ten other certificates with the same number', async () => {
    const { sql } = server.deps;
    const one = await broker({ number: 'HN-SAME' });
    await sql`
      insert into accounts (id, phone, kind, referral_code, agreed_legal)
      select 'acc_same' || 10 + n, '+8436' || 2000000 + n, 'personal', 'SAME' || n, 0
      from generate_series(1, 11) n`;
    await sql`
      insert into broker_certificates (account_id, number, province, issued_on)
      select 'acc_same' || 10 + n, 'HN-SAME', '01', '2026-01-15' from generate_series(11, 1, -1) n`;
    const { sameNumber } = Object(await one.get());
    expect(sameNumber.map(({ id }: { id: string }) => id)).toEqual(
      Array.from({ length: 10 }, (_, n) => `acc_same${11 + n}`),
    );
    await sql`delete from accounts where id like 'acc_same%' or id = ${one.id}`;
  });

  it('V4 confirms a certificate only with every required check, and audits the checks', async () => {
    const one = await broker();
    const { declaredAt, checkedAt } = await one.get();
    const confirm = (ticked?: unknown) =>
      admin.browser.post(`${path}/${one.id}/confirm`, { declaredAt, checkedAt, checks: ticked });
    const [number, holder] = checks;
    for (const ticked of [undefined, [], [number, holder], [number, holder, holder], [...checks, 'photo']])
      expect((await confirm(ticked)).code).toBe('VALIDATION_FAILED');
    expect(await one.shown()).toMatchObject({ status: 'declared' });
    expect((await confirm(checks.toReversed())).status).toBe(200);
    const events = await server.deps.sql`
      select details from audit_events where account_id = ${one.id} and kind = 'certificate.confirmed'`;
    expect(events).toEqual([{ details: { checks: 'dates,holder,number' } }]);
  });
});

describe('certificate expiry', () => {
  it('takes effect on the day after the last valid day, in Vietnam', async () => {
    const one = await broker({ expiresOn: dayIn(0) });
    const { declaredAt, checkedAt } = await one.get();
    await admin.browser.post(`${path}/${one.id}/confirm`, { declaredAt, checkedAt, checks });
    expect(await one.shown()).toMatchObject({ status: 'confirmed' });
    await server.deps.sql`
      update broker_certificates set expires_on = ${dayIn(-1)}::text::date where account_id = ${one.id}`;
    expect(await one.shown()).toMatchObject({ status: 'expired' });
    expect(await idsIn('expired')).toContain(one.id);
    expect(await idsIn('confirmed')).not.toContain(one.id);
  });

  it('orders the expired certificates, the most recent first', async () => {
    const lastDays = [-40, -30, -30, -30, -20];
    const ids: string[] = [];
    for (const [index, ago] of lastDays.entries()) {
      const { id } = await broker();
      ids.push(id);
      await server.deps.sql`
        update broker_certificates set expires_on = ${dayIn(ago)}::text::date,
          status = ${index % 2 ? 'confirmed' : 'declared'}
        where account_id = ${id}`;
    }
    const [first = '', ...rest] = ids;
    const last = rest.pop() ?? '';
    const found: string[] = [];
    let after: unknown;
    do {
      const body: object = { status: 'expired', limit: 2, ...(typeof after === 'string' && { after }) };
      const { data } = await admin.browser.post(`${path}/search`, body);
      found.push(...idsOf(data));
      after = data['next'];
    } while (after !== null);
    expect(found.filter((id) => ids.includes(id))).toEqual([last, ...rest.toSorted().toReversed(), first]);
  });

  it.each([
    [61, []],
    [60, ['certificate-expiring']],
    [15, ['certificate-expiring']],
    [14, ['certificate-expiring']],
    [0, ['certificate-expiring']],
    [-1, []],
  ])('in %i days leads to the notices %j, each sent once', async (days, sent) => {
    const one = await broker({ expiresOn: dayIn(days) });
    const twin = await server.twin();
    await Promise.all(
      [server, twin, server].map(({ deps }) => deps.modules.certificateQueue.certificateReminders.run()),
    );
    await twin.deps.modules.certificateQueue.certificateReminders.run();
    await twin.deps.background.idle();
    expect(await sentTo(one.phone)).toEqual(sent);
  });

  it('is announced in both reminder periods', async () => {
    const one = await broker({ expiresOn: dayIn(50) });
    const { sql, modules } = server.deps;
    const { certificateReminders } = modules.certificateQueue;
    await certificateReminders.run();
    await sql`
      update broker_certificates set expires_on = ${dayIn(10)}::text::date, status = 'confirmed'
      where account_id = ${one.id}`;
    await certificateReminders.run();
    expect(await sentTo(one.phone)).toHaveLength(2);
    await one.declare({ expiresOn: dayIn(55) });
    await certificateReminders.run();
    await certificateReminders.run();
    expect(await sentTo(one.phone)).toHaveLength(3);
  });

  it('is announced to all of 101 brokers in one run', async () => {
    const { sql, modules } = server.deps;
    await sql`
      insert into accounts (id, phone, kind, referral_code, name, agreed_legal)
      select 'acc_due' || n, '+8436' || 1000000 + n, 'personal', 'DUE' || 1000 + n, 'Đỗ Hải Yến', 0
      from generate_series(1, 101) n`;
    await sql`
      insert into broker_certificates (account_id, number, province, issued_on, expires_on)
      select 'acc_due' || n, 'HN-' || n, '01', '2026-01-15', ${dayIn(10)}::text::date from generate_series(1, 101) n`;
    expect(await modules.certificateQueue.certificateReminders.run()).toBe(101);
    await server.deps.background.idle();
    await sql`delete from accounts where id like 'acc_due%'`;
  });

  it('is announced early from 60 to 15 days before', async () => {
    const { sql, modules } = server.deps;
    const days = [-1, 0, 14, 15, 60, 61];
    const brokers = [];
    for (const day of days) brokers.push({ day, ...(await broker({ expiresOn: dayIn(Math.max(day, 1)) })) });
    for (const { id, day } of brokers)
      await sql`update broker_certificates set expires_on = ${dayIn(day)}::text::date where account_id = ${id}`;
    await modules.certificateQueue.certificateReminders.run();
    const reminded = [];
    for (const { id, day } of brokers) {
      const [row] = await sql<{ early: boolean; late: boolean }[]>`
        select reminded_early_for is not null as early, reminded_late_for is not null as late
        from broker_certificates where account_id = ${id}`;
      reminded.push([day, row?.early, row?.late]);
    }
    expect(reminded).toEqual([
      [-1, false, false],
      [0, false, true],
      [14, false, true],
      [15, true, false],
      [60, true, false],
      [61, false, false],
    ]);
  });

  it('is not announced for a refused certificate or a locked account', async () => {
    const [refused, locked, imported] = [
      await broker({ expiresOn: dayIn(30) }),
      await broker({ expiresOn: dayIn(30) }),
      await broker({ expiresOn: dayIn(30) }),
    ];
    const { sql, modules } = server.deps;
    const { certificateReminders } = modules.certificateQueue;
    await sql`update broker_certificates set status = 'refused' where account_id = ${refused.id}`;
    await sql`update accounts set status = 'locked' where id = ${locked.id}`;
    await sql`update accounts set agreed_legal = -1 where id = ${imported.id}`;
    await certificateReminders.run();
    for (const { phone } of [refused, locked, imported]) expect(await sentTo(phone)).toEqual([]);
  });

  it('is announced by mail to a confirmed address, with the expiry date', async () => {
    const one = await broker({ expiresOn: dayIn(20) });
    const email = `${one.id}@example.vn`;
    const { sql, background, modules } = server.deps;
    const { certificateReminders } = modules.certificateQueue;
    await sql`update accounts set email = ${email}, email_confirmed_at = now() where id = ${one.id}`;
    await certificateReminders.run();
    await background.idle();
    const mail = (await readOutbox(new TestBrowser(server.app))).filter(
      ({ to, purpose }) => to === email && purpose === 'certificate-expiring',
    );
    expect(mail.map(({ text }) => text)).toEqual([
      expect.stringContaining(dayIn(20).split('-').toReversed().join('/')),
    ]);
  });
});
