import { randomBytes } from 'node:crypto';
import { about } from '@vid/testkit/about';
import { createAccount } from '@vid/testkit/accounts';
import { freshAddress } from '@vid/testkit/flows';
import { waitForLockWaits } from '@vid/testkit/database/lock-wait';
import { startTestServer, type TestServer } from '@vid/testkit/server';
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest';
import { knownDevices } from '../known-devices/known-device.repo.ts';
import { throttleHash } from './code-demand.ts';
import { explainRefusal, keysOf, type PasswordAttempt } from './explain-refusal.ts';
import { createPasswordThrottle } from './password-throttle.ts';
import { countAttempt, freshAttempt } from './testing/attempts.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(inject('cluster'));
});
afterAll(() => server.close());

const hashOf = (phone: string) => throttleHash(server.deps.keys, phone);
const namesOf = ({ phone, address }: PasswordAttempt) => keysOf(hashOf(phone), address);

const insertCounter = (key: string, points: number, secondsLeft: number) => server.deps.sql`
  insert into counters (key, points, expires_at) values (${key}, ${points}, now() + make_interval(secs => ${secondsLeft}))`;
const counterOf = async (key: string) => {
  const [row] = await server.deps.sql<{ points: number; secondsLeft: number }[]>`
    select points, round(extract(epoch from expires_at - now()))::int as seconds_left from counters where key = ${key}`;
  return row;
};
const insertFailures = (phone: string, failures: number, secondsAgo = 0) => server.deps.sql`
  insert into password_throttles (phone_hash, failures, last_failure_at)
  values (${hashOf(phone)}, ${failures}, now() - make_interval(secs => ${secondsAgo}))`;
const failuresOf = async (phone: string) => {
  const [row] = await server.deps.sql<{ failures: number; age: number }[]>`
    select failures, round(extract(epoch from now() - last_failure_at))::int as age
    from password_throttles where phone_hash = ${hashOf(phone)}`;
  return row;
};

const count = (attempt: PasswordAttempt) => countAttempt(server, attempt);
const explain = (attempt: PasswordAttempt) => {
  const { signInAddressTenMinutes } = server.deps.config;
  return explainRefusal(server.deps, attempt, { phoneHash: hashOf(attempt.phone), signInAddressTenMinutes });
};

describe('failed sign-ins from an address', () => {
  it('require a captcha until ten minutes after the first failure', async () => {
    const [live, expired] = [freshAttempt(), freshAttempt()];
    await insertCounter(namesOf(live).failuresKey, 20, 1_000);
    await insertCounter(namesOf(expired).failuresKey, 20, -1);
    expect(await server.deps.throttle.count(live)).toEqual({ refused: 'captcha', workLevel: 0 });
    await server.deps.throttle.failed(await count(expired));
    expect(await counterOf(namesOf(expired).failuresKey)).toEqual({ points: 1, secondsLeft: about(600) });
  });

  it('require a captcha after the twentieth failure', async () => {
    const attempt = freshAttempt();
    const { failuresKey } = namesOf(attempt);
    await insertCounter(failuresKey, 18, 300);
    const { throttle } = server.deps;
    expect(await throttle.failed(await count(attempt))).toEqual({ needsCaptcha: false });
    expect(await throttle.failed(await count(attempt))).toEqual({ needsCaptcha: true });
    expect(await counterOf(failuresKey)).toEqual({ points: 20, secondsLeft: about(300) });
  });
});

const within = (network: string) => freshAttempt({ address: `${network}::/64` });

