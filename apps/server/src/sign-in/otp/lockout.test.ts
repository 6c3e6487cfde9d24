import { createAccount, goodPassword, otherPassword, signIn } from '@vid/testkit/accounts';
import { TestBrowser } from '@vid/testkit/browser';
import { insertCaptchaToken } from '@vid/testkit/sign-in/captcha-tokens';
import { endResendWait, tryRequestOtp, tryValidateOtp, wrongCode } from '@vid/testkit/sign-in/flow-steps';
import { freshAddress, freshPhone, readOutbox, type OtpPurpose } from '@vid/testkit/flows';
import { startTestServer, type TestServer } from '@vid/testkit/server';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

// These tests attack a phone number, and check that its owner can still sign in, sign up or reset the
// password.

const passwordPath = '/vid/ajax/auth/login/phone';
const otpPath = '/vid/ajax/auth/login/otp';
const resetPath = '/vid/api/users/password/forget';
const newPassword = 'Cầu-Thê Húc 9';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(inject('cluster'), {
    environment: { VID_LIMIT_OTP_BREAKER_PERCENT: '0', VID_LIMIT_OTP_PREFIX_HOUR: '1000000' },
  });
});
afterAll(() => server.close());

const newBrowser = () => new TestBrowser(server.app);

async function tryPassword(browser: TestBrowser, phone: string, password: string, address: string) {
  const captchaToken = await insertCaptchaToken(server, browser, 'signin');
  return browser.post(passwordPath, { phone, password, captchaToken }, { address });
}

/** Requests a code, and returns the newest one from the outbox with its length. */
async function getCode(browser: TestBrowser, phone: string, purpose: OtpPurpose, address: string) {
  const asked = await tryRequestOtp(browser, server, { phone, purpose, address });
  expect([asked.status, asked.code]).toEqual([200, undefined]);
  // The outbox also contains notices, so select by purpose.
  const sms = (await readOutbox(browser)).find((entry) => entry.to === phone && entry.purpose === purpose);
  return { id: String(asked.data['otpRequestId']), digits: asked.data['digits'], code: sms?.code ?? '' };
}

async function verify(browser: TestBrowser, phone: string, purpose: OtpPurpose, address: string) {
  const { id, code } = await getCode(browser, phone, purpose, address);
  const answer = await tryValidateOtp(browser, id, code);
  expect(answer.status).toBe(200);
  return String(answer.data['otpToken']);
}

/**
 * Enters wrong passwords and codes from one address until the server refuses further passwords and codes
 * there.
 */
async function attack(phone: string): Promise<void> {
  const address = freshAddress();
  const told = [];
  for (let count = 0; count < 8; count += 1)
    told.push((await tryPassword(newBrowser(), phone, otherPassword, address)).code);
  expect(told).toEqual([...Array(5).fill('AUTH_FAILED'), ...Array(3).fill('AUTH_THROTTLED')]);

  const browser = newBrowser();
  for (let round = 0; round < 3; round += 1) {
    const { id, code, digits } = await getCode(browser, phone, 'signin', address);
    expect(digits).toBe(6);
    for (let guess = 0; guess < 5; guess += 1)
      expect((await tryValidateOtp(browser, id, wrongCode(code))).code).toBe('OTP_INVALID');
    await endResendWait(server);
  }
  for (const each of [browser, newBrowser()])
    expect((await tryRequestOtp(each, server, { phone, address })).code).toBe('OTP_RATE');
}

async function attackFromNetworks(phone: string, count: number): Promise<void> {
  for (let network = 0; network < count; network += 1) {
    const browser = newBrowser();
    const { id, code, digits } = await getCode(browser, phone, 'signin', freshAddress());
    expect(digits).toBe(8);
    const wrong = `${code.slice(0, 7)}${(Number(code[7]) + 1) % 10}`;
    const answer = await tryValidateOtp(browser, id, wrong);
    expect([answer.code, answer.details['attemptsLeft']]).toEqual(['OTP_INVALID', 0]);
    expect((await tryValidateOtp(browser, id, code)).code).toBe('OTP_LOCKED');
  }
}

async function signInByCode(browser: TestBrowser, phone: string) {
  const otpToken = await verify(browser, phone, 'signin', freshAddress());
  return browser.post(otpPath, { phone, otpToken });
}

