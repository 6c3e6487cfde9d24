import { about } from '@vid/testkit/about';
import {
  createAccount,
  goodPassword,
  insertOtpToken,
  otherPassword,
  setPasswordFailures,
  signIn,
} from '@vid/testkit/accounts';
import { TestBrowser } from '@vid/testkit/browser';
import { insertCaptchaToken } from '@vid/testkit/sign-in/captcha-tokens';
import { freshAddress, freshPhone } from '@vid/testkit/flows';
import { waitForLockWaits } from '@vid/testkit/database/lock-wait';
import { startTestServer, type TestServer } from '@vid/testkit/server';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { throttleHash } from './code-demand.ts';
import { waitAfter, waitTable, workLevel } from './password-throttle.policy.ts';

const path = '/vid/ajax/auth/login/phone';
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(inject('cluster'));
});
afterAll(() => server.close());

const hashOf = (phone: string) => throttleHash(server.deps.keys, phone);
const stateOf = async (phone: string) => {
  const [row] = await server.deps.sql<{ failures: number; wait: number }[]>`
    select failures, coalesce((
      select max(greatest(0, round(extract(epoch from blocked_until - now()))))::int from password_failures f
      where f.phone_hash = t.phone_hash and blocked_until > '-infinity'), 0) as wait
    from password_throttles t where phone_hash = ${hashOf(phone)}`;
  return row;
};
const elapse = async (phone: string, seconds: number) => {
  await server.deps.sql`
    update password_throttles set last_failure_at = last_failure_at - make_interval(secs => ${seconds})
    where phone_hash = ${hashOf(phone)}`;
  await server.deps.sql`
    update password_failures set
      blocked_until = blocked_until - make_interval(secs => ${seconds}),
      last_failure_at = last_failure_at - make_interval(secs => ${seconds})
    where phone_hash = ${hashOf(phone)}`;
};
const attempt = async (
  phone: string,
  password: string,
  options: { address?: string; to?: TestServer } = {},
) => {
  const target = options.to ?? server;
  const browser = new TestBrowser(target.app);
  const captchaToken = await insertCaptchaToken(target, browser, 'signin');
  return browser.post(
    path,
    { phone, password, captchaToken },
    { address: options.address ?? freshAddress() },
  );
};

const codes = async (phone: string) => {
  const list = [];
  const address = freshAddress();
  for (let count = 0; count < 7; count += 1)
    list.push((await attempt(phone, otherPassword, { address })).code);
  return list;
};

