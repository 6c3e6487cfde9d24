import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { settings, type SettingName } from './settings.ts';

type Values = { [K in SettingName]: ReturnType<(typeof settings)[K]['parse']> };
type OptionalName =
  | 'publicUrl'
  | 'dataDir'
  | 'databaseUrl'
  | 'masterKey'
  | 'cmsLoginUrl'
  | 'metricsToken'
  | 'smsUrl'
  | 'smsSecret'
  | 'smsAuthorization';

/** The validated, frozen settings of this process. */
export type Config = Readonly<
  Omit<Values, OptionalName> & {
    [K in Exclude<OptionalName, 'publicUrl' | 'dataDir'>]: Values[K] | undefined;
  } & {
    publicUrl: URL;
    dataDir: string;
    isProduction: boolean;
    /** Cookies get the `__Host-` prefix and Secure; true with an https public address. */
    isSecure: boolean;
    hashConcurrency: number;
  }
>;

/** Thrown with every problem of the environment at once. */
export class ConfigError extends Error {
  readonly problems: readonly string[];
  constructor(problems: readonly string[]) {
    super(`VID cannot start with these settings:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
    this.problems = problems;
  }
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Reads VID_* once. Throws `ConfigError` listing everything that is missing, malformed or unsafe. */
export function readConfig(environment: Environment, defaults: { dataDir: string }): Config {
  const problems: string[] = [];
  const values: Record<string, unknown> = {};
  for (const [name, setting] of Object.entries(settings)) {
    const given = environment[setting.name]?.trim();
    const raw = given === undefined || given === '' ? setting.default : given;
    if (raw === undefined) continue;
    try {
      values[name] = setting.parse(raw);
    } catch (error) {
      problems.push(`${setting.name} ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each entry was parsed by the setting of its name
  const read = values as Partial<Values>;
  const isProduction = read.mode === 'production';
  const malformed = new Set(problems.map(nameIn));
  const unsafe = isProduction ? productionProblems(read) : evaluationProblems(read);
  // What could not be read is no more missing than it is safe: one problem each.
  problems.push(...unsafe.filter((problem) => !malformed.has(nameIn(problem))));
  const known = new Set<string>(Object.values(settings).map((setting) => setting.name));
  for (const name of Object.keys(environment)) {
    if (name.startsWith('VID_') && !known.has(name) && !internalNames.has(name))
      problems.push(`${name} is not a setting of VID`);
  }
  if (problems.length > 0) throw new ConfigError(problems);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- no problem was found: what has a default is there
  const complete = read as Values;
  const publicUrl = read.publicUrl ?? new URL(`http://localhost:${complete.port}`);
  const config: Config = Object.freeze({
    ...complete,
    databaseUrl: read.databaseUrl,
    masterKey: read.masterKey,
    cmsLoginUrl: read.cmsLoginUrl,
    metricsToken: read.metricsToken,
    smsUrl: read.smsUrl,
    smsSecret: read.smsSecret,
    smsAuthorization: read.smsAuthorization,
    publicUrl,
    dataDir: resolve(read.dataDir ?? defaults.dataDir),
    isProduction,
    isSecure: publicUrl.protocol === 'https:',
    hashConcurrency: complete.passwordConcurrency || Math.ceil(availableParallelism() / complete.workers),
  });
  return config;
}

function nameIn(problem: string): string {
  return problem.split(' ', 1)[0] ?? '';
}

/** Variables of the tools around the server, which are no settings of an operator. */
const internalNames = new Set(['VID_CHROMIUM']);

function productionProblems(read: Partial<Values>): string[] {
  const problems: string[] = [];
  if (!read.publicUrl) problems.push('VID_PUBLIC_URL is missing: the https origin that people use');
  else if (read.publicUrl.protocol !== 'https:') problems.push('VID_PUBLIC_URL must be https in production');
  if (!read.databaseUrl)
    problems.push('VID_DATABASE_URL is missing: production runs on a PostgreSQL of yours');
  if (!read.masterKey)
    problems.push('VID_MASTER_KEY is missing: 32 random bytes (try: openssl rand -hex 32)');
  if (!read.smsUrl) problems.push('VID_SMS_URL is missing: the SMS gateway that carries the codes');
  if (read.smsUrl && read.smsUrl.protocol !== 'https:' && !isLoopback(read.smsUrl.hostname)) {
    problems.push('VID_SMS_URL must be https unless the gateway is on this machine');
  }
  if ((read.passwordMemoryKib ?? 0) < 19_456)
    problems.push('VID_PASSWORD_MEMORY_KIB must be at least 19456 in production');
  return problems;
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

export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host === '[::1]' || /^127\.\d+\.\d+\.\d+$/u.test(host);
}

/** Settings as shown to an operator: secrets masked. */
export function describeConfig(
  environment: Environment,
): { name: string; value: string; describe: string }[] {
  return Object.values(settings).map((setting) => {
    const given = environment[setting.name];
    const value =
      given === undefined || given === '' ? (setting.default ?? '') : 'secret' in setting ? '(set)' : given;
    return { name: setting.name, value, describe: setting.describe };
  });
}
