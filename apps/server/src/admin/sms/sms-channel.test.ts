import { createAccount, createAdmin, goodPassword, signIn } from '@vid/testkit/accounts';
import { TestBrowser } from '@vid/testkit/browser';
import type { Queryable } from '#database/connection.ts';
import { newId, newLinkSecret } from '#lib/ids.ts';
import { createMetrics } from '#lib/telemetry/metrics.ts';
import { createSmsBreaker } from '#platform/sms/sms-breaker.ts';
import { createSmsCeiling, readSmsCost } from '#platform/sms/sms-cost.ts';
import { tryRequestOtp } from '@vid/testkit/sign-in/flow-steps';
import { freshPhone } from '@vid/testkit/flows';
import { minutesOfCounter } from '@vid/testkit/database/counters';
import { insertOtpCode } from '@vid/testkit/sign-in/otp-codes';
import { atOneMoment } from '@vid/testkit/database/one-moment';
import { startTestServer, type TestServer } from '@vid/testkit/server';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it, vi } from 'vitest';

let server: TestServer;
let twin: TestServer;
let admin: Awaited<ReturnType<typeof createAdmin>>;
beforeAll(async () => {
  server = await startTestServer(inject('cluster'), {
    environment: { VID_LIMIT_OTP_PREFIX_HOUR: '1000000', VID_LIMIT_OTP_BREAKER_WINDOW: '10' },
  });
  twin = await server.twin();
  admin = await createAdmin(server);
  // Each server listens for changes from its first request on.
  await Promise.all([ask(server), ask(twin)]);
});
afterAll(async () => {
  await twin.close();
  await server.close();
});
afterEach(async () => {
  for (const { deps } of [server, twin]) await deps.smsAttempts.flush();
  await server.deps.sql`truncate otp_codes, sms_attempts`;
  await release();
});

const base = '/vid/api/admin/sms';
const attempt = {
  smsId: 'sms_1',
  codeId: null,
  channel: 'outbox',
  purpose: 'signin',
  maskedPhone: '+8491****12',
  carrier: 'vinaphone',
  cause: null,
  reference: null,
  price: null,
  parts: 1,
} as const;
const ask = async (at: TestServer, phone = freshPhone()) =>
  (await tryRequestOtp(new TestBrowser(at.app), at, { phone })).code ?? 'sent';
const hold = (body: object) =>
  admin.browser.post(`${base}/breaker`, { minutes: 60, reason: 'Bị tấn công', ...body });
const release = () => admin.browser.post(`${base}/breaker/release`, { reason: 'Đã hết tấn công' });
const get = async () => (await admin.browser.get(base)).data;
const until = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 20_000, interval: 20 });
const events = () => server.deps.sql`
  select kind, actor_id, details from audit_events where kind like 'sms-breaker.%' order by id`;
/** Opens the breaker: many networks request codes for non-members, and none of the codes is entered. */
const trip = async () => {
  for (let network = 1; network <= 20; network += 1)
    await insertOtpCode(server, { network: `198.18.0.${network}` });
};

