import { createAccount, insertOtpToken, otherPassword } from '@vid/testkit/accounts';
import { TestBrowser } from '@vid/testkit/browser';
import { endResendWait, tryRequestOtp, tryValidateOtp } from '@vid/testkit/sign-in/flow-steps';
import { freshPhone } from '@vid/testkit/flows';
import { startJsonSink } from '@vid/testkit/outside/json-sink';
import { startSmsSink, type SmsSink } from '@vid/testkit/outside/sinks';
import { startTestServer, type TestServer } from '@vid/testkit/server';
import { signZaloEvent, startZaloSink } from '@vid/testkit/outside/zalo-sink';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it, onTestFinished, vi } from 'vitest';

let zalo: Awaited<ReturnType<typeof startZaloSink>>;
let sms: SmsSink;
let server: TestServer;

beforeAll(async () => {
  [zalo, sms] = await Promise.all([startZaloSink(), startSmsSink()]);
  server = await startTestServer(inject('cluster'), {
    environment: {
      ...zalo.environment,
      VID_ZNS_PRICE: '300',
      VID_SMS_URL: sms.url,
      VID_LIMIT_OTP_BREAKER_PERCENT: '0',
      VID_LIMIT_OTP_PREFIX_HOUR: '1000000',
      VID_LIMIT_OTP_UNANSWERED_ADDRESS_HOUR: '1000',
    },
  });
  zalo.allow('from the operator');
  await server.deps.zaloTokens?.connect('from the operator');
});
afterAll(async () => {
  await server.close();
  await Promise.all([zalo.close(), sms.close()]);
});
beforeEach(async () => {
  zalo.behave('accept');
  sms.behave('accept');
  await server.deps.smsAttempts.flush();
  await server.deps.sql`truncate deliveries, sms_attempts, webhook_attempts`;
});

async function ask({ phone = freshPhone(), browser = new TestBrowser(server.app) } = {}) {
  const answer = await tryRequestOtp(browser, server, { phone });
  return { answer, phone, browser, otpRequestId: String(answer.data?.['otpRequestId']) };
}

const byZalo = (phone: string) => zalo.messages.filter((message) => message.phone === phone.slice(1));
const bySms = (phone: string) => sms.requests.filter(({ json }) => json['to'] === phone);

/** Ends the wait for delivery reports and sends what is due. Returns the number of due messages. */
async function endWait(): Promise<number> {
  await server.deps.sql`update deliveries set next_attempt_at = next_attempt_at - interval '20 seconds'`;
  return server.deps.sms.deliverPending();
}

const waiting = () => server.deps.sql`
  select status, is_urgent, round(extract(epoch from next_attempt_at - created_at))::int as wait,
    expires_at <= now() + interval '5 minutes' as is_short
  from deliveries order by created_at`;

const report = (message: object, sign = signZaloEvent) => {
  const timestamp = String(Date.now());
  const payload = JSON.stringify({ event_name: 'user_received_message', timestamp, message });
  return server.app.inject({
    method: 'POST',
    url: '/vid/hooks/zalo',
    headers: {
      host: server.deps.config.publicUrl.host,
      'content-type': 'application/json',
      'x-zevent-signature': sign(payload, timestamp),
    },
    payload,
  });
};

async function reportDelivery(phone: string): Promise<void> {
  await server.deps.smsAttempts.flush();
  const id = byZalo(phone).at(-1)?.trackingId;
  const answer = await report({ msg_id: `zns-${id}`, tracking_id: id, delivery_time: '1' });
  expect(answer.statusCode).toBe(200);
  await server.deps.background.idle();
}

async function attempts() {
  await server.deps.smsAttempts.flush();
  return server.deps.sql<Record<string, unknown>[]>`
    select channel, outcome, cause, is_delivered, price from sms_attempts order by id`;
}

