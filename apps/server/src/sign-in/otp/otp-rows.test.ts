import { createAccount, hashOfPreSession, insertOtpToken, signIn } from '@vid/testkit/accounts';
import { TestBrowser } from '@vid/testkit/browser';
import { insertCaptchaToken } from '@vid/testkit/captcha-tokens';
import { endResendWait, tryRequestOtp, tryValidateOtp, wrongCode } from '@vid/testkit/flow-steps';
import { freshAddress, freshPhone, requestOtp } from '@vid/testkit/flows';
import { insertOtpCode } from '@vid/testkit/otp-codes';
import { startTestServer, type TestServer } from '@vid/testkit/server';
import { otpLimits } from '@vid/contract/limits';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

// These tests insert earlier codes, including used and expired codes, and check later requests.

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(inject('cluster'), {
    environment: { VID_LIMIT_OTP_PREFIX_HOUR: '1000000' },
  });
});
afterAll(() => server.close());

const newBrowser = () => new TestBrowser(server.app);
const day = 86_400;
async function insertWrongCodes(phone: string, attempts: number, secondsAgo: number): Promise<void> {
  const createdAt = new Date(Date.now() - secondsAgo * 1_000);
  for (const count of [5, 5, attempts - 10])
    await insertOtpCode(server, { phone, attempts: count, createdAt });
}

describe('a used code', () => {
  it('O4 cannot be tried again, right or wrong, and counts no further attempt', async () => {
    const [browser, phone] = [newBrowser(), freshPhone()];
    const { otpRequestId, code } = await requestOtp(browser, server, phone, 'signup');
    expect((await tryValidateOtp(browser, otpRequestId, code)).status).toBe(200);
    for (const value of [code, wrongCode(code), wrongCode(code)])
      expect((await tryValidateOtp(browser, otpRequestId, value)).status).toBe(400);
    const [row] = await server.deps.sql`select attempts from otp_codes where id = ${otpRequestId}`;
    expect(row).toEqual({ attempts: 1 });
  });
});

