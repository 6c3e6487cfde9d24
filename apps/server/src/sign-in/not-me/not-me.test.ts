import { auditTrail } from '@vid/testkit/database/audit-trail';
import { createAccount, createAdmin, insertOtpToken, otherPassword, signIn } from '@vid/testkit/accounts';
import { TestBrowser } from '@vid/testkit/browser';
import { minutesOfCounter } from '@vid/testkit/database/counters';
import { freshAddress, freshPhone, readOutbox } from '@vid/testkit/flows';
import { startTestServer, type TestServer } from '@vid/testkit/server';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { NoticeKind } from '@vid/contract/messages/notices';
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

/**
 * Sends a notice and returns the code in the link that `to` received. `to` defaults to the account's phone.
 * Returns an empty text without a link.
 */
async function notice(
  account: { id: string; phone: string },
  kind: NoticeKind,
  to = account.phone,
): Promise<string> {
  const { sql, notices, background } = server.deps;
  await sql.begin((tx) => notices.notify(tx, { account, kind, phone: account.phone }));
  notices.kick();
  await background.idle();
  const sent = (await readOutbox(browse())).find((entry) => entry.to === to && entry.purpose === kind);
  return /\/not-me#([\w-]{22})/u.exec(sent?.text ?? '')?.[1] ?? '';
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
  it('S3 P10 locks the account, and ends a session and a pending sign-in', async () => {
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
    expect((await browse().post('/vid/ajax/auth/login/phone', password)).code).toBe('LOCKED_BY_OWNER');
    expect(await find(account.id)).toEqual({ status: 'locked', lockedByOwner: true, phoneInDoubt: false });
    const [dispute] = await server.deps.sql`
      select a.disputed_at = l.created_at as is_event from accounts a join notice_links l on l.account_id = a.id
      where a.id = ${account.id} and l.used_at is not null`;
    expect(dispute).toEqual({ isEvent: true });
    // Repeat the request, as a browser does after a lost response.
    expect((await owner.post(path, { code })).data).toEqual({ outcome: 'locked' });
    expect(await auditTrail(server, account.id, 'locked')).toEqual([
      ['account.locked', 'owner', { by: 'owner', notice: 'new-device', sessionsEnded: 1 }],
    ]);
  });

  it('locks the account and cancels its deletion once for three parallel uses', async () => {
    const account = await createAccount(server);
    await server.deps.sql`
      insert into account_deletions (account_id, erase_at) values (${account.id}, now() + interval '1 day')`;
    const code = await notice(account, 'new-device');
    const answers = await Promise.all([1, 2, 3].map(() => browse().post(path, { code })));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    await server.deps.background.idle();
    const sent = (await readOutbox(browse())).filter(({ to }) => to === account.phone);
    expect(sent.filter(({ purpose }) => purpose === 'deletion-cancelled')).toHaveLength(1);
    expect(await eventsOf(account.id, 'account.locked')).toHaveLength(1);
    expect(await auditTrail(server, account.id, 'deletion.cancelled')).toEqual([
      ['deletion.cancelled', 'owner', { by: 'owner', notice: 'new-device' }],
    ]);
  });

  it('is invalid after a password reset unlocks the account', async () => {
    const account = await createAccount(server);
    const code = await notice(account, 'new-device');
    await browse().post(path, { code });
    expect((await reset(account.phone)).status).toBe(200);
    expect(await find(account.id)).toEqual({ status: 'active', lockedByOwner: false, phoneInDoubt: false });
    await signIn(browse(), { phone: account.phone, password: otherPassword });
    expect((await browse().post(path, { code })).code).toBe('NOTICE_LINK_INVALID');
    expect(await auditTrail(server, account.id, 'password.reset')).toEqual([
      ['password.reset', 'owner', { sessionsEnded: 0, wasLocked: true }],
    ]);
    const sub = account.id;
    expect((await webhooksOf(sub)).slice(1)).toEqual([
      ['account.locked', { sub, lockedBy: 'owner' }],
      ['account.unlocked', { sub }],
    ]);
  });

  it('does not lock an unlocked account again', async () => {
    const account = await createAccount(server);
    const code = await notice(account, 'new-device');
    await browse().post(path, { code });
    await server.deps.sql`
      update accounts set status = 'active', locked_by_owner = false, owner_locked_at = null where id = ${account.id}`;
    expect((await browse().post(path, { code })).code).toBe('NOTICE_LINK_INVALID');
    expect(await find(account.id)).toMatchObject({ status: 'active' });
  });

  it('deletes the recovery codes if it reports the use of one', async () => {
    const { sql } = server.deps;
    const left = [];
    for (const kind of ['passkey-added', 'recovery-code-used'] as const) {
      const account = await createAccount(server);
      await sql`insert into recovery_codes (account_id, code_hash) values (${account.id}, ${Buffer.alloc(32)})`;
      await browse().post(path, { code: await notice(account, kind) });
      left.push((await sql`select from recovery_codes where account_id = ${account.id}`).count);
    }
    expect(left).toEqual([1, 0]);
  });

  it('K3 stops one recovery, and cannot be used to stop the next', async () => {
    const account = await createAccount(server);
    const { sql } = server.deps;
    const code = await notice(account, 'recovery-started');
    const insertRecovery = (id: string) => sql`
      insert into recovery_requests (id, status, channel, account_id, user_agent, address, request_id, ready_at, expires_at)
      values (${id}, 'waiting', 'mail', ${account.id}, '', '', '', now() + interval '1 hour', now() + interval '1 day')`;
    await insertRecovery(`rec_1_${account.id}`);
    expect((await browse().post(path, { code })).data).toEqual({ outcome: 'stopped' });
    await insertRecovery(`rec_2_${account.id}`);
    expect((await browse().post(path, { code })).code).toBe('NOTICE_LINK_INVALID');
    const found =
      await sql`select status from recovery_requests where account_id = ${account.id} order by id`;
    expect(found).toEqual([{ status: 'stopped' }, { status: 'waiting' }]);
  });

  it.each(['password-reset', 'phone-changed'] as const)(
    'prevents a password reset by code if it reports %s',
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

  it('prevents a reset by code when used on a locked account', async () => {
    const account = await createAccount(server);
    const [first, second] = [await notice(account, 'new-device'), await notice(account, 'password-reset')];
    await browse().post(path, { code: first });
    await browse().post(path, { code: second });
    expect((await reset(account.phone)).code).toBe('RECOVERY_REQUIRED');
  });

  it('K3 stops a recovery of an account that is already locked', async () => {
    const account = await createAccount(server);
    const [first, second] = [await notice(account, 'new-device'), await notice(account, 'password-changed')];
    await browse().post(path, { code: first });
    await server.deps.sql`
      insert into recovery_requests (id, status, channel, account_id, user_agent, address, request_id, ready_at, expires_at)
      values (${`rec_${account.id}`}, 'waiting', 'mail', ${account.id}, '', '', '', now() + interval '1 hour',
        now() + interval '1 day')`;
    await browse().post(path, { code: second });
    const [recovery] = await server.deps
      .sql`select status from recovery_requests where account_id = ${account.id}`;
    expect(recovery).toEqual({ status: 'stopped' });
    await server.deps.background.idle();
    const sent = await readOutbox(browse());
    expect(
      sent.filter(({ to, purpose }) => to === account.phone && purpose === 'recovery-stopped'),
    ).toHaveLength(1);
  });

  it('keeps a lock by the association', async () => {
    const { accountLock } = server.deps.modules.accounts;
    const account = await createAccount(server);
    const [code, doubtful] = [await notice(account, 'new-device'), await notice(account, 'password-reset')];
    await accountLock.lock(account.id, by);
    expect((await browse().post(path, { code })).status).toBe(200);
    expect(await find(account.id)).toEqual({ status: 'locked', lockedByOwner: false, phoneInDoubt: false });
    expect((await reset(account.phone)).code).toBe('ACCOUNT_LOCKED');
    // A reported password reset puts the phone in doubt even while the association's lock remains.
    await browse().post(path, { code: doubtful });
    expect(await find(account.id)).toEqual({ status: 'locked', lockedByOwner: false, phoneInDoubt: true });

    const other = await createAccount(server);
    await browse().post(path, { code: await notice(other, 'password-reset') });
    expect(await accountLock.lock(other.id, by)).toBe(true);
    expect((await reset(other.phone)).code).toBe('ACCOUNT_LOCKED');
    expect((await webhooksOf(other.id)).slice(1)).toEqual([
      ['account.locked', { sub: other.id, lockedBy: 'owner' }],
    ]);
  });

  it.each(['unlocks it', 'locks it and then unlocks it'])(
    'gives a reported phone no access to the account when support %s',
    async (action) => {
      const { accountLock } = server.deps.modules.accounts;
      const account = await createAccount(server);
      await browse().post(path, { code: await notice(account, 'phone-changed') });
      if (action.startsWith('locks')) await accountLock.lock(account.id, by);
      await accountLock.unlock(account.id, by);
      expect(await find(account.id)).toEqual({ status: 'active', lockedByOwner: false, phoneInDoubt: true });
      expect((await reset(account.phone)).code).toBe('RECOVERY_REQUIRED');
      const thief = browse();
      const otpToken = await insertOtpToken(server, thief, account.phone, 'signin');
      const login = await thief.post('/vid/ajax/auth/login/otp', { phone: account.phone, otpToken });
      expect([login.code, login.details]).toEqual(['RECOVERY_REQUIRED', { reason: 'locked' }]);
    },
  );

  it('keeps the first report’s time as the lock time', async () => {
    const account = await createAccount(server);
    const codes = [await notice(account, 'new-device'), await notice(account, 'password-changed')];
    for (const code of codes) expect((await browse().post(path, { code })).status).toBe(200);
    const [lock, ...reports] = (await eventsOf(account.id, 'account.locked')).toSorted((a, b) => a.at - b.at);
    expect(reports).toHaveLength(1);
    const { browser } = await createAdmin(server);
    expect((await browser.get(`/vid/api/admin/accounts/${account.id}`)).data).toMatchObject({
      lock: { at: lock?.['at'].toISOString() },
    });
  });

  it('K1 keeps the doubt about a phone when another event is reported', async () => {
    const account = await createAccount(server);
    const { sql } = server.deps;
    const email = await confirm(account.id, 60);
    const early = await notice(account, 'new-device');
    await sql`update accounts set phone_in_doubt = true where id = ${account.id}`;
    expect(await notice(account, 'lock-lifted')).toBe('');
    expect(await notice(account, 'lock-lifted', email)).not.toBe('');
    await browse().post(path, { code: early });
    expect(await find(account.id)).toEqual({ status: 'locked', lockedByOwner: true, phoneInDoubt: true });
    expect((await reset(account.phone)).code).toBe('RECOVERY_REQUIRED');
  });

  it('is rejected if its code is unknown, malformed or expired', async () => {
    const account = await createAccount(server);
    const code = await notice(account, 'new-device');
    await server.deps.sql`update notice_links set expires_at = now() where account_id = ${account.id}`;
    const address = freshAddress();
    for (const wrong of [code, 'A'.repeat(22), 'x', `${code}A`, "' or true --"])
      expect((await browse().post(path, { code: wrong }, { address })).code).toBe('NOTICE_LINK_INVALID');
    expect(await minutesOfCounter(server, `not-me-miss:${address}`)).toBe(60);
    expect(await find(account.id)).toMatchObject({ status: 'active' });
    for (const body of [{}, { code: '' }, { code: null }, { code: 7 }, { code, more: 1 }])
      expect((await browse().post(path, body)).code).toBe('VALIDATION_FAILED');
    await server.deps.sql`update counters set points = 100 where key = ${`not-me-miss:${address}`}`;
    expect((await browse().post(path, { code }, { address })).code).toBe('RATE_LIMITED');
  });

  it('K3 shows the event’s device, address and time without locking the account', async () => {
    const account = await createAccount(server);
    const { sql, notices, background } = server.deps;
    const caller = { userAgent: 'Mozilla/5.0 (Linux; Android 14) Chrome/130.0', address: '203.0.113.7' };
    await sql.begin((tx) => notices.notify(tx, { account, kind: 'passkey-added', caller }));
    notices.kick();
    await background.idle();
    const sms = (await readOutbox(browse())).find(({ to }) => to === account.phone);
    const code = /\/not-me#([\w-]{22})/u.exec(sms?.text ?? '')?.[1] ?? '';
    const event = await browse().post(`${path}/event`, { code });
    expect(event.data).toEqual({
      text: 'Một passkey vừa được thêm vào tài khoản của bạn.',
      at: expect.any(String),
      device: { browser: 'Chrome', system: 'Android', isMobile: true },
      address: '203.0.113.7',
      effect: 'lock',
    });
    expect(await find(account.id)).toMatchObject({ status: 'active' });
    expect((await browse().post(path, { code })).status).toBe(200);
    for (const wrong of [code, 'A'.repeat(22), 'x'])
      expect((await browse().post(`${path}/event`, { code: wrong })).code).toBe('NOTICE_LINK_INVALID');
  });

  it('does not lock the account on a GET request', async () => {
    const account = await createAccount(server);
    const code = await notice(account, 'new-device');
    expect((await browse().get(`${path}?code=${code}`)).status).toBe(405);
    await browse().get('/vid/web/not-me');
    expect(await find(account.id)).toMatchObject({ status: 'active' });
  });
});

