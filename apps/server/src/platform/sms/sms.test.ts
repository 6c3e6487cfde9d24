import { TestBrowser } from '@vid/testkit/browser';
import { tryRequestOtp, tryValidateOtp } from '@vid/testkit/sign-in/flow-steps';
import { freshPhone } from '@vid/testkit/flows';
import { startTestServer, type TestServer } from '@vid/testkit/server';
import { startSmsSink, type SmsSink } from '@vid/testkit/outside/sinks';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { pausePolicy } from './sms-route.policy.ts';

let sink: SmsSink;
let server: TestServer;
let twin: TestServer;

beforeAll(async () => {
  sink = await startSmsSink();
  server = await startTestServer(inject('cluster'), {
    environment: {
      VID_SMS_URL: sink.url,
      VID_SMS_SECRET: 'key of the gateway',
      VID_SMS_AUTHORIZATION: 'Bearer of the gateway',
      VID_SMS_TEMPLATE: '{"requestId":"{{id}}","to":"{{to}}","text":"{{text}}","from":"HOI"}',
      VID_SMS_TIMEOUT_MS: '3000',
      VID_LIMIT_OTP_PREFIX_HOUR: '1000000',
      VID_LIMIT_OTP_BREAKER_PERCENT: '0',
    },
  });
  twin = await server.twin();
});
afterAll(async () => {
  await server.close();
  await sink.close();
});
beforeEach(async () => {
  sink.behave('accept');
  await server.deps.sql`delete from deliveries`;
});

const ask = () => tryRequestOtp(new TestBrowser(server.app), server, { phone: freshPhone() });
const sentTo = (phone: string) => sink.requests.filter(({ json }) => json['to'] === phone);
const codeIn = (text: string | undefined) => /#(\d{6})$/u.exec(text ?? '')?.[1];

async function pointsOf(): Promise<Record<string, number>> {
  const rows = await server.deps.sql<{ key: string; points: number }[]>`select key, points from counters`;
  return Object.fromEntries(rows.map(({ key, points }) => [key, points]));
}

async function pointsOfAll(): Promise<number> {
  return (await pointsOf())['otp-all'] ?? 0;
}

async function messages() {
  await server.deps.background.idle();
  return server.deps.sql<{ status: string; text: Uint8Array | null; attempts: number }[]>`
    select status, sealed_content as text, attempts from deliveries where kind = 'sms' order by created_at`;
}

const notice = (phone: string) =>
  ({
    accountId: phone,
    phone,
    purpose: 'password-changed',
    text: 'sms.password-changed',
    values: { link: 'https://id.test/x' },
    locale: 'vi',
  }) as const;

async function insertNotice(phone: string): Promise<void> {
  await server.deps.sql.begin((tx) => server.deps.sms.queue(tx, notice(phone)));
}

