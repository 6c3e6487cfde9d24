import { createAccount, insertOtpToken, otherPassword, signIn } from '@vid/testkit/accounts';
import { TestBrowser } from '@vid/testkit/browser';
import { freshAddress, readOutbox } from '@vid/testkit/flows';
import { startTestServer, type TestServer } from '@vid/testkit/server';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { NoticeKind } from '#account/notices/notice-texts.ts';
import { recordEvents, type EventsOf } from '#platform/webhooks/testing/recorded-events.ts';

const path = '/vid/ajax/auth/not-me';
const resetPath = '/vid/api/users/password/forget';
const by = { actorId: null, caller: { address: '203.0.113.1', requestId: 'test' } };
let server: TestServer;
let webhooksOf: EventsOf;
beforeAll(async () => {
  server = await startTestServer(inject('cluster'));
  webhooksOf = await recordEvents(server.deps.sql);
});
afterAll(() => server.close());

const browse = () => new TestBrowser(server.app);

/** Sends a notice and returns the code of its link. */
async function notice(account: { id: string; phone: string }, kind: NoticeKind): Promise<string> {
  const { sql, notices, background } = server.deps;
  await sql.begin((tx) => notices.notify(tx, { account, kind }));
  notices.kick();
  await background.idle();
  const sms = (await readOutbox(browse())).find(
    (entry) => entry.to === account.phone && entry.purpose === kind,
  );
  return /\/not-me#([\w-]{22})/u.exec(sms?.text ?? '')?.[1] ?? '';
}

async function find(id: string) {
  const [row] = await server.deps
    .sql`select status, locked_by_owner, phone_in_doubt from accounts where id = ${id}`;
  return row;
}

const eventsOf = (id: string, kind: string) =>
  server.deps.sql`select * from audit_events where account_id = ${id} and kind = ${kind}`;

async function reset(phone: string) {
  const browser = browse();
  const otpToken = await insertOtpToken(server, browser, phone, 'forget-password');
  return browser.post(resetPath, { phone, otpToken, newPassword: otherPassword });
}

