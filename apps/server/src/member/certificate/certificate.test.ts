import { todayAt } from '#account/certificates/certificate.policy.ts';
import { indexAccounts } from '#account/search/index-accounts.ts';
import { createAccount, signIn } from '@vid/testkit/accounts';
import { TestBrowser } from '@vid/testkit/browser';
import { startTestServer, type TestServer } from '@vid/testkit/server';
import { callerAt } from '@vid/testkit/http/caller';
import { createCertificateService } from './certificate.service.ts';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

const path = '/vid/api/users/certificate';
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(inject('cluster'));
});
afterAll(() => server.close());

const declared = {
  number: 'HN-01234',
  province: '01',
  issuedOn: '2026-01-15',
  expiresOn: '2031-01-15',
  employer: null,
};
const shown = { ...declared, status: 'declared', reason: null };

async function signedIn(kind: 'personal' | 'enterprise' = 'personal') {
  const account = await createAccount(server, { kind });
  const browser = new TestBrowser(server.app);
  await signIn(browser, account);
  return {
    account,
    browser,
    declare: (change: Record<string, unknown> = {}) => browser.call('PUT', path, { ...declared, ...change }),
    remove: () => browser.call('DELETE', path),
    read: async () => (await browser.get('/vid/api/users/information')).data['certificate'],
  };
}

async function enterpriseOf(name: string, taxCode: string, isVerified = true) {
  const account = await createAccount(server, { kind: 'enterprise' });
  await server.deps.sql`
    update enterprises set name = ${name}, tax_code = ${taxCode},
      verified_at = case when ${isVerified} then now() end where account_id = ${account.id}`;
  await indexAccounts(server.deps.sql, [account.id]);
  return account;
}
const eventsOf = async (accountId: string) => {
  const rows = await server.deps.sql<{ details: unknown }[]>`
    select details from audit_events where account_id = ${accountId} and kind = 'certificate.changed' order by id`;
  return rows.map(({ details }) => details);
};
const setStatus = (accountId: string, status: string) =>
  server.deps.sql`
    update broker_certificates set status = ${status}, checked_at = now(), checked_by = ${accountId}
    where account_id = ${accountId}`;