describe('waits after wrong passwords', () => {
  it('grow after five attempts of a network, from 30 seconds to 15 minutes', () => {
    expect([0, 1, 4, 5, 6, 7, 8, 9, 10, 50].map(waitAfter)).toEqual([
      0, 0, 0, 30, 60, 300, 900, 900, 900, 900,
    ]);
    expect(waitTable).toEqual([0, 0, 0, 0, 0, 30, 60, 300, 900]);
  });

  it('refuse the correct password and are sent in Retry-After', async () => {
    const { phone } = await createAccount(server);
    const address = freshAddress();
    for (let count = 0; count < 5; count += 1)
      expect((await attempt(phone, otherPassword, { address })).code).toBe('AUTH_FAILED');
    for (const seconds of [30, 60, 300, 900, 900, 900]) {
      const refused = await attempt(phone, goodPassword, { address });
      expect([refused.status, refused.code]).toEqual([429, 'AUTH_THROTTLED']);
      const retryAfter = Number(refused.raw.headers['retry-after']);
      expect(retryAfter).toBeGreaterThan(seconds / 2);
      expect(retryAfter).toBeLessThanOrEqual(seconds);
      await elapse(phone, seconds);
      expect((await attempt(phone, otherPassword, { address })).code).toBe('AUTH_FAILED');
    }
    expect(await stateOf(phone)).toEqual({ failures: 11, wait: about(900) });
  });

  it('apply only to the network of the failures', async () => {
    const { phone } = await createAccount(server);
    const address = freshAddress();
    for (let count = 0; count < 5; count += 1) await attempt(phone, otherPassword, { address });
    expect((await attempt(phone, goodPassword, { address })).code).toBe('AUTH_THROTTLED');
    expect((await attempt(phone, goodPassword)).status).toBe(200);
  });

  it('apply per IPv6 /64', async () => {
    const { phone } = await createAccount(server);
    for (let count = 0; count < 5; count += 1)
      await attempt(phone, otherPassword, { address: `2001:db8:1:2::${count}` });
    expect((await attempt(phone, goodPassword, { address: '2001:db8:1:2:ffff::9' })).code).toBe(
      'AUTH_THROTTLED',
    );
    expect((await attempt(phone, goodPassword, { address: '2001:db8:1:3::9' })).status).toBe(200);
  });

  it('are the same for a phone without an account', async () => {
    const [known, unknown] = [(await createAccount(server)).phone, freshPhone()];
    expect(await codes(known)).toEqual(await codes(unknown));
    const [a, b] = [await stateOf(known), await stateOf(unknown)];
    expect(a?.failures).toBe(b?.failures);
    // The two series of requests run one after the other, so their remaining waits differ by some seconds.
    expect(Math.abs((a?.wait ?? 0) - (b?.wait ?? Infinity))).toBeLessThan(20);
  });
});

