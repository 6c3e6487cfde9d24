import { createAccount, insertOtpToken, signIn } from '@vid/testkit/accounts';
import { TestBrowser } from '@vid/testkit/browser';
import { readOutbox } from '@vid/testkit/flows';
import { startTestServer, type TestServer } from '@vid/testkit/server';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(inject('cluster'));
});
afterAll(() => server.close());

const by = { actorId: null, caller: { address: '127.0.0.1', requestId: 'cli' }, reason: 'reported' };

describe('an account lock', () => {
  it('ends the open session and voids a verified sign-in code', async () => {
    const account = await createAccount(server);
    const [browser, other] = [new TestBrowser(server.app), new TestBrowser(server.app)];
    await signIn(browser, account);
    const otpToken = await insertOtpToken(server, other, account.phone, 'signin');
    expect(await server.deps.modules.accounts.accountLock.lock(account.id, by)).toBe(true);
    expect(await server.deps.modules.accounts.accountLock.lock(account.id, by)).toBe(false);
    expect((await browser.get('/vid/ajax/auth/me')).code).toBe('TOKEN_INVALID');
    const login = { phone: account.phone, otpToken };
    expect((await other.post('/vid/ajax/auth/login/otp', login)).code).toBe('OTP_TOKEN_INVALID');
    expect(await server.deps.modules.accounts.accountLock.unlock(account.id, by)).toBe(true);
    expect(await server.deps.modules.accounts.accountLock.unlock(account.id, by)).toBe(false);
    expect((await browser.get('/vid/ajax/auth/me')).code).toBe('TOKEN_INVALID');
    await signIn(new TestBrowser(server.app), account);
    expect(await server.deps.modules.accounts.accountLock.endSessions(account.id, by)).toBe(1);
    const rows = await server.deps
      .sql`select * from audit_events where account_id = ${account.id} order by id`;
    const locks = rows.filter((row) => row.kind.startsWith('account.'));
    expect(locks).toMatchObject([
      { kind: 'account.locked', actorId: null, details: { reason: 'reported' } },
      { kind: 'account.unlocked' },
    ]);
    expect(rows.at(-1)).toMatchObject({
      kind: 'session.ended-all',
      details: { reason: 'reported', count: 1 },
    });
  });

  it('stops an open recovery through support', async () => {
    const { id } = await createAccount(server);
    await server.deps.sql`
      insert into recovery_requests (id, status, channel, account_id, user_agent, address, request_id, ready_at, expires_at)
      values (${`rec_${id}`}, 'waiting', 'support', ${id}, '', '', '', now(), now() + interval '1 day')`;
    await server.deps.modules.accounts.accountLock.lock(id, by);
    const found = await server.deps.sql`select status from recovery_requests where account_id = ${id}`;
    expect(found).toEqual([{ status: 'stopped' }]);
  });

  it('ends with a notice if the owner had reported the account', async () => {
    const { id, phone } = await createAccount(server);
    await server.deps.sql`update accounts set status = 'locked', disputed_at = now() where id = ${id}`;
    await server.deps.modules.accounts.accountLock.unlock(id, by);
    await server.deps.background.idle();
    const outbox = await readOutbox(new TestBrowser(server.app));
    expect(outbox.filter(({ to }) => to === phone).map(({ purpose }) => purpose)).toEqual(['lock-lifted']);
  });

  it('leaves no session of the account while sign-ins run in parallel', async () => {
    const account = await createAccount(server);
    const signIns = Array.from({ length: 20 }, () =>
      new TestBrowser(server.app).post('/vid/ajax/auth/login/phone', {
        phone: account.phone,
        password: account.password,
      }),
    );
    await server.deps.modules.accounts.accountLock.lock(account.id, by);
    const codes = new Set((await Promise.all(signIns)).map((answer) => answer.code ?? 'ok'));
    expect(codes.has('INTERNAL')).toBe(false);
    expect(await server.deps.sql`select * from sessions where account_id = ${account.id}`).toEqual([]);
  });

  it('can be neither set nor removed for an unknown account', async () => {
    await expect(server.deps.modules.accounts.accountLock.lock('acc_x', by)).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    await expect(server.deps.modules.accounts.accountLock.unlock('acc_x', by)).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });
});
