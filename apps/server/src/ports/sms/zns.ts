import { createHash, timingSafeEqual } from 'node:crypto';
import { createSend, isObject, objectIn } from './post.ts';
import type { SmsAnswer, SmsFailure, SmsGateway, SmsMessage, SmsReport } from './sms.ts';

export type ZnsTokens = {
  /** Returns the access token; undefined while VID has none that Zalo accepts. */
  current(): Promise<string | undefined>;
  refuse(token: string): void;
};

type Options = {
  readonly url: URL;
  readonly tokens: ZnsTokens;
  readonly compose: (
    code: Pick<SmsMessage, 'purpose' | 'locale'> & { readonly code: string },
  ) => Promise<{ readonly template: string; readonly data: Readonly<Record<string, string>> }>;
  readonly reportSeconds: number;
  readonly price: number | undefined;
};

type Refusal = readonly [outcome: SmsFailure['outcome'], cause: SmsFailure['cause']];

/**
 * Results documented by Zalo (zalo.cloud, “Cách xử lý mã lỗi”). Any other result is a fault of the channel,
 * such as an application that is not linked to the Official Account.
 */
const refusals: Readonly<Record<number, Refusal>> = {
  // After an unknown error, Zalo may have the message.
  [-100]: ['unknown', 'broken-answer'],
  [-108]: ['number-refused', 'number-invalid'],
  [-109]: ['text-refused', 'text-refused'],
  // The member's version of Zalo is too old.
  [-110]: ['number-refused', 'zalo-refused'],
  [-111]: ['text-refused', 'text-refused'],
  [-112]: ['text-refused', 'text-refused'],
  // The member is inactive or refuses messages.
  [-114]: ['number-refused', 'zalo-refused'],
  [-115]: ['channel-broken', 'no-balance'],
  [-116]: ['text-refused', 'text-refused'],
  [-117]: ['text-refused', 'text-refused'],
  [-118]: ['number-refused', 'no-zalo'],
  [-119]: ['number-refused', 'zalo-refused'],
  [-124]: ['channel-broken', 'credentials'],
  [-126]: ['channel-broken', 'no-balance'],
  // The template is not approved.
  [-131]: ['text-refused', 'text-refused'],
  // The Official Account and the template have daily quotas.
  [-144]: ['channel-broken', 'quota'],
  [-147]: ['channel-broken', 'quota'],
};

/**
 * Creates the gateway of Zalo ZNS, which sends codes with a template to members with a Zalo account. Zalo
 * also returns 200 for a refused message, so `error` decides.
 */
export function createZns({ url, tokens, compose, reportSeconds, price }: Options): SmsGateway {
  const send = createSend({ url: new URL('message/template', url), judge });
  return {
    channel: 'zns',
    carriesCodesOnly: true,
    reportSeconds,
    price,
    async send({ id, to, code = '', purpose, locale }, { timeoutMs }) {
      const token = await tokens.current();
      if (token === undefined)
        return { outcome: 'channel-broken', cause: 'credentials', detail: 'VID has no access token of Zalo' };
      const { template, data } = await compose({ code, purpose, locale });
      const body = JSON.stringify({
        phone: to.replace(/^\+/u, ''),
        template_id: template,
        template_data: data,
        tracking_id: id,
      });
      const headers = { 'content-type': 'application/json', access_token: token };
      const answer = await send({ headers, body }, timeoutMs);
      if (answer.outcome !== 'accepted' && answer.cause === 'credentials') tokens.refuse(token);
      return answer;
    },
  };
}

function judge(body: string): SmsAnswer {
  const reply = objectIn(body);
  const error = reply?.['error'];
  if (typeof error !== 'number')
    return { outcome: 'unknown', cause: 'broken-answer', detail: 'the answer has no error code' };
  if (error === 0) {
    const reference = isObject(reply?.['data']) ? reply['data']['msg_id'] : undefined;
    return { outcome: 'accepted', ...(typeof reference === 'string' ? { reference } : {}) };
  }
  const [outcome, cause] = refusals[error] ?? (['channel-broken', 'refused'] as const);
  return { outcome, cause, detail: `error ${error}` };
}

type Signed = {
  /** Raw body, because the signature covers its exact bytes. */
  readonly body: string;
  readonly signature: unknown;
  readonly appId: string;
  readonly secret: string;
};

/**
 * Returns the event in a request; undefined unless Zalo signed the request. The signature is the SHA-256
 * digest of the application id, the body, the body's `timestamp` and the secret key of the webhook.
 */
export function openZaloEvent({
  body,
  signature,
  appId,
  secret,
}: Signed): Readonly<Record<string, unknown>> | undefined {
  const event = objectIn(body);
  const timestamp = event?.['timestamp'];
  if (typeof signature !== 'string' || (typeof timestamp !== 'string' && typeof timestamp !== 'number'))
    return undefined;
  const given = Buffer.from(signature.replace(/^mac=/u, ''), 'hex');
  const expected = createHash('sha256').update(`${appId}${body}${timestamp}${secret}`).digest();
  return given.length === expected.length && timingSafeEqual(given, expected) ? event : undefined;
}

/** Parses a delivery report; undefined unless the event reports that a ZNS message has arrived. */
export function readZnsReport(event: Readonly<Record<string, unknown>>): SmsReport | undefined {
  const { event_name: name, message } = event;
  if (name !== 'user_received_message' || !isObject(message)) return undefined;
  const { tracking_id: smsId, msg_id: reference } = message;
  if (typeof smsId !== 'string' || typeof reference !== 'string') return undefined;
  return { smsId, reference, isDelivered: true, price: null };
}
