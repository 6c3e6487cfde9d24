import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { Webhook } from 'standardwebhooks';

export type Received = {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
};
type Behaviour = number | ((response: ServerResponse) => void);

/** Starts a receiver on loopback that responds with status 204, or as `behave` sets. */
export async function startReceiver(host = '127.0.0.1') {
  const received: Received[] = [];
  let behaviour: Behaviour = 204;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      received.push({
        path: request.url ?? '',
        headers: request.headers,
        body: Buffer.concat(chunks).toString('utf8'),
      });
      if (typeof behaviour === 'number') response.writeHead(behaviour).end();
      else behaviour(response);
    });
  });
  server.listen(0, host);
  await once(server, 'listening');
  const at = server.address();
  const port = typeof at === 'object' && at ? at.port : 0;
  return {
    url: `http://${host}:${port}/hook`,
    port,
    received,
    behave(next: Behaviour): void {
      behaviour = next;
    },
    /** Returns the messages. Throws if a signature is wrong. */
    verified: (secret: string) =>
      received.map(({ body, headers }) => {
        const names = ['webhook-id', 'webhook-timestamp', 'webhook-signature'] as const;
        const signed = Object.fromEntries(names.map((name) => [name, String(headers[name])]));
        return Object(new Webhook(secret).verify(body, signed));
      }),
    ids: () => received.map(({ headers }) => headers['webhook-id']),
    async close(): Promise<void> {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

export type Receiver = Awaited<ReturnType<typeof startReceiver>>;
