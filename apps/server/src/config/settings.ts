import { isIP } from 'node:net';

/** How one setting is read. `parse` throws an Error whose message completes "NAME …". */
export type Setting<T> = {
  readonly name: `VID_${string}`;
  readonly default: string | undefined;
  readonly describe: string;
  readonly secret?: true;
  readonly parse: (text: string) => T;
};

const text = (value: string): string => value;

function integer(min: number, max: number) {
  return (value: string): number => {
    const number = Number(value);
    if (!/^\d+$/u.test(value) || number < min || number > max)
      throw new Error(`must be a whole number from ${min} to ${max}`);
    return number;
  };
}

function oneOf<const T extends readonly string[]>(...allowed: T) {
  return (value: string): T[number] => {
    const found = allowed.find((candidate) => candidate === value);
    if (found === undefined) throw new Error(`must be one of ${allowed.join(', ')}`);
    return found;
  };
}

function httpUrl(value: string): URL {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (!url || !['http:', 'https:'].includes(url.protocol))
    throw new Error('must be an http or https address');
  return url;
}

function origin(value: string): URL {
  const url = httpUrl(value);
  if (url.pathname !== '/' || url.search || url.hash || url.username) {
    throw new Error('must be an origin alone: scheme, host and, where needed, port');
  }
  return url;
}

function list(value: string): readonly string[] {
  return value
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
}

/** Proxies whose X-Forwarded-For is believed: addresses or CIDR blocks, never a count of hops. */
function proxies(value: string): readonly string[] {
  const entries = list(value);
  for (const entry of entries) {
    const [address = '', bits, ...rest] = entry.split('/');
    const family = isIP(address);
    const widest = family === 6 ? 128 : 32;
    const isBlock = bits === undefined || (/^\d+$/u.test(bits) && Number(bits) <= widest);
    if (family === 0 || rest.length > 0 || !isBlock) {
      throw new Error(`must list IP addresses or CIDR blocks (“${entry}” is neither)`);
    }
  }
  return entries;
}

function countries(value: string): readonly string[] {
  const entries = list(value);
  if (entries.length === 0 || entries.some((entry) => !/^[A-Z]{2}$/u.test(entry))) {
    throw new Error('must list two-letter country codes, such as VN');
  }
  return entries;
}

/** 32 bytes in hexadecimal or base64. */
function key(value: string): Buffer {
  const bytes = /^[0-9a-f]{64}$/iu.test(value) ? Buffer.from(value, 'hex') : Buffer.from(value, 'base64');
  if (bytes.length !== 32)
    throw new Error('must be 32 random bytes in hexadecimal or base64 (try: openssl rand -hex 32)');
  return bytes;
}

function postgresUrl(value: string): string {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (!url || !['postgres:', 'postgresql:'].includes(url.protocol))
    throw new Error('must be an address such as postgres://user:password@host:5432/database');
  return value;
}

function jsonTemplate(value: string): string {
  try {
    JSON.parse(value);
  } catch {
    throw new Error('must be a JSON document with {{to}}, {{text}} and {{id}} where the values go');
  }
  return value;
}

function define<T>(
  name: Setting<T>['name'],
  parse: Setting<T>['parse'],
  fallback: string | undefined,
  describe: string,
): Setting<T> {
  return { name, parse, default: fallback, describe };
}

function secret<T>(setting: Setting<T>): Setting<T> {
  return { ...setting, secret: true };
}

