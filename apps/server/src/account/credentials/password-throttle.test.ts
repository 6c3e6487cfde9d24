import { createAccount, goodPassword, insertOtpToken, otherPassword, signIn } from '@vid/testkit/accounts';
import { TestBrowser } from '@vid/testkit/browser';
import { insertCaptchaToken } from '@vid/testkit/captcha-tokens';
import { freshAddress, freshPhone } from '@vid/testkit/flows';
import { waitForLockWaits } from '@vid/testkit/lock-wait';
import { startTestServer, type TestServer } from '@vid/testkit/server';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { waitAfter, waitTable } from './password-throttle.policy.ts';

const path = '/vid/ajax/auth/login/phone';
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(inject('cluster'));
});
afterAll(() => server.close());

const hashOf = (phone: string) => server.deps.keys.pepper('password-throttle', phone);
const stateOf = async (phone: string) => {
  const [row] = await server.deps.sql<{ failures: number; wait: number }[]>`
    select failures, greatest(0, round(extract(epoch from blocked_until - now())))::int as wait
    from password_throttles where phone_hash = ${hashOf(phone)}`;
  return row;
};
/** Moves a phone's failures into the past. */
const elapse = async (phone: string, seconds: number) => {
  await server.deps.sql`
    update password_throttles set
      blocked_until = blocked_until - make_interval(secs => ${seconds}),
      last_failure_at = last_failure_at - make_interval(secs => ${seconds})
    where phone_hash = ${hashOf(phone)}`;
  await server.deps.sql`
    update password_failures set last_failure_at = last_failure_at - make_interval(secs => ${seconds})
    where phone_hash = ${hashOf(phone)}`;
};
/** One attempt, with a captcha if it needs one. */
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
  for (let count = 0; count < 7; count += 1) list.push((await attempt(phone, otherPassword)).code);
  return list;
};

describe('waits', () => {
  it('allows five attempts, then one after 30 s, 1, 5 and 15 minutes, then one an hour', () => {
    expect([0, 1, 4, 5, 6, 7, 8, 9, 10, 50].map(waitAfter)).toEqual([
      0, 0, 0, 30, 60, 300, 900, 3_600, 3_600, 3_600,
    ]);
    expect(waitTable).toEqual([0, 0, 0, 0, 0, 30, 60, 300, 900, 3_600]);
  });

  it('are enforced by the server, grow with each failure, and come with Retry-After', async () => {
    const { phone } = await createAccount(server);
    for (let count = 0; count < 5; count += 1)
      expect((await attempt(phone, otherPassword)).code).toBe('AUTH_FAILED');
    for (const seconds of [30, 60, 300, 900, 3_600, 3_600]) {
      const refused = await attempt(phone, goodPassword);
      expect([refused.status, refused.code]).toEqual([429, 'AUTH_THROTTLED']);
      const retryAfter = Number(refused.raw.headers['retry-after']);
      expect(retryAfter).toBeGreaterThan(seconds - 3);
      expect(retryAfter).toBeLessThanOrEqual(seconds);
      await elapse(phone, seconds);
      expect((await attempt(phone, otherPassword)).code).toBe('AUTH_FAILED');
    }
    expect(await stateOf(phone)).toEqual({ failures: 11, wait: 3_600 });
  });

  it('are the same for a phone without an account', async () => {
    const [known, unknown] = [(await createAccount(server)).phone, freshPhone()];
    expect(await codes(known)).toEqual(await codes(unknown));
    // The two waits may differ by the seconds between the requests.
    const [a, b] = [await stateOf(known), await stateOf(unknown)];
    expect(a?.failures).toBe(b?.failures);
    expect(Math.abs((a?.wait ?? 0) - (b?.wait ?? Infinity))).toBeLessThanOrEqual(2);
  });
});

