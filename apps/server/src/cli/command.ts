import type { ErrorCode } from '@vid/contract/errors';
import type { Config } from '#config/config.ts';
import type { ConnectionTarget } from '#database/connection.ts';
import type { CommandDeps } from '#cli/services.ts';
import { AppError } from '#lib/app-error.ts';
import { configOf, type Environment } from '#process/environment/environment.ts';

/** Output of a command. Tests collect it instead of printing it. */
export type Output = {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  /** Replaces the last line of standard error on a terminal. An empty text clears the line. */
  readonly rewrite?: ((text: string) => void) | undefined;
};

export type Host = {
  readonly environment: Environment;
  readonly output: Output;
  /** Reads secrets from standard input, because other users can see a program’s arguments. */
  readonly input: () => Promise<string>;
  /** @throws ConfigError listing every problem of the settings */
  readonly config: () => Config;
  /**
   * Runs `work` on the configured database, on the running server's database, or on an embedded database that
   * is started for this command.
   */
  readonly withDatabase: <T>(work: (target: ConnectionTarget) => Promise<T>) => Promise<T>;
  /** Like `withDatabase`, but runs `work` with the services. Fails if migrations are pending. */
  readonly withDeps: <T>(work: (deps: CommandDeps) => Promise<T>) => Promise<T>;
};

export type Context = Host & {
  /**
   * True with `--json`. Standard output then contains one JSON document, or a line of JSON for each sign-on
   * that a command follows.
   */
  readonly isJson: boolean;
  readonly show: (data: unknown, text: string) => void;
};

export type Command = {
  readonly usage?: string;
  readonly summary: string;
  /** Loads the command's module on demand, because most commands need little of the server. */
  readonly load: () => Promise<Run>;
};

export type Run = (args: readonly string[], context: Context) => Promise<number | void>;

export class UsageProblem extends Error {
  override readonly name = 'UsageProblem';
}

export class CommandProblem extends AppError {
  constructor(code: ErrorCode, message: string) {
    super(code);
    this.message = message;
  }
}

const terminal: Output = {
  out: (text) => console.log(text),
  err: (text) => console.error(text),
  rewrite: process.stderr.isTTY ? (text) => void process.stderr.write(`\r\u001B[K${text}`) : undefined,
};

export function createHost(environment: Environment): Host {
  let config: Config | undefined;
  const getConfig = (): Config => (config ??= configOf(environment));
  return {
    environment,
    output: terminal,
    input: async () => (await import('node:stream/consumers')).text(process.stdin),
    config: getConfig,
    withDatabase: async (work) => (await import('./database.ts')).withDatabase(getConfig(), work),
    withDeps: async (work) => (await import('./database.ts')).withDeps(getConfig(), work),
  };
}

export function createContext(host: Host, isJson: boolean): Context {
  return {
    ...host,
    isJson,
    show: (data, text) => host.output.out(isJson ? JSON.stringify(data, null, 2) : text),
  };
}

export function requireArgument(args: readonly string[], name: string): string {
  const [value, ...rest] = args.filter((arg) => !arg.startsWith('--'));
  if (value === undefined || rest.length > 0)
    throw new UsageProblem(`This command needs exactly one ${name}.`);
  return value;
}

export function requireFlags(args: readonly string[], known: readonly string[]): ReadonlySet<string> {
  const flags = args.filter((arg) => arg.startsWith('--'));
  const unknown = flags.filter((flag) => !known.includes(flag));
  if (unknown.length > 0) throw new UsageProblem(`Unknown option ${unknown.join(', ')}.`);
  return new Set(flags);
}

/**
 * Escapes control and format characters. Anyone can send a request with such characters, which the operator's
 * terminal would interpret.
 */
export const printable = (text: string): string =>
  text.replaceAll(/[\p{Cc}\p{Cf}]/gu, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);

export type Fact = readonly [label: string, value: string | null];

export const factLines = (facts: readonly Fact[], width: number): string[] =>
  facts.flatMap(([label, value]) => (value ? [`  ${label.padEnd(width)}${printable(value)}`] : []));
