import { createAccount, createAdmin } from '@vid/testkit/accounts';
import { TestBrowser } from '@vid/testkit/browser';
import { tryRequestOtp } from '@vid/testkit/sign-in/flow-steps';
import { freshAddress, freshPhone } from '@vid/testkit/flows';
import { startJsonSink } from '@vid/testkit/outside/json-sink';
import { atOneMoment } from '@vid/testkit/database/one-moment';
import { startTestServer, type TestServer } from '@vid/testkit/server';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it, onTestFinished, vi } from 'vitest';
import { maxConnections } from '#ports/sms/post.ts';
import type { SmsAnswer, SmsGateway } from '#ports/sms/sms.ts';
import { createSmsRouter } from './sms-router.ts';
import { createSmsAttempts } from './sms-attempts.ts';
import { pausePolicy } from './sms-route.policy.ts';

let esms: Awaited<ReturnType<typeof startJsonSink>>;
let speedSms: Awaited<ReturnType<typeof startJsonSink>>;
let server: TestServer;

const noBalance = { CodeResult: '103', ErrorMessage: 'Not enough balance' };
const taken = { status: 'success', code: '00', data: { tranId: 7, invalidPhone: [] } };

beforeAll(async () => {
  [esms, speedSms] = await Promise.all([startJsonSink(), startJsonSink()]);
  server = await startTestServer(inject('cluster'), {
    environment: {
      VID_ESMS_URL: esms.url.href,
      VID_ESMS_API_KEY: 'key',
      VID_ESMS_SECRET_KEY: 'secret',
      VID_ESMS_BRANDNAME: 'HOIBDS',
      VID_SPEEDSMS_URL: speedSms.url.href,
      VID_SPEEDSMS_TOKEN: 'token',
      VID_SPEEDSMS_SENDER: 'HOIBDS',
      VID_SMS_ORDER_NOTICE: 'speedsms,esms',
      VID_SMS_ORDER_GMOBILE: 'speedsms',
      VID_SMS_PRICE: '350',
      VID_SMS_CEILING_DAY: '1000000',
      VID_LIMIT_OTP_BREAKER_PERCENT: '0',
      VID_LIMIT_OTP_PREFIX_HOUR: '1000000',
      VID_LIMIT_OTP_UNANSWERED_ADDRESS_HOUR: '1000',
    },
  });
});
afterAll(async () => {
  await server.close();
  await Promise.all([esms.close(), speedSms.close()]);
});

let twin: TestServer;
beforeEach(async () => {
  // A new server has no paused gateways.
  twin = await server.twin();
  esms.answer({ CodeResult: '100', SMSID: 'e1' });
  speedSms.answer(taken);
  await server.deps.sql`truncate sms_attempts`;
  return () => twin.close();
});

async function ask(phone = freshPhone()) {
  return tryRequestOtp(new TestBrowser(twin.app), twin, { phone });
}

async function attempts() {
  await twin.deps.smsAttempts.flush();
  return server.deps.sql<{ channel: string; outcome: string; cause: string | null }[]>`
    select channel, outcome, cause from sms_attempts order by id`;
}

