import { auditTrail } from '@vid/testkit/database/audit-trail';
import { createAccount, insertOtpToken, otherPassword, signIn } from '@vid/testkit/accounts';
import { TestBrowser } from '@vid/testkit/browser';
import { callerAt } from '@vid/testkit/http/caller';
import { freshAddress, freshPhone } from '@vid/testkit/flows';
import { startTestServer, type TestServer } from '@vid/testkit/server';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { requireConfirmed, requireRecent } from '#sign-in/session/session.policy.ts';

const path = '/vid/ajax/auth/reauthenticate';
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(inject('cluster'));
});
afterAll(() => server.close());

const browse = (): TestBrowser => new TestBrowser(server.app);
const sessionOf = async (browser: TestBrowser) =>
  server.deps.sessions.authenticate(browser.cookies.get('vid_sid'));
const age = (accountId: string, seconds: number) => server.deps.sql`
  update sessions set authenticated_at = now() - make_interval(secs => ${seconds}),
    confirmed_at = case when confirmed_at is not null then now() - make_interval(secs => ${seconds}) end
  where account_id = ${accountId}`;

async function signedIn() {
  const [account, browser] = [await createAccount(server), browse()];
  await signIn(browser, account);
  return { account, browser };
}

function refused(guard: typeof requireRecent, isRecent: boolean, isConfirmed: boolean): unknown {
  try {
    guard({ isRecent, isConfirmed });
    return null;
  } catch (error) {
    return error;
  }
}

describe('the proof of a session', () => {
  it('is recent and confirmed for five minutes after a sign-in by password', async () => {
    const { account, browser } = await signedIn();
    expect(await sessionOf(browser)).toMatchObject({ isRecent: true, isConfirmed: true });
    await age(account.id, 299);
    expect(await sessionOf(browser)).toMatchObject({ isRecent: true, isConfirmed: true });
    await age(account.id, 300);
    expect(await sessionOf(browser)).toMatchObject({ isRecent: false, isConfirmed: false });
  });

  it('is not confirmed by a code alone', async () => {
    const [account, browser] = [await createAccount(server), browse()];
    const otpToken = await insertOtpToken(server, browser, account.phone, 'signin');
    expect((await browser.post('/vid/ajax/auth/login/otp', { phone: account.phone, otpToken })).status).toBe(
      200,
    );
    expect(await sessionOf(browser)).toMatchObject({ isRecent: true, isConfirmed: false });
  });

  it('is confirmed by a sign-up', async () => {
    const [phone, browser] = [freshPhone(), browse()];
    const otpToken = await insertOtpToken(server, browser, phone, 'signup');
    const body = { phone, password: otherPassword, otpToken, acceptedTerms: true };
    expect((await browser.post('/vid/ajax/users/signup/phone', body)).status).toBe(200);
    expect(await sessionOf(browser)).toMatchObject({ isRecent: true, isConfirmed: true });
  });

  it('is enough for requireConfirmed only if it is confirmed', () => {
    const refusal = expect.objectContaining({ code: 'REAUTHENTICATION_REQUIRED' });
    expect(refused(requireRecent, true, false)).toBeNull();
    expect(refused(requireRecent, false, true)).toBeNull();
    expect(refused(requireRecent, false, false)).toEqual(refusal);
    expect(refused(requireConfirmed, true, false)).toEqual(refusal);
    expect(refused(requireConfirmed, false, true)).toBeNull();
  });
});

