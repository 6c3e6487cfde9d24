import { measureSms } from '@vid/contract/messages/message-texts.policy';
import { createPostGateway, createRead, dongIn, objectIn } from './post.ts';
import type { SmsAnswer, SmsFailure, SmsGateway, SmsReport } from './sms.ts';

type Options = {
  readonly url: URL;
  readonly apiKey: string;
  readonly secretKey: string;
  readonly brandname: string;
  readonly reportUrl: () => URL;
};

/** Message type for customer care, which covers codes and notices. */
const customerCare = '2';

type Refusal = readonly [outcome: SmsFailure['outcome'], cause: SmsFailure['cause']];

/** Refusals documented by eSMS (“Table of error codes”). Any other refusal is a fault of the channel. */
const refusals: Readonly<Record<string, Refusal>> = {
  99: ['number-refused', 'number-blocked'],
  101: ['channel-broken', 'credentials'],
  103: ['channel-broken', 'no-balance'],
  104: ['text-refused', 'sender-unknown'],
  108: ['number-refused', 'number-invalid'],
  140: ['channel-broken', 'not-allowed'],
  146: ['text-refused', 'text-refused'],
  160: ['channel-broken', 'quota'],
  177: ['number-refused', 'carrier-unsupported'],
};

/** Result for a message that eSMS already has; eSMS remembers a `RequestId` for 24 hours. */
const duplicate = '124';

/**
 * Creates the gateway of eSMS (ViHAT), which sends customer care messages under a registered brandname. eSMS
 * also returns 200 for a refused message, so `CodeResult` decides. See “Send OTP/Customer care message” in
 * the eSMS developer guide.
 */
export function createEsms({ url, apiKey, secretKey, brandname, reportUrl }: Options): SmsGateway {
  const headers = { 'content-type': 'application/json' };
  const read = createRead(new URL('MainService.svc/json/GetBalance_json', url), {
    headers,
    body: JSON.stringify({ ApiKey: apiKey, SecretKey: secretKey }),
  });
  const gateway = createPostGateway({
    channel: 'esms',
    url: new URL('MainService.svc/json/SendMultipleMessage_V4_post_json/', url),
    build: (message) => ({
      headers,
      body: JSON.stringify({
        ApiKey: apiKey,
        SecretKey: secretKey,
        Brandname: brandname,
        SmsType: customerCare,
        IsUnicode: measureSms(message.text).alphabet === 'gsm7' ? '0' : '1',
        Phone: message.to.replace(/^\+84/u, '0'),
        Content: message.text,
        RequestId: message.id,
        CallbackUrl: reportUrl().href,
      }),
    }),
    judge,
  });
  return {
    ...gateway,
    async readBalance(options) {
      const reply = await read(options);
      return reply?.['CodeResponse'] === '100' ? dongIn(reply['Balance']) : undefined;
    },
  };
}

function judge(body: string): SmsAnswer {
  const reply = objectIn(body);
  const code = reply?.['CodeResult'];
  if (typeof code !== 'string')
    return { outcome: 'unknown', cause: 'broken-answer', detail: 'the answer has no CodeResult' };
  if (code === '100' || code === duplicate) {
    const reference = reply?.['SMSID'];
    return { outcome: 'accepted', ...(typeof reference === 'string' ? { reference } : {}) };
  }
  const [outcome, cause] = refusals[code] ?? (['channel-broken', 'refused'] as const);
  return { outcome, cause, detail: `CodeResult ${code.slice(0, 10)}` };
}

/** Final values of `SendStatus`; all others are intermediate steps. */
const rejected = '4';
const finished = '5';

/**
 * Parses a delivery report; undefined without a final status. See “Callback Url” in the eSMS developer
 * guide.
 */
export function readEsmsReport(query: Readonly<Record<string, unknown>>): SmsReport | undefined {
  const status = query['SendStatus'];
  if (status !== rejected && status !== finished) return undefined;
  const textIn = (name: string): string | null => {
    const value = query[name];
    return typeof value === 'string' && value !== '' ? value : null;
  };
  const price = Number(query['TotalPrice'] ?? NaN);
  return {
    smsId: textIn('RequestId'),
    reference: textIn('SMSID'),
    isDelivered: status === finished && Number(query['SendSuccess'] ?? 0) > 0,
    price: Number.isFinite(price) && price >= 0 && price < 1_000_000 ? Math.round(price) : null,
  };
}