describe('a code', () => {
  it('is sent by Zalo first, and can be entered', async () => {
    const { answer, phone, browser, otpRequestId } = await ask();
    expect(answer.status).toBe(200);
    expect(bySms(phone)).toEqual([]);
    expect((await tryValidateOtp(browser, otpRequestId, byZalo(phone)[0]?.code)).status).toBe(200);
  });

  it.each([-108, -110, -118, -124, -131, -144])(
    'is sent by SMS at once if Zalo responds with error %i',
    async (error) => {
      zalo.behave({ error });
      const { answer, phone, browser, otpRequestId } = await ask();
      expect(answer.status).toBe(200);
      const [sent] = bySms(phone);
      expect(sent?.json['text']).toContain(`#${byZalo(phone)[0]?.code}`);
      expect(await waiting()).toEqual([]);
      expect((await tryValidateOtp(browser, otpRequestId, byZalo(phone)[0]?.code)).status).toBe(200);
      // After error -124, VID has dropped the access token, so renew the token for the next test.
      await server.deps.background.idle();
      await server.deps.zaloTokens?.renew();
    },
  );

  it('is sent again by SMS if Zalo reports no delivery in time', async () => {
    const timers = vi.spyOn(globalThis, 'setTimeout');
    const { phone, browser, otpRequestId } = await ask();
    expect(timers.mock.calls.map(([, ms]) => ms)).toContain(20_000);
    timers.mockRestore();
    expect(await waiting()).toEqual([{ status: 'pending', isUrgent: true, wait: 20, isShort: true }]);
    expect(await server.deps.sms.deliverPending()).toBe(0);
    expect(await endWait()).toBe(1);
    const [message] = byZalo(phone);
    expect(byZalo(phone)).toHaveLength(1);
    expect(bySms(phone)).toHaveLength(1);
    expect(bySms(phone)[0]?.json).toMatchObject({ requestId: message?.trackingId });
    expect(bySms(phone)[0]?.json['text']).toContain(`#${message?.code}`);
    expect((await tryValidateOtp(browser, otpRequestId, message?.code)).status).toBe(200);
    expect(await endWait()).toBe(0);
    expect(await attempts()).toEqual([
      { channel: 'zns', outcome: 'accepted', cause: null, isDelivered: null, price: 300 },
      { channel: 'http', outcome: 'accepted', cause: null, isDelivered: null, price: null },
    ]);
  });

  it.each(['cut', { status: 500 }, { error: -100 }] as const)(
    'that Zalo may have is sent by SMS after the wait: %j',
    async (behaviour) => {
      zalo.behave(behaviour);
      const { answer, phone, browser, otpRequestId } = await ask();
      expect(answer.status).toBe(200);
      expect(bySms(phone)).toEqual([]);
      expect(await endWait()).toBe(1);
      expect([byZalo(phone).length, bySms(phone).length]).toEqual([1, 1]);
      expect((await tryValidateOtp(browser, otpRequestId, byZalo(phone)[0]?.code)).status).toBe(200);
    },
  );

  it('is refused if it cannot be stored for the next gateway', async () => {
    zalo.behave('cut');
    const { sql } = server.deps;
    await sql`alter table deliveries rename to deliveries_gone`;
    const { answer } = await ask();
    await sql`alter table deliveries_gone rename to deliveries`;
    expect(answer.code).toBe('SMS_UNAVAILABLE');
  });

  it('is not sent by SMS once Zalo has reported the delivery', async () => {
    const { phone } = await ask();
    await reportDelivery(phone);
    expect(await endWait()).toBe(1);
    expect(bySms(phone)).toEqual([]);
    expect(await waiting()).toEqual([]);
    expect(await attempts()).toMatchObject([{ channel: 'zns', isDelivered: true, price: 300 }]);
  });

  it('counts as accepted without a response once Zalo has reported the delivery', async () => {
    zalo.behave('cut');
    const { phone } = await ask();
    await reportDelivery(phone);
    expect(await attempts()).toEqual([
      { channel: 'zns', outcome: 'accepted', cause: null, isDelivered: true, price: 300 },
    ]);
    await endWait();
    expect(bySms(phone)).toEqual([]);
  });

  it('is not sent by SMS once it has been entered', async () => {
    const { phone, browser, otpRequestId } = await ask();
    await tryValidateOtp(browser, otpRequestId, byZalo(phone)[0]?.code);
    expect(await endWait()).toBe(1);
    expect(bySms(phone)).toEqual([]);
    expect(await waiting()).toEqual([]);
  });

  it('O13 is sent by SMS at once after an earlier valid code', async () => {
    const { phone, browser } = await ask();
    await reportDelivery(phone);
    await endResendWait(server);
    const { answer, otpRequestId } = await ask({ phone, browser });
    expect(answer.status).toBe(200);
    expect([byZalo(phone).length, bySms(phone).length]).toEqual([1, 1]);
    const [code] = /\d{6}$/u.exec(String(bySms(phone)[0]?.json['text'])) ?? [];
    expect((await tryValidateOtp(browser, otpRequestId, code)).status).toBe(200);
  });

  it('K1 for a forgotten password is sent by SMS only', async () => {
    const phone = freshPhone();
    const answer = await tryRequestOtp(new TestBrowser(server.app), server, {
      phone,
      purpose: 'forget-password',
    });
    expect(answer.status).toBe(200);
    expect([byZalo(phone).length, bySms(phone).length]).toEqual([0, 1]);
  });

  it.each([
    ['a dormant account', 'user', 181],
    ['an administrator', 'admin', 0],
  ] as const)('K1 is sent by SMS, not by Zalo, to %s', async (_who, role, daysAway) => {
    const { id, phone } = await createAccount(server, { role });
    await server.deps.sql`
      update accounts set last_sign_in_at = now() - make_interval(days => ${daysAway}) where id = ${id}`;
    expect((await ask({ phone })).answer.status).toBe(200);
    expect([byZalo(phone).length, bySms(phone).length]).toEqual([0, 1]);
  });

  it('is not sent by SMS once a newer code replaced it', async () => {
    const { phone, browser } = await ask();
    await endResendWait(server);
    await ask({ phone, browser });
    expect(await endWait()).toBe(1);
    const [first] = byZalo(phone);
    expect(bySms(phone).map(({ json }) => json['requestId'])).not.toContain(first?.trackingId);
    expect(bySms(phone)).toHaveLength(1);
    expect(await waiting()).toEqual([]);
  });

  it('is not sent by SMS after it expired', async () => {
    const { phone } = await ask();
    await server.deps.sql`update otp_codes set expires_at = now() where phone = ${phone}`;
    expect(await endWait()).toBe(1);
    expect(bySms(phone)).toEqual([]);
  });

  it('is not sent by SMS once its attempts are used up', async () => {
    const { phone } = await ask();
    await server.deps.sql`update otp_codes set attempts = max_attempts where phone = ${phone}`;
    expect(await endWait()).toBe(1);
    expect(bySms(phone)).toEqual([]);
  });

  it('is not sent again by a gateway that was tried before Zalo', async () => {
    const esms = await startJsonSink();
    const other = await startTestServer(inject('cluster'), {
      environment: {
        ...zalo.environment,
        VID_ESMS_URL: esms.url.href,
        VID_ESMS_API_KEY: 'key',
        VID_ESMS_SECRET_KEY: 'secret',
        VID_ESMS_BRANDNAME: 'HOIBDS',
        VID_SMS_URL: sms.url,
        VID_SMS_ORDER: 'esms,zns,http',
        VID_SMS_ORDER_NOTICE: 'esms',
      },
    });
    onTestFinished(async () => {
      await other.close();
      await esms.close();
    });
    zalo.allow('of the other');
    await other.deps.zaloTokens?.connect('of the other');
    esms.answer({ CodeResult: '103' });
    const phone = freshPhone();
    await tryRequestOtp(new TestBrowser(other.app), other, { phone });
    await other.deps.sql`update deliveries set next_attempt_at = now()`;
    expect(await other.deps.sms.deliverPending()).toBe(1);
    expect([esms.requests.length, byZalo(phone).length, bySms(phone).length]).toEqual([1, 1, 1]);
  });

  it('is sent by SMS by only one of two processes', async () => {
    const twin = await server.twin();
    const { phone } = await ask();
    await server.deps.sql`update deliveries set next_attempt_at = now()`;
    const counts = await Promise.all([server.deps.sms.deliverPending(), twin.deps.sms.deliverPending()]);
    expect(counts.reduce((sum, count) => sum + count)).toBe(1);
    expect(bySms(phone)).toHaveLength(1);
    await twin.close();
  });

  it('is stored sealed while it waits for the next gateway', async () => {
    const { phone } = await ask();
    const rows = await server.deps.sql<{ content: string }[]>`
      select encode(sealed_content, 'escape') as content from deliveries where phone = ${phone}`;
    expect(rows).toHaveLength(1);
    expect(rows[0]?.content).not.toContain(byZalo(phone)[0]?.code);
  });
});