describe('a code', () => {
  it('is sent by the first gateway of the order', async () => {
    const sent = speedSms.requests.length;
    expect((await ask()).status).toBe(200);
    expect(await attempts()).toEqual([{ channel: 'esms', outcome: 'accepted', cause: null }]);
    expect(speedSms.requests).toHaveLength(sent);
  });

  it('is sent by the next gateway if the first has no balance', async () => {
    esms.answer(noBalance);
    const phone = freshPhone();
    expect((await ask(phone)).status).toBe(200);
    expect(speedSms.requests.at(-1)?.json['to']).toEqual([phone.slice(1)]);
    expect(speedSms.requests.at(-1)?.json['content']).toBe(esms.requests.at(-1)?.json['Content']);
    expect(await attempts()).toEqual([
      { channel: 'esms', outcome: 'channel-broken', cause: 'no-balance' },
      { channel: 'speedsms', outcome: 'accepted', cause: null },
    ]);
  });

  it('is sent by the gateway in its carrier’s own order', async () => {
    await ask('+84599012345');
    expect(await attempts()).toEqual([{ channel: 'speedsms', outcome: 'accepted', cause: null }]);
  });

  it('is not sent again if the first gateway may have sent it', async () => {
    esms.answer('<html>bad gateway</html>', 502);
    const sent = speedSms.requests.length;
    expect((await ask()).code).toBe('SMS_UNAVAILABLE');
    expect(speedSms.requests).toHaveLength(sent);
    expect(await attempts()).toEqual([{ channel: 'esms', outcome: 'unknown', cause: 'broken-answer' }]);
  });

  it('is refused if no gateway sends it, naming other sign-in methods', async () => {
    esms.answer({ CodeResult: '146' });
    speedSms.answer({ status: 'error', code: '300' });
    const { code, error } = await ask();
    expect(code).toBe('SMS_UNAVAILABLE');
    for (const way of ['mật khẩu', 'passkey', 'mã QR', 'mạng xã hội']) expect(error).toContain(way);
    expect(await attempts()).toEqual([
      { channel: 'esms', outcome: 'text-refused', cause: 'text-refused' },
      { channel: 'speedsms', outcome: 'channel-broken', cause: 'no-balance' },
    ]);
  });

  it.each([
    [
      'X3 cannot be requested again at once if the gateways refuse its number',
      { CodeResult: '177' },
      '105',
      1,
    ],
    ['O13 can be requested again at once if no gateway has a balance', noBalance, '300', 0],
  ])('%s', async (_title, answer, code, points) => {
    esms.answer(answer);
    speedSms.answer({ status: 'error', code });
    const [phone, address, browser] = [freshPhone(), freshAddress(), new TestBrowser(twin.app)];
    const again = () => tryRequestOtp(browser, twin, { phone, address });
    expect((await again()).code).toBe('SMS_UNAVAILABLE');
    const counted = await server.deps.sql<{ points: number }[]>`
      select points from counters where key like ${`otp-%:${address}`}`;
    expect(counted.map((row) => row.points)).toEqual([points, points]);
    expect((await again()).code).toBe(points === 1 ? 'OTP_RATE' : 'SMS_UNAVAILABLE');
  });

  it('is not sent by a gateway that is paused after consecutive faults', async () => {
    esms.answer(noBalance);
    for (let count = 0; count < pausePolicy.faults; count += 1) expect((await ask()).status).toBe(200);
    const asked = esms.requests.length;
    esms.answer({ CodeResult: '100' });
    expect((await ask()).status).toBe(200);
    expect(esms.requests).toHaveLength(asked);
    expect(twin.deps.smsRouter.isPaused('esms')).toBe(true);
  });

  it('is sent by the next gateway while the first is fully busy', async () => {
    const answer = Promise.withResolvers<SmsAnswer>();
    const slow: SmsGateway = { channel: 'esms', send: () => answer.promise };
    const quick: SmsGateway = { channel: 'http', send: async () => ({ outcome: 'accepted' }) };
    const sentBy: string[] = [];
    const router = createSmsRouter({
      gateways: [slow, quick],
      orders: { all: ['esms', 'http'], carriers: {} },
      attempts: { note: ({ channel }) => void sentBy.push(channel) },
      log: server.deps.log,
      timeoutMs: 1_000,
    });
    const send = () =>
      router.send(
        { id: 'sms_1', codeId: 'otp_1', to: '+84912345678', text: '', locale: 'vi', purpose: 'signin' },
        { budgetMs: 1_000 },
      );
    const waiting = Array.from({ length: maxConnections }, send);
    await send();
    expect(sentBy).toEqual(['http']);
    answer.resolve({ outcome: 'accepted' });
    await Promise.all(waiting);
    await send();
    expect(sentBy.filter((channel) => channel === 'http')).toHaveLength(1);
  });

  it('is recorded with its carrier, parts and a masked phone number', async () => {
    await ask('+84981234567');
    await twin.deps.smsAttempts.flush();
    expect(
      await server.deps.sql`
        select carrier, masked_phone, parts, reference, a.purpose, c.purpose as code_purpose
        from sms_attempts a join otp_codes c on c.id = a.code_id`,
    ).toEqual([
      {
        carrier: 'viettel',
        maskedPhone: '+8498****67',
        parts: 1,
        reference: 'e1',
        purpose: 'signup',
        codePurpose: 'signup',
      },
    ]);
  });
});

