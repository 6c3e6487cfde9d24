import { type ErrorCode, forcesLogout } from '@vid/contract/errors';
import { requestTimeoutMs, webClientId } from '@vid/contract/limits';
import type { PlainKey } from '#shared/i18n/message-types.ts';
import { ApiFailure, failedWith, failureOfResponse } from './api-failure.ts';
import { createClientTokenSource } from './client-token.ts';
import type {
  Answer,
  EndpointName,
  NameOf,
  OptionsRest,
  PathOf,
  RequestFlags,
  RequestOptions,
} from './request-types.ts';

export type ClientPorts = {
  baseUrl: () => string;
  fetch: (url: string, init: RequestInit) => Promise<Response>;
  languageTag: () => string;
  userAgent: () => string;
  isOnline: () => boolean;
  monotonicNow: () => number;
  pause: (milliseconds: number) => Promise<void>;
  timeoutMs?: number;
  onLoadingStarted: () => void;
  onLoadingStopped: () => void;
  onFailed: (failure: ApiFailure) => void;
  onSucceeded: (text: PlainKey) => void;
  /**
   * Called if a call outside the gateway got one of the three codes that force a logout, unless a flag of the request
   * ignores the code.
   */
  onSessionRefused: (code: ErrorCode) => void;
  /** Called if the server requires a recent re-authentication. Resolves to whether the user has re-authenticated. */
  confirmIdentity: (refusal: ApiFailure) => Promise<boolean>;
};

export type ClientConfig = Answer<'GET /vid/api/auth/client/config'>;

export type Client = {
  request: <K extends EndpointName>(endpoint: K, ...options: OptionsRest<K>) => Promise<Answer<K>>;
  get: <P extends PathOf<'GET'>>(
    path: P,
    ...options: OptionsRest<NameOf<'GET', P>>
  ) => Promise<Answer<NameOf<'GET', P>>>;
  post: <P extends PathOf<'POST'>>(
    path: P,
    ...options: OptionsRest<NameOf<'POST', P>>
  ) => Promise<Answer<NameOf<'POST', P>>>;
  put: <P extends PathOf<'PUT'>>(
    path: P,
    ...options: OptionsRest<NameOf<'PUT', P>>
  ) => Promise<Answer<NameOf<'PUT', P>>>;
  patch: <P extends PathOf<'PATCH'>>(
    path: P,
    ...options: OptionsRest<NameOf<'PATCH', P>>
  ) => Promise<Answer<NameOf<'PATCH', P>>>;
  delete: <P extends PathOf<'DELETE'>>(
    path: P,
    ...options: OptionsRest<NameOf<'DELETE', P>>
  ) => Promise<Answer<NameOf<'DELETE', P>>>;
  config: () => Promise<ClientConfig>;
};

type LooseOptions = {
  readonly body?: unknown;
  /** File that is sent instead of JSON, with its own content type. */
  readonly file?: Blob | undefined;
  readonly params?: object | undefined;
  readonly query?: object | undefined;
  readonly flags?: RequestFlags;
  readonly signal?: AbortSignal | undefined;
  readonly isRepeatable?: boolean;
  readonly idempotencyKey?: string;
};

const retryDelaysMs = [300, 1_000, 2_500] as const;
const retryableStatuses: readonly number[] = [500, 502, 503, 504];

type GatewayEndpoint = Extract<EndpointName, `${string} /vid/gateway/${string}`>;

/** Gateway calls carry the client token, except the call for the application parameters, which are public. */
function needsClientToken(endpoint: EndpointName): endpoint is GatewayEndpoint {
  return endpoint !== 'GET /vid/gateway/app/params' && /^[A-Z]+ \/vid\/gateway\//.test(endpoint);
}

function isIgnored(code: ErrorCode, flags: RequestFlags): boolean {
  if (flags.ignore401 === true) return true;
  if (code === 'TOKEN_INVALID') return flags.ignoreInvalidToken === true;
  if (code === 'TOKEN_MISSING') return flags.ignoreMissingToken === true;
  return flags.ignoreUnknownValidatingError === true;
}

function addressOf(baseUrl: string, path: string, options: LooseOptions): string {
  const values = new Map<string, unknown>(Object.entries(options.params ?? {}));
  const filled = path.replace(/:(\w+)/g, (_whole, name: string) =>
    encodeURIComponent(String(values.get(name))),
  );
  const url = new URL(filled, baseUrl);
  for (const [name, value] of Object.entries(options.query ?? {})) {
    if (value !== undefined) url.searchParams.set(name, String(value));
  }
  return url.href;
}

function isRetryable(error: unknown): boolean {
  if (!(error instanceof ApiFailure)) return false;
  // Do not retry a failed SMS, because the gateway may already have sent it, nor a request during
  // maintenance, which outlasts the retries.
  if (error.code === 'SMS_UNAVAILABLE' || error.code === 'MAINTENANCE') return false;
  return error.kind === 'network' || error.kind === 'timeout' || retryableStatuses.includes(error.status);
}