describe('the token of a session', () => {
  const me = '/vid/ajax/auth/me';

  it('S1 is replaced by a confirmation, and then ends in a minute', async () => {
    const { account, browser } = await signedIn();
    await age(account.id, 3_600);
    const copy = browser.copy();
    const answer = await browser.post(path, { password: account.password });
    expect(String(answer.raw.headers['set-cookie'])).toMatch(
      /vid_sid=[\w-]{43}; Max-Age=\d+; Path=\/; HttpOnly/u,
    );
    expect(browser.cookies.get('vid_sid')).not.toBe(copy.cookies.get('vid_sid'));
    expect(await sessionOf(browser)).toMatchObject({ isRecent: true, isConfirmed: true });
    expect(await sessionOf(copy)).toMatchObject({ isRecent: false, isConfirmed: false });
    expect((await copy.post('/vid/api/users/two-step/setup', {})).code).toBe('REAUTHENTICATION_REQUIRED');
    await age(account.id, 60);
    expect((await copy.get(me)).code).toBe('TOKEN_INVALID');
    expect((await browser.get(me)).status).toBe(200);
  });

  it('S1 is replaced by the same token in two tabs', async () => {
    const { account, browser } = await signedIn();
    const tabs = [browser.copy(), browser.copy()];
    const answers = await Promise.all(tabs.map((tab) => tab.post(path, { password: account.password })));
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    await browser.post(path, { password: account.password });
    const tokens = [browser, ...tabs].map(({ cookies }) => cookies.get('vid_sid'));
    expect(new Set(tokens).size).toBe(1);
    expect(await sessionOf(browser)).toMatchObject({ isConfirmed: true });
  });

  it('S1 ends at a new sign-in of a browser with the former token', async () => {
    const { account, browser } = await signedIn();
    const copy = browser.copy();
    await browser.post(path, { password: account.password });
    await signIn(copy, account);
    expect((await browser.get(me)).code).toBe('TOKEN_INVALID');
  });

  it('S3 ends at a sign-out with the former token', async () => {
    const { account, browser } = await signedIn();
    const copy = browser.copy();
    await browser.post(path, { password: account.password });
    await copy.post('/vid/ajax/auth/logout', {});
    expect((await browser.get(me)).code).toBe('TOKEN_INVALID');
  });
});

describe('a confirmation with the password', () => {
  it('confirms an old session again and is recorded', async () => {
    const { account, browser } = await signedIn();
    await age(account.id, 3_600);
    expect((await browser.post(path, { password: account.password })).raw.json()).toEqual({ data: true });
    expect(await sessionOf(browser)).toMatchObject({ isRecent: true, isConfirmed: true, amr: ['pwd'] });
    const [row] = await server.deps.sql<{ id: string }[]>`
      select id from sessions where account_id = ${account.id}`;
    expect(await auditTrail(server, account.id, 'session.confirmed')).toEqual([
      ['session.confirmed', 'owner', { sessionId: row?.id, method: 'pwd' }],
    ]);
  });

  it('adds the password to the proof of a session begun by code', async () => {
    const [account, browser] = [await createAccount(server), browse()];
    const otpToken = await insertOtpToken(server, browser, account.phone, 'signin');
    await browser.post('/vid/ajax/auth/login/otp', { phone: account.phone, otpToken });
    await browser.post(path, { password: account.password });
    await browser.post(path, { password: account.password });
    expect((await sessionOf(browser)).amr).toEqual(['otp', 'sms', 'pwd']);
  });

  it('P9 counts a wrong password as a failed sign-in', async () => {
    const { account, browser } = await signedIn();
    await age(account.id, 3_600);
    browser.cookies.delete('vid_dev');
    for (let count = 0; count < 5; count += 1) {
      const answer = await browser.post(path, { password: otherPassword });
      expect([answer.status, answer.code]).toEqual([400, 'CURRENT_PASSWORD_WRONG']);
    }
    expect((await browser.post(path, { password: account.password })).code).toBe('AUTH_THROTTLED');
    expect(await sessionOf(browser)).toMatchObject({ isRecent: false, isConfirmed: false });
    // The counter of attempts per session outlives every session, so waiting gives a session no new attempts.
    const counters = await server.deps.sql`
      select ceil(extract(epoch from c.expires_at - now()) / 86400)::int as days,
        c.expires_at <= now() + interval '30 seconds' as is_short
      from counters c join sessions s on c.key like 'password-change%:' || s.id
      where s.account_id = ${account.id} order by 1`;
    expect(counters).toEqual([
      { days: 1, isShort: true },
      { days: 366, isShort: false },
    ]);
  });

  it('P9 counts a wrong password against the known device', async () => {
    const { account, browser } = await signedIn();
    await browser.post(path, { password: otherPassword });
    expect(
      await server.deps.sql`select password_failures from known_devices where account_id = ${account.id}`,
    ).toEqual([{ passwordFailures: 1 }]);
  });

  it('P9 shares ten attempts per session with the password change', async () => {
    const { browser } = await signedIn();
    browser.cookies.delete('vid_dev');
    const wrong = { currentPassword: otherPassword, newPassword: 'Núi-Tản 2026' };
    for (let count = 0; count < 5; count += 1) {
      await browser.post(path, { password: otherPassword }, { address: freshAddress() });
      await browser.post('/vid/api/users/password/change', wrong, { address: freshAddress() });
    }
    expect((await browser.get('/vid/ajax/auth/me')).code).toBe('TOKEN_INVALID');
  });

  it('does not restore a session that ended after it was read', async () => {
    const { account, browser } = await signedIn();
    const session = await sessionOf(browser);
    await server.deps.sql`delete from sessions where account_id = ${account.id}`;
    await expect(
      server.deps.modules.reauthenticate.reauthenticate.byPassword({
        session,
        token: browser.cookies.get('vid_sid') ?? '',
        password: account.password,
        devices: [],
        caller: callerAt('203.0.113.9'),
        signal: new AbortController().signal,
      }),
    ).rejects.toMatchObject({ code: 'TOKEN_INVALID' });
  });

  it('P12 is refused for values that cannot be a password', async () => {
    const { browser } = await signedIn();
    for (const password of [null, 1, [], {}, '', 'a\u0000b'])
      expect((await browser.post(path, { password })).status).toBe(400);
    expect((await browse().post(path, { password: 'x' })).code).toBe('TOKEN_MISSING');
  });
});

