import { createAccount, insertOtpToken, otherPassword, signIn } from '@vid/testkit/accounts';
import { TestBrowser } from '@vid/testkit/browser';
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

  it('is confirmed by a sign-up, in which the member sets the password', async () => {
    const [phone, browser] = [freshPhone(), browse()];
    const otpToken = await insertOtpToken(server, browser, phone, 'signup');
    const body = { phone, password: otherPassword, otpToken, acceptedTerms: true };
    expect((await browser.post('/vid/ajax/users/signup/phone', body)).status).toBe(200);
    expect(await sessionOf(browser)).toMatchObject({ isRecent: true, isConfirmed: true });
  });

  it('is checked before each sensitive change', () => {
    const refusal = expect.objectContaining({ code: 'REAUTHENTICATION_REQUIRED' });
    expect(refused(requireRecent, true, false)).toBeNull();
    expect(refused(requireRecent, false, true)).toBeNull();
    expect(refused(requireRecent, false, false)).toEqual(refusal);
    expect(refused(requireConfirmed, true, false)).toEqual(refusal);
    expect(refused(requireConfirmed, false, true)).toBeNull();
  });
});

describe('a confirmation with the password', () => {
  it('confirms the session for another five minutes and is recorded', async () => {
    const { account, browser } = await signedIn();
    await age(account.id, 3_600);
    expect((await browser.post(path, { password: account.password })).raw.json()).toEqual({ data: true });
    expect(await sessionOf(browser)).toMatchObject({ isRecent: true, isConfirmed: true, amr: ['pwd'] });
    const events = await server.deps.sql`
      select details from audit_events where account_id = ${account.id} and kind = 'session.confirmed'`;
    expect(events).toHaveLength(1);
  });

  it('adds the password to the proof of a session that began with a code', async () => {
    const [account, browser] = [await createAccount(server), browse()];
    const otpToken = await insertOtpToken(server, browser, account.phone, 'signin');
    await browser.post('/vid/ajax/auth/login/otp', { phone: account.phone, otpToken });
    await browser.post(path, { password: account.password });
    await browser.post(path, { password: account.password });
    expect((await sessionOf(browser)).amr).toEqual(['otp', 'sms', 'pwd']);
  });

  it('P9 is refused with 400 for a wrong password, confirms nothing, and counts a failed sign-in', async () => {
    const { account, browser } = await signedIn();
    await age(account.id, 3_600);
    browser.cookies.delete('vid_dev');
    for (let count = 0; count < 5; count += 1) {
      const answer = await browser.post(path, { password: otherPassword });
      expect([answer.status, answer.code]).toEqual([400, 'CURRENT_PASSWORD_WRONG']);
    }
    expect((await browser.post(path, { password: account.password })).code).toBe('AUTH_THROTTLED');
    expect(await sessionOf(browser)).toMatchObject({ isRecent: false, isConfirmed: false });
  });

  it('P9 shares ten tries per session with the password change', async () => {
    const { browser } = await signedIn();
    browser.cookies.delete('vid_dev');
    const wrong = { currentPassword: otherPassword, newPassword: 'Núi-Tản 2026' };
    for (let count = 0; count < 5; count += 1) {
      await browser.post(path, { password: otherPassword }, { address: freshAddress() });
      await browser.post('/vid/api/users/password/change', wrong, { address: freshAddress() });
    }
    expect((await browser.get('/vid/ajax/auth/me')).code).toBe('TOKEN_INVALID');
  });

  it('does not restore a session that ends during the comparison', async () => {
    const { account, browser } = await signedIn();
    const session = await sessionOf(browser);
    await server.deps.sql`delete from sessions where account_id = ${account.id}`;
    await expect(
      server.deps.modules.reauthenticate.reauthenticate.byPassword({
        session,
        password: account.password,
        devices: [],
        caller: {
          requestId: 'r',
          address: '203.0.113.9',
          addressKey: '203.0.113.9',
          userAgent: '',
          locale: 'vi',
        },
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
