import {
  createAccount,
  goodPassword,
  insertOtpToken,
  knownBrowser,
  otherPassword,
  setPasswordFailures,
  signIn,
} from '@vid/testkit/accounts';
import { TestBrowser } from '@vid/testkit/browser';
import { endResendWait, tryRequestOtp, tryValidateOtp, wrongCode } from '@vid/testkit/sign-in/flow-steps';
import { freshAddress, freshPhone, readOutbox } from '@vid/testkit/flows';
import { startTestServer, type TestServer } from '@vid/testkit/server';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { throttleHash } from '#account/credentials/code-demand.ts';

const passwordPath = '/vid/ajax/auth/login/phone';
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(inject('cluster'), {
    environment: { VID_LIMIT_OTP_BREAKER_PERCENT: '0', VID_LIMIT_OTP_PREFIX_HOUR: '1000000' },
  });
});
afterAll(() => server.close());

const newBrowser = () => new TestBrowser(server.app);
const devicesOf = (accountId: string) =>
  server.deps.sql<{ tokenHash: Uint8Array; passwordFailures: number; codeFailures: number }[]>`
    select token_hash, password_failures, code_failures from known_devices where account_id = ${accountId}
    order by created_at`;

const tryPassword = (browser: TestBrowser, phone: string, password: string) =>
  browser.post(passwordPath, { phone, password }, { address: freshAddress() });

describe('the device cookie', () => {
  it('is set for a year at sign-in and sign-up', async () => {
    const account = await createAccount(server);
    const phone = freshPhone();
    const byCode = newBrowser();
    const byPassword = newBrowser();
    const bySignUp = newBrowser();
    const answers = [
      await signIn(byPassword, account),
      await byCode.post('/vid/ajax/auth/login/otp', {
        phone: account.phone,
        otpToken: await insertOtpToken(server, byCode, account.phone, 'signin'),
      }),
      await bySignUp.post('/vid/ajax/users/signup/phone', {
        phone,
        password: goodPassword,
        otpToken: await insertOtpToken(server, bySignUp, phone, 'signup'),
        acceptedTerms: true,
      }),
    ];
    for (const answer of answers) {
      expect(answer.status).toBe(200);
      const cookie = answer.raw.cookies.find(({ name }) => name === 'vid_dev');
      expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/', maxAge: 31_536_000 });
      const rows = await devicesOf(String(answer.data['id']));
      const hash = server.deps.keys.hashSecret(cookie?.value ?? '');
      expect(rows.some(({ tokenHash }) => hash.equals(tokenHash))).toBe(true);
    }
  });

  it('is a __Host- cookie over https', async () => {
    const secure = await startTestServer(inject('cluster'), {
      environment: { VID_PUBLIC_URL: 'https://id.example.vn' },
    });
    try {
      const account = await createAccount(secure);
      const answer = await new TestBrowser(secure.app).post(
        passwordPath,
        { phone: account.phone, password: account.password },
        { headers: { host: 'id.example.vn', origin: 'https://id.example.vn' } },
      );
      const cookie = answer.raw.cookies.find(({ name }) => name === '__Host-vid_dev');
      expect(cookie).toMatchObject({ secure: true, httpOnly: true, path: '/' });
    } finally {
      await secure.close();
    }
  });

  it('recognizes the five accounts that signed in last', async () => {
    const { account, browser } = await knownBrowser(server);
    const first = browser.cookies.get('vid_dev');
    await signIn(browser, account);
    expect(browser.cookies.get('vid_dev')).toBe(first);
    expect(await devicesOf(account.id)).toHaveLength(1);
    const others = [];
    for (let count = 0; count < 5; count += 1) {
      others.push(await createAccount(server));
      await signIn(browser, others[count] ?? account);
    }
    const tokens = (browser.cookies.get('vid_dev') ?? '').split('.');
    expect(tokens).toHaveLength(5);
    expect(tokens).not.toContain(first);
    for (const { phone } of others) {
      await setPasswordFailures(server, phone, 100);
      expect((await tryPassword(browser, phone, goodPassword)).status).toBe(200);
    }
  });

  it('S2 is ignored if it is altered, oversized or from another account', async () => {
    const { account, browser } = await knownBrowser(server);
    await setPasswordFailures(server, account.phone, 100);
    const token = browser.cookies.get('vid_dev') ?? '';
    const other = (await knownBrowser(server)).browser.cookies.get('vid_dev') ?? '';
    for (const value of [`${token}x`, token.slice(1), other, 'x'.repeat(2_000), '.'.repeat(500), '']) {
      browser.cookies.set('vid_dev', value);
      expect((await tryPassword(browser, account.phone, goodPassword)).code).toBe('OTP_REQUIRED');
    }
    browser.cookies.set('vid_dev', `${other}.${token}`);
    expect((await tryPassword(browser, account.phone, goodPassword)).status).toBe(200);
  });

  it('is read up to its last five tokens', async () => {
    const { account, browser } = await knownBrowser(server);
    await setPasswordFailures(server, account.phone, 100);
    const token = browser.cookies.get('vid_dev') ?? '';
    const others = Array.from({ length: 5 }, (_, n) => String(n).repeat(43));
    const tryWith = async (tokens: readonly string[]) => {
      browser.cookies.set('vid_dev', tokens.join('.'));
      return (await tryPassword(browser, account.phone, goodPassword)).status;
    };
    expect([await tryWith([token, ...others]), await tryWith([...others, token])]).toEqual([403, 200]);
  });

  it('is recognized in at most twenty browsers of an account', async () => {
    const account = await createAccount(server);
    for (let count = 0; count <= 20; count += 1) await signIn(newBrowser(), account);
    expect(await devicesOf(account.id)).toHaveLength(20);
  });

  it('P10 is not recognized after a password reset, password change or lock', async () => {
    const reset = await knownBrowser(server);
    const otpToken = await insertOtpToken(server, reset.browser, reset.account.phone, 'forget-password');
    const { phone } = reset.account;
    await reset.browser.post('/vid/api/users/password/forget', {
      phone,
      otpToken,
      newPassword: otherPassword,
    });
    const change = await knownBrowser(server);
    await signIn(change.browser, change.account);
    const changed = await change.browser.post('/vid/api/users/password/change', {
      currentPassword: goodPassword,
      newPassword: otherPassword,
    });
    expect(changed.status).toBe(200);
    const lock = await knownBrowser(server);
    const caller = { address: '127.0.0.1', requestId: 'r' };
    await server.deps.modules.accounts.accountLock.lock(lock.account.id, { actorId: null, caller });
    for (const { account } of [reset, change, lock]) expect(await devicesOf(account.id)).toEqual([]);
  });
});

