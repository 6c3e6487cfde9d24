import {
  createAccount,
  goodPassword,
  insertOtpToken,
  otherPassword,
  setPasswordFailures,
  signIn,
} from '@vid/testkit/accounts';
import { TestBrowser } from '@vid/testkit/browser';
import { freshAddress, freshPhone, solveCaptcha } from '@vid/testkit/flows';
import { waitForLockWaits } from '@vid/testkit/database/lock-wait';
import { startTestServer, type TestServer } from '@vid/testkit/server';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { maskPhone } from '#lib/phone/mask-phone.ts';
import { throttleHash } from '#account/credentials/code-demand.ts';
import { createPasswordHasher } from '#account/credentials/password-hasher.ts';

const path = '/vid/ajax/auth/login/phone';
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(inject('cluster'));
});
afterAll(() => server.close());

const browse = (): TestBrowser => new TestBrowser(server.app);
const post = (body: unknown, address = freshAddress()) => browse().post(path, body, { address });

describe('the password sign-in', () => {
  it('starts a session and returns the account', async () => {
    const account = await createAccount(server, { name: 'Nguyễn Văn An' });
    const browser = browse();
    const answer = await browser.post(path, { phone: account.phone, password: account.password });
    expect(answer.status).toBe(200);
    expect(answer.data).toMatchObject({ id: account.id, phone: account.phone, name: 'Nguyễn Văn An' });
    expect((await browser.get('/vid/ajax/auth/me')).data['id']).toBe(account.id);
  });

  it('P4 accepts the phone in national, international and full-width notation', async () => {
    const account = await createAccount(server);
    const national = account.phone.slice(3);
    const wide = Array.from(`0${national}`, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0));
    for (const phone of [
      `0${national}`,
      `84${national}`,
      `+84 ${national}`,
      `0084${national}`,
      wide.join(''),
    ])
      expect((await post({ phone, password: account.password })).status).toBe(200);
  });

  it('P8 accepts the NFD form of the password', async () => {
    const account = await createAccount(server, { password: 'Mậtkhẩu@1 hoà'.normalize('NFC') });
    const status = async (password: string) => (await post({ phone: account.phone, password })).status;
    expect(await status('Mậtkhẩu@1 hoà'.normalize('NFD'))).toBe(200);
    expect(await status('Mậtkhẩu@1 hoà '.normalize('NFC'))).toBe(401);
    expect(await status('Mậtkhẩu@1 hòa'.normalize('NFC'))).toBe(401);
  });

  it('sets a cookie for the browser session if “remember” is false', async () => {
    const account = await createAccount(server);
    const cookieOf = async (remember?: boolean) => {
      const { raw } = await post({ phone: account.phone, password: account.password, remember });
      return raw.cookies.find((cookie) => cookie.name === 'vid_sid');
    };
    expect(await cookieOf(false)).not.toHaveProperty('maxAge');
    expect(await cookieOf()).toMatchObject({ maxAge: 2_592_000 });
  });

  it('replaces a weaker hash in the background', async () => {
    const strong = await startTestServer(inject('cluster'), {
      environment: { VID_PASSWORD_MEMORY_KIB: '8192' },
    });
    try {
      const account = await createAccount(strong);
      const weak = createPasswordHasher({
        memoryKib: 7_168,
        iterations: 1,
        concurrency: 1,
        queue: 1,
        perAddress: 1,
        keys: strong.deps.keys,
      });
      const old = await weak.admit({}, (slot) => slot.hash(goodPassword));
      const hashNow = async () =>
        (await strong.deps.sql`select * from password_credentials where account_id = ${account.id}`)[0]?.hash;
      await strong.deps.sql`update password_credentials set hash = ${old}`;
      await signIn(new TestBrowser(strong.app), account);
      await strong.deps.background.idle();
      expect(await hashNow()).toContain('m=8192');
      const renewed = await hashNow();
      await signIn(new TestBrowser(strong.app), account);
      await strong.deps.background.idle();
      expect(await hashNow()).toBe(renewed);
    } finally {
      await strong.close();
    }
  });
});

