import { EventEmitter, once } from 'node:events';
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import { listenOnLoopback } from '@vid/testkit/network';

export type Watch = {
  /** Resolves once `count` matching requests have arrived. */
  arrived(count: number): Promise<void>;
  /** Lets held requests through, and holds back no further requests. */
  release(): void;
};

export type Proxy = {
  readonly port: number;
  /**
   * Watches requests by path.
   * @param holdFrom number of the first matching request to hold back until `release`; by default, none is held back
   */
  watch(path: RegExp, options?: { holdFrom?: number }): Watch;
  reset(): void;
  close(): void;
};

type Rule = {
  readonly path: RegExp;
  readonly arrivals: EventEmitter;
  readonly released: Promise<void>;
  readonly release: () => void;
  readonly holdFrom: number;
  count: number;
};

const loopback = new Set(['localhost', '127.0.0.1']);

/**
 * Starts an HTTP proxy for the browsers under test. The proxy reaches only servers on this machine, requests Vietnamese
 * pages, and can hold back requests, for which the two browsers' protocols have no common command.
 */
export async function startProxy(): Promise<Proxy> {
  const rules = new Set<Rule>();
  const server = createServer((asked, answer) => void forward(asked, answer, rules));
  // Browsers send CONNECT for HTTPS, which no server under test uses.
  server.on('connect', (_asked, socket) => socket.end('HTTP/1.1 403 Forbidden\r\ncontent-length: 0\r\n\r\n'));
  const port = await listenOnLoopback(server);
  return {
    port,
    watch: (path, { holdFrom = Infinity } = {}) => {
      const { promise: released, resolve: release } = Promise.withResolvers<void>();
      const rule: Rule = { path, arrivals: new EventEmitter(), released, release, holdFrom, count: 0 };
      rules.add(rule);
      return {
        arrived: async (count) => {
          while (rule.count < count) await once(rule.arrivals, 'arrival');
        },
        release,
      };
    },
    reset: () => {
      for (const { release } of rules) release();
      rules.clear();
    },
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

async function forward(asked: IncomingMessage, answer: ServerResponse, rules: Set<Rule>): Promise<void> {
  const target = URL.parse(asked.url ?? '');
  if (!target || !loopback.has(target.hostname)) return void answer.writeHead(403).end();
  const { hostname, port, pathname, search } = target;
  const matching = [...rules].filter(({ path }) => path.test(pathname));
  for (const rule of matching) {
    rule.count += 1;
    rule.arrivals.emit('arrival');
    if (rule.count >= rule.holdFrom) await rule.released;
  }
  // The browser has aborted the held request.
  if (answer.destroyed) return;
  const { method } = asked;
  // WebKitGTK requests the system's language and has no setting for another one.
  const headers = { ...asked.headers, 'accept-language': 'vi-VN,vi;q=0.9' };
  const passed = request({ hostname, port, path: pathname + search, method, headers }, (response) => {
    // Do not let the browser cache a watched file, so that the next page requests it again.
    const caching = matching.length > 0 ? { 'cache-control': 'no-store' } : {};
    answer.writeHead(response.statusCode ?? 502, { ...response.headers, ...caching });
    response.pipe(answer);
  });
  passed.once('error', () => answer.destroy());
  answer.once('close', () => passed.destroy());
  asked.pipe(passed);
}
