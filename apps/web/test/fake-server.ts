import type { ErrorBody } from '@vid/contract/errors';
import type { EndpointName } from '../src/shared/api/request-types.ts';

export type Call = { endpoint: string; body: unknown };
type Reply = { status: number; body: unknown };
export type Handler = (call: Call) => Reply | Promise<Reply>;

/** What the network answers in a component test: it stands at the edge of the browser, where `fetch` is. */
export type FakeServer = {
  readonly calls: readonly Call[];
  readonly fetch: typeof fetch;
  on: (endpoint: EndpointName, handler: Handler) => void;
};

export const data = (value: unknown): Reply => ({ status: 200, body: { data: value } });

export function refusal(status: number, body: Omit<ErrorBody, 'requestId'>): Reply {
  return { status, body: { ...body, requestId: 'req-test' } };
}

function matches(endpoint: string, method: string, pathname: string): boolean {
  const [wanted = '', pattern = ''] = endpoint.split(' ');
  const regex = new RegExp(`^${pattern.replaceAll(/:\w+/g, '[^/]+')}$`);
  return wanted === method && regex.test(pathname);
}

export function createFakeServer(): FakeServer {
  const handlers = new Map<EndpointName, Handler>();
  const calls: Call[] = [];
  return {
    calls,
    on: (endpoint, handler) => void handlers.set(endpoint, handler),
    fetch: async (input, init) => {
      const url = new URL(input instanceof Request ? input.url : input);
      const method = init?.method ?? 'GET';
      const endpoint = [...handlers.keys()].find((known) => matches(known, method, url.pathname));
      const sent = typeof init?.body === 'string' ? init.body : 'null';
      const body: unknown = JSON.parse(sent);
      const call = { endpoint: `${method} ${url.pathname}`, body };
      calls.push(call);
      const handler = endpoint === undefined ? undefined : handlers.get(endpoint);
      if (handler === undefined) throw new TypeError(`nothing answers ${call.endpoint}`);
      const reply = await handler(call);
      return Response.json(reply.body, { status: reply.status });
    },
  };
}
