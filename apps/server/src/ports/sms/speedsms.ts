import { createPostGateway, createRead, dongIn, isObject, objectIn } from './post.ts';
import type { SmsAnswer, SmsFailure, SmsGateway } from './sms.ts';

type Options = {
  readonly url: URL;
  readonly accessToken: string;
  readonly sender: string;
};

/** Message type for a registered brandname. */
const brandnameType = 3;

type Refusal = readonly [outcome: SmsFailure['outcome'], cause: SmsFailure['cause']];

/** Error codes documented by SpeedSMS. Any other code except `internalError` is a fault of the channel. */
const refusals: Readonly<Record<string, Refusal>> = {
  '007': ['channel-broken', 'not-allowed'],
  '008': ['channel-broken', 'credentials'],
  '009': ['channel-broken', 'not-allowed'],
  '105': ['number-refused', 'number-invalid'],
  '110': ['text-refused', 'text-refused'],
  '113': ['text-refused', 'text-refused'],
  '300': ['channel-broken', 'no-balance'],
};

/** After an internal error, SpeedSMS may have the message. */
const internalError = '500';

/**
 * Creates the gateway of SpeedSMS. SpeedSMS also returns 200 for a refused message, so `status` and `code`
 * decide. SpeedSMS accepts no message id from the caller, so it cannot drop a duplicate. See “SMS API” in
 * SpeedSMS's documentation.
 */
export function createSpeedSms({ url, accessToken, sender }: Options): SmsGateway {
  const authorization = `Basic ${Buffer.from(`${accessToken}:x`).toString('base64')}`;
  const read = createRead(new URL('index.php/user/info', url), {
    method: 'GET',
    headers: { authorization },
    body: '',
  });
  const gateway = createPostGateway({
    channel: 'speedsms',
    url: new URL('index.php/sms/send', url),
    build: (message) => ({
      headers: { 'content-type': 'application/json', authorization },
      body: JSON.stringify({
        to: [message.to.replace(/^\+/u, '')],
        content: message.text,
        sms_type: brandnameType,
        sender,
      }),
    }),
    judge,
  });
  return {
    ...gateway,
    async readBalance(options) {
      const data = (await read(options))?.['data'];
      return isObject(data) && data['currency'] === 'VND' ? dongIn(data['balance']) : undefined;
    },
  };
}

function judge(body: string): SmsAnswer {
  const reply = objectIn(body);
  const code = reply?.['code'];
  if (typeof code !== 'string' || code === internalError)
    return { outcome: 'unknown', cause: 'broken-answer', detail: 'SpeedSMS reports no outcome' };
  if (reply?.['status'] === 'success') {
    const data = reply['data'];
    const invalid = isObject(data) ? data['invalidPhone'] : undefined;
    if (Array.isArray(invalid) && invalid.length > 0)
      return { outcome: 'number-refused', cause: 'number-invalid', detail: 'invalidPhone' };
    const reference = isObject(data) ? data['tranId'] : undefined;
    const price = isObject(data) ? dongIn(data['totalPrice']) : undefined;
    return {
      outcome: 'accepted',
      ...(typeof reference === 'number' ? { reference: String(reference) } : {}),
      ...(price === undefined ? {} : { price }),
    };
  }
  const [outcome, cause] = refusals[code] ?? (['channel-broken', 'refused'] as const);
  return { outcome, cause, detail: `code ${code.slice(0, 10)}` };
}
