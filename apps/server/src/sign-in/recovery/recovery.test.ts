import { auditTrail } from '@vid/testkit/database/audit-trail';
import {
  createAccount,
  goodPassword,
  insertOtpToken,
  otherPassword,
  setPasswordFailures,
  signIn,
} from '@vid/testkit/accounts';
import { TestBrowser } from '@vid/testkit/browser';
import { insertCaptchaToken } from '@vid/testkit/sign-in/captcha-tokens';
import { minutesOfCounter } from '@vid/testkit/database/counters';
import { freshAddress, freshPhone, readOutbox, verifyPhone } from '@vid/testkit/flows';
import { waitForLockWaits } from '@vid/testkit/database/lock-wait';
import { startTestServer, type TestServer } from '@vid/testkit/server';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { recordEvents, type EventsOf } from '#platform/webhooks/testing/recorded-events.ts';

const base = '/vid/ajax/auth/recovery';
let server: TestServer;
let eventsOf: EventsOf;
beforeAll(async () => {
  server = await startTestServer(inject('cluster'));
  eventsOf = await recordEvents(server.deps.sql);
});
afterAll(() => server.close());

const browse = () => new TestBrowser(server.app);

async function createMember(options: Parameters<typeof createAccount>[1] = {}) {
  const account = await createAccount(server, options);
  const email = `${account.id}@example.vn`;
  await server.deps
    .sql`update accounts set email = ${email}, email_confirmed_at = now() - interval '60 days' where id = ${account.id}`;
  return { ...account, email };
}

async function start({ phone, email }: { phone: string; email: string }, address = freshAddress()) {
  const browser = browse();
  const captchaToken = await insertCaptchaToken(server, browser, 'check');
  const answer = await browser.post(`${base}/start`, { phone, email, captchaToken }, { address });
  await server.deps.background.idle();
  return answer;
}

const requestsOf = (accountId: string) =>
  server.deps
    .sql`select status, channel, ready_at, expires_at from recovery_requests where account_id = ${accountId} order by created_at`;

/** Lets 72 hours pass after the stop of a recovery. */
const endPause = (accountId: string) => server.deps.sql`
  update recovery_requests set expires_at = expires_at - interval '72 hours'
  where account_id = ${accountId} and status = 'stopped'`;

async function outboxTo(to: string, purpose: string) {
  return (await readOutbox(browse())).filter((entry) => entry.to === to && entry.purpose === purpose);
}

/** Opens the link of the latest notice of a recovery, and returns the outcome. */
async function stop({ email }: { email: string }) {
  const [started] = await outboxTo(email, 'recovery-started');
  const code = /\/not-me#([\w-]{22})/u.exec(started?.text ?? '')?.[1];
  return (await browse().post('/vid/ajax/auth/not-me', { code })).data;
}

/** Brings the end of a recovery's wait forward by `hours`, and advances due recoveries. */
async function pass(accountId: string, hours: number): Promise<void> {
  const { sql, background, modules } = server.deps;
  await sql`
    update recovery_requests set ready_at = ready_at - make_interval(hours => ${hours}),
      expires_at = expires_at - make_interval(hours => ${hours}) where account_id = ${accountId}`;
  await modules.recovery.recoveries.advance();
  await background.idle();
}

const codeIn = (text: string | undefined) => /\/recovery#([\w-]{22})/u.exec(text ?? '')?.[1] ?? '';

async function recover(options: Parameters<typeof createAccount>[1] = {}) {
  const member = await createMember(options);
  await start(member);
  await pass(member.id, 72);
  const [mail] = await outboxTo(member.email, 'recovery-link');
  return { member, recoveryToken: codeIn(mail?.text) };
}

async function complete(recoveryToken: string, phone = freshPhone(), browser = browse()) {
  browser.cookies.set('vid_recovery', recoveryToken);
  const otpToken = await insertOtpToken(server, browser, phone, 'recovery');
  return browser.post(`${base}/complete`, { phone, otpToken, newPassword: otherPassword });
}