describe('sending a code', () => {
  it('happens within the request, and stores no text', async () => {
    const browser = new TestBrowser(server.app);
    const phone = freshPhone();
    const asked = await tryRequestOtp(browser, server, { phone, purpose: 'forget-password' });
    expect(asked.status).toBe(200);
    const [request] = sentTo(phone);
    expect(request?.json['text']).toContain('ma OTP dat lai mat khau');
    expect(request?.headers['x-vid-signature']).toMatch(/^[0-9a-f]{64}$/u);
    expect([request?.headers.authorization, request?.json['from']]).toEqual(['Bearer of the gateway', 'HOI']);
    expect(await messages()).toEqual([]);
    const code = codeIn(request?.json['text']);
    expect((await tryValidateOtp(browser, String(asked.data['otpRequestId']), code)).status).toBe(200);
  });

  it('gives the gateway the time limit of the settings', async () => {
    const times: number[] = [];
    const patient = await server.twin({
      smsGateway: {
        channel: 'outbox',
        send: async (_message, { timeoutMs }) => {
          times.push(timeoutMs);
          return { outcome: 'accepted' };
        },
      },
    });
    await tryRequestOtp(new TestBrowser(patient.app), patient, { phone: freshPhone() });
    await patient.close();
    expect(times).toEqual([3_000]);
  });

  it('R12 succeeds even after the gateway has refused five other phones', async () => {
    sink.behave(400);
    for (let count = 0; count < pausePolicy.faults; count += 1)
      expect((await ask()).code).toBe('SMS_UNAVAILABLE');
    sink.behave('accept');
    expect((await ask()).status).toBe(200);
  });

  it.each([
    ['does not answer', 'hang', 1],
    ['answers 500', 500, 1],
    ['accepts and cuts the connection', 'cut', 1],
    ['answers 503', 503, 2],
    ['answers 302', 302, 2],
  ] as const)('O13 fails within 6 s and voids the code if the gateway %s', async (_, behaviour, tries) => {
    const browser = new TestBrowser(server.app);
    const phone = freshPhone();
    await browser.get('/vid/api/auth/client/config');
    const before = await pointsOf();
    sink.behave(behaviour);
    const started = performance.now();
    const answer = await tryRequestOtp(browser, server, { phone });
    expect(performance.now() - started).toBeLessThan(6_000);
    expect([answer.status, answer.code]).toEqual([503, 'SMS_UNAVAILABLE']);
    expect(sentTo(phone)).toHaveLength(tries);
    expect(new Set(sentTo(phone).map(({ json }) => json['requestId'])).size).toBe(1);

    const after = await pointsOf();
    const own = Object.keys(after).filter((key) => key.startsWith('otp-unanswered:'));
    expect(own.map((key) => [after[key], before[key] ?? 0])).toEqual(
      own.map((key) => [before[key] ?? 0, before[key] ?? 0]),
    );
    const [live] = await server.deps
      .sql`select 1 from otp_codes where phone = ${phone} and (is_counted or expires_at > now())`;
    expect(live).toBeUndefined();
    expect(await messages()).toEqual([]);
    const [event] = await server.deps.sql`
        select kind, details ->> 'reason' as reason from audit_events order by id desc limit 1`;
    expect(event).toEqual({ kind: 'otp.refused', reason: 'sms' });

    // The code is not sent later, and the phone may request another code at once.
    sink.behave('accept');
    expect(await server.deps.sms.deliverPending()).toBe(0);
    expect((await tryRequestOtp(browser, server, { phone })).status).toBe(200);
    expect(sentTo(phone)).toHaveLength(tries + 1);
  });

  it('O13 refunds the shared cap only if the message was certainly not sent', async () => {
    const browser = new TestBrowser(server.app);
    const before = await pointsOfAll();
    sink.behave(503);
    await tryRequestOtp(browser, server, { phone: freshPhone() });
    expect(await pointsOfAll()).toBe(before);
    sink.behave('hang');
    await tryRequestOtp(browser, server, { phone: freshPhone() });
    expect(await pointsOfAll()).toBe(before + 1);
  });

  it('O13 is repeated with the same id after a definite refusal', async () => {
    const browser = new TestBrowser(server.app);
    const phone = freshPhone();
    sink.behave(503, 'accept');
    const answer = await tryRequestOtp(browser, server, { phone });
    expect(answer.status).toBe(200);
    const tries = sentTo(phone);
    expect(tries).toHaveLength(2);
    expect(tries[0]?.json['requestId']).toBe(tries[1]?.json['requestId']);
    expect(sink.accepted.filter(({ json }) => json['to'] === phone)).toHaveLength(1);
  });

  it('R12 does not delay another request while the gateway hangs', async () => {
    const browser = new TestBrowser(server.app);
    sink.behave('hang');
    const asking = tryRequestOtp(browser, server, { phone: freshPhone() });
    const other = new TestBrowser(server.app).get('/vid/ajax/auth/me');
    expect((await Promise.race([other, asking])).status).toBe(401);
    expect((await asking).status).toBe(503);
  });
});

