import { Agent as HttpAgent, request as requestHttp } from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import { proxyOptions } from '#config/outgoing-proxy.ts';
import type { SmsAnswer, SmsFailure, SmsGateway, SmsMessage } from './sms.ts';

/**
 * Idle timeout of a connection, shorter than that of common gateways (nginx 75 s, Node 5 s). If a gateway
 * closed the connection while VID was writing, VID could not tell whether the gateway accepted the message.
 */
const idleMs = 1_500;
const maxBodyLength = 65_536;

/** Maximum number of connections to one gateway. Further requests wait for a connection. */
export const maxConnections = 64;

type Reply = { readonly status: number; readonly body: string };
type Sent = {
  readonly method?: 'GET' | 'POST';
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
};

type Options = {
  readonly channel: SmsGateway['channel'];
  readonly url: URL;
  readonly build: (message: SmsMessage) => Sent;
  readonly judge: (body: string) => SmsAnswer;
};

export function createPostGateway({ channel, url, build, judge }: Options): SmsGateway {
  const send = createSend({ url, judge });
  return { channel, send: (message, { timeoutMs }) => send(build(message), timeoutMs) };
}

export function createSend({ url, judge }: Pick<Options, 'url' | 'judge'>) {
  const post = createPost(url);
  return async (sent: Sent, timeoutMs: number): Promise<SmsAnswer> => {
    const reply = await post(sent, timeoutMs);
    if ('outcome' in reply) return reply;
    return judgeStatus(reply.status) ?? judge(reply.body);
  };
}

/**
 * Returns a function that resolves with the response or with the meaning of a failure: before the connection
 * is established no message was sent, and afterwards the gateway may have the message. Redirects are not
 * followed, because they would send codes and credentials to another URL.
 */
export function createPost(url: URL) {
  const isHttps = url.protocol === 'https:';
  const open = isHttps ? requestHttps : requestHttp;
  const agent = new (isHttps ? HttpsAgent : HttpAgent)({
    keepAlive: true,
    timeout: idleMs,
    maxSockets: maxConnections,
    ...proxyOptions(),
  });

  return ({ method = 'POST', body, headers }: Sent, timeoutMs: number): Promise<Reply | SmsFailure> =>
    new Promise((resolve) => {
      let isConnected = false;
      let isLate = false;
      const request = open(url, {
        method,
        agent,
        headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
      });
      const limit = setTimeout(() => {
        isLate = true;
        request.destroy(new Error('no answer in time'));
      }, timeoutMs);
      const settle = (result: Reply | SmsFailure): void => {
        clearTimeout(limit);
        resolve(result);
      };
      const fail = ({ message: detail }: Error): void =>
        settle(
          isConnected
            ? { outcome: 'unknown', cause: isLate ? 'no-answer' : 'broken-answer', detail }
            : { outcome: 'channel-broken', cause: 'unreachable', detail },
        );
      request.on('socket', (socket) => {
        // A kept-alive connection or a proxy's tunnel is ready for the request at once.
        if (!socket.connecting) isConnected = true;
        else
          socket.once(isHttps ? 'secureConnect' : 'connect', () => {
            isConnected = true;
          });
      });
      request.on('response', (response) => {
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (chunk: string) => {
          text += chunk;
          if (text.length > maxBodyLength) request.destroy(new Error('the answer is too long'));
        });
        response.on('error', fail);
        response.on('end', () => settle({ status: response.statusCode ?? 0, body: text }));
      });
      request.on('error', fail);
      request.end(body);
    });
}

/**
 * Creates a function that returns the JSON object in the response to `sent`; undefined for any other response, or
 * without one.
 */
export function createRead(url: URL, sent: Sent) {
  const post = createPost(url);
  return async ({ timeoutMs }: { readonly timeoutMs: number }) => {
    const reply = await post(sent, timeoutMs);
    return 'outcome' in reply || judgeStatus(reply.status) ? undefined : objectIn(reply.body);
  };
}

export function dongIn(value: unknown): number | undefined {
  const dong = typeof value === 'string' && value !== '' ? Number(value) : value;
  return typeof dong === 'number' && Math.abs(dong) < 1e12 ? Math.round(dong) : undefined;
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function objectIn(body: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(body);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Returns the failure that a status means; undefined for a 2xx. After a redirect, a client error or 503, the
 * gateway has not accepted the message.
 */
function judgeStatus(status: number): SmsFailure | undefined {
  const detail = `the gateway answered ${status}`;
  if (status >= 200 && status < 300) return undefined;
  if (status === 401 || status === 403) return { outcome: 'channel-broken', cause: 'credentials', detail };
  if (status === 429) return { outcome: 'channel-broken', cause: 'quota', detail };
  if (status === 503 || (status >= 300 && status < 500))
    return { outcome: 'channel-broken', cause: 'refused', detail };
  return { outcome: 'unknown', cause: 'broken-answer', detail };
}
