import { createAccount, hashOfPreSession, insertOtpToken, signIn } from '@vid/testkit/accounts';
import { TestBrowser } from '@vid/testkit/browser';
import { insertCaptchaToken } from '@vid/testkit/sign-in/captcha-tokens';
import { endResendWait, tryRequestOtp, tryValidateOtp, wrongCode } from '@vid/testkit/sign-in/flow-steps';
import { minutesOfCounter } from '@vid/testkit/database/counters';
import { freshAddress, freshPhone, requestOtp } from '@vid/testkit/flows';
import { insertOtpCode } from '@vid/testkit/sign-in/otp-codes';
import { startTestServer, type TestServer } from '@vid/testkit/server';
import { otpLimits } from '@vid/contract/limits';
import { atOneMoment } from '@vid/testkit/database/one-moment';
import { knownDevicePolicy } from '#account/known-devices/known-device.policy.ts';
import type { Sql } from '#database/connection.ts';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { findLatestCodes } from './breaker.repo.ts';
import { createOtpAttemptRepo } from './otp-attempt.repo.ts';
import { createOtpTokens } from './otp-token.ts';
import { createOtpRepo, isCodeLive, liftOtpLimits } from './otp.repo.ts';

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
  it('O4 is refused when entered again, without counting an attempt', async () => {
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
  it('O1 stays locked until it expires, and is invalid after that', async () => {
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
  ])('O3 (%i, %i s ago) lead to a code of %i digits', async (wrong, secondsAgo, digits) => {
    const phone = freshPhone();
    await insertWrongCodes(phone, wrong, secondsAgo);
    expect((await tryRequestOtp(newBrowser(), server, { phone })).data['digits']).toBe(digits);
  });

  it('O3 exclude attempts on long codes', async () => {
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
    expect(await server.deps.sql`select network from otp_codes where id = ${otpRequestId}`).toEqual([
      { network: null },
    ]);
    await insertWrongCodes(account.phone, 14, 7_200);
    await insertOtpCode(server, { phone: account.phone, attempts: 1, verifiedAt: new Date() });
    expect((await tryRequestOtp(newBrowser(), server, { phone: account.phone })).data['digits']).toBe(6);
  });

  it('O2 O3 are compared at most 15 times in 40 parallel attempts', async () => {
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
  it('O9 has a longer wait after two codes within an hour', async () => {
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

  it('O9 is recorded as refused by a limit of its network', async () => {
    const [phone, address] = ['+84927654321', freshAddress()];
    await requestOtp(newBrowser(), server, freshPhone(), 'signup', { address });
    await server.deps.sql`
      update counters set points = 1000000,
        expires_at = now() + make_interval(mins => case when key like 'otp-address:%' then 30 else 10 end)
      where key like ${`otp-%:${address}`}`;
    const refused = await tryRequestOtp(newBrowser(), server, { phone, address });
    expect(refused.code).toBe('OTP_RATE');
    // The caller waits until the last of the exceeded limits ends.
    expect(Number(refused.raw.headers['retry-after'])).toBeGreaterThan(1_700);
    const rows = await server.deps.sql`
      select kind, details from audit_events where details ->> 'phone' = '+8492****21'`;
    expect(rows).toEqual([
      { kind: 'otp.refused', details: { purpose: 'signup', phone: '+8492****21', reason: 'cap' } },
    ]);
    expect(await server.deps.sql`select from otp_codes where phone = ${phone}`).toHaveLength(0);
  });

  it('O7 has an ID that one network can guess 600 times hourly', async () => {
    const [browser, address] = [newBrowser(), freshAddress()];
    const guess = (n: number) =>
      browser.post(
        '/vid/gateway/otp/validate',
        { clientId: 'vid-web', otpRequestId: `otp_${String(n).padStart(26, '0')}`, otpValue: '000000' },
        { address },
      );
    await guess(1);
    expect(await minutesOfCounter(server, `otp-miss-addr:${address}`)).toBe(60);
    expect(await minutesOfCounter(server, 'otp-miss:')).toBe(5);
    await server.deps.sql`update counters set points = 599 where key = ${`otp-miss-addr:${address}`}`;
    expect([(await guess(2)).code, (await guess(3)).code]).toEqual(['OTP_INVALID', 'OTP_LOCKED']);
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
    const [event] = await server.deps.sql`
      select kind, details ->> 'reason' as reason from audit_events order by id desc limit 1`;
    expect(event).toEqual(
      code === undefined ? { kind: 'otp.sent', reason: null } : { kind: 'otp.refused', reason: 'breaker' },
    );
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

const hash = (n: number) => Buffer.alloc(32, n);
const hex = (n: number) => hash(n).toString('hex');
/**
 * Runs `work` in one transaction, with a function that inserts a code `ago` seconds old. `change` overrides
 * columns.
 */
const withCodes = (
  work: (
    tx: Sql,
    insert: (phone: string, ago: number, change?: Readonly<Record<string, unknown>>) => Promise<string>,
  ) => Promise<void>,
) =>
  atOneMoment(server, (tx) =>
    work(tx, async (phone, ago, change = {}) => {
      const id = await insertOtpCode({ ...server, deps: { ...server.deps, sql: tx } }, { phone });
      await tx`
        update otp_codes set created_at = now() - make_interval(secs => ${ago}), sent_at = now(),
          expires_at = now() + interval '1 second' where id = ${id}`;
      if (Object.keys(change).length > 0) await tx`update otp_codes set ${tx(change)} where id = ${id}`;
      return id;
    }),
  );

const about = (phone: string) =>
  ({
    phone,
    purpose: 'signup',
    devices: [hex(7)],
    throttleHash: hash(3),
    preSessionHash: hash(5),
    network: '192.0.2.5',
  }) as const;

describe('the facts about a phone', () => {
  it('count the codes of unknown devices by hour and day', () =>
    withCodes(async (tx, insert) => {
      const phone = freshPhone();
      const read = () => createOtpRepo(tx).readFacts(tx, about(phone));
      const none = {
        strangersHour: 0,
        strangersDay: 0,
        wrongCodes: 0,
        strangerWait: null,
        strangerSlot: null,
      };
      expect(await read()).toMatchObject({ ...none, isMember: false, device: null, needsCode: false });
      await insert(freshPhone(), 10, { preSessionHash: hash(5), resendSeconds: 60 });
      await insert(phone, 86_400, { attempts: 4 });
      await insert(phone, 10, { isCounted: false, attempts: 4, preSessionHash: hash(5), resendSeconds: 60 });
      expect(await read()).toMatchObject(none);
      await insert(phone, 86_399, { attempts: 3 });
      await insert(phone, 3_600, { attempts: 3, verifiedAt: new Date() });
      await insert(phone, 10, { digits: 8, attempts: 5 });
      expect(await read()).toMatchObject({ ...none, strangersDay: 2, wrongCodes: 5 });
      // After an entered code, the browser may request the next code immediately.
      await insert(phone, 5, { preSessionHash: hash(5), resendSeconds: 60, verifiedAt: new Date() });
      expect(await read()).toMatchObject({ strangersHour: 1, strangerWait: null, strangerSlot: null });
      await insert(phone, 30.4, { network: '192.0.2.5', resendSeconds: 60, attempts: 1 });
      expect(await read()).toMatchObject({
        strangersHour: 2,
        strangersDay: 4,
        wrongCodes: 5,
        strangerWait: 30,
      });
      await insert(phone, 40, { preSessionHash: hash(5), resendSeconds: 180 });
      expect(await read()).toMatchObject({
        strangerWait: 140,
        strangerSlot: otpLimits.attacked.waitSeconds - 30,
      });
    }));

  it('count the codes of the browser’s device and of all known devices', () =>
    withCodes(async (tx, insert) => {
      const phone = freshPhone();
      const read = () => createOtpRepo(tx).readFacts(tx, about(phone));
      await insert(phone, 100, { deviceHash: hash(7), isCounted: false });
      await insert(phone, 7_200.4, { deviceHash: hash(7), verifiedAt: new Date() });
      await insert(phone, 80_000, { deviceHash: hash(8) });
      expect(await read()).toMatchObject({
        deviceHour: 0,
        deviceHourEnds: null,
        deviceDay: 1,
        deviceDayEnds: 79_200,
        deviceWait: null,
        devicesDay: 2,
        strangersDay: 0,
      });
      await insert(phone, 600.4, { deviceHash: hash(7), resendSeconds: 700 });
      await insert(phone, 300, { deviceHash: hash(7), resendSeconds: 60 });
      expect(await read()).toMatchObject({
        deviceHour: 2,
        deviceHourEnds: 3_000,
        deviceDay: 3,
        deviceWait: 100,
        devicesDay: 4,
      });
    }));

  it('say whether the browser has a live code for the purpose', () =>
    withCodes(async (tx, insert) => {
      const phone = freshPhone();
      const isLive = async () => (await createOtpRepo(tx).readFacts(tx, about(phone))).hasLiveCode;
      const own = { preSessionHash: hash(5) };
      await insert(phone, 1);
      await insert(phone, 1, { ...own, purpose: 'signin' });
      await insert(phone, 1, { ...own, verifiedAt: new Date() });
      const id = await insert(phone, 1, own);
      await tx`update otp_codes set expires_at = now() where id = ${id}`;
      expect(await isLive()).toBe(false);
      await insert(phone, 1, own);
      expect(await isLive()).toBe(true);
    }));
});

describe('the latest codes for the breaker', () => {
  it('are delivered codes to strangers, and the networks of those not entered', () =>
    withCodes(async (tx, insert) => {
      const read = async (otpBreakerWindow: number) => {
        const { sent, verified, networks } = await findLatestCodes(tx, { otpBreakerWindow });
        return { sent, verified, networks };
      };
      await tx`delete from otp_codes`;
      const empty = { sent: 0, verified: 0, networks: 0 };
      await insert(freshPhone(), 3_600);
      await insert(freshPhone(), 10, { isMember: true });
      await insert(freshPhone(), 10, { isUndelivered: true });
      expect(await read(100)).toEqual(empty);
      await insert(freshPhone(), 3_599, { network: '2001:db8:7:1::/64' });
      await insert(freshPhone(), 40, { network: '2001:db8:7:2::/64' });
      await insert(freshPhone(), 30, { network: null });
      await insert(freshPhone(), 20, { network: '192.0.2.8', verifiedAt: new Date() });
      expect(await read(100)).toEqual({ sent: 4, verified: 1, networks: 1 });
      expect(await read(2)).toEqual({ sent: 2, verified: 1, networks: 0 });
    }));
});

describe('a later code', () => {
  it('ends only the earlier live codes of its browser, phone and purpose', () =>
    withCodes(async (tx, insert) => {
      const phone = freshPhone();
      const ended = [await insert(phone, 20), await insert(phone, 10)];
      const kept = [
        await insert(phone, 20, { purpose: 'signin' }),
        await insert(phone, 20, { preSessionHash: hash(5) }),
        await insert(phone, 20, { verifiedAt: new Date() }),
        await insert(freshPhone(), 20),
        await insert(phone, 2),
      ];
      const newest = await insert(phone, 5);
      await createOtpRepo(tx).endEarlier(tx, { phone, purpose: 'signup', preSessionHash: hash(1) }, newest);
      const rows = await tx<{ id: string }[]>`select id from otp_codes where expires_at <= now()`;
      expect(rows.map(({ id }) => id).toSorted()).toEqual(ended.toSorted());
      expect(kept).toHaveLength(5);
    }));
});

describe('a code', () => {
  it('is live until it is entered, expires or runs out of attempts', () =>
    withCodes(async (tx, insert) => {
      const phone = freshPhone();
      const live = await insert(phone, 1, { attempts: 4 });
      expect(await isCodeLive(tx, live)).toBe(true);
      for (const change of [{ attempts: 5 }, { verifiedAt: new Date() }, { sentAt: null }])
        expect(await isCodeLive(tx, await insert(phone, 1, change))).toBe(false);
      await tx`update otp_codes set expires_at = now()`;
      expect(await isCodeLive(tx, live)).toBe(false);
    }));

  it('can be attempted only by its browser and client, while it is live', () =>
    withCodes(async (tx, insert) => {
      const repo = createOtpAttemptRepo(tx);
      const phone = freshPhone();
      const target = { preSessionHash: hash(1), clientId: 'vid-web', attemptHash: hash(4) };
      const id = await insert(phone, 1, { attempts: 3 });
      for (const wrong of [{ preSessionHash: hash(5) }, { clientId: 'other' }]) {
        expect(await repo.countAttempt({ ...target, id, ...wrong })).toBeUndefined();
        expect(await repo.findAttempted({ ...target, id, ...wrong })).toBeUndefined();
      }
      expect(await repo.countAttempt({ ...target, id })).toMatchObject({ phone, attempts: 4 });
      expect(await repo.countAttempt({ ...target, id })).toBeUndefined();
      expect(await repo.findAttempted({ ...target, id })).toMatchObject({
        isRepeat: true,
        isVerified: false,
      });
      expect(await repo.findAttempted({ ...target, id, attemptHash: null })).toMatchObject({
        isRepeat: false,
      });
      expect(await repo.countAttempt({ ...target, id, attemptHash: null })).toMatchObject({ attempts: 5 });
      expect(await repo.countAttempt({ ...target, id, attemptHash: null })).toBeUndefined();
      const verified = await insert(phone, 1, { verifiedAt: new Date() });
      expect(await repo.countAttempt({ ...target, id: verified })).toBeUndefined();
      expect(await repo.findAttempted({ ...target, id: verified })).toMatchObject({ isVerified: true });
      const unsent = await insert(phone, 1, { sentAt: null });
      const expired = await insert(phone, 1);
      await tx`update otp_codes set expires_at = now() where id = ${expired}`;
      for (const dead of [unsent, expired]) {
        expect(await repo.countAttempt({ ...target, id: dead })).toBeUndefined();
        expect(await repo.findAttempted({ ...target, id: dead })).toBeUndefined();
      }
    }));

  it('is exchanged once before it expires, and its SMS is claimed once', () =>
    withCodes(async (tx, insert) => {
      const [attempts, repo] = [createOtpAttemptRepo(tx), createOtpRepo(tx)];
      const caller = { address: '192.0.2.1', requestId: 'test' };
      const verify = (id: string) =>
        attempts.verify(id, hash(6), { kind: 'otp.verified', caller, details: {} });
      const claim = (id: string) => repo.claimSending(id, hash(6), { kind: 'otp.sent', caller, details: {} });
      const phone = freshPhone();
      const id = await insert(phone, 1);
      expect([await verify(id), await verify(id)]).toEqual([true, false]);
      const [row] = await tx`
        select token_expires_at - now() = make_interval(secs => ${otpLimits.tokenTtlSeconds}) as is_exact
        from otp_codes where id = ${id}`;
      expect(row).toEqual({ isExact: true });
      const unsent = await insert(phone, 1, { sentAt: null, codeHash: null });
      expect(await repo.isClaimed(unsent, null)).toBe(false);
      expect([await claim(unsent), await claim(unsent)]).toEqual([true, false]);
      expect(await repo.isClaimed(unsent, hash(6))).toBe(true);
      expect(await repo.isClaimed(unsent, hash(9))).toBe(false);
      const [late, lateUnsent] = [
        await insert(phone, 1),
        await insert(phone, 1, { sentAt: null, codeHash: null }),
      ];
      await tx`update otp_codes set expires_at = now()`;
      expect([await verify(late), await claim(lateUnsent)]).toEqual([false, false]);
      const events = await tx`select kind from audit_events where request_id = 'test' order by id`;
      expect(events).toEqual([{ kind: 'otp.verified' }, { kind: 'otp.sent' }]);
    }));

  it('is withdrawn only before its SMS is claimed', () =>
    withCodes(async (tx, insert) => {
      const repo = createOtpRepo(tx);
      const phone = freshPhone();
      const sent = await insert(phone, 1);
      const unsent = await insert(phone, 1, { sentAt: null });
      for (const id of [sent, unsent]) await repo.withdraw(tx, id);
      for (const isCounted of [true, false]) {
        await repo.discard(tx, sent, isCounted);
        const rows = await tx`
          select id, is_undelivered, is_counted, expires_at = now() as is_over from otp_codes where phone = ${phone}`;
        expect(rows).toEqual([{ id: sent, isUndelivered: true, isCounted, isOver: true }]);
      }
    }));

  it('has its wrong attempts counted since the device’s last sign-in', () =>
    withCodes(async (tx, insert) => {
      const repo = createOtpAttemptRepo(tx);
      const { id: accountId, phone } = await createAccount(server);
      expect(await repo.countDeviceWrongCodes(phone, hex(7))).toBeUndefined();
      await tx`
        insert into known_devices (account_id, token_hash, expires_at)
        values (${accountId}, ${hash(7)}, now() + make_interval(secs => ${knownDevicePolicy.lifeSeconds}) - interval '1 hour')`;
      expect(await repo.countDeviceWrongCodes(phone, hex(7))).toBe(0);
      await insert(phone, 3_600, { deviceHash: hash(7), attempts: 1 });
      await insert(phone, 3_599, { deviceHash: hash(7), attempts: 3, verifiedAt: new Date() });
      await insert(phone, 10, { deviceHash: hash(7), attempts: 4, isCounted: false });
      await insert(phone, 10, { deviceHash: hash(8), attempts: 4 });
      expect(await repo.countDeviceWrongCodes(phone, hex(7))).toBe(2);
      expect(await repo.countDeviceWrongCodes(freshPhone(), hex(7))).toBeUndefined();
      expect(await repo.countWrongCodes(phone)).toBe(0);
      await insert(phone, 86_400, { attempts: 1 });
      await insert(phone, 86_399, { attempts: 3, verifiedAt: new Date() });
      await insert(phone, 10, { attempts: 4, isCounted: false });
      await insert(phone, 10, { attempts: 4, digits: 8 });
      expect(await repo.countWrongCodes(phone)).toBe(2);
      await liftOtpLimits(tx, { id: accountId, phone });
      expect(await repo.countWrongCodes(phone)).toBe(0);
      expect(await repo.countDeviceWrongCodes(phone, hex(7))).toBe(0);
    }));
});

describe('a token', () => {
  it('is redeemed once by its browser for its phone and purpose', () =>
    withCodes(async (tx, insert) => {
      const { keys } = server.deps;
      const tokens = createOtpTokens({ ...server.deps, sql: tx });
      const phone = freshPhone();
      const token = 't'.repeat(43);
      const id = await insert(phone, 1, { tokenHash: keys.hashSecret(token) });
      const endIn = (interval: string) => tx`
        update otp_codes set token_expires_at = now() + ${interval}::interval where id = ${id}`;
      const use = { token, phone, purposes: ['signup'], preSessionHash: hash(1) } as const;
      await endIn('1 microsecond');
      for (const wrong of [
        { token: 'u'.repeat(43) },
        { phone: freshPhone() },
        { purposes: ['signin'] as const },
        { preSessionHash: hash(2) },
        { clientId: 'other' },
      ]) {
        expect(await tokens.redeem(tx, { ...use, ...wrong })).toBe(false);
        await expect(tokens.requireLive({ ...use, ...wrong })).rejects.toThrow('OTP_TOKEN_INVALID');
      }
      await endIn('0');
      expect(await tokens.redeem(tx, use)).toBe(false);
      await endIn('1 microsecond');
      await tokens.requireLive(use);
      expect([await tokens.redeem(tx, use), await tokens.redeem(tx, use)]).toEqual([true, false]);
    }));

  it('P10 is revoked with the codes of its phone, unless it was used', () =>
    withCodes(async (tx, insert) => {
      const tokens = createOtpTokens({ ...server.deps, sql: tx });
      const phone = freshPhone();
      const future = new Date(Date.now() + 600_000);
      const ended = [
        await insert(phone, 1),
        await insert(phone, 1, { expiresAt: new Date(0), tokenExpiresAt: future }),
      ];
      await insert(phone, 1, { tokenUsedAt: new Date(), tokenExpiresAt: future });
      await insert(phone, 1, { expiresAt: new Date(0) });
      await insert(freshPhone(), 1, { tokenExpiresAt: future });
      await tokens.revokeAll(tx, phone);
      const rows = await tx<{ id: string }[]>`
        select id from otp_codes where expires_at = '-infinity' and token_expires_at = '-infinity'`;
      expect(rows.map(({ id }) => id).toSorted()).toEqual(ended.toSorted());
    }));
});