describe('the protection of an attacked phone number', () => {
  it('P5 O3 O9 lets an owner on a new device sign in', async () => {
    const { phone } = await createAccount(server);
    await attack(phone);
    await attackFromNetworks(phone, 2);

    expect((await tryPassword(newBrowser(), phone, goodPassword, freshAddress())).status).toBe(200);
    expect((await signInByCode(newBrowser(), phone)).status).toBe(200);

    const browser = newBrowser();
    const otpToken = await verify(browser, phone, 'forget-password', freshAddress());
    expect((await browser.post(resetPath, { phone, otpToken, newPassword })).status).toBe(200);
    await signIn(browser, { phone, password: newPassword });
  });

  it('P5 O3 O9 lets an administrator on a new device sign in with both proofs', async () => {
    const { phone } = await createAccount(server, { role: 'admin' });
    await attack(phone);
    const first = newBrowser();
    const half = await tryPassword(first, phone, goodPassword, freshAddress());
    expect(half.code).toBe('SECOND_FACTOR_REQUIRED');
    expect((await signInByCode(first, phone)).status).toBe(200);

    await server.deps.sql`update password_throttles set failures = 100`;
    const second = newBrowser();
    expect((await tryPassword(second, phone, goodPassword, freshAddress())).code).toBe('OTP_REQUIRED');
    expect((await signInByCode(second, phone)).code).toBe('SECOND_FACTOR_REQUIRED');
    expect((await tryPassword(second, phone, goodPassword, freshAddress())).status).toBe(200);
  });

  it('P5 O3 O9 lets an owner on a known device sign in without a captcha', async () => {
    const { phone } = await createAccount(server);
    const browser = newBrowser();
    await signIn(browser, { phone, password: goodPassword });
    await browser.post('/vid/ajax/auth/logout', {});
    await attack(phone);

    expect((await signIn(browser, { phone, password: goodPassword })).status).toBe(200);
    const { id, code, digits } = await getCode(browser, phone, 'signin', freshAddress());
    expect(digits).toBe(6);
    for (const attemptsLeft of [4, 3, 2, 1])
      expect((await tryValidateOtp(browser, id, wrongCode(code))).details).toEqual({ attemptsLeft });
    const verified = await tryValidateOtp(browser, id, code);
    expect(verified.status).toBe(200);
    const otpToken = String(verified.data['otpToken']);
    expect((await browser.post(otpPath, { phone, otpToken })).status).toBe(200);
    const token = await verify(browser, phone, 'forget-password', freshAddress());
    expect((await browser.post(resetPath, { phone, otpToken: token, newPassword })).status).toBe(200);
  });

  it('P5 O9 lets an owner at the attacker’s address sign in on a known device', async () => {
    const { phone } = await createAccount(server);
    const browser = newBrowser();
    await signIn(browser, { phone, password: goodPassword });
    const address = freshAddress();
    for (let count = 0; count < 8; count += 1) await tryPassword(newBrowser(), phone, otherPassword, address);
    const answer = await browser.post(passwordPath, { phone, password: goodPassword }, { address });
    expect(answer.status).toBe(200);
  });

  it('O3 O9 lets the owner of a phone number without an account sign up', async () => {
    const phone = freshPhone();
    await attack(phone);
    await attackFromNetworks(phone, 2);
    const browser = newBrowser();
    const otpToken = await verify(browser, phone, 'signup', freshAddress());
    const made = await browser.post('/vid/ajax/users/signup/phone', {
      phone,
      password: goodPassword,
      otpToken,
      acceptedTerms: true,
    });
    expect(made.status).toBe(200);
  });

  it('O9 sends a long code after the short codes are used up', async () => {
    const { phone } = await createAccount(server);
    for (let count = 0; count < 5; count += 1)
      expect((await getCode(newBrowser(), phone, 'signin', freshAddress())).digits).toBe(6);
    expect((await getCode(newBrowser(), phone, 'signin', freshAddress())).digits).toBe(8);
    expect((await signInByCode(newBrowser(), phone)).status).toBe(200);
  });

  it('O3 keeps the owner’s code valid when someone else requests a code', async () => {
    const { phone } = await createAccount(server);
    const browser = newBrowser();
    const { id, code } = await getCode(browser, phone, 'signin', freshAddress());
    await getCode(newBrowser(), phone, 'signin', freshAddress());
    expect((await tryValidateOtp(browser, id, code)).status).toBe(200);
  });

  it('O3 sends one code in 15 minutes per network', async () => {
    const phone = freshPhone();
    await attack(phone);
    const address = freshAddress();
    expect((await getCode(newBrowser(), phone, 'signup', address)).digits).toBe(8);
    const again = await tryRequestOtp(newBrowser(), server, { phone, address });
    expect(again.code).toBe('OTP_RATE');
    expect(Number(again.raw.headers['retry-after'])).toBeLessThanOrEqual(900);
    await server.deps.sql`update otp_codes set created_at = created_at - interval '15 minutes'`;
    expect((await getCode(newBrowser(), phone, 'signup', address)).digits).toBe(8);
  });
});