const queue = (phone: string, purpose: string) =>
  server.deps.sql.begin((tx) =>
    twin.deps.sms.queue(tx, {
      accountId: phone,
      phone,
      purpose,
      text: 'sms.password-changed',
      values: { link: 'https://id.test/x' },
      locale: 'vi',
    }),
  );

async function statusOf(phone: string) {
  const [row] = await server.deps.sql`select status, attempts from deliveries where phone = ${phone}`;
  return row;
}

describe('a notice', () => {
  it('is sent in the order for notices and retried if gateways fail', async () => {
    esms.answer(noBalance);
    speedSms.answer({ status: 'error', code: '300' });
    const [first, second] = [freshPhone(), freshPhone()];
    await queue(first, 'test');
    await twin.deps.sms.deliverPending();
    expect(await statusOf(first)).toEqual({ status: 'pending', attempts: 1 });
    expect((await attempts()).map(({ channel }) => channel)).toEqual(['speedsms', 'esms']);
    esms.answer({ CodeResult: '146' });
    speedSms.answer({ status: 'error', code: '110' });
    await queue(second, 'test');
    await twin.deps.sms.deliverPending();
    expect(await statusOf(second)).toEqual({ status: 'failed', attempts: 1 });
  });
});

describe('at the SMS cost ceiling', () => {
  beforeEach(async () => {
    await server.deps.sql`delete from deliveries`;
    await server.deps.sql`
      insert into sms_attempts (sms_id, channel, purpose, masked_phone, carrier, outcome, parts, took_ms, price)
      values ('sms_x', 'esms', 'signin', '', 'viettel', 'accepted', 1, 1, 1000000)`;
  });
  it('O10 a number without an account gets no code, and a member does', async () => {
    const { phone } = await createAccount(twin);
    expect((await ask()).code).toBe('OTP_RATE');
    expect((await ask(phone)).status).toBe(200);
  });

  it('a decision’s notice waits, but a security notice does not', async () => {
    const [decided, changed] = [freshPhone(), freshPhone()];
    await queue(decided, 'certificate-confirmed');
    await queue(changed, 'password-changed');
    await server.deps.sql`update deliveries set expires_at = now() + interval '1 minute'`;
    expect(await twin.deps.sms.deliverPending()).toBe(1);
    expect(await statusOf(changed)).toEqual({ status: 'sent', attempts: 1 });
    expect(await statusOf(decided)).toEqual({ status: 'pending', attempts: 0 });
    await twin.deps.sms.sweep();
    expect(
      await server.deps
        .sql`select from deliveries where phone = ${decided} and expires_at > now() + interval '23 hours'`,
    ).toHaveLength(1);
    await server.deps.sql`truncate sms_attempts`;
    await twin.deps.smsCeiling.refresh();
    expect(await twin.deps.sms.deliverPending()).toBe(1);
    expect(await statusOf(decided)).toEqual({ status: 'sent', attempts: 1 });
  });

  it('administrators and the operator are warned', async () => {
    const { browser } = await createAdmin(twin);
    expect((await browser.get('/vid/api/admin/attention')).data['operation']).toEqual([
      { kind: 'sms-ceiling-reached', detail: '1,000,000 of 1,000,000 VND today' },
    ]);
    expect((await browser.get('/vid/api/admin/sms')).data['breaker']).toMatchObject({
      state: 'open',
      isCeilingReached: true,
    });
    expect((await browser.get('/vid/api/admin/sms/gateways')).data['ceilings']).toEqual({
      level: 'reached',
      day: 1_000_000,
      month: null,
    });
    const metrics = await twin.deps.metrics.registry.metrics();
    for (const line of ['ceiling_used_percent 100', 'cost_day_dong 1000000', 'cost_month_dong 1000000'])
      expect(metrics).toContain(`\nvid_sms_${line}\n`);
  });
});

