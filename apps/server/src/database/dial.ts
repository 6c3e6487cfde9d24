import { readFile } from 'node:fs/promises';
import { connect, isIP, type Socket } from 'node:net';
import { connect as connectTls, getCACertificates, type ConnectionOptions } from 'node:tls';
import type { DatabaseAddress, TlsSettings } from '#config/database-url.ts';
import { TlsFault, toTlsFault } from './tls-fault.ts';

type Host = DatabaseAddress['hosts'][number];

export const nameOfHost = ({ host, port }: Host): string =>
  host.startsWith('/') ? host : `${host.includes(':') ? `[${host}]` : host}:${port}`;

/** Asks for TLS before the start-up message (PostgreSQL documentation, 54.2.10). */
const tlsRequest = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]);

/**
 * Connects to one host, with TLS according to its settings.
 * @throws TlsFault with an explanation, or the network's error
 */
export async function dialHost(
  target: Host,
  tls: TlsSettings | undefined,
  timeoutMs: number,
): Promise<Socket> {
  const { host, port } = target;
  const isDirectory = host.startsWith('/');
  const signal = AbortSignal.timeout(timeoutMs);
  const socket = connect({
    ...(isDirectory ? { path: `${host}/.s.PGSQL.${port}` } : { host, port }),
    noDelay: true,
    keepAlive: true,
  });
  let open = socket;
  try {
    await settled(socket, 'connect', signal);
    // libpq does not use TLS on a Unix socket either.
    if (!tls || isDirectory) return socket;
    socket.write(tlsRequest);
    const reply = await settled(socket, 'data', signal);
    // More than one byte would have been injected in front of the handshake (CVE-2021-23222).
    const answer = Buffer.isBuffer(reply) && reply.length === 1 ? reply.toString('latin1') : '';
    if (answer === 'N' && tls.mode === 'prefer') return socket;
    if (answer !== 'S') {
      // An error message begins with E: the server is too busy or starting.
      if (answer === '' && Buffer.isBuffer(reply) && reply[0] === 69)
        throw connectionError('ECONNRESET', target);
      throw new TlsFault(
        `The database server ${nameOfHost(target)} does not offer TLS. Switch it on there (ssl = on).`,
      );
    }
    open = connectTls({ socket, ...(await tlsOptions(tls, host)) });
    await settled(open, 'secureConnect', signal);
    return open;
  } catch (error) {
    open.destroy();
    socket.destroy();
    throw signal.aborted ? connectionError('ETIMEDOUT', target) : toTlsFault(error, nameOfHost(target));
  }
}

async function tlsOptions(tls: TlsSettings, host: string): Promise<ConnectionOptions> {
  const { mode, rootCert, cert, key } = tls;
  return {
    // The name that the certificate is checked against. A server name in the handshake must not be an address (RFC
    // 6066 3).
    host,
    ...(isIP(host) === 0 ? { servername: host } : {}),
    rejectUnauthorized: mode === 'verify-ca' || mode === 'verify-full',
    ...(mode === 'verify-full' ? {} : { checkServerIdentity: () => undefined }),
    ...(rootCert === undefined
      ? {}
      : { ca: rootCert === 'system' ? getCACertificates('system') : await readPem('sslrootcert', rootCert) }),
    ...(cert === undefined ? {} : { cert: await readPem('sslcert', cert) }),
    ...(key === undefined ? {} : { key: await readPem('sslkey', key) }),
  };
}

/** Read at each connection, so that a renewed file is used without a restart. */
async function readPem(parameter: string, path: string): Promise<string> {
  try {
    const text = await readFile(path, 'utf8');
    if (text.includes('-----BEGIN ')) return text;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    throw new TlsFault(
      `VID cannot read the file ${path}, named by ${parameter} in VID_DATABASE_URL (${code}).`,
      {
        cause: error,
      },
    );
  }
  throw new TlsFault(`The file ${path}, named by ${parameter} in VID_DATABASE_URL, is not in PEM format.`);
}

function connectionError(code: string, host: Host): Error {
  return Object.assign(new Error(`no connection to the database server ${nameOfHost(host)} (${code})`), {
    code,
  });
}

/** Resolves with the event's first argument. Rejects on an error, an abort, and a connection that closes before. */
function settled(socket: Socket, event: string, signal: AbortSignal): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const end = (finish: () => void): void => {
      socket.off(event, succeed).off('error', fail).off('close', closed);
      signal.removeEventListener('abort', closed);
      finish();
    };
    const succeed = (value?: unknown): void => end(() => resolve(value));
    const fail = (error: Error): void => {
      // A later error of the same socket must not be unhandled.
      socket.on('error', () => undefined);
      end(() => reject(error));
    };
    const closed = (): void => fail(Object.assign(new Error('connection closed'), { code: 'ECONNRESET' }));
    socket.once(event, succeed).once('error', fail).once('close', closed);
    signal.addEventListener('abort', closed, { once: true });
  });
}
