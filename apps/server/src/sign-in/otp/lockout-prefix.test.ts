import { createAccount, goodPassword, setPasswordFailures, signIn } from '@vid/testkit/accounts';
import { TestBrowser } from '@vid/testkit/browser';
import { insertCaptchaToken } from '@vid/testkit/sign-in/captcha-tokens';
import { endResendWait, tryRequestOtp, tryValidateOtp } from '@vid/testkit/sign-in/flow-steps';
import { freshAddress, freshPhone, readOutbox } from '@vid/testkit/flows';
import { startTestServer, type TestServer } from '@vid/testkit/server';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

// In these tests, attackers request codes for phone numbers with the same prefix as the owner's.

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(inject('cluster'), { environment: { VID_LIMIT_OTP_BREAKER_PERCENT: '0' } });
});
afterAll(() => server.close());

const prefixLimit = 20;
const newBrowser = () => new TestBrowser(server.app);
const neighbour = (phone: string, index: number) =>
  `${phone.slice(0, -4)}${String((Number(phone.slice(-4)) + 1 + index) % 10_000).padStart(4, '0')}`;

/** Requests codes for neighbouring numbers from two addresses, and expects exactly `count` to be sent. */
async function useUpPrefix(phone: string, count: number): Promise<void> {
  const addresses = [freshAddress(), freshAddress()];
  const told = [];
  for (let index = 0; index <= count; index += 1) {
    const address = addresses[index % 2] ?? '';
    const answer = await tryRequestOtp(newBrowser(), server, { phone: neighbour(phone, index), address });
    told.push(answer.code ?? answer.status);
  }
  expect(told).toEqual([...Array(count).fill(200), 'OTP_RATE']);
}

async function signInByCode(phone: string) {
  const browser = newBrowser();
  const asked = await tryRequestOtp(browser, server, { phone, purpose: 'signin' });
  expect([asked.status, asked.data['digits']]).toEqual([200, 8]);
  const sms = (await readOutbox(browser)).find(({ to, purpose }) => to === phone && purpose === 'signin');
  const verified = await tryValidateOtp(browser, String(asked.data['otpRequestId']), sms?.code);
  return browser.post('/vid/ajax/auth/login/otp', { phone, otpToken: String(verified.data['otpToken']) });
}

describe('codes for phone numbers with the same prefix', () => {
  // Each test uses its own prefix under +8492, which `freshPhone` never returns.
  it('P5 O9 reach an owner on a new device despite the prefix limit', async () => {
    const { phone } = await createAccount(server, { phone: '+84920000000' });
    await setPasswordFailures(server, phone, 100);
    await useUpPrefix(phone, prefixLimit);
    const browser = newBrowser();
    const captchaToken = await insertCaptchaToken(server, browser, 'signin');
    const password = await browser.post('/vid/ajax/auth/login/phone', {
      phone,
      password: goodPassword,
      captchaToken,
    });
    expect(password.code).toBe('OTP_REQUIRED');
    expect((await signInByCode(phone)).status).toBe(200);
  });

  it('O9 reach an owner after others used up the phone number’s codes', async () => {
    const { phone } = await createAccount(server, { phone: '+84920010000' });
    for (let count = 0; count < 5; count += 1) {
      expect((await tryRequestOtp(newBrowser(), server, { phone })).status).toBe(200);
      await endResendWait(server);
    }
    await useUpPrefix(phone, prefixLimit - 5);
    expect((await signInByCode(phone)).status).toBe(200);
  });

  it('O9 O10 are limited to four per network for attacked numbers', async () => {
    const { phone } = await createAccount(server, { phone: '+84920020000' });
    const known = newBrowser();
    await signIn(known, { phone, password: goodPassword });
    const attack = freshAddress();
    const told = [];
    for (let index = 0; index <= 4; index += 1) {
      const attacked = neighbour(phone, index);
      await setPasswordFailures(server, attacked, 100);
      const answer = await tryRequestOtp(newBrowser(), server, { phone: attacked, address: attack });
      told.push(answer.code ?? answer.data['digits']);
    }
    expect(told).toEqual([8, 8, 8, 8, 'OTP_RATE']);
    await setPasswordFailures(server, phone, 100);
    expect((await tryRequestOtp(newBrowser(), server, { phone, address: attack })).code).toBe('OTP_RATE');
    // The owner still gets codes: on a known device in the attacker's network, and on a new device in another
    // network.
    const own = await tryRequestOtp(known, server, { phone, purpose: 'signin', address: attack });
    expect([own.status, own.data['digits']]).toEqual([200, 6]);
    expect((await signInByCode(phone)).status).toBe(200);
  });

  it('O9 O10 O12 are limited to 100 for attacked numbers', async () => {
    const { phone } = await createAccount(server, { phone: '+84920030000' });
    const known = newBrowser();
    await signIn(known, { phone, password: goodPassword });
    const told = [];
    for (let index = 0; index <= 100; index += 1) {
      const attacked = neighbour(phone, index);
      await setPasswordFailures(server, attacked, 100);
      const answer = await tryRequestOtp(newBrowser(), server, { phone: attacked });
      told.push(answer.code ?? answer.data['digits']);
    }
    expect(told).toEqual([...Array(100).fill(8), 'OTP_RATE']);
    await setPasswordFailures(server, phone, 100);
    expect((await tryRequestOtp(newBrowser(), server, { phone })).code).toBe('OTP_RATE');
    // Known devices, and phone numbers that are not under attack, have separate limits.
    const own = await tryRequestOtp(known, server, { phone, purpose: 'signin' });
    expect([own.status, own.data['digits']]).toEqual([200, 6]);
    expect((await tryRequestOtp(newBrowser(), server, { phone: neighbour(phone, 200) })).data['digits']).toBe(
      6,
    );
    expect((await tryRequestOtp(newBrowser(), server, { phone: freshPhone() })).status).toBe(200);
  }, 60_000);
});