describe('the balances of the gateways', () => {
  it('are reported to administrators while they are low', async () => {
    const { browser } = await createAdmin(twin);
    const shown = async () => (await browser.get('/vid/api/admin/sms/gateways')).data['gateways'];
    const problems = async () => (await browser.get('/vid/api/admin/attention')).data['operation'];
    expect(await shown()).toMatchObject([
      { channel: 'esms', balance: null },
      { channel: 'speedsms', balance: null },
    ]);
    expect(twin.deps.schedules.find(({ name }) => name === 'read-sms-balances')?.everyMinutes).toBe(15);
    esms.answer({ Balance: 99_999, CodeResponse: '100' });
    speedSms.answer({ status: 'success', data: { balance: 100_000, currency: 'VND' } });
    await twin.deps.smsBalances?.read();
    speedSms.answer({ status: 'error', code: '500' });
    await twin.deps.smsBalances?.read();
    expect(await shown()).toMatchObject([
      { balance: { dong: 99_999, at: expect.any(String), isLow: true } },
      { balance: { dong: 100_000, at: expect.any(String), isLow: false } },
    ]);
    expect(await problems()).toEqual([{ kind: 'sms-balance-low', detail: 'esms: 99,999 VND' }]);
    expect(await twin.deps.metrics.registry.metrics()).toMatch(/^vid_sms_balance_low 1$/mu);
    esms.answer({ Balance: 200_000, CodeResponse: '100' });
    await twin.deps.smsBalances?.read();
    expect(await problems()).toEqual([]);
    esms.answer({ CodeResponse: '99' });
    speedSms.answer({ status: 'success', data: { balance: 1, currency: 'VND' } });
    await twin.deps.smsBalances?.read();
    expect(await shown()).toMatchObject([{ balance: { dong: 200_000 } }, { balance: { dong: 1 } }]);
  });
});

const get = (url: string) => server.app.inject({ url, headers: { host: server.deps.config.publicUrl.host } });
const reportOf = async (query: Record<string, string>) => {
  const path = new URL(String(esms.requests.at(-1)?.json['CallbackUrl'])).pathname;
  const search = new URLSearchParams({ SendStatus: '5', SendSuccess: '1', SMSID: 'e1', ...query });
  return get(`${path}?${search}`);
};
const stored = () => server.deps.sql`select is_delivered, price from sms_attempts order by id`;
const sentId = () => String(esms.requests.at(-1)?.json['RequestId']);

describe('an SMS delivery report', () => {
  it('is stored once with its message', async () => {
    await ask();
    await twin.deps.smsAttempts.flush();
    expect((await reportOf({ RequestId: sentId(), TotalPrice: '850.0000' })).statusCode).toBe(204);
    expect(await stored()).toEqual([{ isDelivered: true, price: 850 }]);
    await reportOf({ RequestId: sentId(), SendSuccess: '0', TotalPrice: '1' });
    expect(await stored()).toEqual([{ isDelivered: true, price: 850 }]);
  });

  it('changes nothing without the message’s id, reference and final status', async () => {
    await ask();
    await twin.deps.smsAttempts.flush();
    for (const query of [{ RequestId: 'sms_other' }, { RequestId: '' }, { RequestId: sentId(), SMSID: 'e2' }])
      expect((await reportOf(query)).statusCode).toBe(404);
    expect((await reportOf({ RequestId: sentId(), SendStatus: '7' })).statusCode).toBe(204);
    expect(await stored()).toEqual([{ isDelivered: null, price: null }]);
  });

  it('V1 is counted in the metrics without the secret of its URL', async () => {
    await ask();
    await twin.deps.smsAttempts.flush();
    expect((await reportOf({ RequestId: sentId() })).statusCode).toBe(204);
    const secret = new URL(String(esms.requests.at(-1)?.json['CallbackUrl'])).pathname.split('/').at(-1);
    const metrics = await server.deps.metrics.registry.metrics();
    expect(metrics).toContain('route="/vid/hooks/sms/esms/:secret"');
    expect(metrics).not.toContain(secret);
  });

  it('is accepted only at the secret URL', async () => {
    await ask();
    const url = `/vid/hooks/sms/esms/${'a'.repeat(43)}?SendStatus=5&SendSuccess=1&RequestId=${sentId()}`;
    expect((await get(url)).statusCode).toBe(404);
  });
});