describe('a practising certificate', () => {
  it('is declared, shown and removed', async () => {
    const { account, declare, read, remove } = await signedIn();
    expect(await read()).toBeNull();
    expect((await declare()).data).toEqual(shown);
    expect(await read()).toEqual(shown);
    expect((await declare({ expiresOn: null })).data).toEqual({ ...shown, expiresOn: null });
    expect((await remove()).status).toBe(200);
    expect((await remove()).status).toBe(200);
    expect(await read()).toBeNull();
    expect(await eventsOf(account.id)).toEqual([{ removed: false }, { removed: false }, { removed: true }]);
  });

  it('keeps its confirmation until it is changed', async () => {
    const { account, declare, read } = await signedIn();
    await declare();
    await setStatus(account.id, 'confirmed');
    expect((await declare()).data).toMatchObject({ status: 'confirmed' });
    expect((await declare({ number: 'HN-9' })).data).toMatchObject({ number: 'HN-9', status: 'declared' });
    expect(await eventsOf(account.id)).toEqual([
      { removed: false },
      { removed: false, lostConfirmation: true },
    ]);
    await setStatus(account.id, 'refused');
    await server.deps.sql`
      update broker_certificates set refusal = 'Sai số' where account_id = ${account.id}`;
    expect(await read()).toMatchObject({ status: 'refused', reason: 'Sai số' });
    await server.deps.sql`
      update broker_certificates set updated_at = now() - interval '1 day' where account_id = ${account.id}`;
    expect((await declare({ number: 'HN-10' })).data).toMatchObject({ status: 'declared', reason: null });
    expect(
      await server.deps.sql`
        select refusal, checked_by, checked_at, updated_at > now() - interval '1 hour' as is_updated
        from broker_certificates where account_id = ${account.id}`,
    ).toEqual([{ refusal: null, checkedBy: null, checkedAt: null, isUpdated: true }]);
  });

  it('may keep a province that can no longer be chosen', async () => {
    const { browser, declare } = await signedIn();
    await declare();
    const certificates = createCertificateService({
      ...server.deps,
      listProvinces: async (held) => new Set(held === null ? [] : [held]),
    });
    const session = await server.deps.sessions.authenticate(browser.cookies.get('vid_sid'));
    const change = { ...declared, number: 'HN-9' };
    const caller = callerAt('203.0.113.7');
    expect(await certificates.declare({ session, declared: change, caller })).toEqual({
      ...shown,
      number: 'HN-9',
    });
  });

  it('K5 loses its confirmation if the member’s name changes', async () => {
    const { account, browser, declare, read } = await signedIn();
    const rename = (name: string) => browser.call('PATCH', '/vid/api/users/profile', { name });
    await rename('Nguyễn An');
    await declare();
    await setStatus(account.id, 'confirmed');
    await rename('Nguyễn An');
    expect(await read()).toMatchObject({ status: 'confirmed' });
    await rename('Trần Bình');
    expect(await read()).toMatchObject({ status: 'declared' });
    expect(
      await server.deps.sql`
        select checked_by, checked_at from broker_certificates where account_id = ${account.id}`,
    ).toEqual([{ checkedBy: null, checkedAt: null }]);
    await setStatus(account.id, 'refused');
    await rename('Nguyễn An');
    expect(await read()).toMatchObject({ status: 'refused' });
    expect(await eventsOf(account.id)).toEqual([
      { removed: false },
      { removed: false, lostConfirmation: true },
    ]);
  });

  it('K5 loses its confirmation if the employer’s name changes', async () => {
    const [{ account, declare, read }, other] = [await signedIn(), await signedIn()];
    const employer = await enterpriseOf('Địa ốc Sông Hồng', '0101248141');
    for (const broker of [{ account, declare }, other]) {
      await broker.declare({ employer: '0101248141' });
      await setStatus(broker.account.id, 'confirmed');
    }
    const waiting = await signedIn();
    await waiting.declare({ employer: '0101248141' });
    const { sql } = server.deps;
    await sql`update broker_certificates set updated_at = now() - interval '1 day' where employer_id = ${employer.id}`;
    const enterprise = new TestBrowser(server.app);
    await signIn(enterprise, employer);
    const change = (fields: object) =>
      enterprise.call('PATCH', '/vid/api/users/profile', { enterprise: fields });
    expect((await change({ shortName: 'Sông Hồng' })).status).toBe(200);
    expect(await read()).toMatchObject({ status: 'confirmed' });
    expect((await change({ name: 'Địa ốc Hoa Sen' })).status).toBe(200);
    expect(await read()).toMatchObject({ status: 'declared' });
    // An administrator who saw the former name must not confirm a waiting certificate.
    const changed = { status: 'declared', isUpdated: true };
    expect(
      await sql`
        select status, updated_at > now() - interval '1 hour' as is_updated from broker_certificates
        where employer_id = ${employer.id}`,
    ).toEqual([changed, changed, changed]);
    expect(await eventsOf(waiting.account.id)).toEqual([{ removed: false }]);
    for (const { id } of [account, other.account])
      expect(
        await server.deps.sql`
          select actor_id, address from audit_events where account_id = ${id} and kind = 'certificate.changed'
          order by id desc limit 1`,
      ).toEqual([{ actorId: null, address: '' }]);
  });

  it('expires at the end of its last day in Vietnam', async () => {
    const { account, declare, read } = await signedIn();
    await declare();
    const { sql } = server.deps;
    const lastDay = (days: number) => sql`
      update broker_certificates set expires_on = (now() at time zone 'Asia/Ho_Chi_Minh')::date + ${days}::int
      where account_id = ${account.id}`;
    await setStatus(account.id, 'confirmed');
    await lastDay(0);
    expect(await read()).toMatchObject({ status: 'confirmed' });
    await lastDay(-1);
    expect(await read()).toMatchObject({ status: 'expired' });
    await setStatus(account.id, 'refused');
    expect(await read()).toMatchObject({ status: 'refused' });
  });

  it('can name the employer by referral code or by tax code', async () => {
    const { declare, read } = await signedIn();
    const enterprise = await enterpriseOf('Địa ốc Sông Hồng', '0100109106');
    const employer = {
      name: 'Địa ốc Sông Hồng',
      taxCode: '0100109106',
      verified: true,
      referralCode: enterprise.referralCode,
    };
    for (const code of [enterprise.referralCode.toLowerCase(), ' 0100109106 '])
      expect((await declare({ employer: code })).data['employer']).toEqual(employer);
    expect((await declare({ employer: '' })).data['employer']).toBeNull();
    const unnamed = await createAccount(server, { kind: 'enterprise' });
    expect((await declare({ employer: unnamed.referralCode })).data['employer']).toEqual({
      name: null,
      taxCode: null,
      verified: false,
      referralCode: unnamed.referralCode,
    });
    await declare({ employer: enterprise.referralCode });
    await server.deps.sql`update accounts set status = 'locked' where id = ${enterprise.id}`;
    expect(await read()).toEqual(shown);
  });

  it('can name an employer outside the association', async () => {
    const { account, declare } = await signedIn();
    const outside = { name: 'Sàn Nhà Xinh', taxCode: null, verified: false, referralCode: null };
    expect((await declare({ employer: ' Sàn  Nhà Xinh ' })).data['employer']).toEqual(outside);
    await setStatus(account.id, 'confirmed');
    expect((await declare({ employer: 'Sàn Nhà Xinh' })).data).toMatchObject({ status: 'confirmed' });
    expect((await declare({ employer: 'Sàn Nhà Đẹp' })).data).toMatchObject({ status: 'declared' });
    await enterpriseOf('Địa ốc Phương Nam', '0101248141');
    expect((await declare({ employer: '0101248141' })).data['employer']).toMatchObject({
      taxCode: '0101248141',
    });
    expect((await declare({ employer: 'x'.repeat(200) })).fields).toHaveProperty('employer');
  });
});