describe('a hold on the SMS breaker', () => {
  it('O10 in the open state stops codes to non-members in both processes', async () => {
    const member = await createAccount(server);
    expect((await hold({ state: 'open' })).status).toBe(200);
    for (const at of [server, twin]) await until(async () => expect(await ask(at)).toBe('OTP_RATE'));
    for (const at of [server, twin]) expect(await ask(at, (await createAccount(server)).phone)).toBe('sent');
    expect((await signIn(new TestBrowser(server.app), { ...member, password: goodPassword })).status).toBe(
      200,
    );
    expect(await get()).toMatchObject({
      breaker: {
        state: 'open',
        openSince: expect.any(String),
        hold: { state: 'open', by: { id: admin.id, name: admin.phone }, reason: 'Bị tấn công' },
      },
    });
    // Codes sent before a process was notified of the hold would open the breaker under automatic control.
    await server.deps.sql`truncate otp_codes`;
    await release();
    for (const at of [server, twin]) await until(async () => expect(await ask(at)).toBe('sent'));
    expect(await get()).toMatchObject({ breaker: { state: 'closed', openSince: null, hold: null } });
  });

  it('K2 in the open state allows a session five codes to new phones', async () => {
    await hold({ state: 'open' });
    await until(async () => expect(await ask(server)).toBe('OTP_RATE'));
    const browser = new TestBrowser(server.app);
    const codeTo = async (purpose: 'phone-change' | 'recovery' | 'signup') =>
      (await tryRequestOtp(browser, server, { phone: freshPhone(), purpose })).status;
    expect([await codeTo('phone-change'), await codeTo('recovery')]).toEqual([429, 429]);
    const account = await createAccount(server);
    await signIn(browser, account);
    const body = { clientId: 'vid-web', phone: freshPhone(), purpose: 'phone-change' };
    for (let count = 0; count < 6; count += 1) {
      const refused = await browser.post('/vid/gateway/otp/request', {
        ...body,
        captchaToken: 'x'.repeat(43),
      });
      expect(refused.code).toBe('CAPTCHA_INVALID');
    }
    const changes = [];
    for (let count = 0; count < 6; count += 1) changes.push(await codeTo('phone-change'));
    expect(changes).toEqual([200, 200, 200, 200, 200, 429]);
    expect(await minutesOfCounter(server, `otp-new-phone:phone-change:${account.id}`)).toBe(24 * 60);
    expect([await codeTo('signup'), await codeTo('recovery')]).toEqual([429, 429]);

    const token = newLinkSecret();
    await server.deps.sql`
      insert into recovery_requests (id, status, channel, account_id, token_hash, user_agent, address, request_id,
        ready_at, expires_at)
      values (${newId('rec')}, 'ready', 'mail', ${account.id}, ${server.deps.keys.hashSecret(token)}, '', '', '', now(),
        now() + interval '1 hour')`;
    browser.cookies.set('vid_recovery', token);
    const recoveries = [];
    for (let count = 0; count < 6; count += 1) recoveries.push(await codeTo('recovery'));
    expect(recoveries).toEqual([200, 200, 200, 200, 200, 429]);
  });

  it('O10 in the closed state allows codes although none is entered', async () => {
    await trip();
    expect(await ask(server)).toBe('OTP_RATE');
    expect(await get()).toMatchObject({
      breaker: { state: 'open', openSince: expect.any(String), hold: null },
      strangers: { sent: 10, verified: 0 },
    });
    await hold({ state: 'closed', minutes: 15 });
    for (const at of [server, twin]) await until(async () => expect(await ask(at)).toBe('sent'));
    expect(await get()).toMatchObject({
      breaker: { state: 'closed', openSince: null, hold: { state: 'closed' } },
    });
    await server.deps.sql`truncate otp_codes`;
    await trip();
    await release();
    await until(async () => expect(await ask(twin)).toBe('OTP_RATE'));
  });

  it('O10 expires after the chosen time without a notification', async () => {
    let nowMs = 0;
    const breaker = createSmsBreaker({ ...server.deps, monotonicMs: () => nowMs });
    await hold({ state: 'open', minutes: 15 });
    expect(await breaker.held()).toBe('open');
    nowMs = 14 * 60_000;
    expect(await breaker.held()).toBe('open');
    nowMs = 15 * 60_000 + 1;
    expect(await breaker.held()).toBeUndefined();
    await server.deps.sql`update sms_breaker set expires_at = now()`;
    expect((await get())['breaker']).toMatchObject({ hold: null });
  });

  it('O10 that changes while a process reads it takes effect in that process', async () => {
    const { sql } = server.deps;
    const [hasRead, mayAnswer] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const slow = new Proxy(sql, {
      apply: async (...call) => {
        const rows: unknown = await Reflect.apply(...call);
        hasRead.resolve();
        await mayAnswer.promise;
        return rows;
      },
    });
    const notify = Promise.withResolvers<() => void>();
    const breaker = createSmsBreaker({
      ...server.deps,
      sql: slow,
      events: {
        ...server.deps.events,
        subscribe: (...given) => {
          notify.resolve(given[2]);
          return () => undefined;
        },
      },
    });
    const held = breaker.held();
    await hasRead.promise;
    await hold({ state: 'open' });
    (await notify.promise)();
    mayAnswer.resolve();
    expect(await held).toBe('open');
  });

  it('O10 has the time at which it was last set', () =>
    atOneMoment(server, async (tx) => {
      const breaker = createSmsBreaker({ ...server.deps, sql: tx });
      const set = (minutes: number) =>
        breaker.hold(tx, { state: 'open', reason: 'Bị tấn công', setBy: admin.id, minutes });
      await set(15);
      await tx`update sms_breaker set set_at = now() - interval '1 hour'`;
      await set(60);
      const [row] = await tx`
        select set_at = now() as is_new, expires_at = now() + interval '1 hour' as is_exact from sms_breaker`;
      expect(row).toEqual({ isNew: true, isExact: true });
      await tx`update sms_breaker set expires_at = now()`;
      expect(await breaker.find()).toBeUndefined();
      expect(await breaker.release(tx)).toBe(false);
    }));

  it('O10 is read from memory once it has been loaded', async () => {
    const { smsBreaker } = server.deps;
    await hold({ state: 'closed' });
    await until(async () => expect(await smsBreaker.held()).toBe('closed'));
    await server.deps.sql`alter table sms_breaker rename to sms_breaker_gone`;
    expect(await smsBreaker.held()).toBe('closed');
    await server.deps.sql`alter table sms_breaker_gone rename to sms_breaker`;
  });

  it('is recorded with its administrator, duration and reason', async () => {
    const before = (await events()).length;
    await hold({ state: 'open', minutes: 240 });
    await hold({ state: 'closed', minutes: 15, reason: 'Sự kiện lớn' });
    await release();
    await release();
    const rows = (await events()).slice(before);
    expect(rows.map(({ kind, actorId, details }) => [kind, actorId, details])).toEqual([
      ['sms-breaker.opened', admin.id, { minutes: 240, reason: 'Bị tấn công' }],
      ['sms-breaker.closed', admin.id, { minutes: 15, reason: 'Sự kiện lớn' }],
      ['sms-breaker.released', admin.id, { reason: 'Đã hết tấn công' }],
    ]);
  });

  it('requires a recent re-authentication and one of the offered durations', async () => {
    expect((await hold({ state: 'open', minutes: 17 })).code).toBe('VALIDATION_FAILED');
    expect((await hold({ state: 'open', reason: '' })).code).toBe('VALIDATION_FAILED');
    const { sql } = server.deps;
    const stale = sql`confirmed_at = now() - interval '1 day', authenticated_at = now() - interval '1 day'`;
    await sql`update sessions set ${stale} where account_id = ${admin.id}`;
    expect((await hold({ state: 'open' })).code).toBe('REAUTHENTICATION_REQUIRED');
    expect((await release()).code).toBe('REAUTHENTICATION_REQUIRED');
    await sql`update sessions set confirmed_at = now(), authenticated_at = now() where account_id = ${admin.id}`;
  });
});