describe('P3 wrong passwords from many networks of an IPv6 /48', () => {
  it('require a captcha after the eightieth failure', async () => {
    await insertCounter('signin-fail:2001:db8:9::/48', 78, 300);
    expect(await server.deps.throttle.failed(await count(within('2001:db8:9:1')))).toEqual({
      needsCaptcha: false,
    });
    expect(await server.deps.throttle.failed(await count(within('2001:db8:9:2')))).toEqual({
      needsCaptcha: true,
    });
    expect(await server.deps.throttle.count(within('2001:db8:9:3'))).toEqual({
      refused: 'captcha',
      workLevel: 0,
    });
    await count({ ...within('2001:db8:9:3'), proof: 'captcha' });
  });

  it('do not count for the /48 once their own network needs a captcha', async () => {
    const attempt = freshAttempt({ address: '2001:db8:a:1::/64', proof: 'captcha' });
    await insertCounter('signin-fail:2001:db8:a:1::/64', 20, 300);
    await server.deps.throttle.failed(await count(attempt));
    expect(await counterOf('signin-fail:2001:db8:a::/48')).toBeUndefined();
  });

  it('are limited to two hundred phones an hour', async () => {
    await insertCounter('signin-phones:2001:db8:b::/48', 199, 1_800);
    await server.deps.throttle.failed(await count(within('2001:db8:b:1')));
    expect(await server.deps.throttle.count(within('2001:db8:b:2'))).toEqual({
      refused: 'address',
      seconds: about(1_800),
    });
  });
});

describe('the phones tried from an address', () => {
  it('are counted once each within an hour', async () => {
    const attempt = freshAttempt();
    const { pairKey, phonesKey } = namesOf(attempt);
    for (let round = 0; round < 3; round += 1) await server.deps.throttle.failed(await count(attempt));
    expect(await counterOf(pairKey)).toMatchObject({ points: 3 });
    expect(await counterOf(phonesKey)).toMatchObject({ points: 1 });
    await server.deps.sql`update counters set expires_at = now() where key in (${pairKey}, ${phonesKey})`;
    await server.deps.throttle.failed(await count({ ...attempt, proof: 'captcha' }));
    expect(await counterOf(pairKey)).toEqual({ points: 1, secondsLeft: about(3_600) });
    expect(await counterOf(phonesKey)).toEqual({ points: 1, secondsLeft: about(3_600) });
  });

  it('are limited to fifty an hour', async () => {
    const [full, known, forgotten, over] = [freshAttempt(), freshAttempt(), freshAttempt(), freshAttempt()];
    for (const attempt of [full, known, forgotten])
      await insertCounter(namesOf(attempt).phonesKey, 50, 1_800);
    await insertCounter(namesOf(known).pairKey, 1, 1_800);
    await insertCounter(namesOf(forgotten).pairKey, 1, -1);
    await insertCounter(namesOf(over).phonesKey, 50, -1);
    const refusal = { refused: 'address', seconds: expect.any(Number) };
    expect(await server.deps.throttle.count(full)).toEqual(refusal);
    expect(await server.deps.throttle.count(forgotten)).toEqual(refusal);
    expect((await count(known)).stranger.failures).toBe(1);
    expect((await count(over)).stranger.failures).toBe(1);
  });
});

