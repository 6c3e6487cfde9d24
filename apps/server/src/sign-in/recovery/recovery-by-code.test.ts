import { fieldReasons } from '@vid/contract/field-reasons';
import { auditTrail } from '@vid/testkit/database/audit-trail';
import { throttleHash } from '#account/credentials/code-demand.ts';
import { newRecoveryCode } from '#account/two-step/recovery-code.ts';
import { createAccount, insertOtpToken, otherPassword, signIn } from '@vid/testkit/accounts';
import { TestBrowser } from '@vid/testkit/browser';
import { insertCaptchaToken } from '@vid/testkit/sign-in/captcha-tokens';
import { minutesOfCounter } from '@vid/testkit/database/counters';
import { freshAddress, freshPhone, readOutbox } from '@vid/testkit/flows';
import { waitForLockWaits } from '@vid/testkit/database/lock-wait';
import { startTestServer, type TestServer } from '@vid/testkit/server';
import { addAuthenticatorApp } from '@vid/testkit/sign-in/two-step';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

const base = '/vid/ajax/auth/recovery';
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(inject('cluster'));
});
afterAll(() => server.close());

const browse = () => new TestBrowser(server.app);

async function createMember(options: Parameters<typeof createAccount>[1] = {}) {
  const account = await createAccount(server, options);
  const { recoveryCodes } = await addAuthenticatorApp(server, account.id);
  const [code = '', next = ''] = recoveryCodes;
  return { ...account, code, next };
}

type Start = { phone: string; recoveryCode: string; password?: string; address?: string };

async function start({ address = freshAddress(), ...body }: Start) {
  const browser = browse();
  const captchaToken = await insertCaptchaToken(server, browser, 'check');
  const answer = await browser.post(`${base}/start-by-code`, { ...body, captchaToken }, { address });
  await server.deps.background.idle();
  return { browser, ...answer };
}

const startNow = ({ phone, password }: { phone: string; password: string }, recoveryCode: string) =>
  start({ phone, password, recoveryCode });

async function complete(browser: TestBrowser, phone = freshPhone()) {
  const otpToken = await insertOtpToken(server, browser, phone, 'recovery');
  const body = { phone, otpToken, newPassword: otherPassword };
  const answer = await browser.post(`${base}/complete`, body);
  await server.deps.background.idle();
  return answer;
}

async function linkOf(phone: string, purpose: string): Promise<string> {
  const outbox = await readOutbox(browse());
  const sms = outbox.find((entry) => entry.to === phone && entry.purpose === purpose);
  return /\/not-me#([\w-]{22})/u.exec(sms?.text ?? '')?.[1] ?? '';
}

const codesLeft = async (id: string) => {
  const [row] = await server.deps.sql`
    select count(*)::int from recovery_codes where account_id = ${id} and used_at is null`;
  return row?.['count'];
};

const recoveriesOf = (id: string) =>
  server.deps.sql`select status, channel from recovery_requests where account_id = ${id} order by created_at`;

/** Brings the end of the wait forward by `hours`, and advances due recoveries. */
async function pass(id: string, hours: number): Promise<void> {
  await server.deps.sql`
    update recovery_requests set ready_at = ready_at - make_interval(hours => ${hours}),
      expires_at = expires_at - make_interval(hours => ${hours}) where account_id = ${id}`;
  await server.deps.modules.recovery.recoveries.advance();
}

const failuresOf = async (phone: string) => {
  const [row] = await server.deps.sql<{ failures: number }[]>`
    select failures from password_throttles where phone_hash = ${throttleHash(server.deps.keys, phone)}`;
  return row?.failures ?? 0;
};

