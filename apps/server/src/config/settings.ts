import {
  countries,
  httpUrl,
  integer,
  jsonTemplate,
  key,
  oneOf,
  origin,
  postgresUrl,
  proxies,
  text,
} from './parsers.ts';

/** One setting, an environment variable. */
export type Setting<T> = {
  readonly name: `VID_${string}`;
  readonly default: string | undefined;
  readonly describe: string;
  readonly secret?: true;
  readonly parse: (text: string) => T;
};

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

/** Every environment variable of VID. Names of durations include their unit. */
export const settings = {
  mode: define(
    'VID_MODE',
    oneOf('evaluation', 'production'),
    'evaluation',
    'evaluation: loopback only, outbox page, sample data. production: refuses to start with a missing or unsafe setting.',
  ),
  host: define('VID_HOST', text, '127.0.0.1', 'Address to listen on.'),
  port: define('VID_PORT', integer(0, 65_535), '8080', 'Port to listen on; 0 chooses a free one.'),
  publicUrl: define(
    'VID_PUBLIC_URL',
    origin,
    undefined,
    'Origin that browsers use, such as https://id.example.vn. Determines cookies, links and the origin line of an SMS. Default in evaluation mode: http://localhost:PORT.',
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
    'Connections per process, in addition to nine for session look-ups, the availability watch and jobs.',
  ),
  workers: define('VID_WORKERS', integer(1, 64), '1', 'Number of processes that share the port.'),
  masterKey: secret(
    define(
      'VID_MASTER_KEY',
      key,
      undefined,
      '32 bytes (hexadecimal or base64) from which all encryption keys are derived. In evaluation mode it is generated and stored in the data folder.',
    ),
  ),
  trustedProxies: define(
    'VID_TRUSTED_PROXIES',
    proxies,
    '',
    'Addresses or CIDR blocks of proxies whose X-Forwarded-For is trusted.',
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
    'Help e-mail address in the footer. Default: support@ and the host of the public URL. Overridden by the application parameter.',
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
    'Lowest level that is logged.',
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
  metricsToken: secret(
    define(
      'VID_METRICS_TOKEN',
      text,
      undefined,
      'Bearer token for /vid/metrics, in production at least 32 characters. Without it, only direct requests from this machine are accepted.',
    ),
  ),
  smsUrl: define(
    'VID_SMS_URL',
    httpUrl,
    undefined,
    'URL of the HTTP SMS gateway. Without it, evaluation mode writes messages to the outbox.',
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
    'Timeout of one request to the gateway.',
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
    'Concurrent hashes per process; 0: the number of processors divided by the workers.',
  ),
  passwordQueue: define(
    'VID_PASSWORD_QUEUE',
    integer(0, 10_000),
    '50',
    'Calls that may wait for a hash; beyond it sign-in returns 503 immediately. Four times as many calls may be checked at the same time.',
  ),
  hashAddress: define(
    'VID_LIMIT_HASH_ADDRESS',
    integer(1, 1_000_000),
    '13',
    'Calls per network address that may compute or await a password hash at the same time, in each process.',
  ),
  otpPhoneHour: define('VID_LIMIT_OTP_PHONE_HOUR', integer(1, 1_000_000), '5', 'Codes per phone and hour.'),
  otpPhoneDay: define('VID_LIMIT_OTP_PHONE_DAY', integer(1, 1_000_000), '10', 'Codes per phone and day.'),
  otpPhoneFailuresDay: define(
    'VID_LIMIT_OTP_PHONE_FAILURES_DAY',
    integer(1, 1_000_000),
    '15',
    'Wrong codes of strangers per phone and day; beyond it they get longer codes with one try for 24 hours.',
  ),
  otpAddressHour: define(
    'VID_LIMIT_OTP_ADDRESS_HOUR',
    integer(1, 1_000_000),
    '100',
    'Code requests per network address (IPv6: /64) and hour.',
  ),
  otpUnansweredAddressHour: define(
    'VID_LIMIT_OTP_UNANSWERED_ADDRESS_HOUR',
    integer(1, 1_000_000),
    '15',
    'Codes per network address (IPv6: /64) and hour that were not entered; beyond it the address gets no more.',
  ),
  otpPrefixHour: define(
    'VID_LIMIT_OTP_PREFIX_HOUR',
    integer(1, 1_000_000),
    '20',
    'Codes per hour to numbers that differ only in their last four digits; those of them under attack get five times as many of their own.',
  ),
  otpAllDay: define('VID_LIMIT_OTP_ALL_DAY', integer(1, 100_000_000), '5000', 'Codes per day to all phones.'),
  otpStrangersDay: define(
    'VID_LIMIT_OTP_STRANGERS_DAY',
    integer(1, 100_000_000),
    '2000',
    'Codes per day to phones without an account.',
  ),
  otpBreakerWindow: define(
    'VID_LIMIT_OTP_BREAKER_WINDOW',
    integer(10, 100_000),
    '50',
    'Number of recent codes that the circuit breaker evaluates.',
  ),
  otpBreakerPercent: define(
    'VID_LIMIT_OTP_BREAKER_PERCENT',
    integer(0, 100),
    '30',
    'Codes to phones without an account (with VID_STRICT_PRIVACY=on: to all phones) are suspended while a smaller percentage of recent codes was entered; 0 turns the breaker off.',
  ),
  otpBreakerNetworks: define(
    'VID_LIMIT_OTP_BREAKER_NETWORKS',
    integer(1, 1_000_000),
    '10',
    'Network addresses with codes that were not entered, below which the circuit breaker stays closed.',
  ),
  captchaAddressMinute: define(
    'VID_LIMIT_CAPTCHA_ADDRESS_MINUTE',
    integer(1, 1_000_000),
    '10',
    'Captchas per network address and minute.',
  ),
  signInAddressTenMinutes: define(
    'VID_LIMIT_SIGNIN_ADDRESS_10MIN',
    integer(1, 1_000_000),
    '20',
    'Failed password sign-ins per address in ten minutes; beyond it a captcha is required.',
  ),
  signInPhonesAddressHour: define(
    'VID_LIMIT_SIGNIN_PHONES_ADDRESS_HOUR',
    integer(1, 1_000_000),
    '50',
    'Different phones with failed sign-ins per address and hour.',
  ),
  checkVisitorHour: define(
    'VID_LIMIT_CHECK_VISITOR_HOUR',
    integer(1, 1_000_000),
    '5',
    'Phone checks per browser and hour without a captcha.',
  ),
  checkAddressHour: define(
    'VID_LIMIT_CHECK_ADDRESS_HOUR',
    integer(1, 1_000_000),
    '20',
    'Phone checks per address and hour without a captcha.',
  ),
  auditDays: define(
    'VID_AUDIT_DAYS',
    integer(1, 36_500),
    '730',
    'Days after which events of the audit log are deleted.',
  ),
  deviceCodeAccountHour: define(
    'VID_LIMIT_DEVICE_CODE_ACCOUNT_HOUR',
    integer(1, 1_000_000),
    '30',
    'Wrong device codes per account and hour.',
  ),
  ssoAddressTenMinutes: define(
    'VID_LIMIT_SSO_ADDRESS_10MIN',
    integer(1, 1_000_000),
    '600',
    'Sign-on and device requests per network address in ten minutes that wait for a user.',
  ),
  strictPrivacy: define(
    'VID_STRICT_PRIVACY',
    oneOf('on', 'off'),
    'off',
    'on: the phone check reports every phone as free; only the SMS reveals whether it has an account.',
  ),
  sessionIdleDays: define(
    'VID_SESSION_IDLE_DAYS',
    integer(1, 365),
    '14',
    'Idle time after which a member’s session ends.',
  ),
  sessionMaxDays: define(
    'VID_SESSION_MAX_DAYS',
    integer(1, 365),
    '30',
    'Maximum lifetime of a member’s session.',
  ),
  adminIdleMinutes: define(
    'VID_SESSION_ADMIN_IDLE_MINUTES',
    integer(1, 100_000),
    '30',
    'Idle time after which an administrator’s session ends.',
  ),
  adminMaxHours: define(
    'VID_SESSION_ADMIN_MAX_HOURS',
    integer(1, 1_000),
    '12',
    'Maximum lifetime of an administrator’s session.',
  ),
} as const;

export type SettingName = keyof typeof settings;