describe('a notice', () => {
  it('is not sent by Zalo', async () => {
    const phone = freshPhone();
    const { sql, sms: messages } = server.deps;
    await sql.begin((tx) =>
      messages.queue(tx, {
        accountId: phone,
        phone,
        purpose: 'test',
        text: 'sms.password-changed',
        values: { link: 'https://id.test/x' },
        locale: 'vi',
      }),
    );
    await messages.deliverPending();
    expect([byZalo(phone).length, bySms(phone).length]).toEqual([0, 1]);
  });
});

describe('a sign-in with a code that Zalo may have carried', () => {
  it('K1 K3 sends a new-device notice at once and queues another', async () => {
    const { id, phone } = await createAccount(server);
    const { sql } = server.deps;
    await sql`
      insert into consents (account_id, purpose, notice_version, method, address, agreed_at)
      values (${id}, 'terms', '1', 'test', '', now() - interval '25 hours')`;
    const browser = new TestBrowser(server.app);
    const otpToken = await insertOtpToken(server, browser, phone, 'signin');
    expect((await browser.post('/vid/ajax/auth/login/otp', { phone, otpToken })).status).toBe(200);
    await server.deps.background.idle();
    expect(bySms(phone).map(({ json }) => json['text'])).toEqual([
      expect.stringContaining('/vid/web/not-me#'),
    ]);
    expect(await sql`select kind from due_notices where account_id = ${id}`).toEqual([
      { kind: 'signed-in-yesterday' },
    ]);
  });

  it.each([
    ['passkey', (browser: TestBrowser) => browser.post('/vid/api/passkey-options')],
    [
      'e-mail address',
      (browser: TestBrowser) =>
        browser.call('PATCH', '/vid/api/users/profile', { email: 'intruder@example.com' }),
    ],
  ])('K1 permits no %s until the session is verified again with a code', async (_what, add) => {
    const { phone } = await createAccount(server);
    const browser = new TestBrowser(server.app);
    const signedIn = await insertOtpToken(server, browser, phone, 'signin');
    await browser.post('/vid/ajax/auth/login/otp', { phone, otpToken: signedIn });
    const refused = await add(browser);
    expect([refused.code, refused.details]).toEqual(['REAUTHENTICATION_REQUIRED', { acceptsCode: true }]);
    const isOffered = async () => (await browser.get('/vid/api/passkey-offer')).data['isDue'];
    expect(await isOffered()).toBe(false);
    const otpToken = await insertOtpToken(server, browser, phone, 'reauthenticate');
    expect((await browser.post('/vid/ajax/auth/reauthenticate', { otpToken })).status).toBe(200);
    expect(await isOffered()).toBe(true);
    expect((await add(browser)).status).toBe(200);
    await server.deps.background.idle();
  });

  it('K1 permits no first password until the session is verified again', async () => {
    const { phone } = await createAccount(server, { password: null });
    const browser = new TestBrowser(server.app);
    const signedIn = await insertOtpToken(server, browser, phone, 'signin');
    await browser.post('/vid/ajax/auth/login/otp', { phone, otpToken: signedIn });
    const set = () => browser.post('/vid/api/users/password', { newPassword: otherPassword });
    const refused = await set();
    expect([refused.code, refused.details]).toEqual(['REAUTHENTICATION_REQUIRED', { acceptsCode: true }]);
    const otpToken = await insertOtpToken(server, browser, phone, 'reauthenticate');
    expect((await browser.post('/vid/ajax/auth/reauthenticate', { otpToken })).status).toBe(200);
    expect((await set()).status).toBe(200);
    await server.deps.background.idle();
  });
});

