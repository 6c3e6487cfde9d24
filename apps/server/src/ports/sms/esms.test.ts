import { startJsonSink } from '@vid/testkit/outside/json-sink';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEsms, readEsmsReport } from './esms.ts';

let sink: Awaited<ReturnType<typeof startJsonSink>>;
beforeAll(async () => {
  sink = await startJsonSink();
});
afterAll(() => sink.close());

const gateway = () =>
  createEsms({
    url: sink.url,
    apiKey: 'the api key',
    secretKey: 'the secret key',
    brandname: 'HOIBDS',
    reportUrl: () => new URL('https://id.vn/report'),
  });
const send = () =>
  gateway().send(
    { id: 'sms_1', to: '+84912345678', text: '012345 la ma OTP', locale: 'vi', purpose: 'signin' },
    { timeoutMs: 2_000 },
  );

describe('eSMS', () => {
  it('gets a customer care message with its id', async () => {
    sink.answer({ CodeResult: '100', CountRegenerate: 0, SMSID: 'd533459ee42b' });
    await expect(send()).resolves.toEqual({ outcome: 'accepted', reference: 'd533459ee42b' });
    expect(sink.requests.at(-1)).toMatchObject({
      url: '/MainService.svc/json/SendMultipleMessage_V4_post_json/',
      json: {
        ApiKey: 'the api key',
        SecretKey: 'the secret key',
        Brandname: 'HOIBDS',
        SmsType: '2',
        IsUnicode: '0',
        Phone: '0912345678',
        Content: '012345 la ma OTP',
        RequestId: 'sms_1',
        CallbackUrl: 'https://id.vn/report',
      },
    });
  });

  it('accepts a message that it reports as a duplicate', async () => {
    sink.answer({ CodeResult: '124', ErrorMessage: 'Request exist 1', SendStatus: '5' });
    await expect(send()).resolves.toEqual({ outcome: 'accepted' });
  });

  it.each([
    ['99', 'number-refused', 'number-blocked'],
    ['101', 'channel-broken', 'credentials'],
    ['103', 'channel-broken', 'no-balance'],
    ['104', 'text-refused', 'sender-unknown'],
    ['108', 'number-refused', 'number-invalid'],
    ['140', 'channel-broken', 'not-allowed'],
    ['146', 'text-refused', 'text-refused'],
    ['160', 'channel-broken', 'quota'],
    ['177', 'number-refused', 'carrier-unsupported'],
    ['118', 'channel-broken', 'refused'],
  ])('refuses a message with status 200 and CodeResult %s: %s, %s', async (code, outcome, cause) => {
    sink.answer({ CodeResult: code, ErrorMessage: 'Authorize Failed' });
    await expect(send()).resolves.toEqual({ outcome, cause, detail: `CodeResult ${code}` });
  });

  it.each([['<html>502</html>'], ['{"error":"Invalid request"}'], ['[]']])(
    'leaves the outcome of a message unknown if it responds with %j',
    async (body) => {
      sink.answer(body);
      await expect(send()).resolves.toMatchObject({ outcome: 'unknown', cause: 'broken-answer' });
    },
  );

  it('shortens a long CodeResult in the detail', async () => {
    sink.answer({ CodeResult: '1'.repeat(11) });
    await expect(send()).resolves.toMatchObject({ detail: `CodeResult ${'1'.repeat(10)}` });
  });

  it('leaves the outcome unknown if the response is longer than 64 KiB', async () => {
    const length = 65_536 - JSON.stringify({ CodeResult: '100', text: '' }).length;
    sink.answer({ CodeResult: '100', text: 'x'.repeat(length) });
    await expect(send()).resolves.toEqual({ outcome: 'accepted' });
    sink.answer({ CodeResult: '100', text: 'x'.repeat(length + 1) });
    await expect(send()).resolves.toMatchObject({ outcome: 'unknown', detail: 'the answer is too long' });
  });

  it.each([
    [401, 'channel-broken', 'credentials'],
    [429, 'channel-broken', 'quota'],
    [503, 'channel-broken', 'refused'],
    [500, 'unknown', 'broken-answer'],
  ])('fails with the status %i: %s, %s', async (status, outcome, cause) => {
    sink.answer({ CodeResult: '100' }, status);
    await expect(send()).resolves.toMatchObject({ outcome, cause });
  });
});

const readBalance = () => gateway().readBalance?.({ timeoutMs: 2_000 });

describe('the balance at eSMS', () => {
  it.each([36_693, '36693'])('is read with the keys from the value %j', async (balance) => {
    sink.answer({ Balance: balance, CodeResponse: '100', UserID: 9999 });
    await expect(readBalance()).resolves.toBe(36_693);
    expect(sink.requests.at(-1)).toMatchObject({
      url: '/MainService.svc/json/GetBalance_json',
      json: { ApiKey: 'the api key', SecretKey: 'the secret key' },
    });
  });

  it.each([
    [{ Balance: 0, CodeResponse: '101', ErrorMessage: 'Authorize Failed' }, 200],
    [{ Balance: 'a lot', CodeResponse: '100' }, 200],
    [{ Balance: '', CodeResponse: '100' }, 200],
    [{ Balance: 1e12, CodeResponse: '100' }, 200],
    [{ Balance: 10, CodeResponse: '100' }, 503],
  ])('is unknown after the response %j with status %i', async (body, status) => {
    sink.answer(body, status);
    await expect(readBalance()).resolves.toBeUndefined();
  });
});

describe('an eSMS delivery report', () => {
  const report = { SMSID: 'e1', RequestId: 'sms_1', SendStatus: '5', SendSuccess: '1', SendFailed: '0' };

  it('is read as a delivery, with the price of the message', () => {
    expect(readEsmsReport({ ...report, TotalPrice: '850.0000' })).toEqual({
      smsId: 'sms_1',
      reference: 'e1',
      isDelivered: true,
      price: 850,
    });
  });

  it.each([[{ SendSuccess: '0', SendFailed: '1' }], [{ SendStatus: '4' }]])(
    'is read as a failed delivery: %j',
    (given) => {
      expect(readEsmsReport({ ...report, ...given })).toMatchObject({ isDelivered: false, price: null });
    },
  );

  it.each(['1', '2', '7', '', undefined])('is ignored if its status is %j', (SendStatus) => {
    expect(readEsmsReport({ ...report, SendStatus })).toBeUndefined();
  });

  it('is read without empty or repeated ids and invalid prices', () => {
    expect(
      readEsmsReport({ ...report, RequestId: '', SMSID: ['a', 'b'], TotalPrice: '99999999' }),
    ).toMatchObject({ smsId: null, reference: null, price: null });
    const priceOf = (TotalPrice: string) => readEsmsReport({ ...report, TotalPrice })?.price;
    expect(['999999', '1000000', '-1'].map(priceOf)).toEqual([999_999, null, null]);
  });
});