describe('the failed sign-ins for a phone', () => {
  it('P5 do not expire once they require a code', async () => {
    const attempt = freshAttempt({ proof: 'code' });
    await insertFailures(attempt.phone, 100, 10 * 86_400);
    await server.deps.throttle.deleteExpired(100);
    expect((await count(attempt)).stranger.failures).toBe(101);
    expect(await server.deps.throttle.count({ ...attempt, proof: 'captcha' })).toEqual({ refused: 'code' });
  });

  it('P5 keep count and time if an attempt’s password was not compared', async () => {
    const attempt = freshAttempt();
    await insertFailures(attempt.phone, 2, 82_800);
    const counted = await count(attempt);
    expect(await failuresOf(attempt.phone)).toEqual({ failures: 3, age: about(0) });
    await server.deps.throttle.takeBack(counted);
    expect(await failuresOf(attempt.phone)).toEqual({ failures: 2, age: about(82_800) });
  });

  it('P5 are reduced only for the network of an uncompared attempt', async () => {
    const [mine, theirs] = [freshAttempt(), freshAttempt()];
    const counted = await count(mine);
    await count({ ...mine, address: theirs.address });
    await server.deps.throttle.takeBack(counted);
    const rows = await server.deps.sql`
      select address, failures from password_failures where phone_hash = ${hashOf(mine.phone)}`;
    expect(Object.fromEntries(rows.map((row) => [row['address'], row['failures']]))).toEqual({
      [mine.address]: 0,
      [theirs.address]: 1,
    });
    expect((await failuresOf(mine.phone))?.failures).toBe(1);
  });

  it('P6 are read again after an attempt waits for their lock', async () => {
    const { sql, throttle } = server.deps;
    const attempt = freshAttempt();
    await count(attempt);
    const { waiting } = await sql.begin(async (tx) => {
      await tx`select from password_failures where phone_hash = ${hashOf(attempt.phone)} for update`;
      const started = throttle.count(attempt);
      await waitForLockWaits(server, 1);
      await tx`
        update password_failures set blocked_until = clock_timestamp()
        where phone_hash = ${hashOf(attempt.phone)}`;
      return { waiting: started };
    });
    expect(await waiting).toMatchObject({ stranger: { failures: 2 } });
  });
});

async function knownDevice() {
  const { sql } = server.deps;
  const { id, phone } = await createAccount(server, { password: null });
  const tokenHash = randomBytes(32);
  await sql`
    insert into known_devices (account_id, token_hash, password_failures, expires_at)
    values (${id}, ${tokenHash}, 3, now() + interval '1 day')`;
  const failures = async () =>
    (await sql`select password_failures as n from known_devices where account_id = ${id}`)[0]?.['n'];
  return { attempt: freshAttempt({ phone, devices: [tokenHash.toString('hex')] }), failures };
}

describe('the failed sign-ins from a known device', () => {
  it('P5 are cleared by the correct password', async () => {
    const { attempt, failures } = await knownDevice();
    const counted = await count(attempt);
    expect(await failures()).toBe(4);
    await server.deps.throttle.takeBack(counted);
    expect(await failures()).toBe(3);
    expect(await server.deps.throttle.failed(counted)).toEqual({ needsCaptcha: false });
    await server.deps.throttle.succeeded(await count(attempt));
    expect(await failures()).toBe(0);
    expect(await failuresOf(attempt.phone)).toBeUndefined();
  });
});

describe('the reason for a refused attempt', () => {
  const none = { refused: 'wait', seconds: 1 } as const;

  it('is a missing captcha after three failures for the phone', async () => {
    const [few, old, many] = [freshAttempt(), freshAttempt(), freshAttempt()];
    await insertFailures(few.phone, 3);
    await insertFailures(old.phone, 3, 86_401);
    await insertFailures(many.phone, 100, 86_401);
    expect(await explain(few)).toEqual({ refused: 'captcha', workLevel: 0 });
    expect(await explain({ ...few, proof: 'captcha' })).toEqual(none);
    expect(await explain(old)).toEqual(none);
    for (const proof of ['none', 'captcha'] as const)
      expect(await explain({ ...many, proof })).toEqual({ refused: 'code' });
    for (const proof of ['code', 'session'] as const) expect(await explain({ ...many, proof })).toEqual(none);
  });

  it('is the wait of the attempt’s network, unless the wait is over', async () => {
    const [waiting, over] = [freshAttempt(), freshAttempt()];
    for (const [{ phone, address }, seconds] of [
      [waiting, 30],
      [over, -30],
    ] as const)
      await server.deps.sql`
        insert into password_failures (phone_hash, address, failures, blocked_until)
        values (${hashOf(phone)}, ${address}, 5, now() + make_interval(secs => ${seconds}))`;
    expect(await explain(waiting)).toMatchObject({ refused: 'wait', seconds: about(30) });
    expect(await explain({ ...waiting, address: freshAddress() })).toEqual(none);
    expect(await explain(over)).toEqual(none);
    await insertFailures(over.phone, 3);
    expect(await explain(over)).toEqual({ refused: 'captcha', workLevel: 0 });
  });

  it('is a missing captcha after failures from the address, until they expire', async () => {
    const [live, expired] = [freshAttempt(), freshAttempt()];
    await insertCounter(namesOf(live).failuresKey, 20, 60);
    await insertCounter(namesOf(expired).failuresKey, 20, -1);
    expect(await explain(live)).toEqual({ refused: 'captcha', workLevel: 0 });
    expect(await explain({ ...live, proof: 'captcha' })).toEqual(none);
    expect(await explain(expired)).toEqual(none);
  });

  it('is the number of phones tried from the address', async () => {
    const [live, expired, pair, oldPair] = [freshAttempt(), freshAttempt(), freshAttempt(), freshAttempt()];
    for (const [attempt, seconds] of [
      [live, 60],
      [expired, -1],
      [pair, 60],
      [oldPair, 60],
    ] as const)
      await insertCounter(namesOf(attempt).phonesKey, 50, seconds);
    await insertCounter(namesOf(pair).pairKey, 1, 60);
    await insertCounter(namesOf(oldPair).pairKey, 1, -1);
    expect(await explain(live)).toEqual({ refused: 'address', seconds: about(60) });
    expect(await explain(oldPair)).toEqual({ refused: 'address', seconds: about(60) });
    expect(await explain(expired)).toEqual(none);
    expect(await explain(pair)).toEqual(none);
  });
});

