import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { ConfigError, describeConfig, readConfig } from './config.ts';
import { isLoopback } from './loopback.ts';
import { settings } from './settings.ts';

const defaults = { dataDir: '/tmp/vid-config-test' };
const production = {
  VID_MODE: 'production',
  VID_PUBLIC_URL: 'https://id.example.vn',
  VID_DATABASE_URL: 'postgres://vid@db.internal/vid?sslmode=verify-full',
  VID_MASTER_KEY: 'ab'.repeat(32),
  VID_SMS_URL: 'https://sms.example.vn/send',
};

function problemsOf(environment: Record<string, string>): readonly string[] {
  try {
    readConfig(environment, defaults);
    return [];
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.problems;
  }
}

describe('VID settings', () => {
  it('have defaults in evaluation mode', () => {
    const config = readConfig({}, defaults);
    expect(config).toMatchObject({ mode: 'evaluation', host: '127.0.0.1', port: 8080, isSecure: false });
    expect(config.publicUrl.origin).toBe('http://localhost:8080');
    expect(config.supportEmail).toBe('support@localhost');
    expect(Object.isFrozen(config)).toBe(true);
  });

  it.each(['', ' ', '""', "''", '"" # none'])('have their defaults if they are set to %j', (text) => {
    const empty = Object.fromEntries(Object.values(settings).map(({ name }) => [name, text]));
    expect(readConfig(empty, defaults)).toEqual(readConfig({}, defaults));
    expect(describeConfig(empty)).toEqual(describeConfig({}));
  });

  it('are checked together, and every problem is reported', () => {
    const problems = problemsOf({
      VID_PORT: 'eighty',
      VID_WORKERS: '0',
      // The minimum is 3, because a standby that keeps up already counts as one to two seconds behind.
      VID_DATABASE_REPLICA_DELAY_SECONDS: '2',
      VID_PUBLIC_URL: 'https://id.example.vn/path',
      VID_TRUSTED_PROXIES: 'proxy.internal',
      VID_PHONE_COUNTRIES: 'Vietnam',
      VID_MASTER_KEY: 'short',
      VID_SMS_TEMPLATE: '{',
      VID_LIMITS_OTP: '5',
    });
    const named = problems.map((problem) => problem.split(' ', 1)[0]);
    expect(named.toSorted((a = '', b = '') => a.localeCompare(b))).toEqual([
      'VID_DATABASE_REPLICA_DELAY_SECONDS',
      'VID_LIMITS_OTP',
      'VID_MASTER_KEY',
      'VID_PHONE_COUNTRIES',
      'VID_PORT',
      'VID_PUBLIC_URL',
      'VID_SMS_TEMPLATE',
      'VID_TRUSTED_PROXIES',
      'VID_WORKERS',
    ]);
  });

  it('may be accompanied by VID_CHROMIUM, a setting of the tools', () => {
    expect(problemsOf({ VID_CHROMIUM: '/usr/bin/chromium' })).toEqual([]);
  });

  it.each([
    ['VID_WORKERS', 1, 64],
    ['VID_DATABASE_POOL', 1, 200],
    ['VID_DATABASE_REPLICA_DELAY_SECONDS', 3, 300],
    ['VID_PASSWORD_MEMORY_KIB', 7_168, 1_048_576],
    ['VID_PASSWORD_ITERATIONS', 1, 20],
    ['VID_PASSWORD_CONCURRENCY', 0, 256],
    ['VID_PASSWORD_QUEUE', 0, 10_000],
    ['VID_SESSION_IDLE_DAYS', 1, 365],
    ['VID_SESSION_MAX_DAYS', 1, 365],
    ['VID_SESSION_ADMIN_IDLE_MINUTES', 1, 100_000],
    ['VID_SESSION_ADMIN_MAX_HOURS', 1, 1_000],
    ['VID_LIMIT_OTP_BREAKER_WINDOW', 10, 100_000],
    ['VID_LIMIT_OTP_BREAKER_PERCENT', 0, 100],
    ['VID_LIMIT_OTP_PHONE_HOUR', 1, 1_000_000],
    ['VID_LIMIT_MEMBER_ROWS_HOUR', 1_000, 1_000_000_000],
    ['VID_SMS_TIMEOUT_MS', 100, 5_000],
    ['VID_MAIL_TIMEOUT_MS', 100, 60_000],
    ['VID_AUDIT_DAYS', 1, 36_500],
    ['VID_TRACE_PERCENT', 0, 100],
    ['VID_PORT', 0, 65_535],
    ['VID_DATA_FREE_MIB', 0, 1_000_000_000],
    ['VID_LIMIT_OTP_ALL_DAY', 1, 100_000_000],
    ['VID_LIMIT_OTP_STRANGERS_DAY', 1, 100_000_000],
    ['VID_LIMIT_SSO_CLIENT_10MIN', 1, 10_000_000],
    ['VID_SMS_PRICE', 0, 1_000_000],
    ['VID_SMS_CEILING_DAY', 1, 10_000_000_000],
    ['VID_SMS_CEILING_MONTH', 1, 100_000_000_000],
    ['VID_SMS_BALANCE_ALARM', 0, 1_000_000_000],
    ['VID_ZNS_WAIT_SECONDS', 5, 120],
    ...[
      'OTP_PHONE_DAY',
      'OTP_PHONE_FAILURES_DAY',
      'OTP_ADDRESS_HOUR',
      'OTP_UNANSWERED_ADDRESS_HOUR',
      'OTP_PREFIX_HOUR',
      'OTP_BREAKER_NETWORKS',
      'CAPTCHA_ADDRESS_MINUTE',
      'PASSKEY_ADDRESS_10MIN',
      'SIGNIN_ADDRESS_10MIN',
      'SIGNIN_PHONES_ADDRESS_HOUR',
      'SIGNIN_FAILURES_10MIN',
      'SIGNIN_ACCOUNT_HOUR',
      'CHECK_VISITOR_HOUR',
      'CHECK_ADDRESS_HOUR',
      'DEVICE_CODE_ACCOUNT_HOUR',
      'SSO_ADDRESS_10MIN',
      'TOKENS_ACCOUNT_CLIENT_HOUR',
      'SOCIAL_ADDRESS_10MIN',
      'QR_ADDRESS_10MIN',
      'REFERRAL_ADDRESS_HOUR',
      'RECOVERY_ADDRESS_HOUR',
      'STREAMS_ADDRESS',
      'STREAMS_PROCESS',
      'HASH_ADDRESS',
    ].map((limit): [string, number, number] => [`VID_LIMIT_${limit}`, 1, 1_000_000]),
  ])('can be a number in the range of %s, from %i to %i', (name, min, max) => {
    const isAccepted = (value: number) =>
      problemsOf({ VID_SMS_PRICE: '1', [name]: String(value) }).length === 0;
    expect([min - 1, min, max, max + 1].map(isAccepted)).toEqual([false, true, true, false]);
  });

  describe('for secrets', () => {
    const folder = mkdtempSync(join(tmpdir(), 'vid-config-'));
    afterAll(() => rmSync(folder, { recursive: true }));
    const fileWith = (content: string): string => {
      const file = join(folder, `secret-${content.length}`);
      writeFileSync(file, content);
      return file;
    };
    const { VID_MASTER_KEY: masterKey, ...otherSettings } = production;

    it('are read from files, without the trailing line break', () => {
      const config = readConfig(
        {
          ...otherSettings,
          VID_MASTER_KEY_FILE: fileWith(`${masterKey}\n`),
          VID_ESMS_API_KEY: 'key',
          VID_ESMS_BRANDNAME: 'HOI',
          VID_ESMS_SECRET_KEY_FILE: fileWith(' "se # cret" '),
        },
        defaults,
      );
      expect(config.masterKey?.toString('hex')).toBe(masterKey);
      expect(config.esmsSecretKey).toBe(' "se # cret" ');
    });

    it('are read from a file with a byte-order mark', () => {
      const config = readConfig(
        { ...otherSettings, VID_MASTER_KEY_FILE: fileWith(`\uFEFF${masterKey}\r\n`) },
        defaults,
      );
      expect(config.masterKey?.toString('hex')).toBe(masterKey);
    });

    it('can be given in files, unlike VID_PORT', () => {
      expect(problemsOf({ ...production, VID_PORT_FILE: fileWith('80') })).toEqual([
        'VID_PORT_FILE is not a VID setting',
      ]);
    });

    it.each([
      [
        'is empty',
        { VID_MASTER_KEY_FILE: fileWith('\n') },
        'VID_MASTER_KEY is missing: the file of VID_MASTER_KEY_FILE is empty',
      ],
      [
        'does not exist',
        { VID_MASTER_KEY_FILE: join(folder, 'none') },
        'VID_MASTER_KEY cannot be read from the file of VID_MASTER_KEY_FILE (ENOENT)',
      ],
      [
        'is given beside the value',
        { VID_MASTER_KEY: masterKey, VID_MASTER_KEY_FILE: fileWith(masterKey) },
        'VID_MASTER_KEY and VID_MASTER_KEY_FILE are both set: remove one of them',
      ],
      [
        'is given twice',
        { VID_MASTER_KEY_FILE: '/a', 'export VID_MASTER_KEY_FILE': '/b' },
        'VID_MASTER_KEY cannot be read: VID_MASTER_KEY_FILE is set twice: remove one of the two lines',
      ],
    ])('are reported if the file %s', (_, given, problem) => {
      expect(problemsOf({ ...otherSettings, ...given })).toEqual([problem]);
    });

    it('ignore an empty file name', () => {
      expect(problemsOf({ ...production, VID_MASTER_KEY_FILE: '' })).toEqual([]);
    });

    it('are read from a file if the value beside it is empty', () => {
      const given = { VID_MASTER_KEY: '', VID_MASTER_KEY_FILE: fileWith(masterKey) };
      expect(problemsOf({ ...otherSettings, ...given })).toEqual([]);
    });

    it('are shown as set, without their value', () => {
      const shown = describeConfig({ VID_METRICS_TOKEN_FILE: fileWith('metrics secret') });
      expect(shown.find(({ name }) => name === 'VID_METRICS_TOKEN')).toMatchObject({
        value: '(set)',
        isSet: true,
      });
    });
  });

  it.each([
    { VID_PORT: 'tcp://10.0.0.1:8080', VID_SERVICE_HOST: '10.0.0.1', VID_SERVICE_PORT: '8080' },
    {
      VID_PORT_8080_TCP: 'tcp://10.0.0.1:8080',
      VID_PORT_8080_TCP_ADDR: '10.0.0.1',
      VID_PORT_8080_TCP_PORT: '8080',
    },
    { VID_PORT_8080_TCP_PROTO: 'tcp', VID_SERVICE_PORT_HTTP: '8080' },
    { VID_PORT_8080_UDP_PORT: '8080', VID_DB_PORT_132_SCTP_PORT: '132' },
    {
      VID_DB_SERVICE_HOST: '10.0.0.2',
      VID_DB_PORT: 'tcp://10.0.0.2:5432',
      VID_DB_PORT_5432_TCP: 'tcp://10.0.0.2:5432',
    },
    { VID_PORT: 'udp://10.0.0.1:8080', VID_NAME: '/web/vid', VID_ENV_NODE_VERSION: '24' },
    { VID_DB_PORT: 'tcp://172.17.0.2:5432', VID_DB_NAME: '/web/vid-db', VID_DB_ENV_PGDATA: '/data' },
  ])('ignore %j, which Kubernetes or Docker sets for a service', (environment) => {
    expect(readConfig(environment, defaults).port).toBe(8080);
  });

  it.each([
    { VID_PORT: '10.0.0.1:8080' },
    { VID_DB_PORT: '5432' },
    { VID_NAME: 'vid' },
    { VID_WEB_NAME: '/web/vid', VID_DB_PORT: 'tcp://172.17.0.2:5432' },
  ])('are rejected with %j, which is not a service link', (environment) => {
    expect(problemsOf(environment)).toHaveLength(1);
  });

  it.each([
    ['in double quotes', { VID_PUBLIC_URL: '"https://id.example.vn"' }],
    ['in single quotes', { VID_PUBLIC_URL: "'https://id.example.vn'" }],
    ['in quotes before a comment', { VID_PUBLIC_URL: '"https://id.example.vn"  # address' }],
    ['with the line end of Windows', { VID_PUBLIC_URL: '"https://id.example.vn"\r' }],
    ['after export', { 'export VID_PUBLIC_URL': 'https://id.example.vn' }],
    ['after a name with spaces', { ' VID_PUBLIC_URL ': ' https://id.example.vn' }],
    ['after a byte-order mark', { '\uFEFFVID_PUBLIC_URL': 'https://id.example.vn' }],
  ])('are read if a value is written %s', (_case, environment) => {
    expect(readConfig(environment, defaults).publicUrl.origin).toBe('https://id.example.vn');
  });

  it.each([
    [`'{"to":"{{to}}"}'`, '{"to":"{{to}}"}'],
    [String.raw`"{\"to\":\"{{to}}\"}"`, '{"to":"{{to}}"}'],
    ['{"text":"VID # {{text}}"}', '{"text":"VID # {{text}}"}'],
  ])('keep the quotes and special characters of JSON in %s', (text, template) => {
    expect(readConfig({ VID_SMS_TEMPLATE: text }, defaults).smsTemplate).toBe(template);
  });

  it.each([
    ['"a\'b"', "a'b"],
    [String.raw`"a\\b\$c\n"`, String.raw`a\b$c\n`],
    ["'a#b'", 'a#b'],
    ["'a # b'", 'a # b'],
    ['a"b"', 'a"b"'],
    ['"a"b"', '"a"b"'],
    ['a#b', 'a#b'],
  ])('read the value %s as %s', (text, secret) => {
    const shown = describeConfig({ VID_SUPPORT_PHONE: text });
    expect(shown.find(({ name }) => name === 'VID_SUPPORT_PHONE')?.value).toBe(secret);
  });

  it.each([
    { VID_PORT: '8080 # web' },
    { VID_SMS_URL: 'https://sms.example.vn/send # gateway' },
    { VID_SMS_SECRET: '# none' },
  ])('are rejected with a comment in a value: %j', (environment) => {
    expect(problemsOf(environment)).toEqual([expect.stringContaining('contains “ #”: write a comment')]);
  });

  it.each([`'a # b'`, '"a # b"', `"a # b" # comment`])('may contain “ #” in quotes (%s)', (text) => {
    expect(readConfig({ VID_SUPPORT_PHONE: text }, defaults).supportPhone).toBe('a # b');
  });

  it.each([
    { VID_SUPPORT_PHONE: '1', 'export VID_SUPPORT_PHONE': '2' },
    { 'export VID_SUPPORT_PHONE': '1', VID_SUPPORT_PHONE: '1' },
    { '\uFEFFVID_SUPPORT_PHONE': '1', VID_SUPPORT_PHONE: '' },
  ])('are rejected if a variable is set twice: %j', (environment) => {
    expect(problemsOf(environment)).toEqual(['VID_SUPPORT_PHONE is set twice: remove one of the two lines']);
  });

  it('may be set next to a service link of the same name', () => {
    const environment = { VID_PORT: 'tcp://10.0.0.1:8080', 'export VID_PORT': '8090' };
    expect(readConfig(environment, defaults).port).toBe(8090);
  });

  it.each(['{{text}}', '"{{text}}"', '{"a":1} # comment', '1'])(
    'are rejected with the SMS template %s',
    (template) => {
      expect(problemsOf({ VID_SMS_TEMPLATE: template })).toHaveLength(1);
    },
  );

  it.each([
    'https://ID.Example.VN',
    'HTTPS://id.example.vn:443/',
    'https://id.example.vn.',
    'https://id.example.vn.:443',
  ])('contain the origin that browsers use for the public URL %s', (url) => {
    const { publicUrl } = readConfig({ VID_PUBLIC_URL: url }, defaults);
    expect([publicUrl.origin, publicUrl.host, publicUrl.hostname]).toEqual([
      'https://id.example.vn',
      'id.example.vn',
      'id.example.vn',
    ]);
  });

  it.each([
    ['VID_MODE', ['evaluation']],
    ['VID_LOG_LEVEL', ['debug', 'info', 'warn', 'error', 'silent']],
    ['VID_PROXY_HEADER', ['x-forwarded-for', 'forwarded']],
    ['VID_DOCS', ['on', 'off']],
    ['VID_EXAMPLES', ['on', 'off']],
    ['VID_ARABIC', ['on', 'off']],
    ['VID_STRICT_PRIVACY', ['on', 'off']],
    ['VID_SAMPLE_GATEWAYS', ['on', 'off']],
    ['VID_SAMPLE_PROVIDERS', ['on', 'off']],
    ['VID_TRACE_FROM_PROXY', ['on', 'off']],
  ])('accept only listed words for %s', (name, allowed) => {
    for (const value of allowed) expect([value, problemsOf({ [name]: value })]).toEqual([value, []]);
    expect(problemsOf({ [name]: 'maybe' })).toEqual([expect.stringMatching(`^${name} must be one of `)]);
  });

  it('accept an IPv6 listening address with and without brackets', () => {
    expect(readConfig({ VID_HOST: '[::1]' }, defaults).host).toBe('::1');
    expect(readConfig({ VID_HOST: '::1' }, defaults).host).toBe('::1');
    for (const host of ['127.0.0.1:8080', 'http://127.0.0.1', 'tcp://127.0.0.1:80'])
      expect(problemsOf({ VID_HOST: host })).toEqual([expect.stringContaining('VID_PORT has the port')]);
  });

  it('must contain both the id and the secret of a social provider', () => {
    expect(problemsOf({ VID_ZALO_APP_ID: '1' })).toEqual([
      'VID_ZALO_APP_SECRET is missing: VID_ZALO_APP_ID is set',
    ]);
    expect(problemsOf({ VID_GOOGLE_CLIENT_SECRET: 's' })).toEqual([
      'VID_GOOGLE_CLIENT_ID is missing: VID_GOOGLE_CLIENT_SECRET is set',
    ]);
    expect(problemsOf({ VID_FACEBOOK_APP_ID: '1', VID_FACEBOOK_APP_SECRET: 's' })).toEqual([]);
  });

  it('must contain an https URL for a remote social provider in production', () => {
    const url = { VID_ZALO_TOKEN_URL: 'http://oauth.zalo.example/token' };
    expect(problemsOf({ ...production, ...url })).toEqual([
      'VID_ZALO_TOKEN_URL must be https unless the server runs on this machine',
    ]);
    expect(problemsOf({ ...production, VID_ZALO_TOKEN_URL: 'http://127.0.0.1:1/token' })).toEqual([]);
    expect(problemsOf(url)).toEqual([]);
  });

  it.each(['zadn.vn', 'https://zadn.vn/path', "https://zadn.vn 'unsafe-inline'", '*'])(
    'cannot allow pictures from %s',
    (hosts) => {
      expect(problemsOf({ VID_ZALO_PICTURE_HOSTS: hosts })[0]).toContain('VID_ZALO_PICTURE_HOSTS must list');
    },
  );

  it('must contain a public URL, database, key and gateway in production', () => {
    const named = problemsOf({ VID_MODE: 'production' }).map((problem) => problem.split(' ', 1)[0]);
    expect(named).toEqual(['VID_PUBLIC_URL', 'VID_DATABASE_URL', 'VID_MASTER_KEY', 'VID_SMS_URL']);
  });

  it.each([
    ['VID_PUBLIC_URL', 'http://id.example.vn'],
    ['VID_SMS_URL', 'http://sms.example.vn/send'],
    ['VID_SMS_URL', 'http://127.evil.example/send'],
    ['VID_SMS_URL', 'http://localhost.evil.example/send'],
    ['VID_PASSWORD_MEMORY_KIB', '7168'],
    ['VID_PASSWORD_MEMORY_KIB', '19456'],
    ['VID_DATABASE_URL', 'mysql://db/vid'],
    ['VID_DATABASE_URL', 'postgres://vid@db.internal/vid'],
    ['VID_DATABASE_URL', 'postgres://vid:p%40ss@db.internal:5432/vid?sslmode=prefer'],
    ['VID_DATABASE_URL', 'postgres://vid@db.internal/vid?sslmode=require'],
    ['VID_DATABASE_URL', 'postgres://vid@127.0.0.1/vid?host=db.internal'],
    ['VID_DATABASE_REPLICA_URL', 'postgres://vid@standby.internal/vid'],
    ['VID_TRUSTED_PROXIES', '0.0.0.0/0'],
    ['VID_TRUSTED_PROXIES', '10.0.0.0/8,::/0'],
    ['VID_TRUSTED_PROXIES', '128.0.0.0/1,0.0.0.0/1'],
    ['VID_TRUSTED_PROXIES', '::ffff:0:0/96'],
    ['VID_MASTER_KEY', '00'.repeat(32)],
    ['VID_MASTER_KEY', 'A'.repeat(43) + '='],
    ['VID_METRICS_TOKEN', 'x'.repeat(31)],
    ['VID_SAMPLE_GATEWAYS', 'on'],
  ])('must not contain an unsafe %s in production: %s', (name, value) => {
    const problems = problemsOf({ ...production, [name]: value });
    expect(problems.map((problem) => problem.split(' ', 1)[0])).toEqual([name]);
  });

  it.each([
    { VID_PASSWORD_MEMORY_KIB: '19456', VID_PASSWORD_ITERATIONS: '2' },
    { VID_DATABASE_URL: 'postgres://vid@127.0.0.1/vid' },
    { VID_DATABASE_URL: 'postgres://vid@localhost:5432/vid' },
    { VID_DATABASE_URL: 'postgres://vid@[::1]:5432/vid' },
    { VID_DATABASE_URL: 'postgres:///vid?host=/var/run/postgresql' },
    { VID_DATABASE_URL: 'postgres://vid@db.internal/vid?sslmode=verify-ca' },
    { VID_DATABASE_URL: 'postgres://vid@db.internal/vid?sslmode=require&sslrootcert=/ca.pem' },
    { VID_TRUSTED_PROXIES: '10.0.0.0/8,fc00::/7,192.0.2.1,::ffff:10.0.0.0/104' },
    { VID_METRICS_TOKEN: 'x'.repeat(32) },
  ])('may be %j in production', (environment) => {
    expect(problemsOf({ ...production, ...environment })).toEqual([]);
  });

  const zns = {
    VID_ZNS_APP_ID: '1',
    VID_ZNS_APP_SECRET: 'a',
    VID_ZNS_OA_SECRET: 'b',
    VID_ZNS_CODE_TEMPLATE: '2',
  };

  it('accept a price of a ZNS message between 0 and 1,000,000 VND', () => {
    for (const price of [0, 1_000_000])
      expect(readConfig({ VID_ZNS_PRICE: String(price) }, defaults).znsPrice).toBe(price);
    for (const price of ['-1', '1000001']) expect(problemsOf({ VID_ZNS_PRICE: price })).toHaveLength(1);
  });

  it('put Zalo ZNS before the other gateways', () => {
    expect(readConfig({ ...production, ...zns }, defaults).smsChannels).toEqual(['zns', 'http']);
  });

  it('must be complete for Zalo ZNS', () => {
    expect(problemsOf({ ...production, VID_ZNS_APP_ID: '1' })).toEqual([
      'VID_ZNS_APP_SECRET is missing: VID_ZNS_APP_ID is set',
      'VID_ZNS_OA_SECRET is missing: VID_ZNS_APP_ID is set',
      'VID_ZNS_CODE_TEMPLATE is missing: VID_ZNS_APP_ID is set',
    ]);
  });

  it('must contain another gateway besides Zalo ZNS', () => {
    expect(problemsOf(zns)).toEqual([
      'VID_SMS_URL is missing: Zalo ZNS carries codes only, so another gateway must send the notices',
    ]);
    expect(problemsOf({ ...production, ...zns, VID_SMS_ORDER: 'zns' })).toEqual([
      'VID_SMS_ORDER must name another gateway besides zns, which carries neither notices nor all codes',
    ]);
  });

  const esms = { VID_ESMS_API_KEY: 'a', VID_ESMS_SECRET_KEY: 'b', VID_ESMS_BRANDNAME: 'HOIBDS' };

  it('set separate gateway orders for notices and carriers', () => {
    const { smsOrders, smsChannels } = readConfig(
      {
        ...production,
        ...esms,
        ...zns,
        VID_SMS_ORDER: 'esms',
        VID_SMS_ORDER_NOTICE: 'http,esms',
        VID_SMS_ORDER_ITEL: 'zns,http',
      },
      defaults,
    );
    expect(smsOrders).toMatchObject({ all: ['esms'], notice: ['http', 'esms'] });
    expect(smsOrders.carriers).toMatchObject({ itel: ['zns', 'http'], viettel: undefined });
    expect(smsChannels).toEqual(['esms', 'http', 'zns']);
  });

  it.each([
    [{ VID_SMS_ORDER_NOTICE: 'esms' }, 'VID_SMS_ORDER_NOTICE names esms, whose settings are missing'],
    [{ VID_SMS_ORDER_OTHER: 'speedsms' }, 'VID_SMS_ORDER_OTHER names speedsms, whose settings are missing'],
    [
      { ...zns, VID_SMS_ORDER_NOTICE: 'zns' },
      'VID_SMS_ORDER_NOTICE must name another gateway besides zns, which carries neither notices nor all codes',
    ],
    [
      { ...esms, VID_SMS_ORDER_NOTICE: 'http', VID_SMS_ORDER_VIETTEL: 'esms' },
      'VID_SMS_ORDER_VIETTEL names no gateway of VID_SMS_ORDER_NOTICE, so its numbers would get no notices',
    ],
  ])('must contain a gateway for every message: %j', (environment, problem) => {
    expect(problemsOf({ ...production, ...environment })).toEqual([problem]);
  });

  it.each(['VID_SMS_CEILING_DAY', 'VID_SMS_CEILING_MONTH'])('must contain a price for %s', (name) => {
    expect(problemsOf({ [name]: '1000000' })).toEqual([`VID_SMS_PRICE is missing: ${name} is set`]);
    expect(problemsOf({ [name]: '1000000', VID_SMS_PRICE: '850' })).toEqual([]);
  });

  it('must contain a gateway in an order of gateways', () => {
    expect(problemsOf({ VID_SMS_ORDER: ',' })).toEqual([
      'VID_SMS_ORDER must list one or more of zns, esms, speedsms, http, each once',
    ]);
  });

  it('must contain an https URL for a remote token server of Zalo ZNS', () => {
    const url = { VID_ZNS_TOKEN_URL: 'http://zalo.example/token' };
    expect(problemsOf({ ...production, ...url })).toEqual([
      'VID_ZNS_TOKEN_URL must be https unless the server runs on this machine',
    ]);
    expect(problemsOf({ ...production, VID_ZNS_TOKEN_URL: 'http://127.0.0.1:1/token' })).toEqual([]);
  });

  it.each(['VID_OTLP_ENDPOINT', 'VID_AUDIT_STREAM_URL'])(
    'must contain an https URL for a remote collector: %s',
    (name) => {
      expect(problemsOf({ ...production, [name]: 'http://collector.internal:4318' })).toEqual([
        `${name} must be https unless the collector runs on this machine`,
      ]);
      expect(problemsOf({ ...production, [name]: 'http://127.0.0.1:4318' })).toEqual([]);
    },
  );

  it('cannot trust every proxy in evaluation mode either', () => {
    expect(problemsOf({ VID_TRUSTED_PROXIES: '0.0.0.0/0' })).toEqual([
      expect.stringContaining('VID_TRUSTED_PROXIES must list your proxies only'),
    ]);
  });

  it('can have values in evaluation mode that production refuses', () => {
    const environment = {
      VID_METRICS_TOKEN: 'short',
      VID_DATABASE_URL: 'postgres://vid@db.internal/vid',
      VID_PASSWORD_MEMORY_KIB: '7168',
    };
    expect(problemsOf(environment)).toEqual([]);
  });

  it('offer the API reference in production only if switched on', () => {
    expect(readConfig(production, defaults).docs).toBe('off');
    expect(readConfig({ ...production, VID_DOCS: 'on' }, defaults).docs).toBe('on');
    expect(readConfig({}, defaults).docs).toBe('on');
  });

  it('divide the concurrent hashes among the workers, at least one each', () => {
    const hashes = (workers: number) =>
      readConfig({ VID_WORKERS: String(workers) }, defaults).hashConcurrency;
    expect(hashes(1)).toBe(availableParallelism());
    expect(hashes(2)).toBe(Math.ceil(availableParallelism() / 2));
    expect(hashes(64)).toBe(1);
    expect(readConfig({ VID_PASSWORD_CONCURRENCY: '7' }, defaults).hashConcurrency).toBe(7);
  });

  it('can describe a complete production server', () => {
    const config = readConfig(production, defaults);
    expect(config).toMatchObject({ isProduction: true, isSecure: true });
  });

  it('allow only loopback addresses to listen on in evaluation mode', () => {
    for (const host of ['0.0.0.0', '127.evil.example', 'localhost.evil.example'])
      expect(problemsOf({ VID_HOST: host })).toHaveLength(1);
    expect(problemsOf({ VID_HOST: '::1' })).toHaveLength(0);
  });

  it.each(['1', 'true', 'loopback', '10.0.0.0/33', '10.0.0.1/8/2', '10.0.0', 'fe80::/129'])(
    'I5 cannot contain VID_TRUSTED_PROXIES=%s',
    (value) => {
      expect(problemsOf({ VID_TRUSTED_PROXIES: value })).toHaveLength(1);
    },
  );

  it('I5 can contain addresses and blocks of both IP versions', () => {
    const config = readConfig({ VID_TRUSTED_PROXIES: '10.0.0.0/8, 192.0.2.7,2001:db8::/32' }, defaults);
    expect(config.trustedProxies).toEqual(['10.0.0.0/8', '192.0.2.7', '2001:db8::/32']);
  });

  it('are displayed without secrets', () => {
    const environment = Object.fromEntries(
      Object.values(settings).map((setting) => [setting.name, `canary-${setting.name}`]),
    );
    const secrets = Object.values(settings).filter((setting) => 'secret' in setting && setting.secret);
    expect(secrets.length).toBeGreaterThanOrEqual(5);
    for (const { name, value } of describeConfig(environment)) {
      const isSecret = secrets.some((setting) => setting.name === name);
      expect({ name, value }).toEqual({ name, value: isSecret ? '(set)' : `canary-${name}` });
    }
  });

  it('are listed with their names, descriptions and defaults', () => {
    expect(describeConfig({ VID_PORT: '8080' })).toEqual(
      Object.values(settings).map(({ name, default: usual = '', describe: text }) => ({
        name,
        value: name === 'VID_PORT' ? '8080' : usual,
        isSet: name === 'VID_PORT',
        describe: text,
      })),
    );
  });

  it('are reported without the value of a malformed secret', () => {
    const text = problemsOf({ VID_MASTER_KEY: 'canary-key', VID_DATABASE_URL: 'canary-url' }).join('\n');
    expect(text).not.toContain('canary');
  });
});

