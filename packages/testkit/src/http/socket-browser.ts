import { webClientId } from '@vid/contract/limits';
import { createClientToken } from './client-token.ts';

const userAgent = 'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/130.0 Mobile Safari/537.36';
const timeoutMs = 15_000;

export type Answer = {
  readonly status: number;
  readonly code: string | undefined;
  readonly data: Readonly<Record<string, unknown>>;
};

/** Called with every response, so that a test can count the responses of a server that is being killed. */
export type Watch = (answer: Answer, path: string) => void;

/**
 * A browser over real sockets, at first signed out, with cookies, client token and VID's own origin. Like `fetch` in a
 * browser, a call rejects if no response arrives (connection refused, reset or timed out).
 */
export class SocketBrowser {
  readonly #cookies = new Map<string, string>();
  readonly #watch: Watch;
  #clientTokenKey: string | undefined;

  constructor(watch: Watch = () => undefined) {
    this.#watch = watch;
  }

  get(origin: string, path: string): Promise<Answer> {
    return this.#call(origin, 'GET', path);
  }

  post(origin: string, path: string, body: unknown = {}): Promise<Answer> {
    return this.#call(origin, 'POST', path, body);
  }

  /**
   * Fetches the client token key. Call this method before parallel calls, each of which would otherwise fetch a key.
   */
  async load(origin: string): Promise<void> {
    const { data } = await this.get(origin, `/vid/api/auth/client/config?type=web&clientId=${webClientId}`);
    this.#clientTokenKey = String(data['clientTokenKey']);
  }

  async #call(origin: string, method: 'GET' | 'POST', path: string, body?: unknown): Promise<Answer> {
    const headers: Record<string, string> = {
      'user-agent': userAgent,
      'accept-language': 'vi',
      origin,
      'sec-fetch-site': 'same-origin',
    };
    if (body !== undefined) headers['content-type'] = 'application/json';
    if (path.startsWith('/vid/gateway/')) headers['x-client-token'] = await this.#clientToken(origin);
    if (this.#cookies.size > 0)
      headers['cookie'] = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(origin + path, {
      method,
      headers,
      signal: AbortSignal.timeout(timeoutMs),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    this.#keepCookies(response.headers.getSetCookie());
    const answer = toAnswer(response.status, text);
    this.#watch(answer, path);
    return answer;
  }

  async #clientToken(origin: string): Promise<string> {
    if (!this.#clientTokenKey) await this.load(origin);
    return createClientToken(this.#clientTokenKey ?? '', { userAgent });
  }

  #keepCookies(lines: readonly string[]): void {
    for (const line of lines) {
      const [pair = '', ...attributes] = line.split(';');
      const split = pair.indexOf('=');
      const name = pair.slice(0, split);
      if (attributes.some((attribute) => attribute.trim() === 'Max-Age=0')) this.#cookies.delete(name);
      else this.#cookies.set(name, pair.slice(split + 1));
      // A new pre-session has a new key for client tokens.
      if (name === 'vid_pre') this.#clientTokenKey = undefined;
    }
  }
}

function toAnswer(status: number, text: string): Answer {
  let body: { data?: Record<string, unknown>; message?: string } = {};
  try {
    body = JSON.parse(text);
  } catch {
    // The body is not JSON, but the status is enough.
  }
  return { status, code: body.message, data: typeof body.data === 'object' ? body.data : {} };
}
