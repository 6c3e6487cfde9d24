import { knownBrowser } from '@vid/testkit/accounts';
import { TestBrowser } from '@vid/testkit/browser';
import { insertCaptchaToken } from '@vid/testkit/sign-in/captcha-tokens';
import { endResendWait, tryRequestOtp, wrongCode } from '@vid/testkit/sign-in/flow-steps';
import { freshAddress, freshPhone } from '@vid/testkit/flows';
import { waitForLockWaits } from '@vid/testkit/database/lock-wait';
import { startReplyCutter } from '@vid/testkit/http/reply-cutter';
import { startTestServer, type TestServer } from '@vid/testkit/server';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { maskPhone } from '#lib/phone/mask-phone.ts';
import type { SmsMessage } from '#ports/sms/sms.ts';

const requestPath = '/vid/gateway/otp/request';
const validatePath = '/vid/gateway/otp/validate';

let cutter: Awaited<ReturnType<typeof startReplyCutter>>;
let server: TestServer;
const sent: SmsMessage[] = [];
let isBroken = false;
beforeAll(async () => {
  const cluster = inject('cluster');
  cutter = await startReplyCutter(cluster);
  server = await startTestServer(cluster, {
    proxyPort: cutter.port,
    environment: {
      VID_LIMIT_OTP_BREAKER_PERCENT: '0',
      VID_LIMIT_OTP_PREFIX_HOUR: '1000000',
      // All parallel calls of one request count as unanswered until one call has claimed the SMS.
      VID_LIMIT_OTP_UNANSWERED_ADDRESS_HOUR: '100',
    },
    overrides: {
      smsGateway: {
        channel: 'outbox',
        async send(message) {
          sent.push(message);
          return isBroken
            ? { outcome: 'channel-broken', cause: 'no-balance', detail: '' }
            : { outcome: 'accepted' };
        },
      },
    },
  });
});
afterAll(async () => {
  await server.close();
  await cutter.close();
});

afterEach(() => void cutter.stop());

const newKey = () => crypto.randomUUID();
const sentTo = (phone: string) => sent.filter(({ to }) => to === phone);
const codeOf = (phone: string) => /\d{6,8}/u.exec(sentTo(phone).at(-1)?.text ?? '')?.[0] ?? '';

async function codesOf(phone: string) {
  return server.deps.sql<{ id: string; attempts: number; hasToken: boolean }[]>`
    select id, attempts, token_hash is not null as has_token from otp_codes where phone = ${phone}`;
}

async function countRefusals(phone: string): Promise<number> {
  const masked = maskPhone(phone);
  return (
    await server.deps.sql`
      select from audit_events where kind = 'otp.refused' and details->>'phone' = ${masked}`
  ).count;
}

/** Repeats the request, as the web app does, until the pool has replaced the lost connection. */
async function repeat<T extends { readonly status: number }>(send: () => Promise<T>): Promise<T> {
  for (;;) {
    const answer = await send();
    if (answer.status !== 503) return answer;
  }
}

async function prepareRequest() {
  const browser = new TestBrowser(server.app);
  const phone = freshPhone();
  const captchaToken = await insertCaptchaToken(server, browser, 'otp');
  const key = newKey();
  const address = freshAddress();
  const send = (change: object = {}, headers: Record<string, string> = { 'idempotency-key': key }) =>
    browser.post(
      requestPath,
      { clientId: 'vid-web', phone, captchaToken, purpose: 'signin', ...change },
      { address, headers },
    );
  const prepareNext = async () => {
    const next = { captchaToken: await insertCaptchaToken(server, browser, 'otp') };
    const headers = { 'idempotency-key': newKey() };
    return () => send(next, headers);
  };
  return { browser, phone, address, send, prepareNext };
}

async function prepareCode(browser = new TestBrowser(server.app), phone = freshPhone()) {
  const asked = await tryRequestOtp(browser, server, { phone, purpose: 'signin' });
  const otpRequestId = String(asked.data['otpRequestId']);
  const send = (otpValue: string, key: string | undefined) =>
    browser.post(
      validatePath,
      { clientId: 'vid-web', otpRequestId, otpValue },
      { headers: key === undefined ? {} : { 'idempotency-key': key } },
    );
  return { phone, code: codeOf(phone), send };
}

type Send = () => Promise<{ readonly status: number }>;

/**
 * Cuts the connection after the given number of replies. Flushes the gateway outcomes first, because their
 * timer would send another statement.
 */
async function cutAfter(replies: number): Promise<void> {
  await server.deps.smsAttempts.flush();
  cutter.cutAfter(replies);
}

/**
 * Runs `work` once for each statement of a request, with the connection cut at that statement, and finally
 * without a cut. Returns the statuses of that request.
 */
