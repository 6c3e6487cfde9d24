import { createPostGateway, objectIn } from './post.ts';
import type { SmsAnswer, SmsCause, SmsGateway, SmsOutcome } from './sms.ts';

type Options = {
  readonly url: URL;
  readonly apiKey: string;
  readonly secretKey: string;
  readonly brandname: string;
};

/** The type of customer care messages, which carry codes and notices. */
const customerCare = '2';

type Refusal = readonly [outcome: Exclude<SmsOutcome, 'accepted'>, cause: SmsCause];

/** The results that eSMS documents (“Table of error codes”). Any other result is a fault of the channel. */
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

/** A repeat of a message that eSMS has: its `RequestId` is known for 24 hours. */
const duplicate = '124';

/**
 * Creates the gateway eSMS (ViHAT), which sends customer care messages under a registered brandname. eSMS answers 200
 * even to a message that it refuses, so `CodeResult` in the reply decides. Source: “Send OTP/Customer care message” of
 * the eSMS developer guide.
 */
export function createEsms({ url, apiKey, secretKey, brandname }: Options): SmsGateway {
  return createPostGateway({
    channel: 'esms',
    url: new URL('MainService.svc/json/SendMultipleMessage_V4_post_json/', url),
    build: (message) => ({
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        ApiKey: apiKey,
        SecretKey: secretKey,
        Brandname: brandname,
        SmsType: customerCare,
        IsUnicode: '0',
        Phone: message.to.replace(/^\+84/u, '0'),
        Content: message.text,
        RequestId: message.id,
      }),
    }),
    judge,
  });
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