const search = async (browser: TestBrowser, name: string) =>
  browser.get(`/vid/api/users/employers?name=${encodeURIComponent(name)}`);
const namesOf = async (browser: TestBrowser, name: string): Promise<string[]> => {
  const { data }: { data: { name: string }[] } = (await search(browser, name)).raw.json();
  return data.map((found) => found.name);
};

describe('the search for an employer', () => {
  it('finds verified enterprises by a word without diacritics or by tax code', async () => {
    const { browser } = await signedIn();
    await enterpriseOf('Công ty Địa ốc Bạch Đằng', '0304244470');
    const found = { name: 'Công ty Địa ốc Bạch Đằng', taxCode: '0304244470', province: null };
    expect((await search(browser, 'bach d')).data).toEqual([found]);
    expect((await search(browser, ' BẠCH  ĐẰNG')).data).toEqual([found]);
    expect((await search(browser, '03042444')).data).toEqual([found]);
    expect((await search(browser, 'đằng x')).data).toEqual([]);
    const short = await enterpriseOf('Công ty Địa ốc Ba Son', '0303217354');
    await server.deps.sql`update enterprises set short_name = 'Sonaland' where account_id = ${short.id}`;
    await indexAccounts(server.deps.sql, [short.id]);
    expect(await namesOf(browser, 'sonal')).toEqual(['Công ty Địa ốc Ba Son']);
    for (let n = 1; n <= 9; n += 1) await enterpriseOf(`Công ty Quảng Phú ${n}`, `012440915${n}`);
    const listed = Array.from({ length: 8 }, (_, index) => `Công ty Quảng Phú ${index + 1}`);
    expect((await namesOf(browser, 'quang phu')).toSorted()).toEqual(listed);
    expect(await namesOf(browser, 'bạ')).toContain(found.name);
    expect((await search(browser, 'b')).data).toEqual([]);
  });

  it('finds no unverified or locked enterprise, and none by phone', async () => {
    const { browser } = await signedIn();
    await enterpriseOf('Hoàng Gia Chưa Xác Minh', '0302937520', false);
    const locked = await enterpriseOf('Hoàng Gia Khóa', '0303490096');
    await server.deps.sql`update accounts set status = 'locked' where id = ${locked.id}`;
    expect(await namesOf(browser, 'hoang gia')).toEqual([]);
    const open = await enterpriseOf('Hoàng Gia Mở', '0301482886');
    await server.deps.sql`update accounts set email = 'lienhe@hoanggia.vn' where id = ${open.id}`;
    await indexAccounts(server.deps.sql, [open.id]);
    expect(await namesOf(browser, 'hoang gia')).toEqual(['Hoàng Gia Mở']);
    for (const secret of [open.phone, open.phone.replace('+84', '0'), 'lienhe@', open.referralCode, open.id])
      expect(await namesOf(browser, secret)).toEqual([]);
  });

  it('finds no enterprise whose tax code is a personal number', async () => {
    const { browser } = await signedIn();
    await enterpriseOf('Hộ kinh doanh Tân Tiến', '001099012345');
    expect(await namesOf(browser, '00109901')).toEqual([]);
    expect(await namesOf(browser, 'tan tien')).toEqual([]);
  });

  it('returns at most eight enterprises, prefix matches first, then by name', async () => {
    const { browser } = await signedIn();
    for (let index = 8; index >= 0; index -= 1) await enterpriseOf(`Nhà Thuận Phát ${index}`, '0100109106');
    await enterpriseOf('Thuận Phát', '0100109106');
    expect(await namesOf(browser, 'thuan phat')).toEqual([
      'Thuận Phát',
      ...Array.from({ length: 7 }, (_, index) => `Nhà Thuận Phát ${index}`),
    ]);
  });

  it('is refused to visitors, and to a member after 600 searches', async () => {
    expect((await search(new TestBrowser(server.app), 'song hong')).code).toBe('TOKEN_MISSING');
    const { account, browser } = await signedIn();
    await server.deps.sql`
      insert into counters (key, points, expires_at)
      values (${`calls:searchEmployers:${account.id}`}, 600, now() + interval '1 minute')`;
    expect((await search(browser, 'song hong')).code).toBe('RATE_LIMITED');
  });
});