describe('recovery with a recovery code and the password', () => {
  it('P10 S3 sets a new phone and password, and ends a pending sign-in', async () => {
    const member = await createMember();
    const session = browse();
    const login = '/vid/ajax/auth/login/phone';
    await session.post(login, { phone: member.phone, password: member.password });
    const { browser, data } = await startNow(member, ` ${member.code.toUpperCase()} `);
    expect(data).toEqual({ readyAt: null });
    expect((await browser.get(base)).data).toEqual({ byMail: true, canComplete: true });
    expect(await linkOf(member.phone, 'recovery-code-used')).toHaveLength(22);
    const phone = freshPhone();
    expect((await complete(browser, phone)).raw.json()).toEqual({ data: true });
    expect(browser.cookies.has('vid_sid')).toBe(false);
    expect((await browser.get(base)).data['canComplete']).toBe(false);
    const [row] = await server.deps.sql`
      select sensitive_hold_until > now() + interval '23 hours' as is_held from accounts where id = ${member.id}`;
    expect(row?.['isHeld']).toBe(true);
    const signedIn = await signIn(browse(), { phone, password: otherPassword });
    expect(signedIn.data['id']).toBe(member.id);
    const stale = { mfaToken: 'cookie', recoveryCode: member.next };
    expect((await session.post('/vid/ajax/auth/login/two-step', stale)).code).toBe('MFA_TOKEN_INVALID');
    expect(await linkOf(member.phone, 'account-recovered')).toHaveLength(22);
    expect(await auditTrail(server, member.id, 'recover')).toEqual([
      ['recovery.requested', null, { channel: 'code', withPassword: true, left: 9 }],
      ['account.recovered', 'owner', { sessionsEnded: 0, phoneChanged: true, wasLocked: false }],
    ]);
  });

  it('counts wrong passwords as failed sign-ins, while the code stays valid', async () => {
    const member = await createMember();
    const address = freshAddress();
    const attempt = (password: string) =>
      start({ phone: member.phone, recoveryCode: member.code, password, address });
    for (let failure = 1; failure <= 5; failure += 1)
      expect((await attempt(otherPassword)).code).toBe('CURRENT_PASSWORD_WRONG');
    // The throttle of the network also blocks the correct password and the sign-in.
    expect((await attempt(member.password)).code).toBe('AUTH_THROTTLED');
    const login = { phone: member.phone, password: member.password };
    const blocked = await browse().post('/vid/ajax/auth/login/phone', login, { address });
    expect(['AUTH_THROTTLED', 'CAPTCHA_REQUIRED']).toContain(blocked.code);
    expect(await codesLeft(member.id)).toBe(10);
    expect(await recoveriesOf(member.id)).toEqual([]);
    expect(await auditTrail(server, member.id, 'sign-in.failed')).toEqual(
      Array.from({ length: 5 }, () => ['sign-in.failed', null, { method: 'recovery', reason: 'password' }]),
    );
    expect((await startNow(member, member.code)).data).toEqual({ readyAt: null });
  });

  it('counts no failed sign-in if the recovery code is wrong', async () => {
    const member = await createMember();
    const [wrong, unknown] = [
      await start({ phone: member.phone, password: otherPassword, recoveryCode: newRecoveryCode() }),
      await start({ phone: freshPhone(), password: otherPassword, recoveryCode: member.code }),
    ];
    expect([wrong.code, unknown.code]).toEqual(['RECOVERY_CODE_INVALID', 'RECOVERY_CODE_INVALID']);
    const failures = await server.deps.sql`
      select from audit_events where account_id = ${member.id} and kind = 'sign-in.failed'`;
    expect(failures).toHaveLength(0);
  });

  it('P10 rejects a password that has changed since it was compared', async () => {
    const member = await createMember();
    const { sql, passwords, hasher } = server.deps;
    const hash = await hasher.admit({}, (slot) => slot.hash(otherPassword));
    // Create the counter row, which the next transaction locks.
    await startNow({ ...member, password: otherPassword }, member.code);
    let pending: ReturnType<typeof startNow> | undefined;
    await sql.begin(async (tx) => {
      await tx`select from password_throttles for update`;
      // This request reads the old hash, then waits for the locked row.
      pending = startNow(member, member.code);
      await waitForLockWaits(server, 1);
      await sql.begin((other) => passwords.set(other, member.id, hash));
    });
    const answer = await pending;
    expect(answer?.code).toBe('CURRENT_PASSWORD_WRONG');
    expect(answer?.browser.cookies.has('vid_recovery')).toBe(false);
    expect(await codesLeft(member.id)).toBe(10);
    // The wrong password counts, but not the password that was right when it was compared.
    expect(await failuresOf(member.phone)).toBe(1);
  });

  it('forgets a wrong password after the right password', async () => {
    const member = await createMember();
    const address = freshAddress();
    const attempt = (password: string) =>
      start({ phone: member.phone, recoveryCode: member.code, password, address });
    await attempt(otherPassword);
    expect(await failuresOf(member.phone)).toBe(1);
    expect((await attempt(member.password)).data).toEqual({ readyAt: null });
    expect(await failuresOf(member.phone)).toBe(0);
  });

  it('gives a token to only one of 10 parallel requests', async () => {
    const member = await createMember();
    const answers = await Promise.all(Array.from({ length: 10 }, () => startNow(member, member.code)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ browser }) => browser.cookies.has('vid_recovery'))).toHaveLength(1);
  });

  it('P10 can be stopped with the notice’s link, which locks the account', async () => {
    const member = await createMember();
    const { browser } = await startNow(member, member.code);
    const code = await linkOf(member.phone, 'recovery-code-used');
    expect((await browse().post('/vid/ajax/auth/not-me', { code })).data).toEqual({ outcome: 'locked' });
    expect((await complete(browser)).code).toBe('RECOVERY_LINK_INVALID');
    expect((await startNow(member, member.next)).code).toBe('RECOVERY_CODE_INVALID');
    expect(await codesLeft(member.id)).toBe(0);
  });

  it('P10 can be stopped with the notice’s link while the account is locked', async () => {
    const member = await createMember();
    const { browser } = await startNow(member, member.code);
    await server.deps.sql`
      update accounts set status = 'locked', locked_by_owner = true where id = ${member.id}`;
    const code = await linkOf(member.phone, 'recovery-code-used');
    await browse().post('/vid/ajax/auth/not-me', { code });
    expect((await complete(browser)).code).toBe('RECOVERY_LINK_INVALID');
  });

  it('refuses the new phone a password reset after the owner’s report', async () => {
    const member = await createMember();
    const { browser: thief } = await startNow(member, member.code);
    const phone = freshPhone();
    await complete(thief, phone);
    const code = await linkOf(member.phone, 'account-recovered');
    expect((await browse().post('/vid/ajax/auth/not-me', { code })).data).toEqual({ outcome: 'locked' });
    const { recoveryCodes } = await addAuthenticatorApp(server, member.id);
    const byCode = await start({ phone, password: otherPassword, recoveryCode: recoveryCodes[0] ?? '' });
    expect([byCode.code, byCode.details]).toEqual(['RECOVERY_REQUIRED', { reason: 'locked' }]);
    expect(await codesLeft(member.id)).toBe(10);
    const browser = browse();
    const otpToken = await insertOtpToken(server, browser, phone, 'forget-password');
    const body = { phone, otpToken, newPassword: otherPassword };
    expect((await browser.post('/vid/api/users/password/forget', body)).code).toBe('RECOVERY_REQUIRED');

    // The owner can still start a recovery by e-mail with the former number.
    const email = `${member.id}@example.vn`;
    await server.deps.sql`
      update accounts set email = ${email}, email_confirmed_at = now() where id = ${member.id}`;
    const owner = browse();
    const captchaToken = await insertCaptchaToken(server, owner, 'check');
    const asked = { phone: member.phone, email, captchaToken };
    await owner.post(`${base}/start`, asked, { address: freshAddress() });
    await server.deps.background.idle();
    expect((await recoveriesOf(member.id)).at(-1)).toEqual({ status: 'waiting', channel: 'mail' });
  });

  it('replaces a waiting recovery by phone, and cancels its second notice', async () => {
    const member = await createMember();
    await server.deps.sql`
      insert into due_notices (account_id, kind, count, user_agent, address, skips_phone, is_held, due_at)
      values (${member.id}, 'recovery-started', 1, '', '', false, false, now() + interval '1 day')`;
    await server.deps.sql`
      insert into recovery_requests (id, status, channel, account_id, user_agent, address, request_id, ready_at, expires_at)
      values (${`rec_${member.id}`}, 'waiting', 'phone', ${member.id}, '', '', '', now() + interval '1 hour', now() + interval '1 day')`;
    expect((await startNow(member, member.code)).status).toBe(200);
    expect(await recoveriesOf(member.id)).toEqual([{ status: 'ready', channel: 'code' }]);
    expect(await server.deps.sql`select kind from due_notices where account_id = ${member.id}`).toEqual([]);
  });

  it('expires after an hour', async () => {
    const member = await createMember();
    const { browser } = await startNow(member, member.code);
    await server.deps.sql`
      update recovery_requests set expires_at = expires_at - interval '1 hour' where account_id = ${member.id}`;
    expect((await complete(browser)).code).toBe('RECOVERY_LINK_INVALID');
    expect((await signIn(browse(), member)).data['methods']).toEqual(['totp', 'recovery-code']);
  });

  it('K1 K2 is announced to the replaced phone a second time', async () => {
    const member = await createMember();
    const { sql, notices, background } = server.deps;
    await sql`
      insert into consents (account_id, purpose, notice_version, method, address, agreed_at)
      values (${member.id}, 'terms', '1', 'test', '', now() - interval '25 hours')`;
    const { browser: thief } = await startNow(member, member.code);
    await complete(thief);
    const first = await linkOf(member.phone, 'account-recovered');
    await sql`update due_notices set due_at = now() where account_id = ${member.id}`;
    await notices.queueDue();
    notices.kick();
    await background.idle();
    const second = await linkOf(member.phone, 'account-recovered');
    expect(second).not.toBe(first);
    const [report] = await sql`
      select created_at < now() - interval '1 millisecond' as is_of_recovery from notice_links
      where account_id = ${member.id} order by expires_at desc limit 1`;
    expect(report).toEqual({ isOfRecovery: true });
    expect((await browse().post('/vid/ajax/auth/not-me', { code: second })).data).toEqual({
      outcome: 'locked',
    });
    expect(await sql`select status, phone_in_doubt from accounts where id = ${member.id}`).toEqual([
      { status: 'locked', phoneInDoubt: true },
    ]);
  });
});

