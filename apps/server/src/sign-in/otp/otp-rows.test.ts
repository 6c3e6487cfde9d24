import { about } from '@vid/testkit/about';
import { createAccount, hashOfPreSession, insertOtpToken, signIn } from '@vid/testkit/accounts';
import { TestBrowser } from '@vid/testkit/browser';
import { insertCaptchaToken } from '@vid/testkit/captcha-tokens';
import { endResendWait, tryRequestOtp, tryValidateOtp, wrongCode } from '@vid/testkit/flow-steps';
import { freshAddress, freshPhone, requestOtp } from '@vid/testkit/flows';
import { startTestServer, type TestServer } from '@vid/testkit/server';
import { otpLimits } from '@vid/contract/limits';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { counterKeys } from './otp.policy.ts';

// How used or expired rows of codes, tallies and counters affect later requests.

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(inject('cluster'), {
    environment: { VID_LIMIT_OTP_PREFIX_HOUR: '1000000' },
  });
});
afterAll(() => server.close());

const newBrowser = () => new TestBrowser(server.app);
const tallyOf = async (phone: string) => {
  const [row] = await server.deps.sql`
    select failures, round(extract(epoch from expires_at - now()))::int as seconds_left from otp_failures
    where phone = ${phone}`;
  return row;
};
const insertTally = (phone: string, failures: number, secondsLeft: number) => server.deps.sql`
  insert into otp_failures (phone, failures, expires_at)
  values (${phone}, ${failures}, now() + make_interval(secs => ${secondsLeft}))`;
const day = 86_400;

describe('a used code', () => {
  it('O4 takes no more attempts, right or wrong, and counts none', async () => {
    const [browser, phone] = [newBrowser(), freshPhone()];
    const { otpRequestId, code } = await requestOtp(browser, server, phone, 'signup');
    expect((await tryValidateOtp(browser, otpRequestId, code)).status).toBe(200);
    for (const value of [code, wrongCode(code), wrongCode(code)])
      expect((await tryValidateOtp(browser, otpRequestId, value)).status).toBe(400);
    const [row] = await server.deps.sql`select attempts from otp_codes where id = ${otpRequestId}`;
    expect(row).toEqual({ attempts: 1 });
    expect((await tallyOf(phone))?.['failures']).toBe(0);
  });
});

describe('an exhausted code', () => {
  it('O1 is locked until it expires, and unknown afterwards', async () => {
    const [browser, phone] = [newBrowser(), freshPhone()];
    const { otpRequestId, code } = await requestOtp(browser, server, phone, 'signup');
    for (let guess = 0; guess < otpLimits.maxAttempts; guess += 1)
      await tryValidateOtp(browser, otpRequestId, wrongCode(code));
    expect((await tryValidateOtp(browser, otpRequestId, code)).code).toBe('OTP_LOCKED');
    await server.deps.sql`update otp_codes set expires_at = now() where id = ${otpRequestId}`;
    expect((await tryValidateOtp(browser, otpRequestId, code)).code).toBe('OTP_INVALID');
  });

  it('O3 is replaced by a code with all its attempts', async () => {
    const [browser, phone] = [newBrowser(), freshPhone()];
    const first = await requestOtp(browser, server, phone, 'signup');
    for (let guess = 0; guess < otpLimits.maxAttempts; guess += 1)
      await tryValidateOtp(browser, first.otpRequestId, wrongCode(first.code));
    await endResendWait(server);
    const next = await requestOtp(browser, server, phone, 'signup');
    for (let guess = 1; guess < otpLimits.maxAttempts; guess += 1)
      expect((await tryValidateOtp(browser, next.otpRequestId, wrongCode(next.code))).code).toBe(
        'OTP_INVALID',
      );
    expect((await tryValidateOtp(browser, next.otpRequestId, next.code)).status).toBe(200);
  });
});

describe('the wrong codes of a number', () => {
  it.each([
    [14, day, 6],
    [15, day, 8],
    [15, 0, 6],
  ])('O3 after %i, forgotten in %i s, a stranger’s code has %i digits', async (failures, seconds, digits) => {
    const phone = freshPhone();
    await insertTally(phone, failures, seconds);
    expect((await tryRequestOtp(newBrowser(), server, { phone })).data['digits']).toBe(digits);
  });

  it.each([
    ['start again after a day', 9, 0, { failures: 1, secondsLeft: about(day) }],
    ['are counted for a day from the first', 3, 600, { failures: 4, secondsLeft: about(600) }],
    [
      'keep a number under attack for a day from the last',
      14,
      600,
      { failures: 15, secondsLeft: about(day) },
    ],
  ])('O3 %s', async (_case, failures, secondsLeft, expected) => {
    const [browser, phone] = [newBrowser(), freshPhone()];
    const { otpRequestId, code } = await requestOtp(browser, server, phone, 'signup');
    await insertTally(phone, failures, secondsLeft);
    await tryValidateOtp(browser, otpRequestId, wrongCode(code));
    expect(await tallyOf(phone)).toEqual(expected);
  });

  it('O3 are not reduced by a known device’s right code', async () => {
    const account = await createAccount(server);
    const browser = newBrowser();
    await signIn(browser, account);
    await insertTally(account.phone, 3, day);
    const { otpRequestId, code } = await requestOtp(browser, server, account.phone, 'signin');
    expect((await tryValidateOtp(browser, otpRequestId, code)).status).toBe(200);
    expect((await tallyOf(account.phone))?.['failures']).toBe(3);
  });
});

