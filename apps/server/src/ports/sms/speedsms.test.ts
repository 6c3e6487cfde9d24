import { startJsonSink } from '@vid/testkit/outside/json-sink';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSpeedSms } from './speedsms.ts';

let sink: Awaited<ReturnType<typeof startJsonSink>>;
beforeAll(async () => {
  sink = await startJsonSink();
});
afterAll(() => sink.close());

const gateway = () => createSpeedSms({ url: sink.url, accessToken: 'the token', sender: 'HOIBDS' });
const send = () =>
  gateway().send(
    { id: 'sms_1', to: '+84912345678', text: '012345 la ma OTP', locale: 'vi', purpose: 'signin' },
    { timeoutMs: 2_000 },
  );

describe('SpeedSMS', () => {
  it('gets a message under the brandname', async () => {
    sink.answer({
      status: 'success',
      code: '00',
      data: { tranId: 123456, totalSMS: 1, totalPrice: 250, invalidPhone: [] },
    });
    await expect(send()).resolves.toEqual({ outcome: 'accepted', reference: '123456', price: 250 });
    expect(sink.requests.at(-1)).toMatchObject({
      url: '/index.php/sms/send',
      headers: { authorization: `Basic ${Buffer.from('the token:x').toString('base64')}` },
      json: { to: ['84912345678'], content: '012345 la ma OTP', sms_type: 3, sender: 'HOIBDS' },
    });
  });

  it('refuses a number that it reports as invalid in a successful response', async () => {
    sink.answer({ status: 'success', code: '00', data: { tranId: 1, invalidPhone: ['84912345678'] } });
    await expect(send()).resolves.toMatchObject({ outcome: 'number-refused', cause: 'number-invalid' });
  });

  it.each([
    ['007', 'channel-broken', 'not-allowed'],
    ['008', 'channel-broken', 'credentials'],
    ['009', 'channel-broken', 'not-allowed'],
    ['105', 'number-refused', 'number-invalid'],
    ['110', 'text-refused', 'text-refused'],
    ['113', 'text-refused', 'text-refused'],
    ['300', 'channel-broken', 'no-balance'],
    ['101', 'channel-broken', 'refused'],
  ])('refuses a message with status 200 and code %s: %s, %s', async (code, outcome, cause) => {
    sink.answer({ status: 'error', code, message: 'error description' });
    await expect(send()).resolves.toEqual({ outcome, cause, detail: `code ${code}` });
  });

  it.each([[{ status: 'error', code: '500' }], [{}], ['<html></html>']])(
    'leaves the outcome unknown for the response %j',
    async (body) => {
      sink.answer(body);
      await expect(send()).resolves.toMatchObject({ outcome: 'unknown', cause: 'broken-answer' });
    },
  );
});

const readBalance = () => gateway().readBalance?.({ timeoutMs: 2_000 });

describe('the balance at SpeedSMS', () => {
  it('is read with the access token', async () => {
    sink.answer({
      status: 'success',
      code: '00',
      data: { email: 'a@example.vn', balance: 100_000.4, currency: 'VND' },
    });
    await expect(readBalance()).resolves.toBe(100_000);
    expect(sink.requests.at(-1)).toMatchObject({
      url: '/index.php/user/info',
      headers: { authorization: `Basic ${Buffer.from('the token:x').toString('base64')}` },
    });
  });

  it.each([
    [{ status: 'error', code: '007' }, 200],
    [{ status: 'success', data: { balance: 10, currency: 'USD' } }, 200],
    [{ status: 'success', data: { balance: 10, currency: 'VND' } }, 401],
    ['<html>', 200],
  ])('is unknown after the response %j with status %i', async (body, status) => {
    sink.answer(body, status);
    await expect(readBalance()).resolves.toBeUndefined();
  });
});