async function cutEverywhere(
  work: (interrupt: (send: Send) => Promise<void>) => Promise<void>,
): Promise<readonly number[]> {
  const statuses: number[] = [];
  const cutNext = async (): Promise<boolean> => {
    let wasCut = false;
    await work(async (send) => {
      await cutAfter(statuses.length);
      statuses.push((await send()).status);
      wasCut = cutter.stop();
    });
    return wasCut;
  };
  while (await cutNext());
  return statuses;
}

describe('a repeat after a lost response', () => {
  it('C2 O4 of otp/request returns the first result and sends one SMS', async () => {
    const statuses = await cutEverywhere(async (interrupt) => {
      const { phone, send } = await prepareRequest();
      await interrupt(() => send());
      const [first, second] = [await repeat(send), await send()];
      expect([first.status, second.status]).toEqual([200, 200]);
      expect(second.data).toEqual(first.data);
      expect(sentTo(phone)).toHaveLength(1);
      expect(await codesOf(phone)).toHaveLength(1);
    });
    // The connection is cut when the request is stored, when the limits are counted, and when the SMS is
    // claimed, which is retried. The last request is not cut.
    expect(statuses).toEqual([503, 503, 200, 200]);
  });

  it('C2 of otp/request is refused if the SMS failed', async () => {
    const { phone, send } = await prepareRequest();
    isBroken = true;
    expect((await send()).code).toBe('SMS_UNAVAILABLE');
    isBroken = false;
    const tries = sentTo(phone).length;
    expect((await send()).code).toBe('SMS_UNAVAILABLE');
    expect(sentTo(phone)).toHaveLength(tries);
  });

  it('O9 of otp/request keeps its code if a limit is full', async () => {
    const { phone, address, send } = await prepareRequest();
    const before = await countRefusals(phone);
    await cutAfter(1);
    expect((await send()).status).toBe(503);
    cutter.stop();
    const key = `otp-unanswered:${address}`;
    await repeat(async () => {
      await server.deps.sql`
        insert into counters (key, points, expires_at) values (${key}, 100, now() + interval '1 hour')
        on conflict (key) do update set points = 100`;
      return { status: 200 };
    });
    expect((await repeat(send)).code).toBe('OTP_RATE');
    expect([(await codesOf(phone)).length, await countRefusals(phone)]).toEqual([1, before]);
    await server.deps.sql`delete from counters where key = ${key}`;
    expect((await send()).status).toBe(200);
  });

  it('O4 of otp/validate returns the first token and counts one attempt', async () => {
    const statuses = await cutEverywhere(async (interrupt) => {
      const { phone, code, send } = await prepareCode();
      const key = newKey();
      await interrupt(() => send(code, key));
      const [first, second] = [await repeat(() => send(code, key)), await send(code, key)];
      expect([first.status, second.status]).toEqual([200, 200]);
      expect(second.data).toEqual(first.data);
      expect(await codesOf(phone)).toMatchObject([{ attempts: 1, hasToken: true }]);
      for (const other of [undefined, newKey()]) expect((await send(code, other)).code).toBe('OTP_INVALID');
    });
    // The connection is cut at the attempt, at the count of wrong codes, at the exchange, and at the refund
    // of the unanswered code, which does not affect the response. The last request is not cut.
    expect(statuses).toEqual([503, 503, 503, 200, 200]);
  });

  it('O1 of otp/validate counts a wrong code only once', async () => {
    const { phone, code, send } = await prepareCode();
    const key = newKey();
    await cutAfter(0);
    expect((await send(wrongCode(code), key)).status).toBe(503);
    expect(cutter.stop()).toBe(true);
    for (let count = 0; count < 3; count += 1)
      expect((await repeat(() => send(wrongCode(code), key))).details).toEqual({ attemptsLeft: 4 });
    expect(await codesOf(phone)).toMatchObject([{ attempts: 1 }]);
  });
});

it('O1 a repeated wrong code counts once against a known device', async () => {
  const { account, browser } = await knownBrowser(server);
  const { code, send } = await prepareCode(browser, account.phone);
  const key = newKey();
  for (let count = 0; count < 3; count += 1)
    expect((await send(wrongCode(code), key)).code).toBe('OTP_INVALID');
  expect(
    await server.deps.sql`select code_failures from known_devices where account_id = ${account.id}`,
  ).toEqual([{ codeFailures: 1 }]);
});