describe('an intruder who has the password and a recovery code', () => {
  it('must wait with a code that is 71 hours old', async () => {
    const member = await createMember();
    await server.deps.sql`
      update recovery_codes set created_at = now() - interval '71 hours' where account_id = ${member.id}`;
    const { browser, data } = await startNow(member, member.code);
    expect(data['readyAt']).not.toBeNull();
    expect((await complete(browser)).code).toBe('RECOVERY_LINK_INVALID');
    const code = await linkOf(member.phone, 'recovery-started');
    expect((await browse().post('/vid/ajax/auth/not-me', { code })).data).toEqual({ outcome: 'stopped' });
  });

  it('K1 must wait with an old code after the owner’s lock', async () => {
    const member = await createMember();
    const { sql, notices } = server.deps;
    await sql.begin((tx) => notices.notify(tx, { account: member, kind: 'two-step-on' }));
    notices.kick();
    await server.deps.background.idle();
    const report = { code: await linkOf(member.phone, 'two-step-on') };
    expect((await browse().post('/vid/ajax/auth/not-me', report)).data).toEqual({ outcome: 'locked' });
    const { browser, data } = await startNow(member, member.code);
    expect(data['readyAt']).not.toBeNull();
    expect((await complete(browser)).code).toBe('RECOVERY_LINK_INVALID');
    const owner = browse();
    const { phone } = member;
    const otpToken = await insertOtpToken(server, owner, phone, 'forget-password');
    const reset = { phone, otpToken, newPassword: otherPassword };
    expect((await owner.post('/vid/api/users/password/forget', reset)).status).toBe(200);
    await pass(member.id, 72);
    expect((await startNow({ phone, password: otherPassword }, member.code)).code).toBe(
      'RECOVERY_CODE_INVALID',
    );
  });

  it('must wait with an old code during the hold of a phone change', async () => {
    const member = await createMember();
    const phone = freshPhone();
    await server.deps.sql`
      update accounts set phone = ${phone}, sensitive_hold_until = now() + interval '1 day' where id = ${member.id}`;
    const { browser, data } = await startNow({ ...member, phone }, member.code);
    expect(data['readyAt']).not.toBeNull();
    expect((await complete(browser)).code).toBe('RECOVERY_LINK_INVALID');
  });

  it('K1 must wait with an old code after a reset by SMS', async () => {
    const member = await createMember();
    const { phone } = member;
    const borrower = browse();
    const otpToken = await insertOtpToken(server, borrower, phone, 'forget-password');
    const reset = { phone, otpToken, newPassword: otherPassword };
    expect((await borrower.post('/vid/api/users/password/forget', reset)).status).toBe(200);
    const known = { phone, password: otherPassword };
    const { browser, data } = await startNow(known, member.code);
    expect(data['readyAt']).not.toBeNull();
    expect((await complete(browser)).code).toBe('RECOVERY_LINK_INVALID');
    const [held] = await recoveriesOf(member.id);
    expect(held).toEqual({ status: 'waiting', channel: 'code' });
  });

  it('K2 cannot end a recovery by support with an old code', async () => {
    const member = await createMember();
    await server.deps.sql`
      insert into recovery_requests (id, status, channel, account_id, user_agent, address, request_id, ready_at, expires_at)
      values (${`rec_${member.id}`}, 'waiting', 'support', ${member.id}, '', '', '', now() + interval '1 hour', now() + interval '1 day')`;
    const { code, raw } = await startNow(member, member.code);
    expect([raw.statusCode, code]).toEqual([409, 'RECOVERY_STOPPED']);
    expect(await recoveriesOf(member.id)).toEqual([{ status: 'waiting', channel: 'support' }]);
    expect(await codesLeft(member.id)).toBe(10);
  });

  it('cannot hide the recovery from the former phone number', async () => {
    const member = await createMember();
    const { sql, accounts } = server.deps;
    const phone = freshPhone();
    await sql.begin((tx) => accounts.changePhone(tx, { accountId: member.id, phone, holdSeconds: 0 }));
    const { browser } = await startNow({ ...member, phone }, member.code);
    expect((await complete(browser)).status).toBe(200);
    const code = await linkOf(member.phone, 'account-recovered');
    expect((await browse().post('/vid/ajax/auth/not-me', { code })).data).toEqual({ outcome: 'locked' });
  });
});

