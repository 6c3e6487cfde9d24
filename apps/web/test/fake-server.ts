import type { commonErrors, ErrorsOf } from '@vid/contract/endpoint';
import type { Endpoints } from '@vid/contract/endpoints/index';
import type { ErrorBody, ErrorCode, errorRegistry } from '@vid/contract/errors';
import type { Answer, EndpointName } from '../src/shared/api/request-types.ts';

export type Call = { endpoint: string; query: URLSearchParams; body: unknown };

type Success<Data> = { status: 200; body: { data: Data } };
type Refusal<Code extends ErrorCode> = { status: number; body: ErrorBody & { message: Code } };

/** Codes besides `commonErrors` that any endpoint may reply with in a test. */
type AccessCode = 'TOKEN_MISSING' | 'TOKEN_INVALID' | 'UNKNOWN_VALIDATING_EXCEPTION' | 'FORBIDDEN';
type CodeOf<K extends EndpointName> = ErrorsOf<Endpoints[K]> | (typeof commonErrors)[number] | AccessCode;

type Reply<K extends EndpointName> = Success<Answer<K>> | Refusal<CodeOf<K>>;
type AnyReply = Success<unknown> | Refusal<ErrorCode>;

/**
 * Replaces `fetch` in a component test. Replies are typed by the contract: an endpoint accepts only its own data, its
 * own error codes and the codes of any endpoint.
 */
export type FakeServer = {
  readonly calls: readonly Call[];
  readonly fetch: typeof fetch;
  on: <K extends EndpointName>(endpoint: K, handler: (call: Call) => Reply<K> | Promise<Reply<K>>) => void;
  /** Answers the next request to each of these endpoints as during an outage. */
  readonly failOnce: (...endpoints: readonly EndpointName[]) => void;
};

export function data<Data>(value: Data): Success<Data> {
  return { status: 200, body: { data: value } };
}

/** Builds an error reply. The status must match the contract's status for the code. */
export function refusal<const Code extends ErrorCode>(
  status: (typeof errorRegistry)[Code]['status'],
  body: Omit<ErrorBody, 'requestId' | 'message'> & { message: Code },
): Refusal<Code> {
  return { status, body: { ...body, requestId: 'req-test' } };
}

function matches(endpoint: string, method: string, pathname: string): boolean {
  const [wanted = '', pattern = ''] = endpoint.split(' ');
  const regex = new RegExp(`^${pattern.replaceAll(/:\w+/g, '[^/]+')}$`);
  return wanted === method && regex.test(pathname);
}

let pending = 0;

export const isAnswering = (): boolean => pending > 0;

export function createFakeServer(): FakeServer {
  pending = 0;
  const handlers = new Map<EndpointName, (call: Call) => AnyReply | Promise<AnyReply>>();
  const calls: Call[] = [];
  const failing = new Set<EndpointName>();
  return {
    calls,
    failOnce: (...endpoints) => endpoints.forEach((endpoint) => failing.add(endpoint)),
    on: (endpoint, handler) => void handlers.set(endpoint, handler),
    fetch: async (input, init) => {
      const url = new URL(input instanceof Request ? input.url : input);
      const method = init?.method ?? 'GET';
      const endpoint = [...handlers.keys()].find((known) => matches(known, method, url.pathname));
      const sent = typeof init?.body === 'string' ? init.body : 'null';
      const body: unknown = init?.body instanceof Blob ? init.body : JSON.parse(sent);
      const call = { endpoint: `${method} ${url.pathname}`, query: url.searchParams, body };
      calls.push(call);
      if (endpoint !== undefined && failing.delete(endpoint))
        return Response.json(refusal(503, { error: 'Tạm gián đoạn.', message: 'UNAVAILABLE' }).body, {
          status: 503,
        });
      const handler = endpoint === undefined ? undefined : handlers.get(endpoint);
      if (handler === undefined) throw new TypeError(`no handler for ${call.endpoint}`);
      pending += 1;
      const reply = await Promise.resolve(handler(call)).finally(() => (pending -= 1));
      return Response.json(reply.body, { status: reply.status });
    },
  };
}