describe('P5 wrong passwords of many networks on many phones', () => {
  it('require a captcha from new devices in the process that counts them', async () => {
    const attacked = await startTestServer(inject('cluster'), {
      environment: { VID_LIMIT_SIGNIN_FAILURES_10MIN: '60' },
    });
    onTestFinished(() => attacked.close());
    const other = await attacked.twin();
    const { sql, throttle, failureRate, metrics, background, problems } = attacked.deps;
    await sql`
      insert into activity_hours (hour, name, count)
      select date_trunc('hour', now(), 'UTC') - make_interval(hours => n), 'failure', 6 * 30 from generate_series(0, 24) n`;
    const gauge = async () => (await metrics.registry.getSingleMetric('vid_password_attack')?.get())?.values;
    expect(await gauge()).toMatchObject([{ value: 0 }]);
    failureRate.add();
    await background.idle();
    for (let n = 1; n < 90; n += 1) failureRate.add();
    expect(failureRate.isAttacked()).toBe(false);
    await throttle.failed(await countAttempt(attacked, freshAttempt()));
    expect(await throttle.count(freshAttempt())).toEqual({ refused: 'captcha', workLevel: 0 });
    const proven = await countAttempt(attacked, freshAttempt({ proof: 'captcha' }));
    expect(await throttle.failed(proven)).toEqual({ needsCaptcha: true });

    const { id, phone } = await createAccount(attacked);
    const hash = randomBytes(32).toString('hex');
    await sql.begin((tx) => knownDevices.insert(tx, id, hash, null));
    expect((await countAttempt(attacked, freshAttempt({ phone, devices: [hash] }))).device).toBe(hash);

    await background.idle();
    expect(await problems.list()).toEqual([{ kind: 'passwords-guessed', detail: '' }]);
    expect(await gauge()).toMatchObject([{ value: 1 }]);
    expect((await countAttempt(other, freshAttempt())).stranger.failures).toBe(1);
  });

  it.each([
    ['an IPv4 address', ['203.0.113.81'], '203.0.113.81'],
    ['an IPv6 /48', ['2001:db8:7:1::/64', '2001:db8:7:2::/64'], '2001:db8:7::/48'],
  ])('count only up to ten in ten minutes for %s', async (_, addresses, site) => {
    await insertCounter(`signin-fail:${site}`, 7, 300);
    let added = 0;
    const failureRate = { isAttacked: () => false, add: () => void (added += 1) };
    const throttle = createPasswordThrottle({ ...server.deps, failureRate });
    for (const address of [...addresses, ...addresses, ...addresses, ...addresses])
      await throttle.failed(await count(freshAttempt({ address })));
    expect(added).toBe(3);
    expect(await counterOf(`signin-fail:${site}`)).toMatchObject({ points: 7 + 4 * addresses.length });
  });

  it('start the ten-minute window of their /48 with the first failure', async () => {
    const attempt = freshAttempt({ address: '2001:db8:8:1::/64' });
    await server.deps.throttle.failed(await count(attempt));
    expect(await counterOf('signin-fail:2001:db8:8::/48')).toEqual({ points: 1, secondsLeft: about(600) });
  });
});