describe('the password throttle under attack', () => {
  it('P6 compares and counts exactly five of 200 parallel attempts in two processes', async () => {
    const { phone } = await createAccount(server);
    const twin = await server.twin();
    const address = freshAddress();
    const results = await Promise.all(
      Array.from(
        { length: 200 },
        async (_, index) =>
          (await attempt(phone, otherPassword, { address, to: index % 2 ? twin : server })).code,
      ),
    );
    const count = (code: string) => results.filter((each) => each === code).length;
    expect(count('AUTH_FAILED')).toBe(5);
    expect(count('AUTH_FAILED') + count('AUTH_THROTTLED') + count('BUSY')).toBe(200);
    expect((await stateOf(phone))?.failures).toBe(5);
  });

  it('P6 enforces the wait of a network in another process', async () => {
    const { phone } = await createAccount(server);
    const address = freshAddress();
    for (let count = 0; count < 5; count += 1) await attempt(phone, otherPassword, { address });
    await server.deps.sql`
      insert into password_throttles (phone_hash, failures, last_failure_at)
      select sha256(n::text::bytea), 1, now() - interval '2 days' from generate_series(1, 10000) as n`;
    while ((await server.deps.throttle.deleteExpired(500)) === 500);
    const left = await server.deps
      .sql`select from password_throttles where last_failure_at < now() - interval '1 day'`;
    expect(left.length).toBe(0);
    const restarted = await server.twin();
    expect((await attempt(phone, goodPassword, { address, to: restarted })).code).toBe('AUTH_THROTTLED');
  });

  it('P3 counts failures by phone and connection address, regardless of forwarding headers', async () => {
    const { phone } = await createAccount(server);
    const address = freshAddress();
    const results = [];
    for (let count = 0; count < 30; count += 1) {
      const forged = count === 29 ? 'a' : `203.0.113.${count}`;
      const browser = new TestBrowser(server.app);
      const answer = await browser.post(
        path,
        { phone, password: otherPassword },
        { address, headers: { 'x-forwarded-for': forged, forwarded: `for=${forged}`, 'x-real-ip': forged } },
      );
      results.push(answer.code);
    }
    expect(results.slice(0, 3)).toEqual(['AUTH_FAILED', 'AUTH_FAILED', 'AUTH_FAILED']);
    expect(new Set(results.slice(3))).toEqual(new Set(['CAPTCHA_REQUIRED']));
    const rows = await server.deps.sql`
      select address from password_failures where phone_hash = ${hashOf(phone)}`;
    expect(rows.map((row) => row.address)).toEqual([address]);
  });

  it('P4 counts failures for five notations of a phone number together', async () => {
    const { phone } = await createAccount(server);
    const national = phone.slice(3);
    const address = freshAddress();
    for (const spelling of [
      `0${national}`,
      `+84 ${national}`,
      `0084${national}`,
      `84${national}`,
      `0${national.slice(0, 3)}.${national.slice(3)}`,
    ])
      expect((await attempt(spelling, otherPassword, { address })).code).toBe('AUTH_FAILED');
    expect((await attempt(phone, goodPassword, { address })).code).toBe('AUTH_THROTTLED');
  });

  it('P5 requires a code from unknown devices after 100 failures', async () => {
    for (const phone of [(await createAccount(server)).phone, freshPhone()]) {
      await setPasswordFailures(server, phone, 99);
      expect((await attempt(phone, otherPassword)).code).toBe('AUTH_FAILED');
      await elapse(phone, 10 * 86_400);
      for (const password of [goodPassword, otherPassword]) {
        const refused = await attempt(phone, password);
        expect([refused.status, refused.code]).toEqual([403, 'OTP_REQUIRED']);
      }
      expect((await stateOf(phone))?.failures).toBe(100);
    }
  });

  it('P5 refuses and counts a wrong password sent with a code', async () => {
    const { phone } = await createAccount(server);
    await setPasswordFailures(server, phone, 100);
    const browser = new TestBrowser(server.app);
    const otpToken = await insertOtpToken(server, browser, phone, 'signin');
    const forged = await browser.post(path, { phone, password: goodPassword, otpToken: 'x'.repeat(43) });
    expect([forged.status, forged.code]).toEqual([400, 'OTP_TOKEN_INVALID']);
    expect((await browser.post(path, { phone, password: otherPassword, otpToken })).code).toBe('AUTH_FAILED');
    expect((await stateOf(phone))?.failures).toBe(101);
    const answer = await browser.post(path, { phone, password: goodPassword, otpToken });
    expect(answer.status).toBe(200);
    const [session] = await server.deps
      .sql`select amr from sessions where account_id = ${String(answer.data['id'])}`;
    expect(session?.['amr']).toEqual(['pwd', 'otp', 'sms']);
    expect(await stateOf(phone)).toBeUndefined();
    const [token] = await server.deps.sql`
      select token_used_at from otp_codes where token_hash = ${server.deps.keys.hashSecret(otpToken)}`;
    expect(token?.['tokenUsedAt']).toEqual(expect.any(Date));
  });

  it('P5 stops requiring a code after a password reset', async () => {
    const { phone } = await createAccount(server);
    await setPasswordFailures(server, phone, 100);
    const browser = new TestBrowser(server.app);
    const otpToken = await insertOtpToken(server, browser, phone, 'forget-password');
    const reset = await browser.post('/vid/api/users/password/forget', {
      phone,
      otpToken,
      newPassword: 'Cầu-Thê Húc 9',
    });
    expect(reset.status).toBe(200);
    await signIn(new TestBrowser(server.app), { phone, password: 'Cầu-Thê Húc 9' });
  });

  it('P5 requires more proof of work as failures of a phone accumulate', async () => {
    expect([0, 9, 10, 29, 30, 59, 60, 99].map(workLevel)).toEqual([0, 0, 1, 1, 2, 2, 3, 3]);
    const { phone } = await createAccount(server);
    await setPasswordFailures(server, phone, 30);
    const owe = async (level: number) => {
      const browser = new TestBrowser(server.app);
      const captchaToken = await insertCaptchaToken(server, browser, 'signin');
      await server.deps.sql`
        update captcha_tokens set work_level = ${level}
        where token_hash = ${server.deps.keys.hashSecret(captchaToken)}`;
      return browser.post(path, { phone, password: goodPassword, captchaToken });
    };
    for (const level of [0, 1]) {
      const refused = await owe(level);
      expect([refused.code, refused.details]).toEqual([
        'CAPTCHA_REQUIRED',
        { captchaRequired: true, workLevel: 2 },
      ]);
    }
    expect((await owe(2)).status).toBe(200);
  });

  it('P6 compares parallel attempts only up to the phone’s 100th failure', async () => {
    const { phone } = await createAccount(server);
    await setPasswordFailures(server, phone, 90);
    const results = await Promise.all(
      Array.from({ length: 40 }, async () => (await attempt(phone, otherPassword)).code),
    );
    expect(results.filter((code) => code === 'AUTH_FAILED')).toHaveLength(10);
    expect(results.filter((code) => code === 'OTP_REQUIRED')).toHaveLength(30);
    const [networks] = await server.deps.sql<{ count: number }[]>`
      select count(*)::int as count from password_failures where phone_hash = ${hashOf(phone)} and failures > 0`;
    expect([(await stateOf(phone))?.failures, networks?.count]).toEqual([100, 10]);
  });
});

