import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { carriers, type SmsChannel } from '@vid/contract/endpoints/admin/sms-shapes';
import { parseDatabaseUrl, type DatabaseAddress } from './database-url.ts';
import { readGivenValues, type GivenValue } from './given-values.ts';
import { isLoopback } from './loopback.ts';
import { readSecretFiles } from './secret-files.ts';
import { settings, type SettingName } from './settings.ts';
import { carrierOrders, smsGateways } from './settings/sms.ts';
import { socialProviders } from './settings/social.ts';
import { channelsOf, orderFor, type SmsOrders } from './sms-orders.ts';
import { coversStrangers, isBelowArgon2Minimum, isZeroKey } from './unsafe-values.ts';

type Values = {
  [K in SettingName]:
    | ReturnType<(typeof settings)[K]['parse']>
    | (undefined extends (typeof settings)[K]['default'] ? undefined : never);
};

export type Config = Readonly<
  Omit<Values, 'publicUrl' | 'dataDir' | 'supportEmail' | 'docs'> & {
    publicUrl: URL;
    supportEmail: string;
    dataDir: string;
    docs: NonNullable<Values['docs']>;
    smsOrders: SmsOrders;
    /** SMS gateways named in at least one order. */
    smsChannels: readonly SmsChannel[];
    isProduction: boolean;
    /** True if the public URL is https, so that cookies get the `__Host-` prefix and Secure. */
    isSecure: boolean;
    hashConcurrency: number;
  }
>;

