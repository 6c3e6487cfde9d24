import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { ClientRequest, IncomingMessage, type Agent } from 'node:http';
import { SpanStatusCode, type Span } from '@opentelemetry/api';
import { markFailed, type Spans } from './spans.ts';

type Message = { readonly request?: unknown; readonly response?: unknown; readonly error?: unknown };

/**
 * Gives every outgoing HTTP request whose trace is recorded a span with its method and host, but without its
 * path, which may contain secrets. Node reports requests of `node:http` and of `fetch` through
 * `node:diagnostics_channel`. Requests by `ownAgents`, which send the spans, have no span. Returns a function
 * that stops the tracing.
 */
export function traceOutgoingCalls(
  spans: Pick<Spans, 'startCall'>,
  ownAgents: ReadonlySet<Agent>,
): () => void {
  const calls = new WeakMap<object, Span>();

  const begin = (request: object, method: string, url: { host: string; hostname: string }): void => {
    const span = spans.startCall(`${method} ${url.host}`, {
      'http.request.method': method,
      'server.address': url.hostname,
    });
    if (span) calls.set(request, span);
  };
  const end = (request: unknown, finish: (span: Span) => void): void => {
    if (typeof request !== 'object' || request === null) return;
    const span = calls.get(request);
    if (!span) return;
    calls.delete(request);
    finish(span);
    span.end();
  };
  const answered = (request: unknown, status: number): void =>
    end(request, (span) => {
      span.setAttribute('http.response.status_code', status);
      if (status >= 400) span.setStatus({ code: SpanStatusCode.ERROR });
    });

  const listeners: Readonly<Record<string, (message: Message) => void>> = {
    'http.client.request.created': ({ request }) => {
      if (!(request instanceof ClientRequest) || ownAgents.has(Reflect.get(request, 'agent'))) return;
      begin(request, request.method, { host: hostOf(request), hostname: request.host });
    },
    'http.client.response.finish': ({ request, response }) => {
      if (response instanceof IncomingMessage) answered(request, response.statusCode ?? 0);
    },
    'undici:request:create': ({ request }) => {
      const { origin, method } = fieldsOf(request);
      if (URL.canParse(String(origin))) begin(Object(request), String(method), new URL(String(origin)));
    },
    'undici:request:headers': ({ request, response }) =>
      answered(request, Number(fieldsOf(response)['statusCode'])),
    'http.client.request.error': ({ request, error }) => end(request, (span) => markFailed(span, error)),
    'undici:request:error': ({ request, error }) => end(request, (span) => markFailed(span, error)),
  };

  const entries = Object.entries(listeners).map(
    ([channel, listener]) => [channel, (message: unknown) => listener(fieldsOf(message))] as const,
  );
  for (const [channel, listener] of entries) subscribe(channel, listener);
  return () => {
    for (const [channel, listener] of entries) unsubscribe(channel, listener);
  };
}

const hostOf = (request: ClientRequest): string => String(request.getHeader('host') ?? request.host);

/** Returns the value if it is an object, and otherwise an empty object. */
function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every object may be read by names
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
}
