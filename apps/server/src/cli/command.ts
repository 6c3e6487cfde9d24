import type { Config } from '#config/config.ts';
import type { ConnectionTarget } from '#database/connection.ts';
import type { Deps } from '#deps.ts';
import { configOf, type Environment } from '#process/environment.ts';

export type Context = {
  readonly environment: Environment;
  /** Throws `ConfigError` with everything that is wrong. */
  readonly config: () => Config;
  /** Runs `work` against the database: the operator's, the running server's, or one started for the while. */
  readonly withDatabase: <T>(work: (target: ConnectionTarget) => Promise<T>) => Promise<T>;
  /** The same with the services on it; the schema is this release's. */
  readonly withDeps: <T>(work: (deps: Deps) => Promise<T>) => Promise<T>;
};

export type Command = {
  readonly name: string;
  /** What follows the name. */
  readonly usage: string;
  readonly summary: string;
  /** Read only when it is called: most commands need little of the server. */
  readonly load: () => Promise<Run>;
};

/** Resolves to the exit code. */
export type Run = (args: readonly string[], context: Context) => Promise<number>;

/** The command was called in a way it does not understand. */
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

/** The one argument that a command needs. */
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
