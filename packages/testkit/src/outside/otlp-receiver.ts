import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { listenOnLoopback } from '../network.ts';

type Value = {
  readonly stringValue?: string;
  readonly intValue?: number | string;
  readonly doubleValue?: number;
  readonly boolValue?: boolean;
};
type Attribute = { readonly key: string; readonly value: Value };
type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;

export type ReceivedSpan = {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly kind: number;
  readonly status: { readonly code: number };
  readonly attributes: Attributes;
};
type Point = {
  readonly attributes: readonly Attribute[];
  readonly asDouble?: number;
  readonly count?: number;
  readonly bucketCounts?: readonly number[];
  readonly explicitBounds?: readonly number[];
};
export type ReceivedMetric = {
  readonly name: string;
  readonly sum?: { readonly isMonotonic: boolean; readonly dataPoints: readonly Point[] };
  readonly gauge?: { readonly dataPoints: readonly Point[] };
  readonly histogram?: { readonly dataPoints: readonly Point[] };
};

type RawSpan = Omit<ReceivedSpan, 'attributes'> & { readonly attributes: readonly Attribute[] };
export type ReceivedLog = {
  readonly timeUnixNano: string;
  readonly eventName: string;
  readonly severityText: string;
  readonly attributes: Attributes;
};
type RawLog = Omit<ReceivedLog, 'attributes'> & { readonly attributes: readonly Attribute[] };

type Body = {
  readonly resourceSpans?: readonly {
    readonly scopeSpans: readonly { readonly spans: readonly RawSpan[] }[];
  }[];
  readonly resourceMetrics?: readonly {
    readonly scopeMetrics: readonly { readonly metrics: readonly ReceivedMetric[] }[];
  }[];
  readonly resourceLogs?: readonly {
    readonly scopeLogs: readonly { readonly logRecords: readonly RawLog[] }[];
  }[];
};
type Answer = { readonly status: number; readonly body: object };
type Received = { readonly url: string; readonly headers: IncomingHttpHeaders; readonly text: string };

export const attributesOf = (list: readonly Attribute[]): Attributes =>
  Object.fromEntries(
    list.map(({ key, value }) => [
      key,
      value.stringValue ?? value.intValue ?? value.doubleValue ?? value.boolValue,
    ]),
  );

function respond(response: ServerResponse, { status, body }: Answer): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

/** Starts an OpenTelemetry collector on loopback that records what it gets (OTLP over HTTP, JSON). */
export async function startOtlpReceiver() {
  const requests: Received[] = [];
  const held: ServerResponse[] = [];
  let answer: Answer | 'hold' = { status: 200, body: {} };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString('utf8');
      requests.push({ url: request.url ?? '', headers: request.headers, text });
      if (answer === 'hold') held.push(response);
      else respond(response, answer);
    });
  });
  const port = await listenOnLoopback(server);
  const bodies = (): readonly Body[] => requests.map(({ text }): Body => JSON.parse(text));
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    spans: (): readonly ReceivedSpan[] =>
      bodies()
        .flatMap(({ resourceSpans = [] }) => resourceSpans)
        .flatMap(({ scopeSpans }) => scopeSpans)
        .flatMap(({ spans }) => spans)
        .map((span) => ({ ...span, attributes: attributesOf(span.attributes) })),
    metrics: (): readonly ReceivedMetric[] =>
      bodies()
        .flatMap(({ resourceMetrics = [] }) => resourceMetrics)
        .flatMap(({ scopeMetrics }) => scopeMetrics)
        .flatMap(({ metrics }) => metrics),
    logs: (): readonly ReceivedLog[] =>
      bodies()
        .flatMap(({ resourceLogs = [] }) => resourceLogs)
        .flatMap(({ scopeLogs }) => scopeLogs)
        .flatMap(({ logRecords }) => logRecords)
        .map((log) => ({ ...log, attributes: attributesOf(log.attributes) })),
    answer(status: number, body: object = {}): void {
      answer = { status, body };
    },
    /** Leaves later requests without a response until `release`. */
    hold(): void {
      answer = 'hold';
    },
    release(): void {
      answer = { status: 200, body: {} };
      for (const response of held.splice(0)) respond(response, answer);
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

export type OtlpReceiver = Awaited<ReturnType<typeof startOtlpReceiver>>;