describe('attacks', () => {
  it('P6 compares and counts exactly five of 200 parallel attempts in two processes', async () => {
    const { phone } = await createAccount(server);
    const twin = await server.twin();
    const results = await Promise.all(
      Array.from(
        { length: 200 },
        async (_, index) => (await attempt(phone, otherPassword, { to: index % 2 ? twin : server })).code,
      ),
    );
    const count = (code: string) => results.filter((each) => each === code).length;
    expect(count('AUTH_FAILED')).toBe(5);
    expect(count('AUTH_FAILED') + count('AUTH_THROTTLED') + count('BUSY')).toBe(200);
    expect((await stateOf(phone))?.failures).toBe(5);
  });

  it('P6 keeps the count across a restart and a flood of other phones', async () => {
    const { phone } = await createAccount(server);
    for (let count = 0; count < 5; count += 1) await attempt(phone, otherPassword);
    await server.deps.sql`
      insert into password_throttles (phone_hash, failures, blocked_until, last_failure_at)
      select sha256(n::text::bytea), 1, now(), now() - interval '2 days' from generate_series(1, 10000) as n`;
    while ((await server.deps.throttle.deleteExpired(500)) === 500);
    const left = await server.deps
      .sql`select from password_throttles where last_failure_at < now() - interval '1 day'`;
    expect(left.length).toBe(0);
    const restarted = await server.twin();
    expect((await attempt(phone, goodPassword, { to: restarted })).code).toBe('AUTH_THROTTLED');
  });

  it('P3 counts by phone and by the socket’s address, whatever the headers claim', async () => {
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

  it('P4 counts all notations of a phone together', async () => {
    const { phone } = await createAccount(server);
    const national = phone.slice(3);
    for (const spelling of [
      `0${national}`,
      `+84 ${national}`,
      `0084${national}`,
      `84${national}`,
      `0${national.slice(0, 3)}.${national.slice(3)}`,
    ])
      expect((await attempt(spelling, otherPassword)).code).toBe('AUTH_FAILED');
    expect((await attempt(phone, goodPassword)).code).toBe('AUTH_THROTTLED');
  });

  it('P5 sign-in by code and reset still work, and fewer than a hundred failures expire', async () => {
    const { phone } = await createAccount(server);
    await server.deps.sql`
      insert into password_throttles (phone_hash, failures, blocked_until) values (${hashOf(phone)}, 98, now())`;
    expect((await attempt(phone, otherPassword)).code).toBe('AUTH_FAILED');
    const refused = await attempt(phone, goodPassword);
    expect([refused.code, refused.details['needsReset']]).toEqual(['AUTH_THROTTLED', false]);
    await elapse(phone, 3_600);
    expect((await attempt(phone, goodPassword)).status).toBe(200);

    const browser = new TestBrowser(server.app);
    const otpToken = await insertOtpToken(server, browser, phone, 'signin');
    expect((await browser.post('/vid/ajax/auth/login/otp', { phone, otpToken })).status).toBe(200);
  });

  it('P5 a hundred failures disable the password until it is reset', async () => {
    const { phone } = await createAccount(server);
    await server.deps.sql`
      insert into password_throttles (phone_hash, failures, blocked_until) values (${hashOf(phone)}, 99, now())`;
    expect((await attempt(phone, otherPassword)).code).toBe('AUTH_FAILED');
    await elapse(phone, 10 * 86_400);
    const refused = await attempt(phone, goodPassword);
    expect([refused.code, refused.details['needsReset']]).toEqual(['AUTH_THROTTLED', true]);
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
});

describe('forgetting failures', () => {
  it('concurrent correct passwords all succeed', async () => {
    const { phone } = await createAccount(server);
    for (let round = 0; round < 10; round += 1) {
      const answers = await Promise.all([1, 2, 3].map(() => attempt(phone, goodPassword)));
      expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200]);
    }
    expect(await stateOf(phone)).toEqual({ failures: 0, wait: 0 });
  });

  it('a success forgets the failures of its address only', async () => {
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

  it('concurrent correct passwords subtract their address’s failures once', async () => {
    const { phone } = await createAccount(server);
    const [mine, theirs] = [freshAddress(), freshAddress()];
    for (const address of [theirs, theirs, mine]) await attempt(phone, otherPassword, { address });
    let both: Promise<Awaited<ReturnType<typeof attempt>>[]> | undefined;
    // Both have compared and wait for the account's row, so neither sees the other's changes.
    await server.deps.sql.begin(async (tx) => {
      await server.deps.accounts.lockByPhone(tx, phone);
      both = Promise.all([1, 2].map(() => attempt(phone, goodPassword, { address: mine })));
      await waitForLockWaits(server, 2);
    });
    expect((await both)?.map((answer) => answer.status)).toEqual([200, 200]);
    expect(await stateOf(phone)).toEqual({ failures: 2, wait: 0 });
  });

  it('a correct password does not restart the day after which failures expire', async () => {
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

  it('a correct password does not count if the session cannot be written', async () => {
    const { phone } = await createAccount(server);
    await server.deps.sql`alter table sso_transactions rename to sso_transactions_away`;
    const failed = await attempt(phone, goodPassword);
    await server.deps.sql`alter table sso_transactions_away rename to sso_transactions`;
    expect(failed.status).toBe(500);
    expect(await stateOf(phone)).toEqual({ failures: 0, wait: 0 });
  });

  it('failures of phones and addresses are deleted after a day', async () => {
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

  it('expired failures are not subtracted from those of other addresses', async () => {
    const { phone } = await createAccount(server);
    const [mine, theirs] = [freshAddress(), freshAddress()];
    for (let count = 0; count < 3; count += 1) await attempt(phone, otherPassword, { address: mine });
    await elapse(phone, 86_401);
    for (let count = 0; count < 2; count += 1) await attempt(phone, otherPassword, { address: theirs });
    expect((await attempt(phone, goodPassword, { address: mine })).status).toBe(200);
    expect((await stateOf(phone))?.failures).toBe(2);
  });

  it('all failures expire after a day without a new one', async () => {
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

  it('an attempt that was never compared does not count', async () => {
    const { phone } = await createAccount(server);
    const address = freshAddress();
    const counted = await server.deps.throttle.count({ phone, address, hasCaptcha: false });
    if ('refused' in counted) throw new Error('the attempt was refused');
    expect((await stateOf(phone))?.failures).toBe(1);
    await server.deps.throttle.takeBack(counted);
    expect(await stateOf(phone)).toEqual({ failures: 0, wait: 0 });
  });
});

describe('addresses', () => {
  it('twenty failures from an address require a captcha for every phone', async () => {
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

  it('failures from an address are limited to fifty phones an hour', async () => {
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
