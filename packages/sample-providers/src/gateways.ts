import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';

/**
 * A gateway's behaviour for the next messages. `normal`: delivers and reports them. `late`: reports them after half a
 * minute. `broken`: refuses them with status 503. `no-balance`: refuses them, because the account has no money.
 * `no-report`: accepts them, but never reports a delivery. `no-answer`: receives them, but does not respond.
 */
export const gatewayModes = ['normal', 'late', 'broken', 'no-balance', 'no-report', 'no-answer'] as const;
export type GatewayMode = (typeof gatewayModes)[number];

const sampleGatewayNames = ['zns', 'esms'] as const;
export type SampleGatewayName = (typeof sampleGatewayNames)[number];
type Modes = Readonly<Record<SampleGatewayName, GatewayMode>>;

export type SampleGateways = {
  /** Environment variables that make VID use these gateways. */
  readonly settings: Readonly<Record<string, string>>;
  close(): Promise<void>;
};

export type DeliveryReport = {
  readonly url: URL;
  readonly init: {
    readonly method?: string;
    readonly headers?: Readonly<Record<string, string>>;
    readonly body?: string;
  };
};

type Options = {
  /** VID's origin, which receives Zalo's reports. */
  readonly vidOrigin: string;
  readonly reportMs?: { readonly normal: number; readonly late: number };
  /** Sends a delivery report. Tests replace this function, because their server listens on no port. */
  readonly deliver?: (report: DeliveryReport) => Promise<unknown>;
};

const newToken = (): string => randomBytes(16).toString('hex');

const smsPrice = 720;
const smsLength = 160;

/**
 * Starts a server on loopback that speaks the protocols of eSMS and of Zalo ZNS, and holds everything in memory. The
 * gateways' modes are read and set at `/modes`.
 */
export async function startSampleGateways({
  vidOrigin,
  reportMs = { normal: 1_500, late: 30_000 },
  deliver = ({ url, init }) => fetch(url, init),
}: Options): Promise<SampleGateways> {
  const [apiKey, secretKey, appSecret, oaSecret] = [0, 1, 2, 3].map(newToken);
  const appId = '4000000000000000002';
  let modes: Modes = { zns: 'normal', esms: 'normal' };
  const timers = new Set<NodeJS.Timeout>();

  const reportLater = (name: SampleGatewayName, report: DeliveryReport): void => {
    const mode = modes[name];
    if (mode !== 'normal' && mode !== 'late') return;
    const timer = setTimeout(() => {
      timers.delete(timer);
      // Ignore failures, because VID may have stopped.
      deliver(report).catch(() => undefined);
    }, reportMs[mode]);
    timers.add(timer);
  };

  const sendEsms = (body: Readonly<Record<string, unknown>>, response: ServerResponse): void => {
    const mode = modes.esms;
    if (body['ApiKey'] !== apiKey || body['SecretKey'] !== secretKey)
      return answer(response, { CodeResult: '101', ErrorMessage: 'Authorize Failed' });
    if (mode === 'no-balance')
      return answer(response, { CodeResult: '103', ErrorMessage: 'Balance not enough' });
    const url = new URL(String(body['CallbackUrl']));
    const smsId = randomUUID();
    const price = Math.ceil(String(body['Content']).length / smsLength) * smsPrice;
    url.search = new URLSearchParams({
      SMSID: smsId,
      RequestId: String(body['RequestId']),
      SendStatus: '5',
      SendSuccess: '1',
      SendFailed: '0',
      TotalPrice: String(price),
    }).toString();
    reportLater('esms', { url, init: {} });
    if (mode !== 'no-answer') answer(response, { CodeResult: '100', CountRegenerate: 0, SMSID: smsId });
  };

  const sendZns = (body: Readonly<Record<string, unknown>>, response: ServerResponse): void => {
    const mode = modes.zns;
    if (mode === 'no-balance') return answer(response, { error: -115, message: 'Out of quota' });
    const messageId = randomBytes(8).toString('hex');
    const timestamp = String(Date.now());
    const event = JSON.stringify({
      app_id: appId,
      event_name: 'user_received_message',
      message: { msg_id: messageId, tracking_id: body['tracking_id'], delivery_time: timestamp },
      timestamp,
    });
    const mac = createHash('sha256').update(`${appId}${event}${timestamp}${oaSecret}`).digest('hex');
    reportLater('zns', {
      url: new URL('/vid/hooks/zalo', vidOrigin),
      init: {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-zevent-signature': `mac=${mac}` },
        body: event,
      },
    });
    if (mode !== 'no-answer')
      answer(response, { error: 0, message: 'Success', data: { msg_id: messageId, sent_time: timestamp } });
  };

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname;
    const body = await text(request);
    if (path === '/v4/oa/access_token') {
      return answer(response, { access_token: newToken(), refresh_token: newToken(), expires_in: '90000' });
    }
    if (path === '/modes') {
      if (request.method === 'PUT') modes = readModes(modes, body);
      return answer(response, modes);
    }
    const name =
      path === '/message/template' ? 'zns' : path.startsWith('/MainService.svc/') ? 'esms' : undefined;
    if (name === undefined) return answer(response, {}, 404);
    if (modes[name] === 'broken') return answer(response, {}, 503);
    return name === 'zns' ? sendZns(objectIn(body), response) : sendEsms(objectIn(body), response);
  };

  const server = createServer((request, response) => {
    handle(request, response).catch(() => response.destroy());
  });
  const port = await new Promise<number>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      if (typeof address === 'object' && address !== null) resolve(address.port);
      else reject(new Error('the server has no port'));
    });
  });
  const origin = `http://127.0.0.1:${port}/`;
  return {
    settings: {
      VID_ESMS_URL: origin,
      VID_ESMS_API_KEY: apiKey ?? '',
      VID_ESMS_SECRET_KEY: secretKey ?? '',
      VID_ESMS_BRANDNAME: 'VID',
      VID_ZNS_URL: origin,
      VID_ZNS_TOKEN_URL: `${origin}v4/oa/access_token`,
      VID_ZNS_APP_ID: appId,
      VID_ZNS_APP_SECRET: appSecret ?? '',
      VID_ZNS_OA_SECRET: oaSecret ?? '',
      VID_ZNS_CODE_TEMPLATE: '412345',
      VID_ZNS_PRICE: '300',
    },
    close: () =>
      new Promise((resolve) => {
        for (const timer of timers) clearTimeout(timer);
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Merges the known modes of a body such as `{"esms":"broken"}` into the current modes. */
function readModes(modes: Modes, body: string): Modes {
  const asked = objectIn(body);
  const modeOf = (name: SampleGatewayName): GatewayMode =>
    gatewayModes.find((mode) => mode === asked[name]) ?? modes[name];
  return { zns: modeOf('zns'), esms: modeOf('esms') };
}

function objectIn(body: string): Readonly<Record<string, unknown>> {
  const parsed: unknown = JSON.parse(body);
  return typeof parsed === 'object' && parsed !== null ? { ...parsed } : {};
}

function answer(response: ServerResponse, body: object, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