const alone = ({ phone }: { phone: string }, recoveryCode: string) => start({ phone, recoveryCode });

describe('recovery with a recovery code alone', () => {
  it('waits 72 hours before the same code can complete it', async () => {
    const member = await createMember();
    const { browser, data } = await alone(member, member.code);
    const wait = Date.parse(String(data['readyAt'])) - Date.now();
    expect(Math.round(wait / 60_000)).toBe(72 * 60);
    expect(browser.cookies.has('vid_recovery')).toBe(false);
    expect(await codesLeft(member.id)).toBe(9);
    // The phone gets a message, and the account's sessions show the recovery.
    expect(await linkOf(member.phone, 'recovery-started')).toHaveLength(22);
    const session = browse();
    await signIn(session, member);
    const step = { mfaToken: 'cookie', recoveryCode: member.next };
    await session.post('/vid/ajax/auth/login/two-step', step);
    const seen = await session.get('/vid/api/users/recovery');
    expect(seen.data['readyAt']).toBe(data['readyAt']);

    await pass(member.id, 71);
    const early = await alone(member, member.code);
    expect(early.data['readyAt']).not.toBeNull();
    expect((await complete(early.browser)).code).toBe('RECOVERY_LINK_INVALID');
    await pass(member.id, 1);
    const back = await alone(member, member.code);
    expect(back.data).toEqual({ readyAt: null });
    expect(await auditTrail(server, member.id, '^recovery')).toEqual([
      ['recovery.requested', null, { channel: 'code', withPassword: false, left: 9 }],
      ['recovery-code.used', 'owner', { left: 8 }],
      ['recovery.ready', null, { channel: 'code' }],
    ]);
    // A repeated call replaces a lost cookie; only the newest token is valid.
    const again = await alone(member, member.code);
    expect((await complete(back.browser)).code).toBe('RECOVERY_LINK_INVALID');
    const phone = freshPhone();
    expect((await complete(again.browser, phone)).status).toBe(200);
    const signedIn = await signIn(browse(), { phone, password: otherPassword });
    expect(signedIn.data['id']).toBe(member.id);
    expect((await alone({ phone }, member.code)).code).toBe('RECOVERY_CODE_INVALID');
  });

  it('can be stopped in a session or with the notice’s link', async () => {
    const member = await createMember();
    const session = browse();
    await signIn(session, member);
    await session.post('/vid/ajax/auth/login/two-step', { mfaToken: 'cookie', recoveryCode: member.next });
    await alone(member, member.code);
    expect((await session.call('DELETE', '/vid/api/users/recovery')).status).toBe(200);
    expect((await alone(member, member.code)).code).toBe('RECOVERY_CODE_INVALID');

    const other = await createMember();
    await alone(other, other.code);
    const code = await linkOf(other.phone, 'recovery-started');
    expect((await browse().post('/vid/ajax/auth/not-me', { code })).data).toEqual({ outcome: 'stopped' });
    await pass(other.id, 72);
    expect((await alone(other, other.code)).code).toBe('RECOVERY_CODE_INVALID');
    expect((await recoveriesOf(other.id)).map(({ status }) => status)).toEqual(['stopped']);
  });

  it.each([
    ['replaced', 'POST', '/vid/api/users/two-step/recovery-codes'],
    ['removed with the app', 'DELETE', '/vid/api/users/two-step'],
  ] as const)('K2 ends when the recovery codes are %s', async (_how, method, path) => {
    const member = await createMember();
    const session = browse();
    await signIn(session, member);
    await session.post('/vid/ajax/auth/login/two-step', { mfaToken: 'cookie', recoveryCode: member.next });
    await session.post('/vid/ajax/auth/reauthenticate', { password: member.password });
    await alone(member, member.code);
    expect((await session.call(method, path)).status).toBe(200);
    await pass(member.id, 72);
    expect((await alone(member, member.code)).code).toBe('RECOVERY_CODE_INVALID');
    expect((await recoveriesOf(member.id)).map(({ status }) => status)).toEqual(['stopped']);
    const sent = (await readOutbox(browse())).filter(({ to }) => to === member.phone);
    expect(sent.map(({ purpose }) => purpose)).toContain('recovery-stopped');
  });

  it('skips its wait once the password is given with the code', async () => {
    const member = await createMember();
    await alone(member, member.code);
    const { browser, data } = await startNow(member, member.code);
    expect(data).toEqual({ readyAt: null });
    expect(await codesLeft(member.id)).toBe(9);
    expect((await complete(browser)).status).toBe(200);
  });

  it('does not continue a recovery that began with the password', async () => {
    const member = await createMember();
    await startNow(member, member.code);
    expect((await alone(member, member.code)).code).toBe('RECOVERY_CODE_INVALID');
    const other = await alone(member, member.next);
    expect([other.code, other.browser.cookies.has('vid_recovery')]).toEqual(['RECOVERY_STOPPED', false]);
    expect(await codesLeft(member.id)).toBe(9);
  });

  it('neither shortens nor restarts the wait if another code is given', async () => {
    const member = await createMember();
    await alone(member, member.code);
    const before = await server.deps.sql`
      select ready_at from recovery_requests where account_id = ${member.id}`;
    expect((await alone(member, member.next)).code).toBe('RECOVERY_STOPPED');
    expect(await codesLeft(member.id)).toBe(9);
    expect(
      await server.deps.sql`select ready_at from recovery_requests where account_id = ${member.id}`,
    ).toEqual(before);
  });

  it('X3 replaces a recovery by mail and notifies the owner', async () => {
    const member = await createMember();
    await server.deps.sql`
      insert into recovery_requests (id, status, channel, account_id, user_agent, address, request_id, ready_at, expires_at)
      values (${`rec_${member.id}`}, 'waiting', 'mail', ${member.id}, '', '', '', now() + interval '1 hour', now() + interval '1 day')`;
    expect((await alone(member, member.code)).status).toBe(200);
    expect(await recoveriesOf(member.id)).toEqual([{ status: 'waiting', channel: 'code' }]);
    expect(await auditTrail(server, member.id, 'recovery.stopped')).toEqual([
      ['recovery.stopped', null, { by: 'code' }],
    ]);
    const sent = (await readOutbox(browse())).filter(({ to }) => to === member.phone);
    expect(sent.map(({ purpose }) => purpose).toSorted()).toEqual(['recovery-started', 'recovery-stopped']);
  });

  it('cannot be continued with the code a week after the wait', async () => {
    const member = await createMember();
    await alone(member, member.code);
    await pass(member.id, 72 + 7 * 24);
    expect((await alone(member, member.code)).code).toBe('RECOVERY_CODE_INVALID');
  });

  it('begins one wait and notifies the owner once for 10 parallel requests', async () => {
    const member = await createMember();
    const answers = await Promise.all(Array.from({ length: 10 }, () => alone(member, member.code)));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(await recoveriesOf(member.id)).toHaveLength(1);
    const outbox = await readOutbox(browse());
    const told = outbox.filter(({ to, purpose }) => to === member.phone && purpose === 'recovery-started');
    expect(told).toHaveLength(1);
  });

  it('gives one response for unknown phones and wrong, used or foreign codes', async () => {
    const [member, other, plain] = [await createMember(), await createMember(), await createAccount(server)];
    await startNow(member, member.code);
    const answers = [
      await start({ phone: freshPhone(), recoveryCode: member.next }),
      await start({ phone: plain.phone, recoveryCode: member.next }),
      await start({ phone: member.phone, recoveryCode: newRecoveryCode() }),
      await start({ phone: member.phone, recoveryCode: member.code }),
      await start({ phone: member.phone, recoveryCode: other.code }),
    ];
    const { error } = answers[0]?.raw.json() ?? {};
    expect(answers.map(({ status, code, raw }) => [status, code, raw.json().error])).toEqual(
      answers.map(() => [400, 'RECOVERY_CODE_INVALID', error]),
    );
    expect(await codesLeft(member.id)).toBe(9);
    expect(await codesLeft(other.id)).toBe(10);
    const refused = ['recovery.refused', null, { channel: 'code' }];
    expect(await auditTrail(server, member.id, 'recovery.refused')).toEqual([refused, refused, refused]);
  });

  it('counts no attempt and checks no captcha for a mistyped code', async () => {
    const member = await createMember();
    const address = freshAddress();
    for (const mistyped of ['not a code', `${member.code.slice(0, -1)}A`]) {
      const body = { phone: member.phone, recoveryCode: mistyped, captchaToken: 'A'.repeat(43) };
      const answer = await browse().post(`${base}/start-by-code`, body, { address });
      expect([answer.code, answer.raw.json().fields]).toEqual([
        'VALIDATION_FAILED',
        { recoveryCode: fieldReasons.mistyped.vi },
      ]);
    }
    expect(
      (await server.deps.sql`select from counters where key = ${`recovery-code:${address}`}`).count,
    ).toBe(0);
  });

  it('uses up no code of an account locked by the association', async () => {
    for (const [options, code] of [
      [{ role: 'admin' }, 'RESET_BY_OPERATOR'],
      [{ status: 'locked' }, 'ACCOUNT_LOCKED'],
    ] as const) {
      const member = await createMember(options);
      expect((await alone(member, member.code)).code).toBe(code);
      expect((await startNow(member, member.code)).code).toBe(code);
      expect((await alone(member, newRecoveryCode())).code).toBe('RECOVERY_CODE_INVALID');
      expect(await codesLeft(member.id)).toBe(10);
    }
  });

  it('requires a captcha, and is limited per network', async () => {
    const member = await createMember();
    const body = { phone: member.phone, recoveryCode: member.code, captchaToken: 'A'.repeat(43) };
    expect((await browse().post(`${base}/start-by-code`, body)).code).toBe('CAPTCHA_INVALID');
    const address = freshAddress();
    await start({ phone: freshPhone(), recoveryCode: member.code, address });
    expect(await minutesOfCounter(server, `recovery-code:${address}`)).toBe(60);
    await server.deps.sql`update counters set points = 20 where key = ${`recovery-code:${address}`}`;
    const limited = await start({ phone: member.phone, recoveryCode: member.code, address });
    expect(limited.code).toBe('RATE_LIMITED');
    expect(await codesLeft(member.id)).toBe(10);
  });
});
