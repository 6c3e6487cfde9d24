import { httpUrl, integer, key, oneOf, origin, postgresUrl, networks, text } from '../parsers.ts';
import { define, secret } from './setting.ts';

export const serverSettings = {
  mode: define(
    'VID_MODE',
    oneOf('evaluation', 'production'),
    'evaluation',
    'evaluation: loopback only, outbox page, sample data. production: refuses to start with a missing or unsafe setting.',
  ),
  host: define('VID_HOST', text, '127.0.0.1', 'Address to listen on.'),
  port: define('VID_PORT', integer(0, 65_535), '8080', 'Port to listen on; 0 chooses a free one.'),
  workers: define('VID_WORKERS', integer(1, 64), '1', 'Number of processes that share the port.'),
  publicUrl: define(
    'VID_PUBLIC_URL',
    origin,
    undefined,
    'Origin that browsers use, such as https://id.example.vn. Determines cookies, links and the origin line of an SMS. Default in evaluation mode: http://localhost:PORT.',
  ),
  trustedProxies: define(
    'VID_TRUSTED_PROXIES',
    networks,
    '',
    'Addresses or CIDR blocks of proxies whose X-Forwarded-For is trusted.',
  ),
  masterKey: secret(
    define(
      'VID_MASTER_KEY',
      key,
      undefined,
      '32 bytes (hexadecimal or base64) from which all encryption keys are derived. In evaluation mode it is generated and stored in the data folder.',
    ),
  ),
  dataDir: define(
    'VID_DATA_DIR',
    text,
    undefined,
    'Folder of the embedded database, the evaluation key and the first administrator’s password. Default: .vid in the checkout.',
  ),
  dataFreeMib: define(
    'VID_DATA_FREE_MIB',
    integer(0, 1_000_000_000),
    '256',
    'Embedded database: free disk space in MiB below which readiness fails.',
  ),
  geoipFile: define(
    'VID_GEOIP_FILE',
    text,
    undefined,
    'City database in MaxMind’s format (.mmdb), such as GeoLite2 City or DB-IP City Lite. Sessions and QR sign-ins then show a place. Each process reads it into memory.',
  ),
  databaseUrl: secret(
    define(
      'VID_DATABASE_URL',
      postgresUrl,
      undefined,
      'postgres://… URL of an external PostgreSQL 15 or newer, instead of the embedded one. Several hosts are separated by commas; VID uses the one that accepts writes. TLS: sslmode, sslrootcert, sslcert, sslkey.',
    ),
  ),
  databasePool: define(
    'VID_DATABASE_POOL',
    integer(1, 200),
    '10',
    'Connections per process, in addition to five for session look-ups, the availability watch, statistics and events.',
  ),
  logLevel: define(
    'VID_LOG_LEVEL',
    oneOf('debug', 'info', 'warn', 'error', 'silent'),
    'info',
    'Lowest level that is logged.',
  ),
  metricsToken: secret(
    define(
      'VID_METRICS_TOKEN',
      text,
      undefined,
      'Bearer token for /vid/metrics, in production at least 32 characters. Without it, only direct requests from this machine are accepted.',
    ),
  ),
  docs: define(
    'VID_DOCS',
    oneOf('on', 'off'),
    undefined,
    'Whether the API reference is served at /vid/docs. Default: on in evaluation mode, off in production.',
  ),
  examples: define(
    'VID_EXAMPLES',
    oneOf('on', 'off'),
    'on',
    'Evaluation mode: whether the example applications run, on the two ports after VID’s own.',
  ),
  cmsLoginUrl: define(
    'VID_CMS_LOGIN_URL',
    httpUrl,
    undefined,
    'Sign-in page of the association’s CMS. Visits to sign-in or sign-up without an application are redirected there.',
  ),
  supportPhone: define(
    'VID_SUPPORT_PHONE',
    text,
    undefined,
    'Help line in the footer of every page, such as +842438223344. Overridden by the application parameter.',
  ),
  supportEmail: define(
    'VID_SUPPORT_EMAIL',
    text,
    undefined,
    'Help email address in the footer of every page. Default: support@ and the host of the public URL. Overridden by the application parameter.',
  ),
} as const;