describe('the failure count of a phone', () => {
  it('does not stop correct passwords that arrive at the same time', async () => {
    const { phone } = await createAccount(server);
    for (let round = 0; round < 10; round += 1) {
      const answers = await Promise.all([1, 2, 3].map(() => attempt(phone, goodPassword)));
      expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200]);
    }
    expect(await stateOf(phone)).toEqual({ failures: 0, wait: 0 });
  });

  it('loses only the failures of the address from which the member signed in', async () => {
    const { phone } = await createAccount(server);
    const [mine, theirs] = [freshAddress(), freshAddress()];
    await attempt(phone, otherPassword, { address: theirs });
    await attempt(phone, otherPassword, { address: theirs });
    await attempt(phone, otherPassword, { address: mine });
    await attempt(phone, goodPassword, { address: mine });
    expect(await stateOf(phone)).toEqual({ failures: 2, wait: 0 });
    await attempt(phone, otherPassword, { address: mine });
    expect((await stateOf(phone))?.failures).toBe(3);
  });

  it('loses an address’s failures only once for two parallel sign-ins', async () => {
    const { phone } = await createAccount(server);
    const [mine, theirs] = [freshAddress(), freshAddress()];
    for (const address of [theirs, theirs, mine]) await attempt(phone, otherPassword, { address });
    let both: Promise<Awaited<ReturnType<typeof attempt>>[]> | undefined;
    await server.deps.sql.begin(async (tx) => {
      await server.deps.accounts.lockByPhone(tx, phone);
      both = Promise.all([1, 2].map(() => attempt(phone, goodPassword, { address: mine })));
      // Wait until both attempts have compared the password and wait for the account's row, so that neither sees
      // the other's changes.
      await waitForLockWaits(server, 2);
    });
    expect((await both)?.map((answer) => answer.status)).toEqual([200, 200]);
    expect(await stateOf(phone)).toEqual({ failures: 2, wait: 0 });
  });

  it('keeps the expiry time of other addresses’ failures when a password is correct', async () => {
    const { phone } = await createAccount(server);
    const [mine, theirs] = [freshAddress(), freshAddress()];
    for (let count = 0; count < 3; count += 1) await attempt(phone, otherPassword, { address: mine });
    await elapse(phone, 82_800);
    expect((await attempt(phone, goodPassword, { address: theirs })).status).toBe(200);
    expect((await stateOf(phone))?.failures).toBe(3);
    await elapse(phone, 7_200);
    await attempt(phone, otherPassword, { address: theirs });
    expect((await stateOf(phone))?.failures).toBe(1);
  });

  it('excludes a correct password whose session cannot be written', async () => {
    const { phone } = await createAccount(server);
    await server.deps.sql`alter table sso_transactions rename to sso_transactions_away`;
    const failed = await attempt(phone, goodPassword);
    await server.deps.sql`alter table sso_transactions_away rename to sso_transactions`;
    expect(failed.status).toBe(500);
    expect(await stateOf(phone)).toEqual({ failures: 0, wait: 0 });
  });

  it('is deleted after a day', async () => {
    const { phone } = await createAccount(server);
    await attempt(phone, otherPassword);
    const failures = () => server.deps.sql`
      select from password_failures where phone_hash = ${hashOf(phone)}`;
    await server.deps.throttle.deleteExpired(100);
    expect([await stateOf(phone), (await failures()).length]).toEqual([{ failures: 1, wait: 0 }, 1]);
    await elapse(phone, 86_401);
    await server.deps.throttle.deleteExpired(100);
    expect([await stateOf(phone), (await failures()).length]).toEqual([undefined, 0]);
  });

  it('is not reduced by a sign-in from an address with expired failures', async () => {
    const { phone } = await createAccount(server);
    const [mine, theirs] = [freshAddress(), freshAddress()];
    for (let count = 0; count < 3; count += 1) await attempt(phone, otherPassword, { address: mine });
    await elapse(phone, 86_401);
    for (let count = 0; count < 2; count += 1) await attempt(phone, otherPassword, { address: theirs });
    expect((await attempt(phone, goodPassword, { address: mine })).status).toBe(200);
    expect((await stateOf(phone))?.failures).toBe(2);
  });

  it('starts again after a day without a new failure', async () => {
    const { phone } = await createAccount(server);
    for (let count = 0; count < 7; count += 1) {
      await attempt(phone, otherPassword);
      if (count >= 4) await elapse(phone, 3_600);
    }
    expect((await stateOf(phone))?.failures).toBe(7);
    await elapse(phone, 86_400);
    expect((await new TestBrowser(server.app).post(path, { phone, password: otherPassword })).code).toBe(
      'AUTH_FAILED',
    );
    expect(await stateOf(phone)).toEqual({ failures: 1, wait: 0 });
  });

  it('excludes an attempt whose password was not compared', async () => {
    const { phone } = await createAccount(server);
    const address = freshAddress();
    const counted = await server.deps.throttle.count({ phone, address, devices: [], proof: 'none' });
    if ('refused' in counted) throw new Error('the attempt was refused');
    expect((await stateOf(phone))?.failures).toBe(1);
    await server.deps.throttle.takeBack(counted);
    expect(await stateOf(phone)).toEqual({ failures: 0, wait: 0 });
  });
});