describe('the report link of a notice', () => {
  it('S3 P10 locks the account and ends every session and pending token, once, without signing in', async () => {
    const account = await createAccount(server);
    const [thief, pending, owner] = [browse(), browse(), browse()];
    await signIn(thief, account);
    const otpToken = await insertOtpToken(server, pending, account.phone, 'signin');
    const code = await notice(account, 'new-device');
    const answer = await owner.post(path, { code });
    expect([answer.status, answer.data]).toEqual([200, { outcome: 'locked' }]);
    expect(owner.cookies.has('vid_sid')).toBe(false);

    expect((await thief.get('/vid/ajax/auth/me')).code).toBe('TOKEN_INVALID');
    const twin = new TestBrowser((await server.twin()).app);
    twin.cookies.set('vid_sid', thief.cookies.get('vid_sid') ?? '');
    expect((await twin.get('/vid/ajax/auth/me')).code).toBe('TOKEN_INVALID');
    const login = { phone: account.phone, otpToken };
    expect((await pending.post('/vid/ajax/auth/login/otp', login)).code).toBe('OTP_TOKEN_INVALID');
    const password = { phone: account.phone, password: account.password };
    expect((await browse().post('/vid/ajax/auth/login/phone', password)).code).toBe('ACCOUNT_LOCKED');
    expect(await find(account.id)).toEqual({ status: 'locked', lockedByOwner: true, phoneInDoubt: false });
    // Repeat the request, as if the first response were lost.
    expect((await owner.post(path, { code })).data).toEqual({ outcome: 'locked' });
    const events = await eventsOf(account.id, 'account.locked');
    expect(events.map(({ details }) => details)).toEqual([
      { by: 'owner', notice: 'new-device', sessionsEnded: 1 },
    ]);
  });

  it('locks the account once when it is sent twice in parallel', async () => {
    const account = await createAccount(server);
    const code = await notice(account, 'new-device');
    const answers = await Promise.all([1, 2, 3].map(() => browse().post(path, { code })));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await eventsOf(account.id, 'account.locked')).toHaveLength(1);
  });

  it('does not lock the account again after a new password has unlocked it', async () => {
    const account = await createAccount(server);
    const code = await notice(account, 'new-device');
    await browse().post(path, { code });
    expect((await reset(account.phone)).status).toBe(200);
    expect(await find(account.id)).toEqual({ status: 'active', lockedByOwner: false, phoneInDoubt: false });
    await signIn(browse(), { phone: account.phone, password: otherPassword });
    expect((await browse().post(path, { code })).code).toBe('NOTICE_LINK_INVALID');
    const sub = account.id;
    expect((await webhooksOf(sub)).slice(1)).toEqual([
      ['account.locked', { sub, lockedBy: 'owner' }],
      ['account.unlocked', { sub }],
    ]);
  });

  it.each(['password-reset', 'phone-changed'] as const)(
    'keeps the lock closed to a code sent to the phone after a reported %s',
    async (kind) => {
      const account = await createAccount(server);
      await browse().post(path, { code: await notice(account, kind) });
      const answer = await reset(account.phone);
      expect([answer.status, answer.code, answer.details]).toEqual([
        403,
        'RECOVERY_REQUIRED',
        { reason: 'locked' },
      ]);
      expect(await find(account.id)).toEqual({ status: 'locked', lockedByOwner: true, phoneInDoubt: true });
    },
  );

  it('stops recovery by code when the change is reported later', async () => {
    const account = await createAccount(server);
    const [first, second] = [await notice(account, 'new-device'), await notice(account, 'password-reset')];
    await browse().post(path, { code: first });
    await browse().post(path, { code: second });
    expect((await reset(account.phone)).code).toBe('RECOVERY_REQUIRED');
  });

  it('leaves a lock of the association in place, and lets the association take over an owner’s lock', async () => {
    const { accountLock } = server.deps.modules.accounts;
    const account = await createAccount(server);
    const code = await notice(account, 'new-device');
    await accountLock.lock(account.id, by);
    expect((await browse().post(path, { code })).status).toBe(200);
    expect(await find(account.id)).toEqual({ status: 'locked', lockedByOwner: false, phoneInDoubt: false });
    expect((await reset(account.phone)).code).toBe('ACCOUNT_LOCKED');

    const other = await createAccount(server);
    await browse().post(path, { code: await notice(other, 'password-reset') });
    expect(await accountLock.lock(other.id, by)).toBe(true);
    expect((await reset(other.phone)).code).toBe('ACCOUNT_LOCKED');
    await accountLock.unlock(other.id, by);
    expect((await reset(other.phone)).status).toBe(200);
  });

  it('refuses unknown, malformed and expired codes with one answer, within limits', async () => {
    const account = await createAccount(server);
    const code = await notice(account, 'new-device');
    await server.deps.sql`update notice_links set expires_at = now() where account_id = ${account.id}`;
    const address = freshAddress();
    for (const wrong of [code, 'A'.repeat(22), 'x', `${code}A`, "' or true --"])
      expect((await browse().post(path, { code: wrong }, { address })).code).toBe('NOTICE_LINK_INVALID');
    expect(await find(account.id)).toMatchObject({ status: 'active' });
    for (const body of [{}, { code: '' }, { code: null }, { code: 7 }, { code, more: 1 }])
      expect((await browse().post(path, body)).code).toBe('VALIDATION_FAILED');
    await server.deps.sql`update counters set points = 100 where key = ${`not-me-miss:${address}`}`;
    expect((await browse().post(path, { code }, { address })).code).toBe('RATE_LIMITED');
  });

  it('locks nothing on GET, which mail scanners send', async () => {
    const account = await createAccount(server);
    const code = await notice(account, 'new-device');
    expect((await browse().get(`${path}?code=${code}`)).status).toBe(405);
    await browse().get('/vid/web/not-me');
    expect(await find(account.id)).toMatchObject({ status: 'active' });
  });
});
