import { createServer } from 'node:http';
import { listenOnLoopback } from '@vid/testkit/network';

export type Application = {
  readonly origin: string;
  readonly redirectUri: string;
  nextArrival(timeoutMs: number): Promise<Arrival>;
  stop(): Promise<void>;
};

type Arrival = { readonly at: number; readonly hasCode: boolean };

export async function startApplication(): Promise<Application> {
  let arrived: ((arrival: Arrival) => void) | undefined;
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://application');
    if (pathname === '/callback') {
      const hasCode = searchParams.has('authCode') || searchParams.has('code');
      arrived?.({ at: performance.timeOrigin + performance.now(), hasCode });
    }
    response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>Application</title>');
  });
  const port = await listenOnLoopback(server);
  const origin = `http://127.0.0.1:${port}`;
  return {
    origin,
    redirectUri: `${origin}/callback`,
    nextArrival: (timeoutMs) =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(
          () => reject(new Error('the browser did not reach the application')),
          timeoutMs,
        );
        arrived = (arrival) => {
          clearTimeout(timer);
          resolve(arrival);
        };
      }),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