describe('the limits of an address for failed passwords', () => {
  it('require a captcha for another phone after twenty failures', async () => {
    const address = freshAddress();
    for (let count = 0; count < 20; count += 1)
      expect((await attempt(freshPhone(), otherPassword, { address })).code).toBe('AUTH_FAILED');
    const account = await createAccount(server);
    const bare = { phone: account.phone, password: account.password };
    expect((await new TestBrowser(server.app).post(path, bare, { address })).code).toBe('CAPTCHA_REQUIRED');
    expect((await new TestBrowser(server.app).post(path, bare, { address: freshAddress() })).status).toBe(
      200,
    );
    expect((await attempt(account.phone, account.password, { address })).status).toBe(200);
  });

  it('allow failures for at most fifty phones an hour', async () => {
    const address = freshAddress();
    const first = freshPhone();
    for (let count = 0; count < 50; count += 1)
      await attempt(count === 0 ? first : freshPhone(), otherPassword, { address });
    const refused = await attempt(freshPhone(), otherPassword, { address });
    expect([refused.status, refused.code]).toEqual([429, 'RATE_LIMITED']);
    expect(Number(refused.raw.headers['retry-after'])).toBeGreaterThan(3_000);
    expect((await attempt(first, otherPassword, { address })).code).toBe('AUTH_FAILED');
  });
});