describe('the refusal of a password sign-in', () => {
  it('P1 is the same for unknown, locked and passwordless accounts', async () => {
    const member = await createAccount(server);
    const locked = await createAccount(server, { status: 'locked' });
    const social = await createAccount(server, { password: null });
    const bodies = new Set<string>();
    for (const phone of [freshPhone(), member.phone, locked.phone, social.phone]) {
      const { raw, status } = await post({ phone, password: otherPassword });
      expect(status).toBe(401);
      bodies.add(raw.body.replace(/"requestId":"[^"]*"/u, ''));
    }
    expect(bodies.size).toBe(1);
    expect([...bodies][0]).toContain('"AUTH_FAILED"');
  });

  it('P1 reports the lock of an account for the correct password', async () => {
    const locked = await createAccount(server, { status: 'locked' });
    const answer = await post({ phone: locked.phone, password: locked.password });
    expect([answer.status, answer.code]).toEqual([403, 'ACCOUNT_LOCKED']);
    expect(answer.raw.cookies.map((cookie) => cookie.name)).not.toContain('vid_sid');
    expect(await server.deps.sql`select * from sessions where account_id = ${locked.id}`).toEqual([]);
    expect(await server.deps.throttle.check(locked.phone)).toMatchObject({ failures: 0 });
    expect(
      await server.deps.sql`select kind, details from audit_events where account_id = ${locked.id}`,
    ).toEqual([
      {
        kind: 'sign-in.failed',
        details: { method: 'password', reason: 'locked', phone: maskPhone(locked.phone) },
      },
    ]);
  });

  it('P2 P12 is the same for malformed passwords of known and unknown phones', async () => {
    const member = await createAccount(server);
    const passwords: unknown[] = ['', undefined, 'x', 'x'.repeat(1_025), ['a'], {}, 7, null, { $ne: 1 }];
    for (const password of [...passwords, 'Aa1@abcd\u0000', 'Aa1@abcd\ud800']) {
      const answers = await Promise.all(
        [member.phone, freshPhone()].map((phone) => post({ phone, password })),
      );
      for (const answer of answers) expect([answer.status, answer.code]).toEqual([400, 'VALIDATION_FAILED']);
      expect(answers[0]?.raw.json().fields).toEqual(answers[1]?.raw.json().fields);
    }
    for (const phone of [member.phone, freshPhone()])
      expect((await post({ phone, password: 'x'.repeat(100_000) })).status).toBe(413);
    expect(
      await server.deps.sql`
        select from password_throttles
        where phone_hash = ${throttleHash(server.deps.keys, member.phone)}`,
    ).toEqual([]);
  });

  it('names the field “phone” for an invalid phone number', async () => {
    for (const phone of ['12345', 'abc', '+14155550100', '02438223344']) {
      const answer = await post({ phone, password: otherPassword });
      expect([answer.status, answer.code]).toEqual([400, 'PHONE_INVALID']);
      expect(answer.fields).toHaveProperty('phone');
    }
  });

  it('M3 I6 is returned for undeclared fields or prototype keys', async () => {
    const account = await createAccount(server);
    const good = { phone: account.phone, password: account.password };
    for (const extra of [
      '{"role":"admin"}',
      '{"__proto__":{"role":"admin"}}',
      '{"constructor":{"prototype":{}}}',
    ]) {
      const body = JSON.stringify(good).replace('}', `,${extra.slice(1)}`);
      const answer = await browse().post(path, body, { headers: { 'content-type': 'application/json' } });
      expect(answer.status).toBe(400);
    }
    expect(Object.hasOwn(Object.prototype, 'role')).toBe(false);
  });
});

describe('a password sign-in', () => {
  it('V4 V2 writes one-line log entries and audit rows without the phone number', async () => {
    const account = await createAccount(server);
    const evil = 'evil\r\n{"level":50}\u001b[31m';
    await browse().post(
      path,
      { phone: account.phone, password: otherPassword },
      { headers: { 'x-forwarded-for': evil } },
    );
    await signIn(browse(), account);
    const rows = await server.deps.sql<
      { kind: string }[]
    >`select * from audit_events where account_id = ${account.id}`;
    expect(rows.map((row) => row.kind).toSorted()).toEqual(['session.started', 'sign-in.failed']);
    expect(JSON.stringify(rows)).not.toContain(account.phone);
    expect(JSON.stringify(rows)).not.toContain(otherPassword);
    expect(server.logLines.every((line) => line.trimEnd().split('\n').length === 1)).toBe(true);
  });

  it('S1 issues a new session id and replaces the pre-session', async () => {
    const account = await createAccount(server);
    const browser = browse();
    await browser.get('/vid/api/auth/client/config');
    await signIn(browser, account);
    const first = { sid: browser.cookies.get('vid_sid'), pre: browser.cookies.get('vid_pre') };
    const thief = browser.copy();
    await signIn(browser, account);
    expect(browser.cookies.get('vid_sid')).not.toBe(first.sid);
    expect(browser.cookies.get('vid_pre')).not.toBe(first.pre);
    expect((await thief.get('/vid/ajax/auth/me')).code).toBe('TOKEN_INVALID');
    expect((await browser.get('/vid/ajax/auth/me')).status).toBe(200);
  });

  it('S1 replaces a session and a pre-session that an attacker planted', async () => {
    const account = await createAccount(server);
    const browser = browse();
    browser.cookies.set('vid_sid', 'A'.repeat(43));
    browser.cookies.set('vid_pre', `${'B'.repeat(43)}.zzzzzz.${'C'.repeat(22)}`);
    await signIn(browser, account);
    expect(browser.cookies.get('vid_sid')).not.toBe('A'.repeat(43));
    expect(browser.cookies.get('vid_pre')).not.toContain('B'.repeat(43));
  });

  it('P10 starts no session if the password changes after its comparison', async () => {
    const account = await createAccount(server);
    const { sql } = server.deps;
    const newHash = await server.deps.hasher.admit({}, (slot) => slot.hash(otherPassword));
    // The lock keeps the sign-in waiting after it has compared the old password.
    let signingIn: ReturnType<typeof post> | undefined;
    await sql.begin(async (tx) => {
      await server.deps.accounts.lockRow(tx, account.id);
      signingIn = post({ phone: account.phone, password: account.password });
      await waitForLockWaits(server, 1);
      await server.deps.passwords.set(tx, account.id, newHash);
      await server.deps.sessionRepo.deleteAll(tx, account.id);
    });
    expect((await signingIn)?.code).toBe('AUTH_FAILED');
    expect(await sql`select * from sessions where account_id = ${account.id}`).toEqual([]);
  });
});

describe('the throttle of password sign-ins', () => {
  it('counts refusals for a wait, but not for a captcha', async () => {
    const { sql, keys, metrics } = server.deps;
    const throttled = async () => {
      const { values } = await metrics.signIn.get();
      return (
        values.find(({ labels }) => labels.method === 'password' && labels.event === 'throttled')?.value ?? 0
      );
    };
    const [waiting, suspicious] = [await createAccount(server), await createAccount(server)];
    await setPasswordFailures(server, suspicious.phone, 3);
    const address = freshAddress();
    await sql`
      insert into password_failures (phone_hash, address, failures, blocked_until)
      values (${throttleHash(keys, waiting.phone)}, ${address}, 6, now() + interval '1 minute')`;
    const before = await throttled();
    const codes = [];
    for (const { phone, password } of [suspicious, waiting])
      codes.push([(await post({ phone, password }, address)).code, (await throttled()) - before]);
    expect(codes).toEqual([
      ['CAPTCHA_REQUIRED', 0],
      ['AUTH_THROTTLED', 1],
    ]);
  });

  it('forgets the failures of all networks after a password with a code', async () => {
    const { throttle, sql } = server.deps;
    const { id, phone, password } = await createAccount(server);
    for (let count = 0; count < 2; count += 1) await post({ phone, password: otherPassword });
    expect(await throttle.check(phone)).toMatchObject({ failures: 2 });
    const browser = browse();
    const otpToken = await insertOtpToken(server, browser, phone, 'signin');
    expect((await browser.post(path, { phone, password, otpToken })).status).toBe(200);
    expect(await throttle.check(phone)).toMatchObject({ failures: 0 });
    expect(await sql`select amr from sessions where account_id = ${id}`).toEqual([
      { amr: ['pwd', 'otp', 'sms'] },
    ]);
    expect(await sql`select from otp_codes where phone = ${phone} and token_used_at is null`).toHaveLength(0);
  });

  it('requires a captcha after three failures for a phone', async () => {
    const account = await createAccount(server);
    const browser = browse();
    const wrong = { phone: account.phone, password: otherPassword };
    const told = [];
    for (let count = 0; count < 3; count += 1)
      told.push((await browser.post(path, wrong)).details['captchaRequired']);
    expect(told).toEqual([false, false, true]);
    expect((await browser.post(path, { phone: account.phone, password: account.password })).code).toBe(
      'CAPTCHA_REQUIRED',
    );
    const captchaToken = await solveCaptcha(browser, { purpose: 'signin' });
    const right = { phone: account.phone, password: account.password };
    expect((await browser.post(path, { ...right, captchaToken: 'x' })).code).toBe('CAPTCHA_INVALID');
    expect((await browser.post(path, { ...right, captchaToken })).status).toBe(200);
    expect((await browser.post(path, wrong)).details['captchaRequired']).toBe(false);
  });

  it('leaves a captcha valid if it was not required', async () => {
    const account = await createAccount(server);
    const browser = browse();
    const captchaToken = await solveCaptcha(browser, { purpose: 'signin' });
    for (let count = 0; count < 3; count += 1)
      await browser.post(path, { phone: account.phone, password: otherPassword, captchaToken });
    const answer = await browser.post(path, {
      phone: account.phone,
      password: account.password,
      captchaToken,
    });
    expect(answer.status).toBe(200);
  });

  it('D3 prevents the session if earlier failures cannot be cleared', async () => {
    const { sql } = server.deps;
    const account = await createAccount(server);
    const browser = browse();
    const right = { phone: account.phone, password: account.password };
    expect((await browser.post(path, right)).status).toBe(200);
    // Failures on known devices are not in `password_throttles`, so the device must be unknown.
    await sql`delete from known_devices where account_id = ${account.id}`;
    await sql`
      create function refuse_forgetting() returns trigger language plpgsql as
      $$ begin raise exception 'gone' using errcode = 'admin_shutdown'; end $$`;
    await sql`
      create trigger refuse_forgetting before update on password_throttles for each row
      when (new.failures < old.failures) execute function refuse_forgetting()`;
    try {
      expect((await browser.post(path, right)).status).toBe(503);
      expect((await browser.get('/vid/ajax/auth/me')).status).toBe(200);
      expect(await sql`select from sessions where account_id = ${account.id}`).toHaveLength(1);
      const change = { currentPassword: account.password, newPassword: otherPassword };
      expect((await browser.post('/vid/api/users/password/change', change)).status).toBe(200);
      expect(
        server.logLines.filter((line) => line.includes('failed to forget earlier password failures')),
      ).toHaveLength(1);
    } finally {
      await sql`drop function refuse_forgetting cascade`;
    }
  });
});
