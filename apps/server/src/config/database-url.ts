import { userInfo } from 'node:os';
import type { Host, TlsSettings } from '@vid/sql/dial';

export type DatabaseAddress = {
  readonly hosts: readonly Host[];
  readonly database: string;
  readonly user: string;
  readonly password: string;
  readonly tls: TlsSettings | undefined;
};

const defaultPort = 5432;
const shape =
  /^postgres(?:ql)?:\/\/(?:(?<login>[^/?#]*)@)?(?<hosts>[^/?#@]*)(?:\/(?<database>[^?#]*))?(?:\?(?<query>[^#]*))?$/u;
/** Parameters that VID sets itself or ignores. */
const ignored = new Set(['application_name', 'fallback_application_name', 'connect_timeout', 'gssencmode']);
const known = new Set([
  'host',
  'port',
  'sslmode',
  'sslrootcert',
  'sslcert',
  'sslkey',
  'target_session_attrs',
  'channel_binding',
]);

/**
 * Parses a `postgres://` URL with the syntax of libpq for several hosts and TLS. Without `sslmode`,
 * connections have no TLS. PGHOST and PGPORT replace a missing host and port; PGUSER (or the user of this
 * process) and PGPASSWORD replace missing credentials.
 * @throws Error for a malformed URL, or a parameter that VID cannot honour; the message continues the
 *   setting's name ("VID_DATABASE_URL has …")
 */
export function parseDatabaseUrl(
  url: string,
  environment: Readonly<Record<string, string | undefined>> = process.env,
): DatabaseAddress {
  const { login = '', hosts = '', database = '', query = '' } = shape.exec(url)?.groups ?? malformed();
  const parameters = new Map(new URLSearchParams(query));
  for (const name of parameters.keys())
    if (!known.has(name) && !ignored.has(name))
      throw new Error(`has the parameter ${name}, which VID does not support`);
  refuseUnsupported(parameters);
  const colon = login.indexOf(':');
  const user =
    decode(colon === -1 ? login : login.slice(0, colon)) || (environment['PGUSER'] ?? userInfo().username);
  return {
    hosts: parseHosts(
      parameters.get('host') ?? (decode(hosts) || (environment['PGHOST'] ?? '')),
      parameters.get('port') ?? environment['PGPORT'],
    ),
    database: decode(database) || user,
    user,
    password: colon === -1 ? (environment['PGPASSWORD'] ?? '') : decode(login.slice(colon + 1)),
    tls: parseTls(parameters),
  };
}

function malformed(): never {
  throw new Error('must be a URL such as postgres://user:password@host:5432/database');
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return malformed();
  }
}

function parseHosts(hosts: string, ports: string | undefined): DatabaseAddress['hosts'] {
  const portOf = ports?.split(',');
  return hosts.split(',').map((text, index) => {
    const isSocket = text.startsWith('/');
    const { name = '', port } = /^(?<name>\[.*\]|[^:]*)(?::(?<port>\d+))?$/u.exec(text)?.groups ?? {};
    const host = isSocket ? text : name.replace(/^\[(.*)\]$/u, '$1') || 'localhost';
    if (!isSocket && text !== '' && name === '') return malformed();
    const number = Number(port ?? portOf?.[index] ?? portOf?.[0] ?? defaultPort);
    if (!Number.isInteger(number) || number < 1 || number > 65_535) return malformed();
    return { host, port: number };
  });
}

function refuseUnsupported(parameters: ReadonlyMap<string, string>): void {
  const session = parameters.get('target_session_attrs');
  // VID_DATABASE_URL must lead to the primary, because VID writes through it.
  if (session !== undefined && session !== 'primary' && session !== 'read-write')
    throw new Error(
      `has target_session_attrs=${session}, but VID needs the primary: leave it out, or use read-write`,
    );
  if (parameters.get('channel_binding') === 'require')
    throw new Error(
      'has channel_binding=require, which VID does not support: use sslmode=verify-full instead',
    );
}

const modes = ['prefer', 'require', 'verify-ca', 'verify-full'] as const;

function parseTls(parameters: ReadonlyMap<string, string>): TlsSettings | undefined {
  const text = parameters.get('sslmode') ?? 'disable';
  const rootCert = parameters.get('sslrootcert');
  if (text === 'disable') {
    if (rootCert !== undefined) throw new Error('has sslrootcert without sslmode: add sslmode=verify-full');
    return undefined;
  }
  const mode = modes.find((candidate) => candidate === text);
  if (!mode) throw new Error(`has sslmode=${text}: use disable, ${modes.join(', ')}`);
  if (rootCert === 'system' && mode !== 'verify-full')
    throw new Error('has sslrootcert=system, which needs sslmode=verify-full');
  const cert = parameters.get('sslcert');
  const key = parameters.get('sslkey');
  if ((cert === undefined) !== (key === undefined))
    throw new Error('must have both sslcert and sslkey, or neither');
  return {
    // As in libpq, `require` with a root certificate verifies the certificate authority.
    mode: mode === 'require' && rootCert !== undefined ? 'verify-ca' : mode,
    ...(rootCert === undefined ? {} : { rootCert }),
    ...(cert === undefined || key === undefined ? {} : { cert, key }),
  };
}