export function createClient(ports: ClientPorts): Client {
  const timeoutMs = ports.timeoutMs ?? requestTimeoutMs;

  const tokens = createClientTokenSource<ClientConfig>({
    fetchConfig: () =>
      request('GET /vid/api/auth/client/config', {
        query: { type: 'web', clientId: webClientId },
        flags: { ignore401: true },
        isRepeatable: true,
      }),
    userAgent: ports.userAgent,
    monotonicNow: ports.monotonicNow,
  });

  async function send(endpoint: EndpointName, options: LooseOptions): Promise<unknown> {
    const space = endpoint.indexOf(' ');
    const verb = endpoint.slice(0, space);
    const headers: Record<string, string> = {
      accept: 'application/json',
      'accept-language': ports.languageTag(),
    };
    if (needsClientToken(endpoint)) headers['x-client-token'] = await tokens.token();
    if (options.idempotencyKey !== undefined) headers['idempotency-key'] = options.idempotencyKey;
    const init: RequestInit = { method: verb, headers, credentials: 'include', cache: 'no-store' };
    // The browser sends the file's type as the content type.
    if (options.file) init.body = options.file;
    else if (verb !== 'GET' && verb !== 'DELETE') {
      headers['content-type'] = 'application/json';
      init.body = JSON.stringify(options.body ?? {});
    }

    if (options.signal?.aborted === true) throw new ApiFailure({ kind: 'cancelled' });

    const controller = new AbortController();
    let isTimedOut = false;
    const timer = setTimeout(() => {
      isTimedOut = true;
      controller.abort();
    }, timeoutMs);
    const cancel = (): void => controller.abort();
    options.signal?.addEventListener('abort', cancel, { once: true });
    try {
      const response = await ports.fetch(addressOf(ports.baseUrl(), endpoint.slice(space + 1), options), {
        ...init,
        signal: controller.signal,
      });
      if (!response.ok) throw await failureOfResponse(response, Date.now());
      const body: unknown = await response.json();
      if (typeof body === 'object' && body !== null && 'data' in body) return body.data;
      throw new ApiFailure({ kind: 'response', status: response.status });
    } catch (cause) {
      if (cause instanceof ApiFailure && !controller.signal.aborted) throw cause;
      if (isTimedOut) throw new ApiFailure({ kind: 'timeout', cause });
      if (controller.signal.aborted) throw new ApiFailure({ kind: 'cancelled', cause });
      // `isOnline` only classifies the failure, because a machine without a network can still reach a local server.
      throw new ApiFailure({ kind: ports.isOnline() ? 'network' : 'offline', cause });
    } finally {
      clearTimeout(timer);
      options.signal?.removeEventListener('abort', cancel);
    }
  }

  /**
   * Repeats a refused request once. A gateway call with status 401 is repeated with a new client token, because the
   * token's key or the browser's pre-session may have expired. A request that requires a recent re-authentication is
   * repeated after the user has re-authenticated.
   */
  async function sendAccepted(endpoint: EndpointName, options: LooseOptions): Promise<unknown> {
    try {
      return await send(endpoint, options);
    } catch (error) {
      if (needsClientToken(endpoint) && error instanceof ApiFailure && error.status === 401)
        tokens.forgetConfig();
      else if (!failedWith(error, 'REAUTHENTICATION_REQUIRED') || !(await ports.confirmIdentity(error)))
        throw error;
      return send(endpoint, options);
    }
  }

  async function sendWithRetries(
    endpoint: EndpointName,
    options: LooseOptions,
    attempt = 0,
  ): Promise<unknown> {
    try {
      return await sendAccepted(endpoint, options);
    } catch (error) {
      const delay = retryDelaysMs[attempt];
      if (options.isRepeatable !== true || delay === undefined || !isRetryable(error)) throw error;
      await ports.pause(delay);
      return sendWithRetries(endpoint, options, attempt + 1);
    }
  }

  function reportFailure(endpoint: EndpointName, error: unknown, flags: RequestFlags): void {
    if (!(error instanceof ApiFailure) || error.kind === 'cancelled') return;
    const { code } = error;
    // A 401 of a gateway call concerns the client token, whose key may be old, and must not end the session.
    const isSessionRefused = error.status === 401 && code !== null && forcesLogout(code);
    if (isSessionRefused && !needsClientToken(endpoint) && !isIgnored(code, flags)) {
      // The sign-in page already explains why the session has ended, so skip the notification.
      ports.onSessionRefused(code);
      return;
    }
    if (flags.notifyError === true) ports.onFailed(error);
  }

  async function call(endpoint: EndpointName, options: LooseOptions = {}): Promise<unknown> {
    const flags = options.flags ?? {};
    const showsLoading = flags.showLoading === true;
    if (showsLoading) ports.onLoadingStarted();
    try {
      const data = await sendWithRetries(endpoint, options);
      if (flags.notifySuccess !== undefined) ports.onSucceeded(flags.notifySuccess);
      return data;
    } catch (error) {
      reportFailure(endpoint, error, flags);
      throw error;
    } finally {
      if (showsLoading) ports.onLoadingStopped();
    }
  }

  /**
   * Sends a request. Only this function asserts the type of a response: the server serialises the response with the
   * schema that `Answer` is derived from, so the client does not validate it again.
   */
  function request<K extends EndpointName>(endpoint: K, ...rest: OptionsRest<K>): Promise<Answer<K>> {
    const options: RequestOptions<K> | undefined = rest[0];
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the server uses the schema of `Answer`
    return call(endpoint, options) as Promise<Answer<K>>;
  }

  function method<M extends 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'>(name: M) {
    return <P extends PathOf<M>>(
      path: P,
      ...rest: OptionsRest<NameOf<M, P>>
    ): Promise<Answer<NameOf<M, P>>> =>
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `PathOf` admits only existing endpoints
      request(`${name} ${path}` as NameOf<M, P>, ...rest);
  }

  return {
    request,
    get: method('GET'),
    post: method('POST'),
    put: method('PUT'),
    patch: method('PATCH'),
    delete: method('DELETE'),
    config: tokens.config,
  };
}