describe('recovery by e-mail', () => {
  it('notifies the owner, and sets a new phone and password after 72 hours', async () => {
    const member = await createMember();
    const session = browse();
    await signIn(session, member);
    const address = freshAddress();
    const typed = { ...member, email: ` ${member.email.toUpperCase()} ` };
    expect((await start(typed, address)).raw.json()).toEqual({ data: true });
    expect(await outboxTo(member.phone, 'recovery-started')).toHaveLength(1);
    expect(await outboxTo(member.email, 'recovery-started')).toHaveLength(1);
    const seen = await session.get('/vid/api/users/recovery');
    expect(seen.data).toMatchObject({ device: { browser: 'Chrome', system: 'Android' }, address });
    const wait = Date.parse(String(seen.data['readyAt'])) - Date.parse(String(seen.data['requestedAt']));
    expect(Math.round(wait / 60_000)).toBe(72 * 60);

    await pass(member.id, 71);
    expect(await outboxTo(member.email, 'recovery-link')).toEqual([]);
    await pass(member.id, 1);
    const [mail] = await outboxTo(member.email, 'recovery-link');
    const recoveryToken = codeIn(mail?.text);
    expect(await outboxTo(member.phone, 'recovery-link')).toEqual([]);
    const browser = browse();
    const checked = await browser.post(`${base}/check`, { recoveryToken });
    expect(checked.data['expiresIn']).toBeGreaterThan(172_700);
    const phone = freshPhone();
    await verifyPhone(browser, server, phone, 'recovery');
    const body = { phone, otpToken: 'cookie', newPassword: otherPassword };
    const answer = await browser.post(`${base}/complete`, body);
    expect(answer.raw.json()).toEqual({ data: true });
    expect(browser.cookies.has('vid_sid')).toBe(false);
    expect((await session.get('/vid/ajax/auth/me')).code).toBe('TOKEN_INVALID');
    const signedIn = await signIn(browse(), { phone, password: otherPassword });
    expect(signedIn.data['id']).toBe(member.id);
    await server.deps.background.idle();
    expect(await outboxTo(member.phone, 'account-recovered')).toHaveLength(1);
    expect(await outboxTo(member.email, 'account-recovered')).toHaveLength(1);
    expect(await auditTrail(server, member.id, 'recover')).toEqual([
      ['recovery.requested', null, { channel: 'mail' }],
      ['recovery.ready', null, { channel: 'mail' }],
      ['account.recovered', 'owner', { sessionsEnded: 1, phoneChanged: true, wasLocked: false }],
    ]);
  });

  it('K2 gives a reader of the mailbox no link that locks the account', async () => {
    const member = await createMember();
    await start(member);
    expect(await stop(member)).toEqual({ outcome: 'stopped' });
    expect(await auditTrail(server, member.id, 'recovery.stopped')).toEqual([
      ['recovery.stopped', 'owner', { by: 'link' }],
    ]);
    await server.deps.background.idle();
    const [notice] = await outboxTo(member.email, 'recovery-stopped');
    expect(notice?.text).toMatch(/\/vid\/web\/recovery\n/u);
    expect(notice?.text).not.toContain('/not-me');
  });

  it('K1 K2 is announced a second time unless it has been stopped', async () => {
    const { sql, notices, background } = server.deps;
    const [member, other] = [await createMember(), await createMember()];
    await sql`
      insert into consents (account_id, purpose, notice_version, method, address, agreed_at)
      select id, 'terms', '1', 'test', '', now() - interval '25 hours' from accounts where id in (${member.id}, ${other.id})`;
    for (const one of [member, other]) await start(one);
    await stop(other);
    await sql`update due_notices set due_at = now() where account_id in (${member.id}, ${other.id})`;
    await notices.queueDue();
    notices.kick();
    await background.idle();
    const sent = [member.phone, member.email, other.phone, other.email].map(async (to) => {
      const all = (await readOutbox(browse())).filter((entry) => entry.to === to);
      return all.map(({ purpose }) => purpose).filter((purpose) => purpose !== 'recovery-stopped');
    });
    const [once, twice] = [['recovery-started'], ['recovery-started', 'recovery-started']];
    expect(await Promise.all(sent)).toEqual([twice, twice, once, once]);
    expect(await stop(member)).toEqual({ outcome: 'stopped' });
  });

  it('K2 gives a former mailbox no link that locks the account', async () => {
    const member = await createMember();
    const former = `former-${member.id}@example.vn`;
    const { sql } = server.deps;
    await sql`update accounts set email_confirmed_at = now() - interval '10 days' where id = ${member.id}`;
    await sql`
      insert into former_emails (account_id, email, confirmed_at, expires_at)
      values (${member.id}, ${former}, now() - interval '1 year', now() + interval '20 days')`;
    await start(member);
    const [started] = await outboxTo(former, 'recovery-started');
    const code = /\/not-me#([\w-]{22})/u.exec(started?.text ?? '')?.[1];
    expect((await browse().post('/vid/ajax/auth/not-me', { code })).data).toEqual({ outcome: 'stopped' });
    await server.deps.background.idle();
    const [notice] = await outboxTo(former, 'recovery-stopped');
    expect(notice?.text).toMatch(/\/vid\/web\/recovery\n/u);
    expect(notice?.text).not.toContain('/not-me');
  });

  it('gives the same response with and without a recoverable account', async () => {
    const member = await createMember();
    const unconfirmed = await createMember();
    await server.deps.sql`update accounts set email_confirmed_at = null where id = ${unconfirmed.id}`;
    const locked = await createMember({ status: 'locked' });
    const admin = await createMember({ role: 'admin' });
    const others = [
      { phone: freshPhone(), email: member.email },
      { phone: member.phone, email: 'x@example.vn' },
      { phone: unconfirmed.phone, email: unconfirmed.email },
      { phone: locked.phone, email: locked.email },
      { phone: admin.phone, email: admin.email },
      { phone: freshPhone(), email: 'no address' },
    ];
    const answers = [await start(member)];
    for (const other of others) answers.push(await start(other));
    expect(new Set(answers.map(({ status, raw }) => `${status} ${raw.body}`))).toEqual(
      new Set(['200 {"data":true}']),
    );
    expect(
      await server.deps.sql`select account_id from recovery_requests where status <> 'completed'`,
    ).toContainEqual({
      accountId: member.id,
    });
    for (const { id } of [unconfirmed, locked, admin]) expect(await requestsOf(id)).toEqual([]);
    expect(await server.deps.sql`select from recovery_requests where account_id is null`).toHaveLength(0);
  });

  it('starts again after its link has expired', async () => {
    const { member } = await recover();
    const { sql } = server.deps;
    await sql`update recovery_requests set expires_at = now() where account_id = ${member.id}`;
    await start(member);
    expect(await requestsOf(member.id)).toMatchObject([{ status: 'waiting' }]);
  });

  it('finishes a request that was interrupted by a crash', async () => {
    const member = await createMember();
    await start(member);
    await server.deps.sql`
      update recovery_requests set status = 'received', account_id = null, ready_at = null,
        sealed_input = ${server.deps.keys.seal('recovery', JSON.stringify({ phone: member.phone, email: member.email }))}
      where account_id = ${member.id}`;
    await server.deps.modules.recovery.recoveries.advance();
    expect(await requestsOf(member.id)).toMatchObject([{ status: 'waiting' }]);
  });

  it('can be stopped in a session, which invalidates its link', async () => {
    const { member, recoveryToken } = await recover();
    const session = browse();
    await signIn(session, member);
    expect((await session.call('DELETE', '/vid/api/users/recovery')).raw.json()).toEqual({ data: true });
    await server.deps.background.idle();
    const told = (await readOutbox(browse())).filter(({ purpose }) => purpose === 'recovery-stopped');
    expect(told.map(({ to }) => to)).toContain(member.phone);
    expect((await session.get('/vid/api/users/recovery')).raw.json()).toEqual({ data: null });
    // A repeated call succeeds and changes nothing.
    expect((await session.call('DELETE', '/vid/api/users/recovery')).raw.json()).toEqual({ data: true });
    expect(await auditTrail(server, member.id, 'recovery.stopped')).toEqual([
      ['recovery.stopped', 'owner', { by: 'session' }],
    ]);
    expect((await browse().post(`${base}/check`, { recoveryToken })).code).toBe('RECOVERY_LINK_INVALID');
    expect((await complete(recoveryToken)).code).toBe('RECOVERY_LINK_INVALID');
    await signIn(browse(), member);
    await server.deps.background.idle();
    const [notice] = await outboxTo(member.email, 'recovery-stopped');
    expect(notice?.text).toContain('Chrome, Android');
  });

  it('marks the message with its link as urgent', async () => {
    await recover();
    const links = await server.deps.sql`
      select distinct is_urgent from deliveries where kind = 'mail' and type = 'recovery-link'`;
    expect(links).toEqual([{ isUrgent: true }]);
  });

  it('forgets the wrong passwords that strangers entered for the new phone number', async () => {
    const { member, recoveryToken } = await recover();
    const phone = freshPhone();
    await setPasswordFailures(server, phone, 100);
    expect((await complete(recoveryToken, phone)).status).toBe(200);
    expect((await signIn(browse(), { phone, password: otherPassword })).data['id']).toBe(member.id);
  });

  it('does not notify a former phone number that the owner takes back', async () => {
    const { member, recoveryToken } = await recover();
    const phone = freshPhone();
    await server.deps.sql`
      insert into released_phones (account_id, phone, held_since, released_at)
      values (${member.id}, ${phone}, now() - interval '1 year', now() - interval '1 day')`;
    expect((await complete(recoveryToken, phone)).status).toBe(200);
    await server.deps.background.idle();
    expect(await outboxTo(phone, 'account-recovered')).toEqual([]);
    expect(await outboxTo(member.phone, 'account-recovered')).toHaveLength(1);
  });

  it('can be started three times an hour per phone and e-mail address', async () => {
    const unknown = { phone: freshPhone(), email: 'nobody@example.vn' };
    for (let count = 0; count < 3; count += 1) expect((await start(unknown)).status).toBe(200);
    expect((await start(unknown)).code).toBe('RATE_LIMITED');
    expect((await start({ ...unknown, email: 'other@example.vn' })).status).toBe(200);
    expect(await minutesOfCounter(server, 'recovery:')).toBe(60);
    expect(await minutesOfCounter(server, 'recovery-addr:')).toBe(60);
  });

  it('refuses more than 100 invalid links an hour from one network', async () => {
    const { recoveryToken } = await recover();
    const [address, other] = [freshAddress(), freshAddress()];
    const check = (token: string, from = address) =>
      browse().post(`${base}/check`, { recoveryToken: token }, { address: from });
    const invalid = 'A'.repeat(22);
    expect((await check(invalid)).code).toBe('RECOVERY_LINK_INVALID');
    expect(await minutesOfCounter(server, `recovery-miss:${address}`)).toBe(60);
    await server.deps.sql`update counters set points = 99 where key = ${`recovery-miss:${address}`}`;
    expect((await check(invalid)).code).toBe('RECOVERY_LINK_INVALID');
    expect((await check(invalid)).code).toBe('RATE_LIMITED');
    expect((await check(invalid, other)).code).toBe('RECOVERY_LINK_INVALID');
    expect((await check(recoveryToken)).status).toBe(200);
  });

  it('can be stopped with the link sent by SMS', async () => {
    const member = await createMember();
    await start(member);
    const [sms] = await outboxTo(member.phone, 'recovery-started');
    const code = /\/not-me#([\w-]{22})/u.exec(sms?.text ?? '')?.[1];
    const answer = await browse().post('/vid/ajax/auth/not-me', { code });
    expect(answer.data).toEqual({ outcome: 'stopped' });
    await pass(member.id, 72);
    expect(await outboxTo(member.email, 'recovery-link')).toEqual([]);
    await signIn(browse(), member);
    expect(await requestsOf(member.id)).toMatchObject([{ status: 'stopped' }]);
  });

  it('does not restart its wait after a second request', async () => {
    const member = await createMember();
    await start(member);
    await pass(member.id, 40);
    const before = await requestsOf(member.id);
    await start(member);
    expect(await requestsOf(member.id)).toEqual(before);
    expect(await outboxTo(member.phone, 'recovery-started')).toHaveLength(1);
  });

  it('is not stopped by a session that ends during the stop', async () => {
    const member = await createMember();
    const thief = browse();
    await signIn(thief, member);
    await start(member);
    let stopping: ReturnType<typeof thief.call> | undefined;
    await server.deps.sql.begin(async (tx) => {
      await server.deps.accounts.lockRow(tx, member.id);
      stopping = thief.call('DELETE', '/vid/api/users/recovery');
      await waitForLockWaits(server, 1);
      await server.deps.sessionRepo.deleteAll(tx, member.id);
    });
    expect((await stopping)?.code).toBe('TOKEN_INVALID');
    expect(await requestsOf(member.id)).toMatchObject([{ status: 'waiting' }]);
  });

  it('X3 is not started again for 72 hours after a stop', async () => {
    const member = await createMember();
    const session = browse();
    await signIn(session, member);
    await start(member);
    await session.call('DELETE', '/vid/api/users/recovery');
    expect((await start(member)).status).toBe(200);
    expect(await requestsOf(member.id)).toMatchObject([{ status: 'stopped' }]);
    expect(await outboxTo(member.phone, 'recovery-started')).toHaveLength(1);
    await endPause(member.id);
    await start(member);
    expect(await requestsOf(member.id)).toMatchObject([{ status: 'stopped' }, { status: 'waiting' }]);
  });

  it('is not started after the owner has stopped three recoveries', async () => {
    const member = await createMember();
    const session = browse();
    await signIn(session, member);
    for (const round of [1, 2, 3]) {
      await start(member);
      expect(await requestsOf(member.id)).toHaveLength(round);
      await session.call('DELETE', '/vid/api/users/recovery');
      await endPause(member.id);
      await server.deps.sql`delete from counters where key like 'recovery:%'`;
    }
    expect((await start(member)).status).toBe(200);
    expect(await requestsOf(member.id)).toHaveLength(3);
    expect(await outboxTo(member.phone, 'recovery-started')).toHaveLength(3);
  });

  it('sends no link to an e-mail address that was not notified', async () => {
    const member = await createMember();
    await start(member);
    const changed = `new-${member.email}`;
    await server.deps.sql`update accounts set email = ${changed} where id = ${member.id}`;
    await pass(member.id, 72);
    for (const to of [member.email, changed]) expect(await outboxTo(to, 'recovery-link')).toEqual([]);
    expect(await outboxTo(member.phone, 'recovery-stopped')).toHaveLength(1);
    expect(await requestsOf(member.id)).toMatchObject([{ status: 'stopped' }]);
  });

  it('K2 is not completed by the link in a mailbox that the owner has replaced', async () => {
    const { member, recoveryToken } = await recover();
    const setEmail = (email: string) =>
      server.deps.sql`update accounts set email = ${email} where id = ${member.id}`;
    await setEmail(`new-${member.email}`);
    expect((await complete(recoveryToken)).code).toBe('RECOVERY_LINK_INVALID');
    await setEmail(member.email);
    expect((await complete(recoveryToken)).status).toBe(200);
  });

  it('P10 ends when the password is reset, and its link becomes invalid', async () => {
    const { member, recoveryToken } = await recover();
    const browser = browse();
    const otpToken = await insertOtpToken(server, browser, member.phone, 'forget-password');
    const body = { phone: member.phone, otpToken, newPassword: otherPassword };
    expect((await browser.post('/vid/api/users/password/forget', body)).status).toBe(200);
    expect((await complete(recoveryToken)).code).toBe('RECOVERY_LINK_INVALID');
  });

  it('ends the owner’s lock, but not the association’s', async () => {
    const { member, recoveryToken } = await recover();
    const { sql } = server.deps;
    await sql`update accounts set status = 'locked' where id = ${member.id}`;
    expect((await complete(recoveryToken)).code).toBe('ACCOUNT_LOCKED');
    await sql`update accounts set locked_by_owner = true, phone_in_doubt = true where id = ${member.id}`;
    const phone = freshPhone();
    expect((await complete(recoveryToken, phone)).status).toBe(200);
    await signIn(browse(), { phone, password: otherPassword });
    expect((await eventsOf(member.id)).at(-1)).toEqual(['account.unlocked', { sub: member.id }]);
    expect(await auditTrail(server, member.id, 'account.recovered')).toEqual([
      ['account.recovered', 'owner', { sessionsEnded: 0, phoneChanged: true, wasLocked: true }],
    ]);
  });

  it('accepts the link once, even in parallel requests', async () => {
    const { member, recoveryToken } = await recover();
    const answers = await Promise.all([1, 2, 3].map(() => complete(recoveryToken)));
    expect(answers.map(({ code }) => code ?? 'ok').toSorted()).toEqual([
      'RECOVERY_LINK_INVALID',
      'RECOVERY_LINK_INVALID',
      'ok',
    ]);
    const late = await recover();
    await server.deps
      .sql`update recovery_requests set expires_at = now() where account_id = ${late.member.id}`;
    expect((await complete(late.recoveryToken)).code).toBe('RECOVERY_LINK_INVALID');
    expect(await requestsOf(member.id)).toMatchObject([{ status: 'completed' }]);
  });

  it('O5 O6 requires a code of the same phone, purpose and browser', async () => {
    const { member, recoveryToken } = await recover();
    const browser = browse();
    browser.cookies.set('vid_recovery', recoveryToken);
    const phone = freshPhone();
    const body = { phone, newPassword: otherPassword };
    const wrong = [
      undefined,
      '',
      null,
      'cookie',
      'A'.repeat(43),
      await insertOtpToken(server, browser, phone, 'signup'),
      await insertOtpToken(server, browser, phone, 'forget-password'),
      await insertOtpToken(server, browser, freshPhone(), 'recovery'),
      await insertOtpToken(server, browse(), phone, 'recovery'),
    ];
    for (const otpToken of wrong)
      expect((await browser.post(`${base}/complete`, { ...body, otpToken })).status).toBe(400);
    const taken = await createAccount(server);
    const answer = await complete(recoveryToken, taken.phone);
    expect([answer.status, answer.code]).toEqual([409, 'ACCOUNT_EXISTS']);
    await signIn(browse(), member);
    expect(await requestsOf(member.id)).toMatchObject([{ status: 'ready' }]);
  });

  it('rejects a weak password, a landline number and an invalid captcha', async () => {
    const { recoveryToken } = await recover();
    const browser = browse();
    const phone = freshPhone();
    browser.cookies.set('vid_recovery', recoveryToken);
    const otpToken = await insertOtpToken(server, browser, phone, 'recovery');
    const weak = { phone, otpToken, newPassword: 'short' };
    expect((await browser.post(`${base}/complete`, weak)).code).toBe('PASSWORD_POLICY');
    expect((await start({ phone: '+842812345678', email: 'a@example.vn' })).code).toBe('PHONE_INVALID');
    const body = { phone, email: 'a@example.vn', captchaToken: 'A'.repeat(43) };
    expect((await browse().post(`${base}/start`, body)).code).toBe('CAPTCHA_INVALID');
    const address = freshAddress();
    await server.deps.sql`
      insert into counters (key, points, expires_at) values (${`recovery-addr:${address}`}, 20, now() + interval '1 hour')`;
    expect((await start({ phone, email: 'a@example.vn' }, address)).code).toBe('RATE_LIMITED');
    for (const partial of [{ phone, email: 'a@example.vn' }, { phone }, {}])
      expect((await browse().post(`${base}/start`, partial)).code).toBe('VALIDATION_FAILED');
  });

  it('V1 keeps the e-mail address, phone and token out of the logs', async () => {
    const { member, recoveryToken } = await recover();
    const other = { phone: freshPhone(), email: `canary-${member.email}` };
    await start(other);
    await complete(recoveryToken);
    const rows = JSON.stringify([
      await server.deps.sql`select * from recovery_requests`,
      await server.deps.sql`select * from audit_events`,
    ]);
    for (const text of [rows, server.logLines.join('')]) {
      for (const secret of [recoveryToken, other.email, other.phone.slice(1), goodPassword])
        expect(text).not.toContain(secret);
    }
  });
});
