import { createHmac } from 'node:crypto';
import { Agent as HttpAgent, request as requestHttp } from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import type { SmsGateway, SmsMessage, SmsOutcome } from './sms.ts';

type Options = {
  readonly url: URL;
  /** A JSON document; `{{id}}`, `{{to}}` and `{{text}}` in its strings are filled in. */
  readonly template: string;
  readonly secret: string | undefined;
  readonly authorization: string | undefined;
  /** Told of each failure, with nothing secret in it. */
  readonly onFailure: (detail: string) => void;
};

/**
 * An idle connection is dropped by us before any usual gateway does (nginx 75 s, Node 5 s): one that it closed
 * while we write would leave us in doubt whether the message was taken.
 */
const idleMs = 1_500;

/** Statuses by which a gateway says that it took nothing: the request is wrong, or it has no room now. */
const refusals = new Set([429, 503]);

/**
 * The generic HTTP gateway: one POST of a JSON body for each message. A failure before the connection stands is
 * known to have sent nothing. Redirects are not followed (they would carry codes and credentials to an address
 * nobody configured).
 */
export function createHttpSmsGateway(options: Options): SmsGateway {
  const template: unknown = JSON.parse(options.template);
  const isHttps = options.url.protocol === 'https:';
  const open = isHttps ? requestHttps : requestHttp;
  const agent = new (isHttps ? HttpsAgent : HttpAgent)({ keepAlive: true, timeout: idleMs, maxSockets: 64 });

  return {
    send(message, { timeoutMs }) {
      const body = JSON.stringify(fill(template, message));
      return new Promise<SmsOutcome>((resolve) => {
        let isConnected = false;
        let isSettled = false;
        const settle = (outcome: SmsOutcome, detail?: string): void => {
          if (isSettled) return;
          isSettled = true;
          clearTimeout(limit);
          if (detail !== undefined) options.onFailure(detail);
          resolve(outcome);
        };
        const request = open(options.url, {
          method: 'POST',
          agent,
          headers: headersOf(body, options),
        });
        const limit = setTimeout(() => request.destroy(new Error('no answer in time')), timeoutMs);
        request.on('socket', (socket) => {
          if (request.reusedSocket) isConnected = true;
          else {
            socket.once(isHttps ? 'secureConnect' : 'connect', () => {
              isConnected = true;
            });
          }
        });
        request.on('response', (response) => {
          const status = response.statusCode ?? 0;
          // The status decides; the body is drained, and cut where it does not end.
          response.on('error', () => undefined).resume();
          if (status >= 200 && status < 300) settle('accepted');
          else if (refusals.has(status) || (status >= 300 && status < 500)) {
            settle('refused', `the gateway answered ${status}`);
          } else settle('unknown', `the gateway answered ${status}`);
          const drain = setTimeout(() => request.destroy(), 1_000).unref();
          response.once('close', () => clearTimeout(drain));
        });
        request.on('error', (error) => {
          settle(isConnected ? 'unknown' : 'refused', error.message);
        });
        request.end(body);
      });
    },
  };
}

function headersOf(body: string, options: Options): Record<string, string> {
  const timestamp = String(Math.floor(Date.now() / 1000));
  return {
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
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

/** Fills the strings of the parsed template, so that no value can break out of its place in the JSON. */
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