describe('the audit rows of repeats', () => {
  it('O1 consist of one row for a wrong code that is repeated', async () => {
    const { phone, code, send } = await prepareCode();
    const before = await countRefusals(phone);
    const key = newKey();
    for (let count = 0; count < 5; count += 1)
      expect((await send(wrongCode(code), key)).code).toBe('OTP_INVALID');
    expect(await countRefusals(phone)).toBe(before + 1);
    await send(wrongCode(code), newKey());
    expect(await countRefusals(phone)).toBe(before + 2);
  });

  it('O9 consist of one row for a request that is refused and repeated', async () => {
    const { phone, send, prepareNext } = await prepareRequest();
    const before = await countRefusals(phone);
    const sendNext = await prepareNext();
    expect((await send()).status).toBe(200);
    for (let count = 0; count < 5; count += 1) expect((await sendNext()).code).toBe('OTP_RATE');
    expect(await countRefusals(phone)).toBe(before + 1);
    expect(sentTo(phone)).toHaveLength(1);
  });
});

describe('a code request or attempt with an Idempotency-Key', () => {
  it('O1 counts as an attempt if its code differs', async () => {
    const { code, send } = await prepareCode();
    const key = newKey();
    const told = [];
    for (let guess = 1; guess <= 6; guess += 1) {
      const value = String((Number(code) + guess) % 1_000_000).padStart(6, '0');
      told.push((await send(value, key)).code);
    }
    expect(told).toEqual([...Array(5).fill('OTP_INVALID'), 'OTP_LOCKED']);
  });

  it('C2 cannot use the same captcha for another phone, purpose, key or browser', async () => {
    const { browser, phone, send } = await prepareRequest();
    expect((await send()).status).toBe(200);
    expect((await send({ phone: freshPhone() })).code).toBe('CAPTCHA_INVALID');
    expect((await send({ purpose: 'signup' })).code).toBe('CAPTCHA_INVALID');
    expect((await send({}, { 'idempotency-key': newKey() })).code).toBe('CAPTCHA_INVALID');
    expect((await send({}, {})).code).toBe('CAPTCHA_INVALID');
    browser.cookies.delete('vid_pre');
    await browser.get('/vid/api/auth/client/config');
    expect((await send()).code).toBe('CAPTCHA_INVALID');
    expect(sentTo(phone)).toHaveLength(1);
  });

  it('C2 O9 does not resend a code that a later code replaced', async () => {
    const { phone, send, prepareNext } = await prepareRequest();
    const sendNext = await prepareNext();
    expect((await send()).status).toBe(200);
    await endResendWait(server);
    const second = await sendNext();
    expect(second.status).toBe(200);
    for (let round = 0; round < 10; round += 1) {
      expect((await send()).code).toBe('CAPTCHA_INVALID');
      expect((await sendNext()).data).toEqual(second.data);
    }
    expect(sentTo(phone)).toHaveLength(2);
    const code = await server.deps
      .sql`select id from otp_codes where phone = ${phone} and expires_at > now()`;
    expect(code.map(({ id }) => id)).toEqual([second.data['otpRequestId']]);
  });

  it('C2 sends one SMS in 20 parallel calls with one key', async () => {
    const { phone, address, send } = await prepareRequest();
    const answers = await Promise.all(Array.from({ length: 20 }, () => send()));
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect(new Set(answers.map(({ data }) => data['otpRequestId'])).size).toBe(1);
    expect(sentTo(phone)).toHaveLength(1);
    const key = `otp-unanswered:${address}`;
    expect([...(await server.deps.counters.peek([key]))]).toEqual([[key, 1]]);
  });

  it('C2 shares one code with a call that waits for the same captcha', async () => {
    const { phone, send } = await prepareRequest();
    let both: Promise<Awaited<ReturnType<typeof send>>[]> | undefined;
    await server.deps.sql.begin(async (tx) => {
      await tx`select from captcha_tokens for update`;
      both = Promise.all([send(), send()]);
      await waitForLockWaits(server, 2);
    });
    const answers = (await both) ?? [];
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(new Set(answers.map(({ data }) => data['otpRequestId'])).size).toBe(1);
    expect(sentTo(phone)).toHaveLength(1);
  });

  it('C2 O9 is refused during the wait in 60 parallel calls', async () => {
    const { phone, send, prepareNext } = await prepareRequest();
    const sendNext = await prepareNext();
    expect((await send()).status).toBe(200);
    expect((await sendNext()).code).toBe('OTP_RATE');
    // The captcha is already redeemed, so all these requests reach the limits.
    const answers = await Promise.all(Array.from({ length: 60 }, () => sendNext()));
    expect(answers.map(({ code }) => code)).toEqual(Array(60).fill('OTP_RATE'));
    expect(sentTo(phone)).toHaveLength(1);
  });

  it('is refused if its key is malformed', async () => {
    const { send } = await prepareRequest();
    for (const key of ['short', 'x'.repeat(65), 'with spaces in the middle'])
      expect((await send({}, { 'idempotency-key': key })).code).toBe('VALIDATION_FAILED');
    expect((await send({}, { 'idempotency-key': `"${newKey()}"` })).status).toBe(200);
  });
});
