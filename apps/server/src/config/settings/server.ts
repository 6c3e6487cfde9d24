import {
  httpUrl,
  integer,
  key,
  listenHost,
  oneOf,
  origin,
  postgresUrl,
  networks,
  path,
  standbyUrl,
  text,
} from '../parsers.ts';
import { define, secret } from './setting.ts';

export const serverSettings = {
  mode: define('VID_MODE', oneOf('evaluation', 'production'), 'evaluation').describe(
    'evaluation: loopback only, outbox page, sample data. production: refuses to start with a missing or unsafe setting.',
  ),
  host: define('VID_HOST', listenHost, '127.0.0.1').describe('Address to listen on.'),
  port: define('VID_PORT', integer(0, 65_535), '8080').describe('Port to listen on; 0 chooses a free one.'),
  workers: define('VID_WORKERS', integer(1, 64), '1').describe('Number of processes that share the port.'),
  publicUrl: define('VID_PUBLIC_URL', origin, undefined).describe(
    'Origin that browsers use, such as https://id.example.vn. Determines cookies, links and the origin line of an SMS. Default in evaluation mode: http://localhost:PORT.',
  ),
  trustedProxies: define('VID_TRUSTED_PROXIES', networks, '').describe(
    'Addresses or CIDR blocks of proxies whose VID_PROXY_HEADER is trusted.',
  ),
  proxyHeader: define('VID_PROXY_HEADER', oneOf('x-forwarded-for', 'forwarded'), 'x-forwarded-for').describe(
    'The header to which the trusted proxies append the visitor’s address: X-Forwarded-For, or Forwarded (RFC 7239).',
  ),
  masterKey: secret('VID_MASTER_KEY', key, undefined).describe(
    '32 bytes (hexadecimal or base64) that seal the data keys, from which all other keys are derived. In evaluation mode it is generated and stored in the data folder.',
  ),
  masterKeyOld: secret('VID_MASTER_KEY_OLD', key, undefined).describe(
    'The former master key, while VID_MASTER_KEY replaces it. Remove it once `doctor` says that it is not needed.',
  ),
  dataDir: define('VID_DATA_DIR', path, undefined).describe(
    'Folder of the embedded database, the evaluation key and the first administrator’s password. Default: .vid in the checkout, or ~/.local/share/vid with a release.',
  ),
  dataFreeMib: define('VID_DATA_FREE_MIB', integer(0, 1_000_000_000), '256').describe(
    'Embedded database: free disk space in MiB below which readiness fails.',
  ),
  geoipFile: define('VID_GEOIP_FILE', path, undefined).describe(
    'City database in MaxMind’s format (.mmdb), such as GeoLite2 City or DB-IP City Lite. Sessions, QR sign-ins and notices then show a place. Each process reads it into memory.',
  ),
  databaseUrl: secret('VID_DATABASE_URL', postgresUrl, undefined).describe(
    'postgres://… URL of an external PostgreSQL 15 or newer, instead of the embedded one. Several hosts are separated by commas; VID uses the one that accepts writes. TLS: sslmode, sslrootcert, sslcert, sslkey.',
  ),
  databasePool: define('VID_DATABASE_POOL', integer(1, 200), '10').describe(
    'Connections per process, in addition to six for session look-ups, the availability watch, statistics, events and erasures.',
  ),
  databaseReplicaUrl: secret('VID_DATABASE_REPLICA_URL', standbyUrl, undefined).describe(
    'postgres://… URL of one standby of VID_DATABASE_URL, for reads that may be seconds old: lists of accounts, the audit log, exports and the dashboard. Needs another VID_DATABASE_POOL + 1 connections per process.',
  ),
  databaseReplicaDelaySeconds: define('VID_DATABASE_REPLICA_DELAY_SECONDS', integer(3, 300), '5').describe(
    'How far the standby of VID_DATABASE_REPLICA_URL may lag behind before its reads go to the primary. The lag is measured once a second, and a standby that has every commit but the newest counts as one to two seconds behind.',
  ),
  logLevel: define('VID_LOG_LEVEL', oneOf('debug', 'info', 'warn', 'error', 'silent'), 'info').describe(
    'Lowest level that is logged.',
  ),
  metricsToken: secret('VID_METRICS_TOKEN', text, undefined).describe(
    'Bearer token for /vid/metrics, in production at least 32 characters. Without it, only direct requests from this machine are accepted.',
  ),
  docs: define('VID_DOCS', oneOf('on', 'off'), undefined).describe(
    'Whether the API reference is served at /vid/docs. Default: on in evaluation mode, off in production.',
  ),
  examples: define('VID_EXAMPLES', oneOf('on', 'off'), 'on').describe(
    'Evaluation mode: whether the example applications run, on the two ports after VID’s own.',
  ),
  arabic: define('VID_ARABIC', oneOf('on', 'off'), 'off').describe(
    'Whether pages offer Arabic. An Arabic page is mirrored and has English texts. A link with lang=ar opens it in any case.',
  ),
  cmsLoginUrl: define('VID_CMS_LOGIN_URL', httpUrl, undefined).describe(
    'Sign-in page of the association’s CMS. Visits to sign-in or sign-up without an application are redirected there.',
  ),
  supportPhone: define('VID_SUPPORT_PHONE', text, undefined).describe(
    'Help line in the footer of every page, such as +842438223344. Overridden by the application parameter.',
  ),
  supportEmail: define('VID_SUPPORT_EMAIL', text, undefined).describe(
    'Help email address in the footer of every page. Default: support@ and the host of the public URL. Overridden by the application parameter.',
  ),
} as const;
