import { insertOtpToken } from '@vid/testkit/accounts';
import { freshPhone, readOutbox } from '@vid/testkit/flows';
import { startTestServer, type TestServer } from '@vid/testkit/server';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import {
  type Account,
  browse,
  by,
  changePhone,
  enterWithPhone,
  intrude,
  notMe,
  ownEmail,
  recover,
  requireOk,
  resetPassword,
  secretOf,
  tryReset,
  undo,
  undoCodeOf,
} from './testing/stolen-account.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(inject('cluster'));
});
afterAll(() => server.close());

const addressOf = async ({ id }: Account) =>
  (await server.deps.sql`select email from accounts where id = ${id}`)[0]?.['email'];

async function replaceEmail(days = 400) {
  const { account, browser } = await intrude(server);
  const email = await ownEmail(server, account.id, days);
  const present = `thief-${account.id}@example.vn`.toLowerCase();
  requireOk(await browser.call('PATCH', '/vid/api/users/profile', { email: present }));
  return { account, browser, email, present };
}

describe('the link that undoes a change of the e-mail address', () => {
  it('K1 restores the address and ends the intruder’s session', async () => {
    const { account, browser, email, present } = await replaceEmail();
    const confirmation = await secretOf(server, present, /\/confirm-email#([\w-]{22})/u);
    requireOk(await browse(server).post('/vid/api/users/email/confirm', { token: confirmation }));
    const token = await undoCodeOf(server, email);
    for (let time = 0; time < 2; time += 1) {
      const answer = await undo(server, token);
      expect([answer.status, answer.data]).toEqual([200, { outcome: 'email-restored', restored: email }]);
    }
    expect(await addressOf(account)).toBe(email);
    expect((await browser.get('/vid/ajax/auth/me')).status).toBe(401);
    const typed = { phone: account.phone, password: account.password };
    expect((await browse(server).post('/vid/ajax/auth/login/phone', typed)).code).toBe('AUTH_FAILED');
    await server.deps.background.idle();
    const sent = (await readOutbox(browse(server))).filter(
      ({ purpose }) => purpose === 'email-change-undone',
    );
    const known = [account.phone, email, present];
    expect(sent.map(({ to }) => to).filter((to) => known.includes(to))).toEqual(
      expect.arrayContaining([account.phone, email]),
    );
    expect(sent.map(({ to }) => to)).not.toContain(present);
    await resetPassword(server, account.phone);
    await enterWithPhone(server, account.phone);
  });

  it.each([
    ['has entered the former address again', false],
    ['has entered the former address again and the owner has confirmed it', true],
  ])('K1 ends the intruder’s access even if the intruder %s', async (_case, isConfirmed) => {
    const { account, browser, email } = await replaceEmail();
    const token = await undoCodeOf(server, email);
    requireOk(await browser.call('PATCH', '/vid/api/users/profile', { email }));
    if (isConfirmed) {
      const confirmation = await secretOf(server, email, /\/confirm-email#([\w-]{22})/u);
      requireOk(await browse(server).post('/vid/api/users/email/confirm', { token: confirmation }));
    }
    expect((await undo(server, token)).data).toEqual({ outcome: 'email-restored', restored: email });
    expect((await browser.get('/vid/ajax/auth/me')).status).toBe(401);
    const typed = { phone: account.phone, password: account.password };
    expect((await browse(server).post('/vid/ajax/auth/login/phone', typed)).code).toBe('AUTH_FAILED');
    const [row] = await server.deps.sql`
      select email, email_confirmed_at < now() - interval '30 days' as is_old from accounts
      where id = ${account.id}`;
    expect(row).toEqual({ email, isOld: true });
  });

  it('K1 does not give the account to a phone that the intruder set', async () => {
    const { account, browser, email } = await replaceEmail();
    const phone = freshPhone();
    const otpToken = await insertOtpToken(server, browser, phone, 'phone-change');
    requireOk(await browser.post('/vid/api/users/phone', { phone, otpToken }));
    requireOk(await undo(server, await undoCodeOf(server, email)));
    expect((await tryReset(server, phone)).code).toBe('RECOVERY_REQUIRED');
    const thief = browse(server);
    const code = await insertOtpToken(server, thief, phone, 'signin');
    const login = await thief.post('/vid/ajax/auth/login/otp', { phone, otpToken: code });
    expect(login.code).toBe('RECOVERY_REQUIRED');
    requireOk(await undo(server, await undoCodeOf(server, account.phone)));
    await resetPassword(server, account.phone);
    expect(await addressOf(account)).toBe(email);
  });

  it('K1 casts doubt on a phone added 29 days before the change', async () => {
    const { account, email } = await replaceEmail();
    const { sql } = server.deps;
    await sql`update notice_links set created_at = now() - interval '12 hours' where account_id = ${account.id}`;
    await sql`update accounts set phone_since = now() - interval '30 days 6 hours' where id = ${account.id}`;
    requireOk(await undo(server, await undoCodeOf(server, email)));
    expect((await tryReset(server, account.phone)).code).toBe('RECOVERY_REQUIRED');
  });

  it('K1 lets the owner recover by mail if the intruder’s phone is in doubt', async () => {
    const { account, browser, email } = await replaceEmail();
    const phone = freshPhone();
    const otpToken = await insertOtpToken(server, browser, phone, 'phone-change');
    requireOk(await browser.post('/vid/api/users/phone', { phone, otpToken }));
    requireOk(await undo(server, await undoCodeOf(server, email)));
    await recover(server, account, 'mail', account.phone);
    await enterWithPhone(server, account.phone);
    expect(await addressOf(account)).toBe(email);
    expect((await tryReset(server, phone)).code).toBe('ACCOUNT_NOT_FOUND');
  });

  it('K1 is not sent to an address added in the last 30 days', async () => {
    const { email } = await replaceEmail(29);
    expect(await secretOf(server, email, notMe)).toMatch(/^[\w-]{22}$/u);
    await expect(undoCodeOf(server, email)).rejects.toThrow(/no message/u);
  });

  it('is refused once it has expired', async () => {
    const { sql } = server.deps;
    const late = await replaceEmail();
    const token = await undoCodeOf(server, late.email);
    await sql`update notice_links set expires_at = now() where account_id = ${late.account.id}`;
    for (const wrong of [token, 'A'.repeat(22)])
      expect((await undo(server, wrong)).code).toBe('NOTICE_LINK_INVALID');
    const recovered = await replaceEmail();
    const earlier = await undoCodeOf(server, recovered.email);
    await recover(server, recovered.account, 'support');
    expect((await undo(server, earlier)).code).toBe('NOTICE_LINK_INVALID');
    expect(await addressOf(recovered.account)).toBeNull();
  });
});

describe('the link that undoes a change of the phone', () => {
  it('K1 is not sent for a phone added in the last 30 days', async () => {
    const intruder = await intrude(server);
    const { account } = intruder;
    const email = await ownEmail(server, account.id);
    const [first, second] = [await changePhone(intruder), await changePhone(intruder)];
    await expect(undoCodeOf(server, first)).rejects.toThrow(/no message/u);
    expect(await secretOf(server, first, notMe)).toMatch(/^[\w-]{22}$/u);
    requireOk(
      await browse(server).post('/vid/ajax/auth/not-me', { code: await secretOf(server, email, notMe) }),
    );
    expect((await tryReset(server, second)).code).toBe('RECOVERY_REQUIRED');
    requireOk(await undo(server, await undoCodeOf(server, account.phone)));
    await resetPassword(server, account.phone);
  });

  it('K1 is sent for a phone that the account has had for 30 days', async () => {
    const intruder = await intrude(server);
    const { account } = intruder;
    await server.deps.sql`
      update accounts set phone_since = now() - interval '30 days' where id = ${account.id}`;
    await changePhone(intruder);
    requireOk(await undo(server, await undoCodeOf(server, account.phone)));
    expect((await tryReset(server, account.phone)).status).toBe(200);
  });

  it('leaves no record of the removed phone', async () => {
    const intruder = await intrude(server);
    const { account } = intruder;
    await changePhone(intruder);
    requireOk(await undo(server, await undoCodeOf(server, account.phone)));
    expect(await server.deps.sql`select from released_phones where account_id = ${account.id}`).toHaveLength(
      0,
    );
  });

  it('is refused after a recovery by support but not by mail', async () => {
    for (const [channel, code] of [
      ['support', 'NOTICE_LINK_INVALID'],
      ['mail', undefined],
    ] as const) {
      const intruder = await intrude(server);
      await changePhone(intruder);
      await recover(server, intruder.account, channel);
      const token = await undoCodeOf(server, intruder.account.phone);
      expect((await undo(server, token)).code).toBe(code);
    }
  });

  it('K2 stays refused if support lifts a lock after the recovery', async () => {
    const intruder = await intrude(server);
    const { account } = intruder;
    await changePhone(intruder);
    await recover(server, account, 'support');
    await server.deps
      .sql`update accounts set status = 'locked', locked_by_owner = true where id = ${account.id}`;
    await server.deps.modules.accounts.accountLock.unlock(account.id, by);
    const token = await undoCodeOf(server, account.phone);
    expect((await undo(server, token)).code).toBe('NOTICE_LINK_INVALID');
  });
});
