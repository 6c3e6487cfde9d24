import { createHmac } from 'node:crypto';
import { createPostGateway } from './post.ts';
import type { SmsGateway, SmsMessage } from './sms.ts';

type Options = {
  readonly url: URL;
  /** JSON document with the placeholders `{{id}}`, `{{to}}` and `{{text}}` in its strings. */
  readonly template: string;
  readonly secret: string | undefined;
  readonly authorization: string | undefined;
};

/**
 * Creates a gateway with a generic HTTP API. Each message is a POST with a JSON body, and only the status of
 * the response decides its outcome.
 */
export function createHttpGateway(options: Options): SmsGateway {
  const template: unknown = JSON.parse(options.template);
  return createPostGateway({
    channel: 'http',
    url: options.url,
    build(message) {
      const body = JSON.stringify(fill(template, message));
      return { body, headers: headersOf(body, options) };
    },
    judge: () => ({ outcome: 'accepted' }),
  });
}

function headersOf(body: string, options: Options): Record<string, string> {
  const timestamp = String(Math.floor(Date.now() / 1000));
  return {
    'content-type': 'application/json; charset=utf-8',
    'x-vid-timestamp': timestamp,
    ...(options.secret === undefined
      ? {}
      : {
          'x-vid-signature': createHmac('sha256', options.secret)
            .update(`${timestamp}.${body}`)
            .digest('hex'),
        }),
    ...(options.authorization === undefined ? {} : { authorization: options.authorization }),
  };
}

/** Fills in the strings of the parsed template, so that no value can break the JSON. */
function fill(template: unknown, message: SmsMessage): unknown {
  if (typeof template === 'string') {
    const values: Record<string, string> = { id: message.id, to: message.to, text: message.text };
    return template.replace(/\{\{(\w+)\}\}/gu, (whole, name: string) => values[name] ?? whole);
  }
  if (Array.isArray(template)) return template.map((entry) => fill(entry, message));
  if (typeof template === 'object' && template !== null) {
    return Object.fromEntries(Object.entries(template).map(([name, value]) => [name, fill(value, message)]));
  }
  return template;
}