describe('the throttle of a phone, as support sees it', () => {
  const day = 86_400;

  it.each([
    ['shows failures of the last day', 99, day - 60, { failures: 99, needsCode: false }],
    ['shows no expired failures', 99, day + 60, { failures: 0, needsCode: false, lastFailureAt: null }],
    ['requires a code after 100 failures', 100, 0, { failures: 100, needsCode: true }],
    ['requires a code after expired failures, too', 100, day + 60, { failures: 100, needsCode: true }],
    ['names no last failure when all were taken back', 0, 0, { failures: 0, lastFailureAt: null }],
  ])('%s', async (_, failures, secondsAgo, expected) => {
    const { phone } = freshAttempt();
    await insertFailures(phone, failures, secondsAgo);
    expect(await server.deps.throttle.check(phone)).toMatchObject({ ...expected, waits: [] });
  });

  it('names the time of the last failure', async () => {
    const { phone } = freshAttempt();
    await insertFailures(phone, 1, 3_600);
    const { lastFailureAt } = await server.deps.throttle.check(phone);
    expect((Date.now() - (lastFailureAt?.getTime() ?? 0)) / 1_000).toEqual(about(3_600));
  });

  it('lists the networks that must wait, the longest wait first', async () => {
    const { phone } = freshAttempt();
    const waiting = [60, -1, 900, ...Array.from({ length: 9 }, (_, index) => 100 + index)];
    for (const [index, seconds] of waiting.entries())
      await server.deps.sql`
        insert into password_failures (phone_hash, address, failures, blocked_until)
        values (${hashOf(phone)}, ${`198.51.100.${index}`}, 6, now() + make_interval(secs => ${seconds}))`;
    const { waits } = await server.deps.throttle.check(phone);
    expect(waits.map(({ address }) => address)).toEqual(
      [2, 11, 10, 9, 8, 7, 6, 5, 4, 3].map((index) => `198.51.100.${index}`),
    );
  });

  it('loses expired failures up to the limit of a purge, except the required code', async () => {
    const { sql, throttle } = server.deps;
    while ((await throttle.deleteExpired(1_000)) > 0);
    const phones = [freshAttempt(), freshAttempt(), freshAttempt()].map(({ phone }) => phone);
    const [few = '', many = '', third = ''] = phones;
    await insertFailures(few, 99, day + 60);
    await insertFailures(third, 1, day + 60);
    await insertFailures(many, 100, day + 60);
    await sql`
      insert into password_failures (phone_hash, address, failures, blocked_until, last_failure_at)
      values (${hashOf(few)}, '198.51.100.1', 1, now(), now() - interval '25 hours'),
        (${hashOf(few)}, '198.51.100.2', 1, now(), now())`;
    expect([await throttle.deleteExpired(1), await throttle.deleteExpired(1)]).toEqual([1, 1]);
    expect(await throttle.deleteExpired(1)).toBe(0);
    expect(await Promise.all(phones.map(failuresOf))).toMatchObject([
      undefined,
      { failures: 100 },
      undefined,
    ]);
    expect(await sql`select address from password_failures where phone_hash = ${hashOf(few)}`).toEqual([
      { address: '198.51.100.2' },
    ]);
  });
});
