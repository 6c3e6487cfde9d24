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
  /** Called with each failure; the detail holds no secret. */
  readonly onFailure: (detail: string) => void;
};

/**
 * VID closes an idle connection before common gateways do (nginx 75 s, Node 5 s). If the gateway closed a connection
 * while VID wrote to it, VID could not tell whether the gateway took the message.
 */
const idleMs = 1_500;

/**
 * Creates the generic HTTP gateway, which sends one POST with a JSON body per message. A failure before the connection
 * is established has certainly sent nothing. Redirects are not followed, because they would send codes and credentials
 * to another address.
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
          // The status alone decides the outcome. The body is drained, and cut off if it does not end.
          response.on('error', () => undefined).resume();
          if (status >= 200 && status < 300) settle('accepted');
          // Redirects, client errors and 503 mean that the gateway did not take the message.
          else if (status === 503 || (status >= 300 && status < 500)) {
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
