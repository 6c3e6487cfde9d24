import { createServer, type IncomingHttpHeaders } from 'node:http';
import { listenOnLoopback } from './network.ts';

/** One request that reached the sink, read to its end. */
export type SinkRequest = {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  /** The parsed body; the default template gives `requestId`, `to` and `text`. */
  readonly json: Readonly<Record<string, string>>;
};

/**
 * What the sink does with the next requests. `accept` 202; `hang` takes the request and never answers; `cut`
 * takes it and breaks the connection; a number answers with that status.
 */
export type SinkBehaviour = 'accept' | 'hang' | 'cut' | number;

export type SmsSink = {
  readonly url: string;
  readonly requests: readonly SinkRequest[];
  /** Those it answered as accepted. */
  readonly accepted: readonly SinkRequest[];
  /** Connections made so far, and those that are open now. */
  connections(): number;
  openConnections(): Promise<number>;
  /** Applies from now on; a list is used up one by one, its last entry stays. */
  behave(...behaviours: readonly SinkBehaviour[]): void;
  close(): Promise<void>;
};

/** An SMS gateway on loopback: a real HTTP server that keeps what it is sent, and tells `take` what it accepts. */
export async function startSmsSink(take?: (accepted: SinkRequest) => void): Promise<SmsSink> {
  const requests: SinkRequest[] = [];
  const accepted: SinkRequest[] = [];
  let plan: SinkBehaviour[] = ['accept'];
  let connections = 0;

  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString('utf8');
      const json: Record<string, string> = JSON.parse(body);
      const seen = { headers: request.headers, body, json };
      requests.push(seen);
      const behaviour = (plan.length > 1 ? plan.shift() : plan[0]) ?? 'accept';
      if (behaviour === 'hang') return;
      if (behaviour === 'cut') {
        request.socket.destroy();
        return;
      }
      const status = behaviour === 'accept' ? 202 : behaviour;
      response.writeHead(status, status >= 300 && status < 400 ? { location: '/elsewhere' } : {});
      response.end('{}');
      if (status >= 300) return;
      accepted.push(seen);
      take?.(seen);
    });
  });
  server.on('connection', () => {
    connections += 1;
  });
  const port = await listenOnLoopback(server);
  return {
    url: `http://127.0.0.1:${port}/sms`,
    requests,
    accepted,
    connections: () => connections,
    openConnections: () =>
      new Promise((resolve, reject) => {
        server.getConnections((error, count) => (error ? reject(error) : resolve(count)));
      }),
    behave(...behaviours) {
      plan = [...behaviours];
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
