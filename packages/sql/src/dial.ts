import { readFile } from 'node:fs/promises';
import { connect, isIP, type Socket } from 'node:net';
import { connect as connectTls, getCACertificates, type ConnectionOptions } from 'node:tls';
import { ReadOnlyServer } from './errors.ts';
import { TlsFault, toTlsFault } from './tls-fault.ts';

/** A host name that begins with `/` is the directory of a Unix socket. */
export type Host = { readonly host: string; readonly port: number };

/**
 * The TLS mode of libpq, and paths of PEM files. `rootCert` may also be `system`, for the certificate authorities that
 * the machine trusts.
 */
export type TlsSettings = {
  readonly mode: 'prefer' | 'require' | 'verify-ca' | 'verify-full';
  readonly rootCert?: string;
  readonly cert?: string;
  readonly key?: string;
};

export type ServerAddress = {
  /** Hosts that a dial tries in turn. */
  readonly hosts: readonly Host[];
  readonly tls?: TlsSettings | undefined;
  /** Name of the setting that contains the address, for error messages. */
  readonly setting?: string;
};

export type DialOptions = {
  /**
   * True if a read-only server is accepted. By default, a connection to a standby or another read-only server
   * fails, and the next connection starts with the next host.
   */
  readonly acceptsReadOnly?: boolean | undefined;
};

export type Dialled = {
  readonly socket: Socket;
  /** Returns an error if a parameter reported before the first query makes the server unusable. */
  readonly refuse: (parameter: string, value: string) => ReadOnlyServer | undefined;
};

const oneHostMs = 2_000;
const eachHostMs = 1_000;

/** Index of the host that the next connection to a server tries first, shared by all pools of the process. */
const firstHost = new Map<string, number>();

const nameOfHost = ({ host, port }: Host): string =>
  host.startsWith('/') ? host : `${host.includes(':') ? `[${host}]` : host}:${port}`;

export const nameOfServer = ({ hosts }: ServerAddress): string => hosts.map(nameOfHost).join();

/** Returns the time limit of `dial` in milliseconds, enough to try every host. */
export function dialMs({ hosts }: ServerAddress): number {
  return hosts.length === 1 ? oneHostMs : hosts.length * eachHostMs + eachHostMs;
}

/**
 * Connects to the first host that answers, with the TLS mode of `address`. A read-only server is recognized
 * only when it reports its parameters: `refuse` then returns the error, and the next dial starts with the
 * next host.
 * @throws TlsFault with an explanation, or the network's error
 */
export async function dial(
  address: ServerAddress,
  { acceptsReadOnly = false }: DialOptions = {},
): Promise<Dialled> {
  const { hosts } = address;
  const key = nameOfServer(address);
  const first = firstHost.get(key) ?? 0;
  const errors: unknown[] = [];
  for (let step = 0; step < hosts.length; step += 1) {
    const index = (first + step) % hosts.length;
    const host = hosts[index];
    if (!host) break;
    try {
      const socket = await dialHost(host, address);
      firstHost.set(key, index);
      return {
        socket,
        refuse(parameter, value) {
          const isStandby = parameter === 'in_hot_standby';
          const isReport = isStandby || parameter === 'default_transaction_read_only';
          if (acceptsReadOnly || !isReport || value !== 'on') return undefined;
          firstHost.set(key, (index + 1) % hosts.length);
          return new ReadOnlyServer(
            isStandby ? 'standby' : 'setting',
            hosts.length > 1 ? nameOfHost(host) : undefined,
          );
        },
      };
    } catch (error) {
      errors.push(error);
    }
  }
  // Prefer an error that is not about TLS, because a retry may reach a host that was down, but does not repair TLS.
  throw errors.find((error) => !(error instanceof TlsFault)) ?? errors[0];
}

/**
 * Message that requests TLS before the start-up message (PostgreSQL documentation, “SSL Session Encryption”).
 */
const tlsRequest = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]);

async function dialHost(
  target: Host,
  { hosts, tls, setting = 'the address' }: ServerAddress,
): Promise<Socket> {
  const { host, port } = target;
  const isDirectory = host.startsWith('/');
  const signal = AbortSignal.timeout(hosts.length === 1 ? oneHostMs : eachHostMs);
  const socket = connect({
    ...(isDirectory ? { path: `${host}/.s.PGSQL.${port}` } : { host, port }),
    noDelay: true,
    keepAlive: true,
    // Firewalls and load balancers drop idle connections long before the system's first probe, after two hours.
    keepAliveInitialDelay: 60_000,
  });
  let open = socket;
  try {
    await settled(socket, 'connect', signal);
    // Like libpq, VID does not use TLS on a Unix socket.
    if (!tls || isDirectory) return socket;
    socket.write(tlsRequest);
    const reply = await settled(socket, 'data', signal);
    // A second byte would have been injected before the handshake (CVE-2021-23222).
    const answer = Buffer.isBuffer(reply) && reply.length === 1 ? reply.toString('latin1') : '';
    if (answer === 'N' && tls.mode === 'prefer') return socket;
    if (answer !== 'S') {
      // The byte E begins an error message of a server that is too busy or starting.
      if (answer === '' && Buffer.isBuffer(reply) && reply[0] === 69)
        throw connectionError('ECONNRESET', target);
      throw new TlsFault(
        `The database server ${nameOfHost(target)} does not offer TLS. Switch it on there (ssl = on).`,
      );
    }
    open = connectTls({ socket, ...(await tlsOptions(tls, host, setting)) });
    await settled(open, 'secureConnect', signal);
    return open;
  } catch (error) {
    open.destroy();
    socket.destroy();
    throw signal.aborted ? connectionError('ETIMEDOUT', target) : toTlsFault(error, nameOfHost(target));
  }
}

async function tlsOptions(tls: TlsSettings, host: string, setting: string): Promise<ConnectionOptions> {
  const { mode, rootCert, cert, key } = tls;
  const readPem = (parameter: string, path: string) =>
    readFileInPem(path, `named by ${parameter} in ${setting}`);
  return {
    // The name that the certificate is checked against. The server name in the handshake must not be an IP address (RFC
    // 6066 section 3).
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

/** Reads the file for each connection, so that a renewed file takes effect without a restart. */
async function readFileInPem(path: string, origin: string): Promise<string> {
  try {
    const text = await readFile(path, 'utf8');
    if (text.includes('-----BEGIN ')) return text;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    throw new TlsFault(`Cannot read the file ${path}, ${origin} (${code}).`, { cause: error });
  }
  throw new TlsFault(`The file ${path}, ${origin}, is not in PEM format.`);
}

function connectionError(code: string, host: Host): Error {
  return Object.assign(new Error(`no connection to the database server ${nameOfHost(host)} (${code})`), {
    code,
  });
}

/**
 * Resolves with the first argument of the event. Rejects on an error, on an abort, or if the connection closes first.
 */
function settled(socket: Socket, event: string, signal: AbortSignal): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const end = (finish: () => void): void => {
      socket.off(event, succeed).off('error', fail).off('close', closed);
      signal.removeEventListener('abort', closed);
      finish();
    };
    const succeed = (value?: unknown): void => end(() => resolve(value));
    const fail = (error: Error): void => {
      // Ignore later errors of this socket, which would otherwise be unhandled.
      socket.on('error', () => undefined);
      end(() => reject(error));
    };
    const closed = (): void => fail(Object.assign(new Error('connection closed'), { code: 'ECONNRESET' }));
    socket.once(event, succeed).once('error', fail).once('close', closed);
    signal.addEventListener('abort', closed, { once: true });
  });
}