describe('a request', () => {
  it('O9 has a resend wait that grows with the codes of the last hour', async () => {
    const phone = freshPhone();
    const key = counterKeys(server.deps.keys, phone).hour(null);
    const insert = (secondsLeft: number) => server.deps.sql`
      insert into counters (key, points, expires_at) values (${key}, 2, now() + make_interval(secs => ${secondsLeft}))
      on conflict (key) do update set points = 2, expires_at = excluded.expires_at`;
    await insert(-1);
    expect((await tryRequestOtp(newBrowser(), server, { phone })).data['resendIn']).toBe(60);
    await insert(60);
    expect((await tryRequestOtp(newBrowser(), server, { phone })).data['resendIn']).toBe(180);
  });

  it('C2 can be repeated until the record of the first call expires', async () => {
    const [browser, phone] = [newBrowser(), freshPhone()];
    const captchaToken = await insertCaptchaToken(server, browser, 'otp');
    const send = () =>
      browser.post(
        '/vid/gateway/otp/request',
        { clientId: 'vid-web', phone, captchaToken, purpose: 'signup' },
        { address: freshAddress(), headers: { 'idempotency-key': 'k'.repeat(22) } },
      );
    const first = await send();
    expect(first.status).toBe(200);
    expect((await send()).data['otpRequestId']).toBe(first.data['otpRequestId']);
    await server.deps.sql`update otp_repeats set expires_at = now()`;
    expect((await send()).code).toBe('CAPTCHA_INVALID');
  });

  it('O10 leaves no unanswered code behind once its code is entered', async () => {
    const [browser, address] = [newBrowser(), freshAddress()];
    const { otpRequestId, code } = await requestOtp(browser, server, freshPhone(), 'signup', { address });
    const points = async () =>
      (await server.deps.sql`select points from counters where key = ${`otp-unanswered:${address}`}`)[0];
    expect(await points()).toEqual({ points: 1 });
    await tryValidateOtp(browser, otpRequestId, code);
    expect(await points()).toEqual({ points: 0 });
  });
});

const insertSends = async (isMember: boolean, minutesAgo: number) => {
  await server.deps.sql`delete from otp_sends`;
  await server.deps.sql`
    insert into otp_sends (otp_request_id, is_member, network, created_at)
    select ${`otp_${String(isMember)}_${minutesAgo}_`} || n, ${isMember}, '192.0.2.' || n,
      now() - make_interval(mins => ${minutesAgo})
    from generate_series(1, 50) n`;
};

describe('O10 the breaker', () => {
  it.each([
    ['strangers of the last hour', false, 59, 'OTP_RATE'],
    ['strangers before', false, 61, undefined],
    ['members', true, 1, undefined],
  ])('considers unanswered codes of %s: member %s, %i minutes ago', async (_who, isMember, minutes, code) => {
    await insertSends(isMember, minutes);
    const answer = await tryRequestOtp(newBrowser(), server, { phone: freshPhone() });
    await server.deps.sql`delete from otp_sends`;
    expect(answer.code).toBe(code);
  });
});

describe('O5 the account that a token created', () => {
  it('is found by the same browser until the token expires', async () => {
    const { sql, otpTokens, keys } = server.deps;
    const { id, phone } = await createAccount(server);
    const browser = newBrowser();
    const token = await insertOtpToken(server, browser, phone, 'signup');
    const [hash, otherHash] = [
      await hashOfPreSession(server, browser),
      await hashOfPreSession(server, newBrowser()),
    ];
    const requestHash = keys.pepper('test', 'request');
    await otpTokens.rememberSignUp(sql, { token, accountId: id, requestHash });
    expect(await otpTokens.findSignUp(token, hash)).toBeUndefined();
    const tokenHash = keys.hashSecret(token);
    await sql`update otp_tokens set used_at = now() where token_hash = ${tokenHash}`;
    expect(await otpTokens.findSignUp(token, hash)).toMatchObject({ accountId: id, phone });
    expect(await otpTokens.findSignUp(token, otherHash)).toBeUndefined();
    expect(await otpTokens.findSignUp('x', hash)).toBeUndefined();
    await sql`update otp_tokens set expires_at = now() where token_hash = ${tokenHash}`;
    expect(await otpTokens.findSignUp(token, hash)).toBeUndefined();
  });
});

describe('O12 the token of a locked account', () => {
  it('is not redeemed by a refused sign-in', async () => {
    const { phone } = await createAccount(server, { status: 'locked' });
    const browser = newBrowser();
    const otpToken = await insertOtpToken(server, browser, phone, 'signin');
    const answer = await browser.post('/vid/ajax/auth/login/otp', { phone, otpToken });
    expect([answer.status, answer.code]).toEqual([403, 'ACCOUNT_LOCKED']);
    const [row] = await server.deps.sql`
      select used_at from otp_tokens where token_hash = ${server.deps.keys.hashSecret(otpToken)}`;
    expect(row).toEqual({ usedAt: null });
  });
});