describe('an exhausted code', () => {
  it('O1 stays locked until it expires, and is unknown after that', async () => {
    const [browser, phone] = [newBrowser(), freshPhone()];
    const { otpRequestId, code } = await requestOtp(browser, server, phone, 'signup');
    for (let guess = 0; guess < otpLimits.maxAttempts; guess += 1)
      await tryValidateOtp(browser, otpRequestId, wrongCode(code));
    expect((await tryValidateOtp(browser, otpRequestId, code)).code).toBe('OTP_LOCKED');
    await server.deps.sql`update otp_codes set expires_at = now() where id = ${otpRequestId}`;
    expect((await tryValidateOtp(browser, otpRequestId, code)).code).toBe('OTP_INVALID');
  });

  it('O3 can be replaced by a new code, which has all its attempts', async () => {
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

describe('the wrong codes for a phone number', () => {
  it.each([
    [14, day - 60, 6],
    [15, day - 60, 8],
    [15, day, 6],
  ])(
    'O3 result, after %i wrong codes %i s ago, in a code of %i digits for an unknown device',
    async (wrong, secondsAgo, digits) => {
      const phone = freshPhone();
      await insertWrongCodes(phone, wrong, secondsAgo);
      expect((await tryRequestOtp(newBrowser(), server, { phone })).data['digits']).toBe(digits);
    },
  );

  it('O3 exclude attempts on long codes, so that an attack does not prolong itself', async () => {
    const phone = freshPhone();
    await insertWrongCodes(phone, 14, day - 60);
    for (let count = 0; count < 20; count += 1)
      await insertOtpCode(server, { phone, attempts: 1, digits: 8 });
    expect((await tryRequestOtp(newBrowser(), server, { phone })).data['digits']).toBe(6);
  });

  it('O3 exclude correct codes and codes of known devices', async () => {
    const account = await createAccount(server);
    const browser = newBrowser();
    await signIn(browser, account);
    const { otpRequestId, code } = await requestOtp(browser, server, account.phone, 'signin');
    await tryValidateOtp(browser, otpRequestId, wrongCode(code));
    expect((await tryValidateOtp(browser, otpRequestId, code)).status).toBe(200);
    await insertWrongCodes(account.phone, 14, 7_200);
    await insertOtpCode(server, { phone: account.phone, attempts: 1, verifiedAt: new Date() });
    expect((await tryRequestOtp(newBrowser(), server, { phone: account.phone })).data['digits']).toBe(6);
  });

  it('O2 O3 are counted before comparison, so that at most 15 of 40 parallel attempts are compared', async () => {
    const phone = freshPhone();
    const codes = [];
    for (let count = 0; count < 4; count += 1) {
      const browser = newBrowser();
      codes.push({ browser, ...(await requestOtp(browser, server, phone, 'signup')) });
    }
    const answers = await Promise.all(
      codes.flatMap(({ browser, otpRequestId, code }) =>
        Array.from({ length: 10 }, () => tryValidateOtp(browser, otpRequestId, wrongCode(code))),
      ),
    );
    expect(answers.filter(({ code }) => code === 'OTP_INVALID').length).toBeLessThanOrEqual(15);
    expect((await tryRequestOtp(newBrowser(), server, { phone })).data['digits']).toBe(8);
  });
});

describe('a code request', () => {
  it('O9 must wait longer as more codes are sent within an hour', async () => {
    for (const [secondsAgo, resendIn] of [
      [3_601, 60],
      [3_500, 180],
    ] as const) {
      const phone = freshPhone();
      const createdAt = new Date(Date.now() - secondsAgo * 1_000);
      for (let count = 0; count < 2; count += 1) await insertOtpCode(server, { phone, createdAt });
      expect((await tryRequestOtp(newBrowser(), server, { phone })).data['resendIn']).toBe(resendIn);
    }
  });

  it('C2 can be repeated until its code expires', async () => {
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
    await server.deps.sql`update otp_codes set expires_at = now() where phone = ${phone}`;
    expect((await send()).code).toBe('CAPTCHA_INVALID');
  });

  it('O10 no longer counts as unanswered once its code is entered', async () => {
    const [browser, address] = [newBrowser(), freshAddress()];
    const { otpRequestId, code } = await requestOtp(browser, server, freshPhone(), 'signup', { address });
    const points = async () =>
      (await server.deps.sql`select points from counters where key = ${`otp-unanswered:${address}`}`)[0];
    expect(await points()).toEqual({ points: 1 });
    await tryValidateOtp(browser, otpRequestId, code);
    expect(await points()).toEqual({ points: 0 });
  });
});

async function insertSends(isMember: boolean, minutesAgo: number): Promise<void> {
  await server.deps.sql`delete from otp_codes`;
  const createdAt = new Date(Date.now() - minutesAgo * 60_000);
  for (let network = 1; network <= 50; network += 1)
    await insertOtpCode(server, { isMember, createdAt, network: `192.0.2.${network}` });
}

describe('O10 the breaker', () => {
  it.each([
    ['counts', 'strangers in the last hour', false, 59, 'OTP_RATE'],
    ['ignores', 'strangers before the last hour', false, 61, undefined],
    ['ignores', 'members', true, 1, undefined],
  ])('%s unanswered codes of %s', async (_verb, _who, isMember, minutes, code) => {
    await insertSends(isMember, minutes);
    const answer = await tryRequestOtp(newBrowser(), server, { phone: freshPhone() });
    await server.deps.sql`delete from otp_codes`;
    expect(answer.code).toBe(code);
  });
});

describe('O5 the account that a token created', () => {
  it('is known to the same browser until the token expires', async () => {
    const { sql, otpTokens, keys } = server.deps;
    const { id, phone } = await createAccount(server);
    const browser = newBrowser();
    const token = await insertOtpToken(server, browser, phone, 'signup');
    const [hash, otherHash] = [
      await hashOfPreSession(server, browser),
      await hashOfPreSession(server, newBrowser()),
    ];
    const requestHash = keys.pepper('test', 'request');
    await otpTokens.rememberSignUp(sql, { token, phone, accountId: id, requestHash });
    expect(await otpTokens.findSignUp(token, phone, hash)).toBeUndefined();
    const tokenHash = keys.hashSecret(token);
    await sql`update otp_codes set token_used_at = now() where token_hash = ${tokenHash}`;
    expect(await otpTokens.findSignUp(token, phone, hash)).toEqual({ accountId: id, requestHash });
    expect(await otpTokens.findSignUp(token, freshPhone(), hash)).toBeUndefined();
    expect(await otpTokens.findSignUp(token, phone, otherHash)).toBeUndefined();
    expect(await otpTokens.findSignUp('x', phone, hash)).toBeUndefined();
    await sql`update otp_codes set token_expires_at = now() where token_hash = ${tokenHash}`;
    expect(await otpTokens.findSignUp(token, phone, hash)).toBeUndefined();
  });
});

describe('O12 the token of a locked account', () => {
  it('can still be used after a refused sign-in', async () => {
    const { phone } = await createAccount(server, { status: 'locked' });
    const browser = newBrowser();
    const otpToken = await insertOtpToken(server, browser, phone, 'signin');
    const answer = await browser.post('/vid/ajax/auth/login/otp', { phone, otpToken });
    expect([answer.status, answer.code]).toEqual([403, 'ACCOUNT_LOCKED']);
    const [row] = await server.deps.sql`
      select token_used_at from otp_codes where token_hash = ${server.deps.keys.hashSecret(otpToken)}`;
    expect(row).toEqual({ tokenUsedAt: null });
  });
});