describe('the health of the SMS channel', () => {
  it('sums the gateway replies of both processes', async () => {
    expect(await get()).toMatchObject({ health: 'idle' });
    for (const { deps } of [server, twin]) {
      deps.smsAttempts.note({ ...attempt, outcome: 'accepted', tookMs: 200 });
      deps.smsAttempts.note({ ...attempt, outcome: 'channel-broken', cause: 'no-balance', tookMs: 400 });
      await deps.smsAttempts.flush();
    }
    expect(await get()).toMatchObject({
      health: 'refusing',
      replies: { accepted: 2, refused: 2, unknown: 0, averageMs: 300 },
    });
    await server.deps.sql`update sms_attempts set created_at = now() - interval '14 minutes'`;
    expect(await get()).toMatchObject({ health: 'refusing' });
    await server.deps.sql`update sms_attempts set created_at = now() - interval '16 minutes'`;
    expect(await get()).toMatchObject({ health: 'idle', replies: { accepted: 0, refused: 0 } });
  });

  it('includes the attempts that a process collected before it stopped', async () => {
    const stopping = await server.twin();
    stopping.deps.smsAttempts.note({ ...attempt, outcome: 'accepted', tookMs: 200 });
    await stopping.close();
    expect(await get()).toMatchObject({ replies: { accepted: 1 } });
  });

  it('shows how many codes of the last hour were entered', async () => {
    const now = new Date();
    await insertOtpCode(server, { isMember: true, verifiedAt: now });
    await insertOtpCode(server, { isMember: false });
    const undelivered = await insertOtpCode(server, { isMember: true });
    await server.deps.sql`update otp_codes set is_undelivered = true where id = ${undelivered}`;
    const earlier = new Date(now.getTime() - 7_200_000);
    await insertOtpCode(server, { isMember: true, createdAt: earlier, verifiedAt: earlier });
    expect(await get()).toMatchObject({
      hour: { sent: 2, verified: 1 },
      strangers: { sent: 1, verified: 0 },
    });
  });

  it('R12 includes a sent message, which is stored in the background', async () => {
    await ask(server);
    await server.deps.smsAttempts.flush();
    expect(await get()).toMatchObject({ health: 'working', replies: { accepted: 1 } });
  });
});