const proveByCode = async (browser: TestBrowser, otpToken: string) => {
  const answer = await browser.post(path, { otpToken });
  return answer.status === 200 ? 'accepted' : answer.code;
};

async function signedInLongAgo() {
  const { account, browser } = await signedIn();
  await age(account.id, 3_600);
  return {
    account,
    browser,
    token: () => insertOtpToken(server, browser, account.phone, 'reauthenticate'),
  };
}

describe('a confirmation with a code', () => {
  it('makes the session recent, but not confirmed', async () => {
    const { account, browser, token } = await signedInLongAgo();
    expect((await browser.get(path)).data).toEqual({ password: true, passkey: false, code: true });
    const refusal = await browser.post('/vid/api/passkey-options', {});
    expect([refusal.code, refusal.raw.json().details]).toEqual([
      'REAUTHENTICATION_REQUIRED',
      { acceptsCode: true },
    ]);
    browser.cookies.set('vid_flow', 'planted');
    expect(await proveByCode(browser, await token())).toBe('accepted');
    expect(browser.cookies.has('vid_flow')).toBe(false);
    expect(await sessionOf(browser)).toMatchObject({
      isRecent: true,
      isConfirmed: false,
      amr: ['otp', 'sms'],
    });
    expect((await browser.post('/vid/api/passkey-options', {})).status).toBe(200);
    const confirmed = await browser.post('/vid/api/users/two-step/setup', {});
    expect([confirmed.code, confirmed.raw.json().details]).toEqual(['REAUTHENTICATION_REQUIRED', undefined]);
    const events = await server.deps.sql`
      select details->>'method' as method from audit_events
      where account_id = ${account.id} and kind = 'session.confirmed'`;
    expect(events).toEqual([{ method: 'otp' }]);
  });

  it('O5 O6 refuses a token that is used, forged or for another purpose', async () => {
    const { account, browser, token } = await signedInLongAgo();
    const used = await token();
    expect(await proveByCode(browser, used)).toBe('accepted');
    await age(account.id, 3_600);
    const refusedTokens = [
      used,
      'A'.repeat(43),
      'cookie',
      await insertOtpToken(server, browser, account.phone, 'signin'),
      await insertOtpToken(server, browser, account.phone, 'phone-change'),
      await insertOtpToken(server, browser, freshPhone(), 'reauthenticate'),
      await insertOtpToken(server, browse(), account.phone, 'reauthenticate'),
    ];
    for (const otpToken of refusedTokens)
      expect(await proveByCode(browser, otpToken)).toBe('OTP_TOKEN_INVALID');
    for (const otpToken of ['', null, 1]) expect((await browser.post(path, { otpToken })).status).toBe(400);
    expect(await sessionOf(browser)).toMatchObject({ isRecent: false });
  });

  it('R2 accepts a token only once in 20 parallel calls', async () => {
    const { browser, token } = await signedInLongAgo();
    const otpToken = await token();
    const answers = await Promise.all(Array.from({ length: 20 }, () => proveByCode(browser, otpToken)));
    expect(answers.filter((answer) => answer === 'accepted')).toHaveLength(1);
    expect(new Set(answers)).toEqual(new Set(['accepted', 'OTP_TOKEN_INVALID']));
  });

  it.each([
    [
      'of an account with an authenticator app',
      (id: string) => server.deps.sql`
        insert into authenticator_apps (account_id, sealed_secret, last_step) values (${id}, ${Buffer.alloc(48)}, 0)`,
      'REAUTHENTICATION_REQUIRED',
    ],
    [
      'of an administrator',
      (id: string) => server.deps.sql`
        with promoted as (update accounts set role = 'admin' where id = ${id})
        update sessions set amr = amr || 'mfa'::text where account_id = ${id}`,
      'REAUTHENTICATION_REQUIRED',
    ],
    [
      'of an account on hold after a phone change (K2)',
      (id: string) => server.deps.sql`
        update accounts set sensitive_hold_until = now() + interval '1 hour' where id = ${id}`,
      'CHANGE_ON_HOLD',
    ],
    [
      'of an account whose phone is in doubt (K1)',
      (id: string) => server.deps.sql`update accounts set phone_in_doubt = true where id = ${id}`,
      'REAUTHENTICATION_REQUIRED',
    ],
    [
      'of an account without a phone',
      (id: string) => server.deps.sql`update accounts set phone = null where id = ${id}`,
      'REAUTHENTICATION_REQUIRED',
    ],
    [
      'that began by QR (Q3)',
      (id: string) => server.deps.sql`update sessions set method = 'qr' where account_id = ${id}`,
      'REAUTHENTICATION_REQUIRED',
    ],
  ])('is neither offered nor accepted in a session %s', async (_where, change, code) => {
    const { account, browser, token } = await signedInLongAgo();
    const otpToken = await token();
    await change(account.id);
    expect((await browser.get(path)).data).toMatchObject({ code: false });
    expect(await proveByCode(browser, otpToken)).toBe(code);
    expect(await sessionOf(browser)).toMatchObject({ isRecent: false, isConfirmed: false });
  });

  it('is the only confirmation offered to an account without a password or passkey', async () => {
    const { account, browser } = await signedInLongAgo();
    await server.deps.sql`delete from password_credentials where account_id = ${account.id}`;
    expect((await browser.get(path)).data).toEqual({ password: false, passkey: false, code: true });
  });

  it('P10 refuses a code that was entered before the password was changed', async () => {
    const { account, browser, token } = await signedInLongAgo();
    const otpToken = await token();
    await browser.post('/vid/api/users/password/change', {
      currentPassword: account.password,
      newPassword: 'Núi-Tản 2026',
    });
    expect(await proveByCode(browser, otpToken)).toBe('OTP_TOKEN_INVALID');
  });
});
