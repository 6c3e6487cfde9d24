import type { Config } from '#config/config.ts';
import type { ConnectionTarget } from '#database/connection.ts';
import type { CommandDeps } from '#deps/commands.ts';
import { configOf, type Environment } from '#process/environment.ts';

export type Context = {
  readonly environment: Environment;
  /** @throws ConfigError with every problem of the settings. */
  readonly config: () => Config;
  /** Runs `work` against the configured database, the running server's, or an embedded one started for this command. */
  readonly withDatabase: <T>(work: (target: ConnectionTarget) => Promise<T>) => Promise<T>;
  /** The same with the services that commands need. Fails when migrations are pending. */
  readonly withDeps: <T>(work: (deps: CommandDeps) => Promise<T>) => Promise<T>;
};

export type Command = {
  readonly name: string;
  /** The arguments, for the help text. */
  readonly usage: string;
  readonly summary: string;
  /** Loads the command's module; most commands need little of the server. */
  readonly load: () => Promise<Run>;
};

/** Resolves to the exit code. */
export type Run = (args: readonly string[], context: Context) => Promise<number>;

/** Wrong arguments; the message says what is expected. */
export class UsageProblem extends Error {
  override readonly name = 'UsageProblem';
}

export function createContext(environment: Environment): Context {
  let config: Config | undefined;
  const getConfig = (): Config => (config ??= configOf(environment));
  return {
    environment,
    config: getConfig,
    withDatabase: async (work) => (await import('./database.ts')).withDatabase(getConfig(), work),
    withDeps: async (work) => (await import('./database.ts')).withDeps(getConfig(), work),
  };
}

/** The command's only argument that is not a flag. */
export function requireArgument(args: readonly string[], name: string): string {
  const [value, ...rest] = args.filter((arg) => !arg.startsWith('--'));
  if (value === undefined || rest.length > 0)
    throw new UsageProblem(`This command needs exactly one ${name}.`);
  return value;
}

/** The given flags; refuses any that is not in `known`. */
export function requireFlags(args: readonly string[], known: readonly string[]): ReadonlySet<string> {
  const flags = args.filter((arg) => arg.startsWith('--'));
  const unknown = flags.filter((flag) => !known.includes(flag));
  if (unknown.length > 0) throw new UsageProblem(`Unknown option ${unknown.join(', ')}.`);
  return new Set(flags);
}
