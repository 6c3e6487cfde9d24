import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import { createClientToken } from './http/client-token.ts';

type Answer = {
  readonly status: number;
  /** Loosely typed, because tests assert on the server's actual response. */
  readonly data: Record<string, unknown>;
  readonly code: string | undefined;
  readonly error: string | undefined;
  readonly fields: Record<string, string>;
  readonly details: Record<string, number | boolean | string>;
  readonly raw: LightMyRequestResponse;
};

type CallOptions = {
  readonly headers?: Record<string, string>;
  readonly address?: string;
  /** Null omits the client token, and a string replaces it. */
  readonly clientToken?: string | null;
};

const userAgent = 'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/130.0 Mobile Safari/537.36';

/** Simulates a browser, which stores cookies, sends `Origin` and creates client tokens. */
export class TestBrowser {
  readonly cookies = new Map<string, string>();
  readonly app: FastifyInstance;
  private clientTokenKey: string | undefined;

  constructor(app: FastifyInstance) {
    this.app = app;
  }

  get(url: string, options: CallOptions = {}): Promise<Answer> {
    return this.call('GET', url, undefined, options);
  }

  post(url: string, body?: unknown, options: CallOptions = {}): Promise<Answer> {
    return this.call('POST', url, body, options);
  }

  async call(
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE' | 'PUT',
    url: string,
    body?: unknown,
    options: CallOptions = {},
  ): Promise<Answer> {
    const headers: Record<string, string> = {
      host: 'localhost:8080',
      'user-agent': userAgent,
      'accept-language': 'vi',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(method === 'GET' ? {} : { origin: 'http://localhost:8080', 'sec-fetch-site': 'same-origin' }),
      ...(url.startsWith('/vid/gateway/') && options.clientToken !== null
        ? { 'x-client-token': options.clientToken ?? (await this.clientToken()) }
        : {}),
      ...(this.cookies.size > 0
        ? { cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ') }
        : {}),
      ...options.headers,
    };
    const request: InjectOptions = {
      method,
      url,
      headers,
      ...(options.address === undefined ? {} : { remoteAddress: options.address }),
      ...(body === undefined ? {} : { payload: payloadOf(body) }),
    };
    const raw = await this.app.inject(request);
    this.keepCookies(raw);
    return toAnswer(raw);
  }

  async clientToken(overrides: Record<string, unknown> = {}): Promise<string> {
    if (!this.clientTokenKey) {
      const config = await this.get('/vid/api/auth/client/config?type=web&clientId=vid-web');
      this.clientTokenKey = String(config.data['clientTokenKey']);
    }
    return createClientToken(this.clientTokenKey, { userAgent, ...overrides });
  }

  /**
   * Returns a browser with the same cookies, such as another tab or an attacker's browser. `app` may be another
   * server instance.
   */
  copy(app = this.app): TestBrowser {
    const other = new TestBrowser(app);
    for (const [name, value] of this.cookies) other.cookies.set(name, value);
    other.clientTokenKey = this.clientTokenKey;
    return other;
  }

  private keepCookies(response: LightMyRequestResponse): void {
    for (const cookie of response.cookies) {
      if (cookie.maxAge === 0) this.cookies.delete(cookie.name);
      else this.cookies.set(cookie.name, cookie.value);
      // A new pre-session has a new key for client tokens.
      if (cookie.name.endsWith('vid_pre')) this.clientTokenKey = undefined;
    }
  }
}

type Body = Partial<{
  data: Record<string, unknown>;
  message: string;
  error: string;
  fields: Record<string, string>;
  details: Record<string, number | boolean | string>;
}>;

function toAnswer(raw: LightMyRequestResponse): Answer {
  let body: Body = {};
  try {
    body = raw.json<Body>();
  } catch {
    // The body is not JSON. Tests can inspect `raw`.
  }
  return {
    status: raw.statusCode,
    data: body.data ?? {},
    code: body.message,
    error: body.error,
    fields: body.fields ?? {},
    details: body.details ?? {},
    raw,
  };
}

/**
 * Returns strings and buffers unchanged, and any other body as JSON. A file needs its content type in the headers.
 */
function payloadOf(body: unknown): string | Buffer {
  return typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body);
}
