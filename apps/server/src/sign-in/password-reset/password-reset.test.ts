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
import { minutesOfCounter } from '@vid/testkit/database/counters';
import { freshAddress, freshPhone, readOutbox, requestOtp, verifyPhone } from '@vid/testkit/flows';
import { addPasskey, signInByPasskey } from '@vid/testkit/sign-in/passkeys';
import { startTestServer, type TestServer } from '@vid/testkit/server';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { importedAccounts } from '#account/imports/imported-accounts.repo.ts';
import { AppError } from '#lib/app-error.ts';
import { newId } from '#lib/ids.ts';

const path = '/vid/api/users/password/forget';
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(inject('cluster'));
});
afterAll(() => server.close());

const browse = (): TestBrowser => new TestBrowser(server.app);
const hashOf = async (accountId: string) =>
  (await server.deps.sql`select * from password_credentials where account_id = ${accountId}`)[0]?.hash;

describe('the password reset', () => {
  it('sets a new password with a verified code, and starts no session', async () => {
    const account = await createAccount(server);
    const browser = browse();
    await verifyPhone(browser, server, account.phone, 'forget-password');
    const answer = await browser.post(path, {
      phone: account.phone,
      otpToken: 'cookie',
      newPassword: otherPassword,
    });
    expect([answer.status, answer.raw.json()]).toEqual([200, { data: true }]);
    expect(['vid_sid', 'vid_flow'].filter((name) => browser.cookies.has(name))).toEqual([]);
    expect((await browser.get('/vid/ajax/auth/me')).code).toBe('TOKEN_MISSING');
    await signIn(browse(), { phone: account.phone, password: otherPassword });
    const old = await browse().post('/vid/ajax/auth/login/phone', {
      phone: account.phone,
      password: goodPassword,
    });
    expect(old.code).toBe('AUTH_FAILED');
  });

  it('forgets earlier wrong passwords and counts as a use of the account', async () => {
    const account = await createAccount(server);
    const { sql } = server.deps;
    await sql`update accounts set last_sign_in_at = now() - interval '170 days' where id = ${account.id}`;
    await setPasswordFailures(server, account.phone, 100);
    const browser = browse();
    const otpToken = await insertOtpToken(server, browser, account.phone, 'forget-password');
    await browser.post(path, { phone: account.phone, otpToken, newPassword: otherPassword });
    const [row] = await sql`
      select last_sign_in_at > now() - interval '1 minute' as is_used from accounts where id = ${account.id}`;
    expect(row).toEqual({ isUsed: true });
    await signIn(browse(), { phone: account.phone, password: otherPassword });
  });

  it('K1 removes a new passkey, but not one eight days old', async () => {
    const account = await createAccount(server);
    const [session, browser] = [browse(), browse()];
    await signIn(session, account);
    const kept = await addPasskey(session);
    await server.deps.sql`
      update passkeys set created_at = now() - interval '8 days' where account_id = ${account.id}`;
    const added = await addPasskey(session);
    const otpToken = await insertOtpToken(server, browser, account.phone, 'forget-password');
    await browser.post(path, { phone: account.phone, otpToken, newPassword: otherPassword });
    expect((await signInByPasskey(browse(), added.device)).code).toBe('PASSKEY_UNKNOWN');
    expect((await signInByPasskey(browse(), kept.device)).status).toBe(200);
    const removed = await server.deps.sql`
      select details from audit_events where account_id = ${account.id} and kind = 'passkey.removed'`;
    expect(removed).toEqual([{ details: { passkeyId: added.id } }]);
  });

  it('K1 removes a new social account, but not one eight days old', async () => {
    const { id, phone } = await createAccount(server);
    const { sql } = server.deps;
    await sql`
      insert into social_identities (provider, subject, account_id, linked_at)
      values ('google', ${id}, ${id}, now()), ('zalo', ${id}, ${id}, now() - interval '8 days')`;
    const browser = browse();
    const otpToken = await insertOtpToken(server, browser, phone, 'forget-password');
    await browser.post(path, { phone, otpToken, newPassword: otherPassword });
    expect(await sql`select provider from social_identities where account_id = ${id}`).toEqual([
      { provider: 'zalo' },
    ]);
    expect(
      await sql`select details from audit_events where account_id = ${id} and kind = 'identity.removed'`,
    ).toEqual([{ details: { provider: 'google' } }]);
  });

  it.each([
    ['confirmed in the last week', 'removes', 6, null],
    ['confirmed before', 'keeps', 8, 'an@example.vn'],
    ['not confirmed', 'removes', null, null],
  ])('K1 $1 an e-mail address that was $0', async (_name, _verb, days, expected) => {
    const account = await createAccount(server);
    const [session, browser] = [browse(), browse()];
    const { sql } = server.deps;
    await signIn(session, account);
    await session.call('PATCH', '/vid/api/users/profile', { email: 'an@example.vn' });
    if (days !== null)
      await sql`
        update accounts set email_confirmed_at = now() - make_interval(days => ${days}) where id = ${account.id}`;
    // A reset does not restore the former address, whose mailbox the owner may no longer use.
    await sql`
      insert into former_emails (account_id, email, confirmed_at, expires_at)
      values (${account.id}, 'old@example.vn', now() - interval '60 days', now() + interval '1 day')`;
    const otpToken = await insertOtpToken(server, browser, account.phone, 'forget-password');
    await browser.post(path, { phone: account.phone, otpToken, newPassword: otherPassword });
    expect(await sql`select email from accounts where id = ${account.id}`).toEqual([{ email: expected }]);
    const links = await sql`select from email_confirmations where account_id = ${account.id}`;
    expect(links).toHaveLength(expected === null ? 0 : 1);
  });

  it.each([
    ['keeps an e-mail address that the association imported', { name: 'Trần Văn An' }, 'an@example.vn'],
    [
      'keeps an imported e-mail address that was saved unchanged',
      { email: 'an@example.vn' },
      'an@example.vn',
    ],
    ['removes an e-mail address that replaced an imported one', { email: 'other@example.vn' }, null],
  ])('K1 %s', async (_title, change, expected) => {
    const { sql, accounts } = server.deps;
    const [id, phone] = [newId('acc'), freshPhone()];
    const personal = { kind: 'personal', memberObject: null, province: null, enterprise: null } as const;
    const others = { certificate: null, passwordHash: null, referralCode: id.slice(-12) };
    const imported = { id, phone, name: 'An', email: 'an@example.vn', ...personal, ...others };
    await sql.begin((tx) => importedAccounts.insert(tx, [imported]));
    await sql.begin((tx) => accounts.update(tx, id, change));
    const browser = browse();
    const otpToken = await insertOtpToken(server, browser, phone, 'forget-password');
    await browser.post(path, { phone, otpToken, newPassword: otherPassword });
    expect(await sql`select email from accounts where id = ${id}`).toEqual([{ email: expected }]);
  });

  it('P10 ends the sessions, a pending code and a pending token', async () => {
    const account = await createAccount(server);
    const [first, second, browser, other] = [browse(), browse(), browse(), browse()];
    await Promise.all([signIn(first, account), signIn(second, account)]);
    const pending = await requestOtp(other, server, account.phone, 'signin');
    const pendingToken = await insertOtpToken(server, other, account.phone, 'signin');
    const otpToken = await insertOtpToken(server, browser, account.phone, 'forget-password');
    expect(
      (await browser.post(path, { phone: account.phone, otpToken, newPassword: otherPassword })).status,
    ).toBe(200);

    const twin = await server.twin();
    for (const old of [first, second]) {
      expect((await old.get('/vid/ajax/auth/me')).code).toBe('TOKEN_INVALID');
      const elsewhere = new TestBrowser(twin.app);
      elsewhere.cookies.set('vid_sid', old.cookies.get('vid_sid') ?? '');
      expect((await elsewhere.get('/vid/ajax/auth/me')).code).toBe('TOKEN_INVALID');
    }
    const late = await other.post('/vid/gateway/otp/validate', {
      clientId: 'vid-web',
      otpRequestId: pending.otpRequestId,
      otpValue: pending.code,
    });
    expect(late.code).toBe('OTP_INVALID');
    const login = { phone: account.phone, otpToken: pendingToken };
    expect((await other.post('/vid/ajax/auth/login/otp', login)).code).toBe('OTP_TOKEN_INVALID');
    expect(
      (await browser.post(path, { phone: account.phone, otpToken, newPassword: goodPassword })).code,
    ).toBe('OTP_TOKEN_INVALID');

    expect(await auditTrail(server, account.id, 'password.reset')).toEqual([
      ['password.reset', 'owner', { sessionsEnded: 2, wasLocked: false }],
    ]);
    await expect
      .poll(async () =>
        (await readOutbox(browser)).some(
          (sms) => sms.to === account.phone && sms.purpose === 'password-reset',
        ),
      )
      .toBe(true);
  });

  it('sets a password for an account without one', async () => {
    const account = await createAccount(server, { password: null });
    const browser = browse();
    const otpToken = await insertOtpToken(server, browser, account.phone, 'forget-password');
    await browser.post(path, { phone: account.phone, otpToken, newPassword: otherPassword });
    const signedIn = await signIn(browse(), { phone: account.phone, password: otherPassword });
    expect(signedIn.data['id']).toBe(account.id);
  });

  it('O12 reveals a locked or missing account only with a valid token', async () => {
    const locked = await createAccount(server, { status: 'locked' });
    const before = await hashOf(locked.id);
    for (const [phone, code] of [
      [locked.phone, 'ACCOUNT_LOCKED'],
      [freshPhone(), 'ACCOUNT_NOT_FOUND'],
    ] as const) {
      const browser = browse();
      const otpToken = await insertOtpToken(server, browser, phone, 'forget-password');
      const body = { phone, newPassword: otherPassword };
      expect((await browser.post(path, { ...body, otpToken: 'A'.repeat(43) })).code).toBe(
        'OTP_TOKEN_INVALID',
      );
      expect((await browser.post(path, { ...body, otpToken })).code).toBe(code);
      const [row] = await server.deps.sql`select * from otp_codes where phone = ${phone}`;
      expect(row?.tokenUsedAt).toBeNull();
    }
    expect(await hashOf(locked.id)).toBe(before);
  });

  it('O5 O6 requires a token for the same phone, purpose and browser', async () => {
    const account = await createAccount(server);
    const browser = browse();
    const before = await hashOf(account.id);
    const body = { phone: account.phone, newPassword: otherPassword };
    const nonsense = [undefined, '', null, 'null', 'cookie', 'A'.repeat(43), { $ne: '' }, ['x'], 0, false];
    const wrong = [
      ...nonsense,
      await insertOtpToken(server, browser, account.phone, 'signup'),
      await insertOtpToken(server, browser, account.phone, 'signin'),
      await insertOtpToken(server, browser, account.phone, 'social'),
      await insertOtpToken(server, browser, freshPhone(), 'forget-password'),
      await insertOtpToken(server, browse(), account.phone, 'forget-password'),
    ];
    for (const otpToken of wrong) expect((await browser.post(path, { ...body, otpToken })).status).toBe(400);
    expect((await browser.post(path)).status).toBe(400);
    expect(await hashOf(account.id)).toBe(before);
  });

  it('P11 refuses more than 100 invalid tokens an hour from one network', async () => {
    const account = await createAccount(server);
    const [stranger, owner, elsewhere] = [browse(), browse(), browse()];
    const junk = { phone: account.phone, otpToken: 'A'.repeat(43), newPassword: otherPassword };
    const [address, other] = [freshAddress(), freshAddress()];
    const tryJunk = () => stranger.post(path, junk, { address });
    expect((await tryJunk()).code).toBe('OTP_TOKEN_INVALID');
    await server.deps.sql`update counters set points = 99 where key = ${`forget-miss:${address}`}`;
    expect((await tryJunk()).code).toBe('OTP_TOKEN_INVALID');
    const limited = await tryJunk();
    expect([limited.status, limited.code]).toEqual([429, 'RATE_LIMITED']);
    expect(Number(limited.raw.headers['retry-after'])).toBeGreaterThan(3_500);
    expect((await elsewhere.post(path, junk, { address: other })).code).toBe('OTP_TOKEN_INVALID');

    const otpToken = await insertOtpToken(server, owner, account.phone, 'forget-password');
    expect((await owner.post(path, { ...junk, otpToken }, { address })).status).toBe(200);
  });

  it('X2 changes a password at most five times an hour', async () => {
    const account = await createAccount(server);
    const { sql } = server.deps;
    const reset = async () => {
      const browser = browse();
      const otpToken = await insertOtpToken(server, browser, account.phone, 'forget-password');
      return browser.post(path, { phone: account.phone, otpToken, newPassword: otherPassword });
    };
    expect((await reset()).status).toBe(200);
    const key = `password-reset:${server.deps.keys.pepper('counter', account.phone).toString('base64url')}`;
    expect(await minutesOfCounter(server, key)).toBe(60);
    await sql`update counters set points = 4 where key = ${key}`;
    expect((await reset()).status).toBe(200);
    const refused = await reset();
    expect([refused.status, refused.code]).toEqual([429, 'RATE_LIMITED']);
    expect(Number(refused.raw.headers['retry-after'])).toBeLessThanOrEqual(3_600);
  });

  it('X2 P5 does not count a reset that finds no free slot for its hash', async () => {
    const account = await createAccount(server);
    const { sql, hasher } = server.deps;
    const browser = browse();
    const otpToken = await insertOtpToken(server, browser, account.phone, 'forget-password');
    const reset = () => browser.post(path, { phone: account.phone, otpToken, newPassword: otherPassword });
    const admit = vi.spyOn(hasher, 'admit');
    const key = `password-reset:${server.deps.keys.pepper('counter', account.phone).toString('base64url')}`;
    const points = async () => (await sql`select points from counters where key = ${key}`)[0]?.['points'];
    admit.mockImplementation((_client, work) =>
      work({ hash: () => Promise.reject(new AppError('BUSY')), verify: () => Promise.resolve(false) }),
    );
    for (let n = 0; n < 6; n += 1) expect((await reset()).code).toBe('BUSY');
    admit.mockRestore();
    expect(await points()).toBe(0);
    expect((await reset()).status).toBe(200);
    expect(await points()).toBe(1);
  });

  it('changes the password only once in two parallel uses of one token', async () => {
    const account = await createAccount(server);
    const browser = browse();
    const otpToken = await insertOtpToken(server, browser, account.phone, 'forget-password');
    const answers = await Promise.all(
      [otherPassword, 'Cầu-Thê Húc 9'].map((newPassword) =>
        browser.copy().post(path, { phone: account.phone, otpToken, newPassword }),
      ),
    );
    expect(answers.map((answer) => answer.code ?? 'ok').toSorted()).toEqual(['OTP_TOKEN_INVALID', 'ok']);
  });

  it('rejects a weak password without using up the token', async () => {
    const account = await createAccount(server);
    const browser = browse();
    const otpToken = await insertOtpToken(server, browser, account.phone, 'forget-password');
    for (const [newPassword, code] of [
      ['short', 'PASSWORD_POLICY'],
      ['Password@123', 'PASSWORD_COMMON'],
      [`Xa@${account.phone}`, 'PASSWORD_CONTAINS_PHONE'],
    ]) {
      const answer = await browser.post(path, { phone: account.phone, otpToken, newPassword });
      expect([answer.status, answer.code, Object.keys(answer.fields)]).toEqual([400, code, ['newPassword']]);
    }
    expect(
      (await browser.post(path, { phone: account.phone, otpToken, newPassword: otherPassword })).status,
    ).toBe(200);
    expect(
      await server.deps.sql`select from otp_codes where phone = ${account.phone} and token_used_at is null`,
    ).toHaveLength(0);
    expect(await server.deps.sql`select * from sessions where account_id = ${account.id}`).toEqual([]);
  });
});
