import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { listenOnLoopback } from '../network.ts';

export const zaloApp = { id: '4001', secret: 'the app secret', oaSecret: 'the OA secret' } as const;
export const zaloTemplate = '7895';

type Message = {
  readonly accessToken: string;
  readonly phone: string;
  readonly code: string;
  readonly trackingId: string;
  readonly template: string;
};

/**
 * Zalo's reaction to the next messages: accept them, return an error code, break the connection, or respond with a
 * status.
 */
type Behaviour = 'accept' | 'cut' | { readonly error: number } | { readonly status: number };

/**
 * Zalo's response to the next refresh token exchanges. `lost`: the token is used up, but the response does not arrive.
 * `cut`: the token is not used.
 */
type ExchangeBehaviour = 'answer' | 'lost' | 'cut' | 'refuse';

/** Starts a loopback server that imitates Zalo ZNS and its token renewal, in which each refresh token works once. */
export async function startZaloSink() {
  const messages: Message[] = [];
  const exchanges: string[] = [];
  const usable = new Set<string>();
  let behaviour: Behaviour = 'accept';
  let exchangeBehaviour: ExchangeBehaviour = 'answer';
  let issued = 0;
  let beforeAnswer: (() => Promise<void>) | undefined;

  const issue = () => {
    issued += 1;
    const refreshToken = `refresh-${issued}`;
    usable.add(refreshToken);
    return { access_token: `access-${issued}`, refresh_token: refreshToken, expires_in: '90000' };
  };

  const takeMessage = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = JSON.parse(await text(request));
    const message = {
      accessToken: String(request.headers['access_token']),
      phone: body.phone,
      code: body.template_data.otp,
      trackingId: body.tracking_id,
      template: body.template_id,
    };
    messages.push(message);
    if (behaviour === 'cut') request.socket.destroy();
    else if (behaviour === 'accept') {
      const quota = { dailyQuota: '500', remainingQuota: '499' };
      const data = { msg_id: `zns-${message.trackingId}`, sent_time: String(Date.now()), quota };
      answerWith(response, { error: 0, message: 'Success', data });
    } else if ('status' in behaviour) answerWith(response, {}, behaviour.status);
    else answerWith(response, { error: behaviour.error, message: 'an error' });
  };

  const exchange = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const form = new URLSearchParams(await text(request));
    const refreshToken = form.get('refresh_token') ?? '';
    exchanges.push(refreshToken);
    const wait = beforeAnswer;
    beforeAnswer = undefined;
    await wait?.();
    const isApp = request.headers['secret_key'] === zaloApp.secret && form.get('app_id') === zaloApp.id;
    if (exchangeBehaviour === 'cut') request.socket.destroy();
    else if (exchangeBehaviour === 'refuse' || !isApp || !usable.delete(refreshToken))
      answerWith(response, { error: -14_020, error_name: 'Invalid refresh token' });
    else if (exchangeBehaviour === 'lost') request.socket.destroy();
    else answerWith(response, issue());
  };

  const server = createServer((request, response) => {
    // `vid doctor` only checks that the URL responds.
    if (request.method === 'HEAD') response.end();
    else void (request.url === '/v4/oa/access_token' ? exchange : takeMessage)(request, response);
  });
  const origin = `http://127.0.0.1:${await listenOnLoopback(server)}`;
  return {
    messages,
    /** Refresh tokens that VID sent to Zalo. */
    exchanges,
    environment: {
      VID_ZNS_URL: `${origin}/`,
      VID_ZNS_TOKEN_URL: `${origin}/v4/oa/access_token`,
      VID_ZNS_APP_ID: zaloApp.id,
      VID_ZNS_APP_SECRET: zaloApp.secret,
      VID_ZNS_OA_SECRET: zaloApp.oaSecret,
      VID_ZNS_CODE_TEMPLATE: zaloTemplate,
    },
    behave(next: Behaviour): void {
      behaviour = next;
    },
    behaveOnExchange(next: ExchangeBehaviour): void {
      exchangeBehaviour = next;
    },
    /** Runs `work` before the response to the next refresh token exchange. */
    beforeAnswer(work: () => Promise<void>): void {
      beforeAnswer = work;
    },
    /** Makes Zalo accept a refresh token, as if an operator had obtained it from Zalo. */
    allow: (refreshToken: string): void => void usable.add(refreshToken),
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function answerWith(response: ServerResponse, body: object, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

export function signZaloEvent(body: string, timestamp: string, secret: string = zaloApp.oaSecret): string {
  return `mac=${createHash('sha256').update(`${zaloApp.id}${body}${timestamp}${secret}`).digest('hex')}`;
}
