import { createServer, type IncomingHttpHeaders } from 'node:http';
import { listenOnLoopback } from '../network.ts';

export type SinkRequest = {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  /** Parsed body. The default template has `requestId`, `to` and `text`. */
  readonly json: Readonly<Record<string, string>>;
};

/**
 * Response to the next requests. `accept` responds with 202, `hang` never responds, `cut` breaks the connection, and a
 * number is sent as the status.
 */
export type SinkBehaviour = 'accept' | 'hang' | 'cut' | number;

export type SmsSink = {
  readonly url: string;
  readonly requests: readonly SinkRequest[];
  readonly accepted: readonly SinkRequest[];
  connections(): number;
  openConnections(): Promise<number>;
  /**
   * Sets the behaviour of the next requests, one entry for each request. The last entry applies to all later requests.
   */
  behave(...behaviours: readonly SinkBehaviour[]): void;
  close(): Promise<void>;
};

/** Starts an SMS gateway on loopback that records its requests. Calls `onAccepted` for each accepted request. */
export async function startSmsSink(onAccepted?: (request: SinkRequest) => void): Promise<SmsSink> {
  const requests: SinkRequest[] = [];
  const accepted: SinkRequest[] = [];
  let behaviours: SinkBehaviour[] = ['accept'];
  let connections = 0;

  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString('utf8');
      const json: Record<string, string> = JSON.parse(body);
      const received = { headers: request.headers, body, json };
      requests.push(received);
      const behaviour = (behaviours.length > 1 ? behaviours.shift() : behaviours[0]) ?? 'accept';
      if (behaviour === 'hang') return;
      if (behaviour === 'cut') {
        request.socket.destroy();
        return;
      }
      const status = behaviour === 'accept' ? 202 : behaviour;
      response.writeHead(status, status >= 300 && status < 400 ? { location: '/elsewhere' } : {});
      response.end('{}');
      if (status >= 300) return;
      accepted.push(received);
      onAccepted?.(received);
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
    behave(...next) {
      behaviours = [...next];
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