const gateways = async () => (await admin.browser.get(`${base}/gateways`)).data;
const insert = (given: Record<string, unknown>) => server.deps.sql`
  insert into sms_attempts ${server.deps.sql({
    smsId: 'sms_1',
    channel: 'esms',
    purpose: 'signin',
    maskedPhone: '+8498****67',
    carrier: 'viettel',
    outcome: 'accepted',
    parts: 1,
    tookMs: 200,
    ...given,
  })}`;

describe('the gateways', () => {
  // Wait until the notice of the administrator's sign-in is sent in the background.
  beforeEach(async () => {
    for (const { deps } of [server, twin]) {
      await deps.background.idle();
      await deps.smsAttempts.flush();
    }
    await server.deps.sql`truncate sms_attempts`;
  });

  it('are shown with their results for each carrier in the last day', async () => {
    const createdAt = new Date(Date.now() - 60_000);
    const later = (seconds: number) => new Date(createdAt.getTime() + seconds * 1_000);
    await insert({ createdAt, isDelivered: true, reportedAt: later(4), tookMs: 100 });
    await insert({ createdAt, isDelivered: true, reportedAt: later(6), tookMs: 300 });
    await insert({ createdAt, isDelivered: false, reportedAt: later(50) });
    await insert({ createdAt, outcome: 'number-refused', cause: 'number-blocked' });
    await insert({ carrier: 'itel' });
    await insert({ createdAt: new Date(Date.now() - 90_000_000) });
    expect((await gateways())['gateways']).toEqual([
      { channel: 'outbox', isPaused: false, balance: null, cost: null, carriers: [] },
      {
        channel: 'esms',
        isPaused: false,
        balance: null,
        cost: null,
        carriers: [
          {
            carrier: 'viettel',
            accepted: 3,
            delivered: 2,
            undelivered: 1,
            failed: 1,
            codes: 0,
            verified: 0,
            answerMs: 200,
            deliverySeconds: 5,
          },
          {
            carrier: 'itel',
            accepted: 1,
            delivered: 0,
            undelivered: 0,
            failed: 0,
            codes: 0,
            verified: 0,
            answerMs: 200,
            deliverySeconds: null,
          },
        ],
      },
    ]);
  });

  it('show an entered code at the last gateway that took it', async () => {
    const entered = await insertOtpCode(server, { verifiedAt: new Date() });
    const repeated = await insertOtpCode(server, { verifiedAt: new Date() });
    const ignored = await insertOtpCode(server);
    await insert({ smsId: 'sms_1', codeId: entered });
    await insert({ smsId: 'sms_2', codeId: repeated, channel: 'zns' });
    await insert({ smsId: 'sms_2', codeId: repeated });
    await insert({ smsId: 'sms_3', codeId: ignored });
    await insert({ smsId: 'sms_1', codeId: entered, outcome: 'channel-broken', cause: 'refused' });
    await insert({ smsId: 'sms_5' });
    expect((await gateways())['gateways']).toMatchObject([
      { channel: 'outbox' },
      { channel: 'esms', carriers: [{ codes: 3, verified: 2 }] },
      { channel: 'zns', carriers: [{ codes: 1, verified: 0 }] },
    ]);
  });

  it('show the failures of the last day, newest first, and their causes', async () => {
    await insert({ createdAt: new Date(Date.now() - 5_000), outcome: 'channel-broken', cause: 'no-balance' });
    await insert({ isDelivered: false, purpose: 'password-changed' });
    await insert({ smsId: 'sms_2' });
    await insert({ createdAt: new Date(Date.now() - 90_000_000), outcome: 'unknown', cause: 'no-answer' });
    expect((await gateways())['failures']).toEqual([
      {
        at: expect.any(String),
        channel: 'esms',
        carrier: 'viettel',
        phone: '098• ••• •67',
        kind: 'notice',
        cause: 'undelivered',
        nextChannel: null,
      },
      expect.objectContaining({ kind: 'code', cause: 'no-balance' }),
    ]);
    for (let count = 0; count < 20; count += 1)
      await insert({ outcome: 'channel-broken', cause: 'unreachable' });
    expect((await gateways())['failures']).toHaveLength(20);
  });

  it('show which gateway sent a failed message afterwards', async () => {
    await insert({ smsId: 'sms_1', channel: 'zns', outcome: 'number-refused', cause: 'no-zalo' });
    await insert({ smsId: 'sms_1', outcome: 'channel-broken', cause: 'unreachable' });
    await insert({ smsId: 'sms_1', channel: 'zns' });
    await insert({ smsId: 'sms_1', channel: 'speedsms' });
    await insert({ smsId: 'sms_2', outcome: 'channel-broken', cause: 'unreachable' });
    expect((await gateways())['failures']).toMatchObject([
      { channel: 'esms', nextChannel: null },
      { channel: 'esms', nextChannel: 'speedsms' },
      { channel: 'zns', nextChannel: 'speedsms' },
    ]);
  });

  it('show the cost of each gateway with known prices', async () => {
    await insert({ price: 800 });
    await insert({ price: 850, outcome: 'unknown', cause: 'no-answer' });
    await insert({ channel: 'zns' });
    const { gateways: shown, cost } = await gateways();
    expect(shown).toMatchObject([
      { channel: 'outbox', cost: null },
      { channel: 'esms', cost: { today: 1_650, month: 1_650 } },
      { channel: 'zns', cost: null },
    ]);
    expect(cost).toEqual({ today: 1_650, month: 1_650 });
  });

  it('show the sum of the reported prices as the cost', async () => {
    await insert({ parts: 2 });
    expect((await gateways())['cost']).toBeNull();
    await insert({ price: 850 });
    await insert({ outcome: 'channel-broken', cause: 'refused', price: 850 });
    await insert({ price: 1_000, createdAt: new Date(Date.now() - 40 * 86_400_000) });
    expect((await gateways())['cost']).toEqual({ today: 850, month: 850 });
    expect(await readSmsCost(server.deps.sql, 350)).toEqual({ today: 1_550, month: 1_550 });
    await insert({ price: 500, createdAt: new Date(Date.now() - 86_400_000) });
    expect((await gateways())['cost']).toMatchObject({ today: 850 });
    for (let count = 0; count < 2; count += 1) await insert({ price: 2_000_000_000 });
    expect((await gateways())['cost']).toMatchObject({ today: 4_000_000_850 });
  });

  it('count the cost of a message that a gateway may have sent', async () => {
    await insert({ outcome: 'unknown', cause: 'no-answer', price: 850 });
    expect((await gateways())['cost']).toMatchObject({ today: 850 });
  });
});