export class ConfigError extends Error {
  readonly problems: readonly string[];
  constructor(problems: readonly string[]) {
    super(`VID cannot start with these settings:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
    this.problems = problems;
  }
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Returns the validated settings from VID_* variables.
 * @throws ConfigError listing every missing, malformed, unsafe or unknown setting
 */
export function readConfig(environment: Environment, defaults: { dataDir: string }): Config {
  const problems: string[] = [];
  const given = readValues(environment);
  const values: Record<string, unknown> = {};
  for (const [name, setting] of Object.entries(settings)) {
    const value = given.get(setting.name);
    if (value?.problem !== undefined) {
      problems.push(`${setting.name} ${value.problem}`);
      continue;
    }
    const raw = value?.text || setting.default;
    if (raw === undefined) continue;
    try {
      values[name] = setting.parse(raw);
    } catch (error) {
      problems.push(`${setting.name} ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each entry was parsed by the setting of the same name
  const read = values as Partial<Values>;
  const isProduction = read.mode === 'production';
  const malformed = new Set(problems.map(nameIn));
  const unsafe = [
    ...(isProduction ? productionProblems(read) : evaluationProblems(read)),
    ...proxyProblems(read),
    ...mailProblems(read),
    ...smsProblems(read),
    ...halfConfigured(read),
  ];
  // Report a malformed setting once, and not as missing or unsafe too.
  problems.push(...unsafe.filter((problem) => !malformed.has(nameIn(problem))));
  const known = new Set<string>(Object.values(settings).map((setting) => setting.name));
  for (const name of given.keys())
    if (!known.has(name) && !internalNames.has(name)) problems.push(`${name} is not a VID setting`);
  if (problems.length > 0) throw new ConfigError(problems);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- without problems, every setting with a default has a value
  const complete = read as Values;
  const publicUrl = read.publicUrl ?? new URL(`http://localhost:${complete.port}`);
  const smsOrders = smsOrdersIn(read);
  const config: Config = Object.freeze({
    ...complete,
    supportEmail: read.supportEmail ?? `support@${publicUrl.hostname}`,
    publicUrl,
    dataDir: resolve(read.dataDir ?? defaults.dataDir),
    docs: read.docs ?? (isProduction ? 'off' : 'on'),
    smsOrders,
    smsChannels: channelsOf(smsOrders),
    isProduction,
    isSecure: publicUrl.protocol === 'https:',
    hashConcurrency: complete.passwordConcurrency || Math.ceil(availableParallelism() / complete.workers),
  });
  return config;
}

function readValues(environment: Environment): ReadonlyMap<string, GivenValue> {
  const secrets = Object.values(settings).filter((setting) => 'secret' in setting);
  return readSecretFiles(
    readGivenValues(environment),
    secrets.map(({ name }) => name),
  );
}

function nameIn(problem: string): string {
  return problem.split(' ', 1)[0] ?? '';
}

const internalNames = new Set(['VID_CHROMIUM']);

function productionProblems(read: Partial<Values>): string[] {
  const problems: string[] = [];
  if (!read.publicUrl) problems.push('VID_PUBLIC_URL is missing: the https origin that browsers use');
  else if (read.publicUrl.protocol !== 'https:') problems.push('VID_PUBLIC_URL must be https in production');
  if (!read.databaseUrl)
    problems.push('VID_DATABASE_URL is missing: production needs an external PostgreSQL');
  if (!read.masterKey)
    problems.push('VID_MASTER_KEY is missing: 32 random bytes (try: openssl rand -hex 32)');
  if (configuredGateways(read).length === 0)
    problems.push(
      'VID_SMS_URL is missing: the SMS gateway that sends the codes (or configure eSMS or SpeedSMS by name)',
    );
  if (read.sampleGateways === 'on')
    problems.push('VID_SAMPLE_GATEWAYS must be off in production: no member would get a code');
  const { znsTokenUrl } = read;
  if (znsTokenUrl && znsTokenUrl.protocol !== 'https:' && !isLoopback(znsTokenUrl.hostname))
    problems.push('VID_ZNS_TOKEN_URL must be https unless the server runs on this machine');
  for (const { url: name } of smsGateways) {
    const url = read[name];
    if (url && url.protocol !== 'https:' && !isLoopback(url.hostname))
      problems.push(`${settings[name].name} must be https unless the gateway runs on this machine`);
  }
  const { otlpEndpoint } = read;
  if (otlpEndpoint && otlpEndpoint.protocol !== 'https:' && !isLoopback(otlpEndpoint.hostname))
    problems.push('VID_OTLP_ENDPOINT must be https unless the collector runs on this machine');
  const { auditStreamUrl } = read;
  if (auditStreamUrl && auditStreamUrl.protocol !== 'https:' && !isLoopback(auditStreamUrl.hostname))
    problems.push('VID_AUDIT_STREAM_URL must be https unless the collector runs on this machine');
  problems.push(...insecureProviderUrls(read), ...weakProblems(read));
  return problems;
}

function configuredGateways(read: Partial<Values>): readonly SmsChannel[] {
  return smsGateways
    .filter(({ needs }) => needs.every((name) => read[name] !== undefined))
    .map(({ channel }) => channel);
}

function smsOrdersIn(read: Partial<Values>): SmsOrders {
  return {
    all: read.smsOrder ?? configuredGateways(read),
    notice: read.smsOrderNotice,
    carriers: Object.fromEntries(
      Object.entries(carrierOrders).map(([carrier, setting]) => [carrier, read[setting]]),
    ),
  };
}

/**
 * Reports SMS gateways with incomplete settings, orders that name an unconfigured gateway or leave some
 * messages without a gateway, and ceilings without a price.
 */
function smsProblems(read: Partial<Values>): string[] {
  const configured = configuredGateways(read);
  const half = smsGateways.flatMap(({ needs }) => {
    const missing = needs.filter((name) => read[name] === undefined);
    const given = needs.find((name) => read[name] !== undefined);
    return given === undefined
      ? []
      : missing.map((name) => `${settings[name].name} is missing: ${settings[given].name} is set`);
  });
  const given = [
    { setting: 'smsOrder', carrier: undefined },
    { setting: 'smsOrderNotice', carrier: undefined },
    ...carriers.map((carrier) => ({ setting: carrierOrders[carrier], carrier })),
  ] as const;
  const orders = smsOrdersIn(read);
  const unpriced = (['smsCeilingDay', 'smsCeilingMonth'] as const).filter(
    (name) => read[name] !== undefined && read.smsPrice === undefined,
  );
  return [
    ...half,
    ...unpriced.map((name) => `VID_SMS_PRICE is missing: ${settings[name].name} is set`),
    ...given.flatMap(({ setting, carrier }) => {
      const { name } = settings[setting];
      const order = read[setting] ?? (setting === 'smsOrder' ? configured : []);
      const unknown = order.filter((channel) => !configured.includes(channel));
      if (unknown.length > 0)
        return unknown.map((channel) => `${name} names ${channel}, whose settings are missing`);
      if (order.length === 0) return [];
      if (isZnsOnly(order))
        return read[setting] === undefined
          ? ['VID_SMS_URL is missing: Zalo ZNS carries codes only, so another gateway must send the notices']
          : [`${name} must name another gateway besides zns, which carries neither notices nor all codes`];
      return carrier && isZnsOnly(orderFor(orders, { isCode: false, carrier }))
        ? [`${name} names no gateway of VID_SMS_ORDER_NOTICE, so its numbers would get no notices`]
        : [];
    }),
  ];
}

function isZnsOnly(order: readonly SmsChannel[]): boolean {
  return order.every((channel) => channel === 'zns');
}

function halfConfigured(read: Partial<Values>): string[] {
  return socialProviders.flatMap(({ id, secret }) => {
    if ((read[id] === undefined) === (read[secret] === undefined)) return [];
    const [missing, given] = read[id] === undefined ? [id, secret] : [secret, id];
    return [`${settings[missing].name} is missing: ${settings[given].name} is set`];
  });
}

/**
 * Reports provider URLs without TLS, except on this machine, because VID sends secrets and tokens to them.
 */
function insecureProviderUrls(read: Partial<Values>): string[] {
  return socialProviders.flatMap(({ urls }) =>
    urls
      .filter((name) => {
        const url = read[name];
        return url !== undefined && url.protocol !== 'https:' && !isLoopback(url.hostname);
      })
      .map((name) => `${settings[name].name} must be https unless the server runs on this machine`),
  );
}

/** Reports well-formed values that would disable a defence. */
function weakProblems(read: Partial<Values>): string[] {
  const problems: string[] = [];
  if (read.masterKey && isZeroKey(read.masterKey))
    problems.push('VID_MASTER_KEY is all zeros; use 32 random bytes (try: openssl rand -hex 32)');
  if (isBelowArgon2Minimum(read.passwordMemoryKib ?? 0, read.passwordIterations ?? 0))
    problems.push(
      'VID_PASSWORD_MEMORY_KIB must be at least 47104 in production, or 19456 with VID_PASSWORD_ITERATIONS=2 or more',
    );
  if (read.metricsToken !== undefined && read.metricsToken.length < 32)
    problems.push('VID_METRICS_TOKEN must have at least 32 characters (try: openssl rand -hex 32)');
  for (const name of ['databaseUrl', 'databaseReplicaUrl'] as const) {
    const url = read[name];
    if (url !== undefined && reachesStrangers(parseDatabaseUrl(url)))
      problems.push(
        `${settings[name].name} must verify the TLS certificate, because the database is on another machine (add ?sslmode=verify-full, and sslrootcert for your own authority)`,
      );
  }
  return problems;
}

/**
 * Returns whether another machine could impersonate the database, because the connection has no TLS or does
 * not verify the certificate.
 */
function reachesStrangers({ hosts, tls }: DatabaseAddress): boolean {
  const isVerified = tls?.mode === 'verify-ca' || tls?.mode === 'verify-full';
  return !isVerified && hosts.some(({ host }) => !host.startsWith('/') && !isLoopback(host));
}

function evaluationProblems(read: Partial<Values>): string[] {
  const problems: string[] = [];
  if (read.host !== undefined && !isLoopback(read.host)) {
    problems.push(
      'VID_HOST must be a loopback address in evaluation mode, because the outbox shows every code; set VID_MODE=production to serve others',
    );
  }
  return problems;
}

function proxyProblems({ trustedProxies }: Partial<Values>): string[] {
  const wide = trustedProxies?.find(coversStrangers);
  return wide === undefined
    ? []
    : [
        `VID_TRUSTED_PROXIES must list your proxies only; with ${wide} any caller could choose its own address`,
      ];
}

function mailProblems({ mailUrl, mailFrom }: Partial<Values>): string[] {
  return mailUrl && mailFrom === undefined
    ? ['VID_MAIL_FROM is missing: the sender of the mail that VID_MAIL_URL sends']
    : [];
}

export function describeConfig(
  environment: Environment,
): { name: string; value: string; isSet: boolean; describe: string }[] {
  const given = readValues(environment);
  return Object.values(settings).map((setting) => {
    const text = given.get(setting.name)?.text ?? '';
    const value = text === '' ? (setting.default ?? '') : 'secret' in setting ? '(set)' : text;
    return { name: setting.name, value, isSet: text !== '', describe: setting.describe };
  });
}