describe('a stored SMS attempt', () => {
  it('is written a second after it is noted', () =>
    atOneMoment(server, async (tx) => {
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
      onTestFinished(() => void vi.useRealTimers());
      const runs: (() => Promise<unknown>)[] = [];
      const own = createSmsAttempts({
        ...server.deps,
        sql: tx,
        background: { ...server.deps.background, run: (_name, job) => void runs.push(job) },
      });
      for (const smsId of ['sms_a', 'sms_b']) {
        own.note({
          smsId,
          codeId: null,
          channel: 'esms',
          purpose: 'signin',
          maskedPhone: '',
          carrier: 'viettel',
          outcome: 'accepted',
          cause: null,
          reference: null,
          parts: 1,
          tookMs: 1,
          price: null,
        });
        vi.advanceTimersByTime(1_000);
        await runs.shift()?.();
      }
      expect(await tx`select sms_id from sms_attempts order by id`).toEqual([
        { smsId: 'sms_a' },
        { smsId: 'sms_b' },
      ]);
    }));

  it('accepts a report only from its own gateway', () =>
    atOneMoment(server, async (tx) => {
      const own = createSmsAttempts({ ...server.deps, sql: tx });
      const attempt = {
        codeId: null,
        purpose: 'signin',
        maskedPhone: '',
        carrier: 'viettel',
        cause: null,
        reference: null,
      } as const;
      own.note({
        ...attempt,
        smsId: 'sms_a',
        channel: 'esms',
        outcome: 'accepted',
        parts: 1,
        tookMs: 1,
        price: null,
      });
      own.note({
        ...attempt,
        smsId: 'sms_b',
        channel: 'zns',
        outcome: 'unknown',
        parts: 1,
        tookMs: 1,
        price: null,
      });
      await own.flush();
      const report = { reference: null, price: null };
      expect(await own.noteReport('speedsms', { ...report, smsId: 'sms_a', isDelivered: true })).toBe(false);
      expect(await own.isDelivered('sms_a')).toBe(false);
      expect(await own.noteReport('esms', { ...report, smsId: 'sms_a', isDelivered: false })).toBe(true);
      expect(await own.isDelivered('sms_a')).toBe(false);
      expect(await own.noteReport('zns', { ...report, smsId: 'sms_b', isDelivered: false })).toBe(false);
      expect(await own.noteReport('zns', { ...report, smsId: 'sms_b', isDelivered: true })).toBe(true);
      expect([await own.isDelivered('sms_a'), await own.isDelivered('sms_b')]).toEqual([false, true]);
    }));

  it('is counted for the given number of minutes', () =>
    atOneMoment(server, async (tx) => {
      const insert = (outcome: string, ago: string) => tx`
        insert into sms_attempts (sms_id, channel, purpose, masked_phone, carrier, outcome, parts, took_ms, created_at)
        values ('sms_a', 'esms', 'signin', '', 'viettel', ${outcome}, 1, 100, now() - ${ago}::interval)`;
      for (const outcome of ['accepted', 'text-refused', 'channel-broken', 'unknown', 'number-refused'])
        for (const ago of ['14 minutes 59 seconds', '15 minutes']) await insert(outcome, ago);
      expect(await createSmsAttempts({ ...server.deps, sql: tx }).countAnswers(15)).toEqual({
        accepted: 1,
        refused: 2,
        unknown: 1,
        averageMs: 100,
      });
    }));
});