async function confirm(id: string, days: number): Promise<string> {
  const email = `${id}@example.vn`.toLowerCase();
  await server.deps.sql`
    update accounts set email = ${email}, email_confirmed_at = now() - make_interval(days => ${days})
    where id = ${id}`;
  return email;
}

describe('an account with a reported notice', () => {
  it('is not returned to a phone added 25 hours before the event', async () => {
    const account = await createAccount(server);
    const { sql, accounts } = server.deps;
    const phone = freshPhone();
    await sql.begin((tx) => accounts.changePhone(tx, { accountId: account.id, phone, holdSeconds: 0 }));
    await sql`
      update accounts set phone_since = now() - interval '25 hours' where id = ${account.id}`;
    await browse().post(path, { code: await notice(account, 'passkey-added', account.phone) });
    expect(await find(account.id)).toEqual({ status: 'locked', lockedByOwner: true, phoneInDoubt: true });
    expect((await reset(phone)).code).toBe('RECOVERY_REQUIRED');
  });

  it('K1 is not returned to a new phone that sent the report', async () => {
    const account = await createAccount(server);
    const { sql, accounts } = server.deps;
    const phone = freshPhone();
    await sql.begin((tx) => accounts.changePhone(tx, { accountId: account.id, phone, holdSeconds: 0 }));
    await browse().post(path, { code: await notice({ ...account, phone }, 'new-device') });
    expect(await find(account.id)).toEqual({ status: 'locked', lockedByOwner: true, phoneInDoubt: true });
    expect((await reset(phone)).code).toBe('RECOVERY_REQUIRED');
  });

  it('K1 is returned to a reporting phone added 31 days ago', async () => {
    const account = await createAccount(server);
    const { sql, accounts } = server.deps;
    const phone = freshPhone();
    await sql.begin((tx) => accounts.changePhone(tx, { accountId: account.id, phone, holdSeconds: 0 }));
    await sql`
      update accounts set phone_since = now() - interval '31 days' where id = ${account.id}`;
    await browse().post(path, { code: await notice({ ...account, phone }, 'new-device') });
    expect((await reset(phone)).status).toBe(200);
  });

  it('allows a password reset after a report from a 29-day-old e-mail address', async () => {
    const account = await createAccount(server);
    const email = await confirm(account.id, 29);
    expect((await reset(account.phone)).status).toBe(200);
    await server.deps.background.idle();
    const sent = (await readOutbox(browse())).filter(({ purpose }) => purpose === 'password-reset');
    const links = [email, account.phone].map(
      (to) => /\/not-me#([\w-]{22})/u.exec(sent.find((entry) => entry.to === to)?.text ?? '')?.[1],
    );
    expect(new Set(links).size).toBe(2);
    expect((await browse().post(path, { code: links[0] })).data).toEqual({ outcome: 'locked' });
    expect(await find(account.id)).toEqual({ status: 'locked', lockedByOwner: true, phoneInDoubt: false });
    expect((await reset(account.phone)).status).toBe(200);
  });

  it('refuses a password reset after a report from a 31-day-old e-mail address', async () => {
    const account = await createAccount(server);
    const email = await confirm(account.id, 31);
    await browse().post(path, { code: await notice(account, 'password-reset', email) });
    expect((await reset(account.phone)).code).toBe('RECOVERY_REQUIRED');
  });

  it.each([
    ['recovery-started', 29, 'waiting'],
    ['new-device', 29, 'waiting'],
    ['recovery-started', 31, 'stopped'],
    ['new-device', 31, 'stopped'],
  ] as const)(
    'has a $2 support recovery after a $1-day-old e-mail address reports $0',
    async (kind, days, status) => {
      const account = await createAccount(server);
      const email = await confirm(account.id, days);
      const id = `rec_${account.id}`;
      const { sql } = server.deps;
      await sql`
        insert into recovery_requests (id, status, channel, account_id, user_agent, address, request_id, ready_at, expires_at)
        values (${id}, 'waiting', 'support', ${account.id}, '', '', '', now() + interval '1 hour', now() + interval '1 day')`;
      await browse().post(path, { code: await notice(account, kind, email) });
      expect(await sql`select status from recovery_requests where id = ${id}`).toEqual([{ status }]);
    },
  );

  it.each([
    [29, undefined, 'NOTICE_LINK_INVALID', 'waiting'],
    [31, 'stopped', undefined, 'stopped'],
  ] as const)(
    'accepts recovery reports only from e-mail addresses over 30 days old (%i)',
    async (days, outcome, code, status) => {
      const account = await createAccount(server);
      const email = await confirm(account.id, days);
      const { sql } = server.deps;
      await sql`
        insert into recovery_requests (id, status, channel, account_id, user_agent, address, request_id, ready_at, expires_at)
        values (${`rec_${account.id}`}, 'waiting', 'support', ${account.id}, '', '', '', now() + interval '1 hour',
          now() + interval '1 day')`;
      const answer = await browse().post(path, { code: await notice(account, 'recovery-started', email) });
      expect([answer.data['outcome'], answer.code]).toEqual([outcome, code]);
      const found = await sql`select status from recovery_requests where account_id = ${account.id}`;
      expect(found).toEqual([{ status }]);
    },
  );

  it.each([
    [29, undefined, 'NOTICE_LINK_INVALID'],
    [31, 'stopped', undefined],
  ])(
    'without a recovery accepts recovery reports only from old addresses (%i)',
    async (days, outcome, code) => {
      const account = await createAccount(server);
      const email = await confirm(account.id, days);
      const answer = await browse().post(path, { code: await notice(account, 'recovery-started', email) });
      expect([answer.data['outcome'], answer.code]).toEqual([outcome, code]);
    },
  );

  it('K1 loses only the first support recovery to reports from one mailbox', async () => {
    const account = await createAccount(server);
    const email = await confirm(account.id, 400);
    const { sql } = server.deps;
    const reportDuringRecovery = async (kind: NoticeKind) => {
      await sql`
        insert into recovery_requests (id, status, channel, account_id, user_agent, address, request_id, ready_at, expires_at)
        values (${`rec_${kind}_${account.id}`}, 'waiting', 'support', ${account.id}, '', '', '',
          now() + interval '1 hour', now() + interval '1 day')`;
      return browse().post(path, { code: await notice(account, kind, email) });
    };
    const statuses = async () =>
      (
        await sql`select status from recovery_requests where account_id = ${account.id} order by created_at`
      ).map(({ status }) => String(status));
    expect((await reportDuringRecovery('recovery-started')).data).toEqual({ outcome: 'stopped' });
    expect((await reportDuringRecovery('passkey-added')).data).toEqual({ outcome: 'locked' });
    const again = await browse().post(path, { code: await notice(account, 'recovery-started', email) });
    expect(again.code).toBe('NOTICE_LINK_INVALID');
    expect(await statuses()).toEqual(['stopped', 'waiting']);
  });
});
