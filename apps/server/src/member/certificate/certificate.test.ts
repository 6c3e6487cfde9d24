import { createAccount, signIn } from '@vid/testkit/accounts';
import { TestBrowser } from '@vid/testkit/browser';
import { startTestServer, type TestServer } from '@vid/testkit/server';
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

/** An enterprise's account; its name, tax code and whether the association has verified them. */
async function enterpriseOf(name: string, taxCode: string, isVerified = true) {
  const account = await createAccount(server, { kind: 'enterprise' });
  await server.deps.sql`
    update enterprises set name = ${name}, tax_code = ${taxCode},
      verified_at = case when ${isVerified} then now() end where account_id = ${account.id}`;
  return account;
}
const eventsOf = async (accountId: string) => {
  const rows = await server.deps.sql<{ details: unknown }[]>`
    select details from audit_events where account_id = ${accountId} and kind = 'certificate.changed' order by id`;
  return rows.map(({ details }) => details);
};
const setStatus = (accountId: string, status: string) =>
  server.deps.sql`
    update broker_certificates set status = ${status}, checked_at = now() where account_id = ${accountId}`;

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
    expect(await read()).toMatchObject({ status: 'refused' });
  });

  it('K5 loses its confirmation if the member’s name changes, and keeps it if the name is saved again', async () => {
    const { account, browser, declare, read } = await signedIn();
    const rename = (name: string) => browser.call('PATCH', '/vid/api/users/profile', { name });
    await rename('Nguyễn An');
    await declare();
    await setStatus(account.id, 'confirmed');
    await rename('Nguyễn An');
    expect(await read()).toMatchObject({ status: 'confirmed' });
    await rename('Trần Bình');
    expect(await read()).toMatchObject({ status: 'declared' });
    await setStatus(account.id, 'refused');
    await rename('Nguyễn An');
    expect(await read()).toMatchObject({ status: 'refused' });
    expect(await eventsOf(account.id)).toEqual([
      { removed: false },
      { removed: false, lostConfirmation: true },
    ]);
  });

  it('K5 loses its confirmation if the employer’s name changes', async () => {
    const { account, declare, read } = await signedIn();
    const employer = await enterpriseOf('Địa ốc Sông Hồng', '0101248141');
    await declare({ employer: '0101248141' });
    await setStatus(account.id, 'confirmed');
    const enterprise = new TestBrowser(server.app);
    await signIn(enterprise, employer);
    const change = (fields: object) =>
      enterprise.call('PATCH', '/vid/api/users/profile', { enterprise: fields });
    expect((await change({ shortName: 'Sông Hồng' })).status).toBe(200);
    expect(await read()).toMatchObject({ status: 'confirmed' });
    expect((await change({ name: 'Địa ốc Hoa Sen' })).status).toBe(200);
    expect(await read()).toMatchObject({ status: 'declared' });
    const rows = await server.deps.sql`
      select actor_id, address from audit_events where account_id = ${account.id} and kind = 'certificate.changed'
      order by id desc limit 1`;
    expect(rows).toEqual([{ actorId: null, address: '' }]);
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

  it('can name the employer by referral code, or by the tax code of a verified enterprise', async () => {
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
    await declare({ employer: enterprise.referralCode });
    await server.deps.sql`update accounts set status = 'locked' where id = ${enterprise.id}`;
    expect(await read()).toEqual(shown);
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

  it('rejects an unverified tax code, or a locked or unknown enterprise, as employer', async () => {
    const { declare } = await signedIn();
    await enterpriseOf('Mới', '0100233488', false);
    const locked = await enterpriseOf('Khóa', '0314409058');
    await server.deps.sql`update accounts set status = 'locked' where id = ${locked.id}`;
    for (const employer of ['0100233488', '0314409058', locked.referralCode, 'ZZZZZZZZ', 'x', '123'])
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

  it('limits the number of employers that a member tries', async () => {
    const { account, declare } = await signedIn();
    await server.deps.sql`
      insert into counters (key, points, expires_at)
      values (${`calls:declareCertificate:${account.id}`}, 20, now() + interval '1 minute')`;
    expect((await declare({ employer: 'ZZZZZZZZ' })).code).toBe('RATE_LIMITED');
  });
});
