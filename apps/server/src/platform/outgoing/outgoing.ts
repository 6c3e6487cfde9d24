import http, { type ClientRequest, type IncomingMessage } from 'node:http';
import https from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import type { Duplex } from 'node:stream';
import type { ResolveHost } from '#ports/dns.ts';
import type { MaySend } from '#platform/installation/may-send.ts';
import type { AddressGuard } from './address-guard.ts';

/** Reason why a request got no response. `blocked`: the IP address is not allowed, or this database is a copy. */
export type PostError = 'blocked' | 'dns' | 'connection' | 'tls' | 'timeout' | 'protocol';

export type Posted =
  /** `text` is the beginning of the response body; `date` and `retryAfter` are the headers of these names. */
  | {
      readonly status: number;
      readonly text: string;
      readonly date?: string | undefined;
      readonly retryAfter?: string | undefined;
    }
  | { readonly error: PostError };

type Post = {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};

type Options = {
  readonly guard: AddressGuard;
  readonly resolve: ResolveHost;
  readonly maySend: MaySend;
  readonly timeoutMs?: number;
};

const defaultTimeoutMs = 5_000;
const keptBytes = 1_024;

class Blocked extends Error {}
class NotFound extends Error {}

/**
 * Creates a client for requests to URLs that applications chose. The IP address is checked when the
 * connection is made, and the connection goes to the checked address, so that a name cannot change its
 * address in between (DNS rebinding). The client follows no redirects, decodes nothing, and closes the
 * connection after the first kilobyte of a longer response. It uses no proxy, because a proxy would resolve
 * the name itself.
 */
export function createOutgoing({ guard, resolve, maySend, timeoutMs = defaultTimeoutMs }: Options) {
  // Node calls `lookup` only for host names, and connects only to the addresses that it returns.
  const lookup: LookupFunction = (host, options, callback) => {
    const answer = async (): Promise<void> => {
      let found: readonly string[];
      try {
        found = await resolve(host);
      } catch (error) {
        callback(new NotFound('unknown host', { cause: error }), '', 0);
        return;
      }
      const addresses = found
        .filter((address) => guard.isAllowed(address))
        .map((address) => ({ address, family: isIP(address) }));
      const [first] = addresses;
      if (!first) callback(new Blocked(`no address of ${host} is allowed`), '', 0);
      else if (options.all) callback(null, addresses);
      else callback(null, first.address, first.family);
    };
    void answer();
  };
  const connection = {
    keepAlive: true,
    maxSockets: 16,
    maxFreeSockets: 4,
    timeout: timeoutMs,
    lookup,
    proxyEnv: {},
  };
  const agents = { 'http:': new http.Agent(connection), 'https:': new https.Agent(connection) };

  const send = async ({ url, headers, body }: Post, signal: AbortSignal): Promise<Posted> => {
    const { protocol, hostname } = new URL(url);
    const host = hostname.replace(/^\[(.*)\]$/u, '$1');
    if (isIP(host) !== 0 && !guard.isAllowed(host)) return { error: 'blocked' };
    const isHttps = protocol === 'https:';
    const options = {
      method: 'POST',
      headers: { ...headers, 'content-length': Buffer.byteLength(body) },
      maxHeaderSize: 16_384,
      signal,
    };
    const request = isHttps
      ? https.request(url, { ...options, agent: agents['https:'] })
      : http.request(url, { ...options, agent: agents['http:'] });
    try {
      return await exchange(request, body);
    } catch (error) {
      // Retry if the server closed the idle keep-alive connection (Node's documentation of `reusedSocket`).
      if (request.reusedSocket && codeOf(error) === 'ECONNRESET') return send({ url, headers, body }, signal);
      return { error: signal.aborted ? 'timeout' : toError(error) };
    }
  };

  return {
    async post(request: Post): Promise<Posted> {
      return (await maySend()) ? send(request, AbortSignal.timeout(timeoutMs)) : { error: 'blocked' };
    },
    close(): void {
      for (const agent of Object.values(agents)) agent.destroy();
    },
  };
}

function exchange(request: ClientRequest, body: string): Promise<Posted> {
  return new Promise((resolve, reject) => {
    request.on('error', reject);
    // Without a listener, Node destroys an upgraded connection and reports nothing.
    request.on('upgrade', (response: IncomingMessage, socket: Duplex) => {
      socket.destroy();
      resolve({ status: response.statusCode ?? 101, text: '' });
    });
    const closed = (): void => reject(new Error('the connection was closed without an answer'));
    request.on('close', closed);
    request.on('response', (response: IncomingMessage) => {
      request.off('close', closed);
      const status = response.statusCode ?? 0;
      const chunks: Buffer[] = [];
      let size = 0;
      const finish = (): void =>
        resolve({
          status,
          text: toText(Buffer.concat(chunks)),
          date: response.headers.date,
          retryAfter: response.headers['retry-after'],
        });
      response.on('data', (chunk: Buffer) => {
        chunks.push(chunk);
        size += chunk.length;
        if (size <= keptBytes) return;
        finish();
        response.destroy();
      });
      // Once the status has arrived, an error in the rest of the response does not change the result.
      request.off('error', reject);
      for (const source of [request, response]) source.on('error', finish);
      response.on('close', finish);
    });
    request.end(body);
  });
}

/**
 * Decodes the first `keptBytes`, without control characters except line feeds and tabs; PostgreSQL cannot
 * store NUL.
 */
function toText(bytes: Buffer): string {
  const text = bytes.subarray(0, keptBytes).toString('utf8');
  return text.replaceAll(/[^\P{Cc}\n\t]/gu, '').trim();
}

function toError(error: unknown): PostError {
  const causes = error instanceof AggregateError ? error.errors : [error];
  if (causes.some((cause) => cause instanceof Blocked)) return 'blocked';
  if (causes.some((cause) => cause instanceof NotFound)) return 'dns';
  const code = codeOf(error);
  if (/^(?:CERT_|ERR_TLS_|ERR_SSL_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_|EPROTO)/u.test(code)) return 'tls';
  return code.startsWith('HPE_') ? 'protocol' : 'connection';
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

export type Outgoing = ReturnType<typeof createOutgoing>;
