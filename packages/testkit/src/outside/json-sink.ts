import { createServer, type IncomingHttpHeaders } from 'node:http';
import { listenOnLoopback } from '../network.ts';

type Received = {
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly json: Readonly<Record<string, unknown>>;
};

/** Starts a loopback server that answers every request with the chosen status and body, and records the requests. */
export async function startJsonSink() {
  const requests: Received[] = [];
  let answer: { readonly status: number; readonly body: string } = { status: 200, body: '{}' };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const json: Received['json'] = JSON.parse(Buffer.concat(chunks).toString('utf8') || '{}');
      requests.push({ url: request.url ?? '', headers: request.headers, json });
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body);
    });
  });
  const port = await listenOnLoopback(server);
  return {
    url: new URL(`http://127.0.0.1:${port}/`),
    requests,
    /** Sets the response to later requests. An object is sent as JSON, a string unchanged. */
    answer(body: object | string, status = 200): void {
      answer = { status, body: typeof body === 'string' ? body : JSON.stringify(body) };
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