describe('the check of a certificate', () => {
  it('reports all invalid fields together, and stores nothing', async () => {
    const { account, declare, read } = await signedIn();
    const person = await createAccount(server);
    const answer = await declare({
      number: ' ',
      province: '99',
      issuedOn: '2026-02-30',
      employer: person.referralCode,
    });
    expect(answer).toMatchObject({ status: 400, code: 'VALIDATION_FAILED' });
    expect(Object.keys(answer.fields).toSorted()).toEqual(['employer', 'issuedOn', 'number', 'province']);
    expect(await read()).toBeNull();
    expect(await eventsOf(account.id)).toEqual([]);
  });

  it('accepts today as the day of issue, but not tomorrow', async () => {
    const { declare } = await signedIn();
    const [today, tomorrow] = [0, 86_400_000].map((ms) => todayAt(Date.now() + ms));
    expect((await declare({ issuedOn: tomorrow })).fields).toHaveProperty('issuedOn');
    expect((await declare({ issuedOn: today })).status).toBe(200);
  });

  it('rejects an unverified, locked or unknown enterprise as employer', async () => {
    const { declare } = await signedIn();
    await enterpriseOf('Mới', '0100233488', false);
    const locked = await enterpriseOf('Khóa', '0314409058');
    await server.deps.sql`update accounts set status = 'locked' where id = ${locked.id}`;
    for (const employer of ['0100233488', '0314409058', locked.referralCode, '123', '0100.109'])
      expect((await declare({ employer })).fields).toHaveProperty('employer');
  });

  it('M3 rejects fields that only the association sets', async () => {
    const { declare, read } = await signedIn();
    for (const field of ['status', 'checkedAt', 'checkedBy', 'accountId'])
      expect((await declare({ [field]: 'confirmed' })).status).toBe(400);
    expect(await read()).toBeNull();
  });

  it('rejects a certificate from an enterprise or a visitor', async () => {
    const { declare } = await signedIn('enterprise');
    expect((await declare()).code).toBe('FORBIDDEN');
    expect((await new TestBrowser(server.app).call('PUT', path, declared)).code).toBe('TOKEN_MISSING');
  });

  it('rejects a member’s 21st declaration', async () => {
    const { account, declare } = await signedIn();
    await server.deps.sql`
      insert into counters (key, points, expires_at)
      values (${`calls:declareCertificate:${account.id}`}, 20, now() + interval '1 minute')`;
    expect((await declare({ employer: 'ZZZZZZZZ' })).code).toBe('RATE_LIMITED');
  });
});