describe('pending SMS messages', () => {
  it('are sent once, even if two processes compete', async () => {
    const phones = Array.from({ length: 10 }, freshPhone);
    for (const phone of phones) await insertNotice(phone);
    const counts = await Promise.all([
      server.deps.sms.deliverPending(),
      twin.deps.sms.deliverPending(),
      server.deps.sms.deliverPending(),
    ]);
    expect(counts.reduce((sum, count) => sum + count)).toBe(10);
    for (const phone of phones) expect(sentTo(phone)).toHaveLength(1);
    expect(await server.deps.sms.deliverPending()).toBe(0);
  });

  it('are not sent again if their process died while sending them', async () => {
    const phone = freshPhone();
    await insertNotice(phone);
    await server.deps.sql`update deliveries set status = 'sending', lease_until = now() - interval '1 hour'`;
    expect(await server.deps.sms.deliverPending()).toBe(0);
    expect(sentTo(phone)).toEqual([]);
  });

  it('fail with a log line if their process died while sending them', async () => {
    await insertNotice(freshPhone());
    await insertNotice(freshPhone());
    await server.deps.sql`update deliveries set status = 'sending', lease_until = now() - interval '1 hour'`;
    const failures = async () => {
      const { values } = await server.deps.metrics.sms.get();
      return values.find(({ labels }) => labels.event === 'failed')?.value ?? 0;
    };
    const before = await failures();
    await server.deps.sms.sweep();
    expect(await failures()).toBe(before + 2);
    expect(server.logLines.join('')).toContain('a process died while sending a message');
    const failed = { status: 'failed', text: null };
    expect(await messages()).toMatchObject([failed, failed]);
  });

  it('are retried after a refusal, but not after an unknown outcome', async () => {
    const phone = freshPhone();
    await insertNotice(phone);
    sink.behave(503);
    expect(await server.deps.sms.deliverPending()).toBe(1);
    expect(await messages()).toMatchObject([{ status: 'pending', attempts: 1 }]);
    expect(await server.deps.sms.deliverPending()).toBe(0);
    await server.deps.sql`update deliveries set next_attempt_at = next_attempt_at - interval '31 seconds'`;
    sink.behave('accept');
    expect(await server.deps.sms.deliverPending()).toBe(1);
    expect(await messages()).toEqual([{ status: 'sent', text: null, attempts: 2 }]);
    expect(sentTo(phone).at(-1)?.json['text']).toMatch(/^VID: Mat khau da duoc doi/u);

    const uncertain = freshPhone();
    await insertNotice(uncertain);
    sink.behave('cut');
    expect(await server.deps.sms.deliverPending()).toBe(1);
    expect((await messages()).at(-1)).toMatchObject({ status: 'failed', text: null });
  });

  it('fail after the sixth refusal', async () => {
    await insertNotice(freshPhone());
    await server.deps.sql`update deliveries set attempts = 5`;
    sink.behave(503);
    expect(await server.deps.sms.deliverPending()).toBe(1);
    expect(await messages()).toEqual([{ status: 'failed', text: null, attempts: 6 }]);
  });

  it('use the association’s current name when they are sent, without diacritics', async () => {
    const { sql, appParams, sms } = twin.deps;
    const phone = freshPhone();
    await insertNotice(phone);
    const shortName = { vi: 'Hội NĐ', en: 'LA' };
    await sql`
      insert into app_params (name, value) values
        ('brand', ${sql.json({ name: shortName, shortName, logo: null, colours: null })})`;
    await appParams.refresh();
    await sms.deliverPending();
    expect(sentTo(phone)[0]?.json['text']).toBe(
      'Hoi ND: Mat khau da duoc doi. Khong phai ban? https://id.test/x',
    );
    await sql`delete from app_params`;
    for (const { deps } of [server, twin]) {
      await deps.appParams.refresh();
    }
  });

  it('are dropped if their transaction is rolled back', async () => {
    const phone = freshPhone();
    await expect(
      server.deps.sql.begin(async (tx) => {
        await server.deps.sms.queue(tx, notice(phone));
        throw new Error('the change failed');
      }),
    ).rejects.toThrow('the change failed');
    expect(await server.deps.sms.deliverPending()).toBe(0);
  });

  it('are sent urgent first, without one phone delaying another', async () => {
    const [busy, other] = [freshPhone(), freshPhone()];
    const { sql, sms } = server.deps;
    await sql.begin(async (tx) => {
      for (let n = 0; n < 10; n += 1) await sms.queue(tx, notice(busy));
      await sms.queue(tx, notice(other));
    });
    await sql.begin((tx) => sms.queue(tx, { ...notice(busy), values: { link: 'khan cap' }, isUrgent: true }));
    const before = sink.requests.length;
    expect(await sms.deliverPending()).toBe(12);
    const sent = sink.requests.slice(before).map(({ json }) => json);
    expect(new Set(sent.slice(0, 2).map(({ to }) => to))).toEqual(new Set([busy, other]));
    expect(sent.find(({ to }) => to === busy)?.['text']).toMatch(/khan cap$/u);
  });
});