/** Every environment variable VID reads. Times say their unit in the name. */
export const settings = {
  mode: define(
    'VID_MODE',
    oneOf('evaluation', 'production'),
    'evaluation',
    'evaluation: loopback, outbox page, seeds. production: refuses to start on a missing or unsafe setting.',
  ),
  host: define('VID_HOST', text, '127.0.0.1', 'Address to listen on.'),
  port: define('VID_PORT', integer(0, 65_535), '8080', 'Port to listen on; 0 takes a free one.'),
  publicUrl: define(
    'VID_PUBLIC_URL',
    origin,
    undefined,
    'Origin that browsers use, such as https://id.example.vn. Decides cookies, links and the SMS origin line. Default in evaluation: http://localhost:PORT.',
  ),
  dataDir: define(
    'VID_DATA_DIR',
    text,
    undefined,
    'Folder of the embedded database, the evaluation key and the first administrator’s password. Default: .vid in the checkout.',
  ),
  databaseUrl: secret(
    define(
      'VID_DATABASE_URL',
      postgresUrl,
      undefined,
      'postgres://… of a PostgreSQL 15 or newer of your own, instead of the embedded one.',
    ),
  ),
  databasePool: define(
    'VID_DATABASE_POOL',
    integer(1, 200),
    '10',
    'Connections of each process, besides three for session look-ups and the watch over the database.',
  ),
  workers: define('VID_WORKERS', integer(1, 64), '1', 'Processes that share the port.'),
  masterKey: secret(
    define(
      'VID_MASTER_KEY',
      key,
      undefined,
      '32 bytes (hexadecimal or base64) from which every key at rest is derived. Made and kept in the data folder in evaluation mode.',
    ),
  ),
  trustedProxies: define(
    'VID_TRUSTED_PROXIES',
    proxies,
    '',
    'Addresses or CIDR blocks of the proxies whose X-Forwarded-For is believed.',
  ),
  cmsLoginUrl: define(
    'VID_CMS_LOGIN_URL',
    httpUrl,
    undefined,
    'Sign-in page of the association’s CMS; a bare visit to sign-in or sign-up is sent there.',
  ),
  phoneCountries: define(
    'VID_PHONE_COUNTRIES',
    countries,
    'VN',
    'Countries whose mobile numbers may receive codes.',
  ),
  logLevel: define(
    'VID_LOG_LEVEL',
    oneOf('debug', 'info', 'warn', 'error', 'silent'),
    'info',
    'Least severe log line that is written.',
  ),
  docs: define('VID_DOCS', oneOf('on', 'off'), 'on', 'Whether the API reference is served at /vid/docs.'),
  examples: define(
    'VID_EXAMPLES',
    oneOf('on', 'off'),
    'on',
    'Evaluation mode: whether the example applications run beside VID, on the two ports after its own.',
  ),
  metricsToken: secret(
    define(
      'VID_METRICS_TOKEN',
      text,
      undefined,
      'Bearer token for /vid/metrics. Without it only this machine itself may read them, not through a proxy.',
    ),
  ),
  smsUrl: define(
    'VID_SMS_URL',
    httpUrl,
    undefined,
    'Address of the HTTP SMS gateway. Evaluation mode without it writes to the outbox.',
  ),
  smsTemplate: define(
    'VID_SMS_TEMPLATE',
    jsonTemplate,
    '{"requestId":"{{id}}","to":"{{to}}","text":"{{text}}"}',
    'JSON body sent to the gateway; {{id}}, {{to}} and {{text}} are filled in. {{id}} is the same on every retry.',
  ),
  smsSecret: secret(
    define(
      'VID_SMS_SECRET',
      text,
      undefined,
      'Key of the X-Vid-Signature header: hex HMAC-SHA-256 over "<timestamp>.<body>".',
    ),
  ),
  smsAuthorization: secret(
    define('VID_SMS_AUTHORIZATION', text, undefined, 'Authorization header sent to the gateway.'),
  ),
  smsTimeoutMs: define(
    'VID_SMS_TIMEOUT_MS',
    integer(100, 5_000),
    '2500',
    'How long one try at the gateway may take.',
  ),
  passwordMemoryKib: define(
    'VID_PASSWORD_MEMORY_KIB',
    integer(7_168, 1_048_576),
    '47104',
    'argon2id memory of new hashes.',
  ),
  passwordIterations: define(
    'VID_PASSWORD_ITERATIONS',
    integer(1, 20),
    '1',
    'argon2id passes of new hashes.',
  ),
  passwordConcurrency: define(
    'VID_PASSWORD_CONCURRENCY',
    integer(0, 256),
    '0',
    'Hashes at once in each process; 0: as many as processors, shared among the workers.',
  ),
  passwordQueue: define(
    'VID_PASSWORD_QUEUE',
    integer(0, 10_000),
    '50',
    'Hashes that may wait for their turn; beyond it sign-in answers 503 at once.',
  ),
  otpPhoneHour: define(
    'VID_LIMIT_OTP_PHONE_HOUR',
    integer(1, 1_000_000),
    '5',
    'Codes one phone gets in an hour.',
  ),
  otpPhoneDay: define(
    'VID_LIMIT_OTP_PHONE_DAY',
    integer(1, 1_000_000),
    '10',
    'Codes one phone gets in a day.',
  ),
  otpPhoneFailuresDay: define(
    'VID_LIMIT_OTP_PHONE_FAILURES_DAY',
    integer(1, 1_000_000),
    '15',
    'Wrong codes of one phone in a day, then codes rest for 24 hours.',
  ),
  otpAddressHour: define(
    'VID_LIMIT_OTP_ADDRESS_HOUR',
    integer(1, 1_000_000),
    '100',
    'Codes one network address (IPv6: /64) asks for in an hour.',
  ),
  otpPrefixHour: define(
    'VID_LIMIT_OTP_PREFIX_HOUR',
    integer(1, 1_000_000),
    '20',
    'Codes sent in an hour to numbers that differ in their last four digits only.',
  ),
  otpAllDay: define('VID_LIMIT_OTP_ALL_DAY', integer(1, 100_000_000), '5000', 'Codes sent in a day.'),
  otpStrangersDay: define(
    'VID_LIMIT_OTP_STRANGERS_DAY',
    integer(1, 100_000_000),
    '2000',
    'Codes sent in a day to phones without an account.',
  ),
  otpBreakerWindow: define(
    'VID_LIMIT_OTP_BREAKER_WINDOW',
    integer(10, 100_000),
    '50',
    'Latest codes the breaker looks at.',
  ),
  otpBreakerPercent: define(
    'VID_LIMIT_OTP_BREAKER_PERCENT',
    integer(0, 100),
    '30',
    'Codes to strangers rest while fewer than this share of the latest ones were entered; 0 turns the breaker off.',
  ),
  captchaAddressMinute: define(
    'VID_LIMIT_CAPTCHA_ADDRESS_MINUTE',
    integer(1, 1_000_000),
    '10',
    'Captchas one network address gets in a minute.',
  ),
  signInAddressTenMinutes: define(
    'VID_LIMIT_SIGNIN_ADDRESS_10MIN',
    integer(1, 1_000_000),
    '20',
    'Failed password sign-ins from one address in ten minutes, then a captcha is needed.',
  ),
  signInPhonesAddressHour: define(
    'VID_LIMIT_SIGNIN_PHONES_ADDRESS_HOUR',
    integer(1, 1_000_000),
    '50',
    'Different phones one address may fail at in an hour.',
  ),
  checkVisitorHour: define(
    'VID_LIMIT_CHECK_VISITOR_HOUR',
    integer(1, 1_000_000),
    '5',
    'Phone checks of one browser in an hour without a captcha.',
  ),
  checkAddressHour: define(
    'VID_LIMIT_CHECK_ADDRESS_HOUR',
    integer(1, 1_000_000),
    '20',
    'Phone checks of one address in an hour without a captcha.',
  ),
  strictPrivacy: define(
    'VID_STRICT_PRIVACY',
    oneOf('on', 'off'),
    'off',
    'on: the phone check always says that a phone is free, and only the code sent to it shows whether it has an account.',
  ),
  sessionIdleDays: define(
    'VID_SESSION_IDLE_DAYS',
    integer(1, 365),
    '14',
    'A member’s session ends after this long without use.',
  ),
  sessionMaxDays: define(
    'VID_SESSION_MAX_DAYS',
    integer(1, 365),
    '30',
    'A member’s session ends after this long whatever its use.',
  ),
  adminIdleMinutes: define(
    'VID_SESSION_ADMIN_IDLE_MINUTES',
    integer(1, 100_000),
    '30',
    'An administrator’s session ends after this long without use.',
  ),
  adminMaxHours: define(
    'VID_SESSION_ADMIN_MAX_HOURS',
    integer(1, 1_000),
    '12',
    'An administrator’s session ends after this long whatever its use.',
  ),
} as const;

export type SettingName = keyof typeof settings;