describe('a Zalo event', () => {
  it('is refused if it is signed with another key', async () => {
    const { phone } = await ask();
    const id = byZalo(phone)[0]?.trackingId;
    const message = { msg_id: `zns-${id}`, tracking_id: id, delivery_time: '1' };
    const answer = await report(message, (body, timestamp) => signZaloEvent(body, timestamp, 'other'));
    expect(answer.statusCode).toBe(401);
    await server.deps.background.idle();
    expect(await attempts()).toMatchObject([{ isDelivered: null }]);
  });

  it('is recorded once another process has stored its message', async () => {
    const twin = await server.twin();
    const phone = freshPhone();
    await tryRequestOtp(new TestBrowser(twin.app), twin, { phone });
    const id = byZalo(phone)[0]?.trackingId;
    await report({ msg_id: `zns-${id}`, tracking_id: id, delivery_time: '1' });
    await vi.waitFor(async () => expect(await attempts()).toMatchObject([{ isDelivered: true }]), {
      timeout: 10_000,
      interval: 100,
    });
    await twin.close();
  });

  it('changes nothing if it is not a delivery report', async () => {
    const { phone } = await ask();
    const answer = await report({ text: 'xin chào' });
    expect(answer.statusCode).toBe(200);
    expect(await attempts()).toMatchObject([{ isDelivered: null }]);
    expect(bySms(phone)).toEqual([]);
  });
});