function mail(VID_MAIL_URL: string, VID_MAIL_FROM = 'VID <no-reply@example.vn>') {
  return { VID_MAIL_URL, VID_MAIL_FROM };
}

describe('mail server settings', () => {
  it.each([
    [
      'smtps://mail.example.vn',
      { host: 'mail.example.vn', port: 465, tls: 'implicit', user: '', password: '' },
    ],
    [
      'smtp://vid:p%40ss@mail.example.vn',
      { host: 'mail.example.vn', port: 587, tls: 'starttls', user: 'vid', password: 'p@ss' },
    ],
    ['smtp://127.0.0.1:25', { host: '127.0.0.1', port: 25, tls: 'none', user: '', password: '' }],
    ['smtp://[::1]', { host: '::1', port: 587, tls: 'none', user: '', password: '' }],
  ])('are read from %s', (url, expected) => {
    expect(readConfig(mail(url), defaults).mailUrl).toEqual(expected);
  });

  it.each([
    'https://mail.example.vn',
    'mail.example.vn:587',
    'smtp://',
    'smtps://mail.example.vn?tls.rejectUnauthorized=false',
    'smtp://mail.example.vn?ignoreTLS=true',
    'smtp://mail.example.vn/path',
  ])('cannot be %s', (url) => {
    expect(problemsOf(mail(url))).toEqual([expect.stringMatching(/^VID_MAIL_URL must /u)]);
  });

  it.each(['no-reply@example.vn', 'Hội Môi giới <no-reply@example.vn>'])(
    'can contain the sender %s',
    (from) => {
      expect(readConfig(mail('smtps://a.vn', from), defaults).mailFrom).toBe(from);
    },
  );

  it.each([
    'VID',
    'a@b.vn, c@d.vn',
    'VID <a@b.vn',
    'a@b.vn>',
    'VID <a@b.vn> <c@d.vn>',
    'VID\r\nBcc: c@d.vn <a@b.vn>',
  ])('cannot contain the sender %j', (from) => {
    expect(problemsOf(mail('smtps://a.vn', from))).toEqual([expect.stringMatching(/^VID_MAIL_FROM must /u)]);
  });

  it('must contain a sender, and are optional in production', () => {
    expect(problemsOf({ VID_MAIL_URL: 'smtps://a.vn' })).toEqual([
      expect.stringMatching(/^VID_MAIL_FROM is missing/u),
    ]);
    expect(readConfig(production, defaults).mailUrl).toBeUndefined();
  });

  it('are displayed without the password', () => {
    const shown = describeConfig(mail('smtps://vid:geheim@a.vn'));
    expect(JSON.stringify(shown)).not.toContain('geheim');
  });
});

describe('the check for this machine’s loopback', () => {
  it.each(['localhost', '127.0.0.1', '127.8.9.1', '::1', '[::1]'])('accepts %s', (host) => {
    expect(isLoopback(host)).toBe(true);
  });
  it.each([
    '',
    '127.1',
    '0x7f.0.0.1',
    '127.0.0.1.evil.test',
    '127.evil.example',
    'localhost.evil.test',
    '10.0.0.1',
    '::2',
    '::ffff:127.0.0.1',
  ])('rejects %j', (host) => {
    expect(isLoopback(host)).toBe(false);
  });
});
