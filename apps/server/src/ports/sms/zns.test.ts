import { startZaloSink, signZaloEvent, zaloApp, zaloTemplate } from '@vid/testkit/outside/zalo-sink';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createZns, openZaloEvent, readZnsReport } from './zns.ts';

let sink: Awaited<ReturnType<typeof startZaloSink>>;
beforeAll(async () => {
  sink = await startZaloSink();
});
afterAll(() => sink.close());

let token: string | undefined;
let refused: string[];
beforeEach(() => {
  token = 'the token';
  refused = [];
});

const send = () =>
  createZns({
    url: new URL(sink.environment.VID_ZNS_URL),
    tokens: { current: async () => token, refuse: (one) => void refused.push(one) },
    compose: async ({ code }) => ({ template: zaloTemplate, data: { otp: code } }),
    reportSeconds: 20,
    price: 300,
  }).send(
    { id: 'sms_1', to: '+84912345678', text: 'x', code: '012345', locale: 'vi', purpose: 'signin' },
    { timeoutMs: 2_000 },
  );

describe('Zalo ZNS', () => {
  it('gets the code with the token and the message’s id', async () => {
    sink.behave('accept');
    await expect(send()).resolves.toEqual({ outcome: 'accepted', reference: 'zns-sms_1' });
    expect(sink.messages.at(-1)).toEqual({
      accessToken: 'the token',
      phone: '84912345678',
      code: '012345',
      trackingId: 'sms_1',
      template: zaloTemplate,
    });
  });

  it.each([
    [-100, 'unknown', 'broken-answer'],
    [-108, 'number-refused', 'number-invalid'],
    [-109, 'text-refused', 'text-refused'],
    [-110, 'number-refused', 'zalo-refused'],
    [-111, 'text-refused', 'text-refused'],
    [-112, 'text-refused', 'text-refused'],
    [-114, 'number-refused', 'zalo-refused'],
    [-115, 'channel-broken', 'no-balance'],
    [-116, 'text-refused', 'text-refused'],
    [-117, 'text-refused', 'text-refused'],
    [-118, 'number-refused', 'no-zalo'],
    [-119, 'number-refused', 'zalo-refused'],
    [-124, 'channel-broken', 'credentials'],
    [-126, 'channel-broken', 'no-balance'],
    [-131, 'text-refused', 'text-refused'],
    [-144, 'channel-broken', 'quota'],
    [-147, 'channel-broken', 'quota'],
    [-105, 'channel-broken', 'refused'],
  ])('reports $1 ($2) for a response with status 200 and error $0', async (error, outcome, cause) => {
    sink.behave({ error });
    await expect(send()).resolves.toEqual({
      outcome,
      cause,
      detail: `error ${error}`,
    });
    expect(refused).toEqual(cause === 'credentials' ? ['the token'] : []);
  });

  it('leaves the outcome unknown if the response has no error code', async () => {
    sink.behave({ status: 200 });
    await expect(send()).resolves.toMatchObject({ outcome: 'unknown', cause: 'broken-answer' });
  });

  it('gets no request without a token', async () => {
    token = undefined;
    const asked = sink.messages.length;
    await expect(send()).resolves.toMatchObject({ outcome: 'channel-broken', cause: 'credentials' });
    expect(sink.messages).toHaveLength(asked);
    expect(refused).toEqual([]);
  });
});

const received = (fields: object = {}) =>
  JSON.stringify({
    event_name: 'user_received_message',
    app_id: zaloApp.id,
    timestamp: '1764400000000',
    ...fields,
  });
const open = (body: string, signature: unknown) =>
  openZaloEvent({ body, signature, appId: zaloApp.id, secret: zaloApp.oaSecret });

describe('a Zalo event', () => {
  it('is read if it is signed with the secret of the webhook', () => {
    const body = received();
    expect(open(body, signZaloEvent(body, '1764400000000'))).toEqual(JSON.parse(body));
    expect(open(body, signZaloEvent(body, '1764400000000').replace('mac=', ''))).toBeDefined();
    const withNumber = received({ timestamp: 1_764_400_000_000 });
    expect(open(withNumber, signZaloEvent(withNumber, '1764400000000'))).toBeDefined();
  });

  it.each([
    ['a signature by another secret', signZaloEvent(received(), '1764400000000', 'other')],
    ['a signature of another time', signZaloEvent(received(), '1764400000001')],
    ['a signature of another body', signZaloEvent(received({ a: 1 }), '1764400000000')],
    ['a shortened digest', signZaloEvent(received(), '1764400000000').slice(0, -2)],
    ['no digest', 'mac='],
    ['no signature', undefined],
  ])('is not read with %s', (_, signature) => {
    expect(open(received(), signature)).toBeUndefined();
  });

  it('is not read without a time or a JSON object', () => {
    for (const body of ['', '[]', received({ timestamp: null })])
      expect(open(body, signZaloEvent(body, 'null'))).toBeUndefined();
  });

  it('is a delivery report if it says that a message has arrived', () => {
    const message = { msg_id: 'zns-1', tracking_id: 'sms_1', delivery_time: '1764400000000' };
    expect(readZnsReport({ event_name: 'user_received_message', message })).toEqual({
      smsId: 'sms_1',
      reference: 'zns-1',
      isDelivered: true,
      price: null,
    });
    expect(readZnsReport({ event_name: 'user_send_text', message })).toBeUndefined();
    expect(readZnsReport({ event_name: 'user_received_message' })).toBeUndefined();
    expect(
      readZnsReport({ event_name: 'user_received_message', message: { msg_id: 'a message of a chat' } }),
    ).toBeUndefined();
  });
});