describe('the SMS cost ceiling', () => {
  const config = { smsPrice: 350, smsCeilingDay: 1_000, smsCeilingMonth: undefined };
  const errors: string[] = [];
  const create = (changed: object = {}, sql: Queryable = server.deps.sql) => {
    let nowMs = 0;
    const ceiling = createSmsCeiling({
      sql,
      config: { ...config, ...changed },
      log: { error: (...line: unknown[]) => void errors.push(String(line[1])) },
      metrics: createMetrics(),
      monotonicMs: () => nowMs,
    });
    return { ...ceiling, later: (seconds: number) => void (nowMs += seconds * 1_000) };
  };
  beforeEach(() => void errors.splice(0));

  it('is compared with a sum refreshed in the background after 10 seconds', async () => {
    const ceiling = create();
    expect(await ceiling.use()).toMatchObject({ level: 'below', percent: 0 });
    await insert({ price: 999 });
    ceiling.later(10);
    expect((await ceiling.use()).percent).toBe(0);
    ceiling.later(1);
    expect((await ceiling.use()).percent).toBe(0);
    await ceiling.refresh();
    expect(await ceiling.use()).toMatchObject({ level: 'near', percent: 99 });
    expect(await ceiling.isReached()).toBe(false);
  });

  it('is compared with a new sum after a minute', async () => {
    const ceiling = create();
    await ceiling.use();
    await insert({ price: 1_000 });
    ceiling.later(61);
    expect(await ceiling.isReached()).toBe(true);
  });

  it('is logged once when it is near, and once when it is reached', async () => {
    const ceiling = create();
    await insert({ price: 800 });
    for (let count = 0; count < 2; count += 1) await ceiling.refresh();
    expect(errors).toEqual(['SMS costs are near their ceiling']);
    await insert({ price: 200 });
    for (let count = 0; count < 2; count += 1) await ceiling.refresh();
    expect(errors.slice(1)).toEqual(['SMS costs have reached their ceiling']);
  });

  it('for a month also counts the messages of earlier days', async () => {
    const ceiling = create({ smsCeilingDay: undefined, smsCeilingMonth: 1_000 });
    await server.deps.sql`
      insert into sms_attempts (sms_id, channel, purpose, masked_phone, carrier, outcome, parts, took_ms, price, created_at)
      values ('sms_1', 'esms', 'signin', '', 'viettel', 'accepted', 1, 1, 400,
        date_trunc('month', now() at time zone 'Asia/Ho_Chi_Minh') at time zone 'Asia/Ho_Chi_Minh')`;
    await ceiling.refresh();
    expect((await ceiling.use()).percent).toBe(40);
    await insert({ price: 600 });
    await ceiling.refresh();
    expect(await ceiling.isReached()).toBe(true);
  });

  it('for a month also counts a day ended since the last sum', async () => {
    await server.deps.sql.begin(async (tx) => {
      await tx`create schema clock`;
      await tx`
        create function clock.now() returns timestamptz language sql as
          $$ select current_setting('clock.now')::timestamptz $$`;
      await tx`set local search_path = clock, public, pg_catalog`;
      const setTime = (time: string) => tx`select set_config('clock.now', ${time}, true)`;
      const ceiling = create({ smsCeilingDay: undefined, smsCeilingMonth: 1_000 }, tx);
      const percentAfter = async (seconds: number) => {
        ceiling.later(seconds);
        await ceiling.refresh();
        return (await ceiling.use()).percent;
      };
      await setTime('2026-11-10T16:59:59Z');
      await tx`
        insert into sms_attempts (sms_id, channel, purpose, masked_phone, carrier, outcome, parts, took_ms, price, created_at)
        values ('sms_1', 'esms', 'signin', '', 'viettel', 'accepted', 1, 1, 400, now())`;
      expect(await percentAfter(0)).toBe(40);
      await setTime('2026-11-10T17:00:00Z');
      expect(await percentAfter(1)).toBe(40);
      await tx`update sms_attempts set price = 900`;
      expect([await percentAfter(3_599), await percentAfter(1)]).toEqual([40, 90]);
      await setTime('2026-11-30T17:00:00Z');
      expect(await percentAfter(1)).toBe(0);
      await tx`drop schema clock cascade`;
    });
  });

  it('reads no SMS attempts if no ceiling is set', async () => {
    const { sql } = server.deps;
    await sql`alter table sms_attempts rename to sms_attempts_gone`;
    const ceiling = create({ smsCeilingDay: undefined });
    expect(await ceiling.isReached()).toBe(false);
    expect(await ceiling.use()).toMatchObject({ level: 'below' });
    await sql`alter table sms_attempts_gone rename to sms_attempts`;
  });
});