describe('the limits of a known device', () => {
  it('P5 do not depend on the wrong passwords of unknown devices', async () => {
    const { account, browser } = await knownBrowser(server);
    await setPasswordFailures(server, account.phone, 100);
    expect((await tryPassword(newBrowser(), account.phone, goodPassword)).code).toBe('OTP_REQUIRED');
    for (let count = 0; count < 8; count += 1)
      expect((await tryPassword(browser, account.phone, otherPassword)).code).toBe('AUTH_FAILED');
    const [throttle] = await server.deps.sql`
      select failures from password_throttles
      where phone_hash = ${throttleHash(server.deps.keys, account.phone)}`;
    expect(throttle?.['failures']).toBe(100);
    expect((await tryPassword(browser, account.phone, goodPassword)).status).toBe(200);
    expect(await devicesOf(account.id)).toMatchObject([{ passwordFailures: 0 }]);
  });

  it('P5 P6 allow ten of 40 parallel wrong passwords', async () => {
    const { account, browser } = await knownBrowser(server);
    await setPasswordFailures(server, account.phone, 100);
    const answers = await Promise.all(
      Array.from({ length: 40 }, () => tryPassword(browser, account.phone, otherPassword)),
    );
    expect(answers.filter(({ code }) => code === 'AUTH_FAILED')).toHaveLength(10);
    expect(answers.filter(({ code }) => code === 'OTP_REQUIRED')).toHaveLength(30);
    expect((await tryPassword(browser, account.phone, goodPassword)).code).toBe('OTP_REQUIRED');
  });

  it('O9 include a separate limit on codes', async () => {
    const { account, browser } = await knownBrowser(server);
    const { phone } = account;
    const ask = (from: TestBrowser) => tryRequestOtp(from, server, { phone, purpose: 'signin' });
    for (let count = 0; count < 5; count += 1) {
      const answer = await ask(browser);
      expect([answer.status, answer.data['digits'], answer.data['resendIn']]).toEqual([
        200,
        6,
        60 * (count + 1),
      ]);
      expect((await ask(browser)).code).toBe('OTP_RATE');
      await endResendWait(server);
    }
    expect((await ask(browser)).code).toBe('OTP_RATE');
    expect((await ask(newBrowser())).data).toMatchObject({ digits: 6, resendIn: 60 });
  });

  it('O3 make the device unknown after 15 wrong codes', async () => {
    const { account, browser } = await knownBrowser(server);
    const { phone } = account;
    for (let round = 0; round < 3; round += 1) {
      await endResendWait(server);
      const asked = await tryRequestOtp(browser, server, { phone, purpose: 'signin' });
      const sms = (await readOutbox(browser)).find(({ to, purpose }) => to === phone && purpose === 'signin');
      for (let guess = 0; guess < 5; guess += 1)
        await tryValidateOtp(browser, String(asked.data['otpRequestId']), wrongCode(sms?.code ?? ''));
    }
    expect(await devicesOf(account.id)).toMatchObject([{ codeFailures: 15 }]);
    expect(
      await server.deps.sql`select from otp_codes where phone = ${phone} and device_hash is null`,
    ).toHaveLength(0);
    await setPasswordFailures(server, phone, 100);
    expect((await tryPassword(browser, phone, goodPassword)).code).toBe('OTP_REQUIRED');
  });
});
