import { fileURLToPath } from 'node:url';
import { ConfigError, readConfig, type Config } from '#config/config.ts';

/** sysexits.h: the settings are wrong, so starting again without a change is of no use. */
export const exitCodes = { failed: 1, usage: 64, unavailable: 69, configuration: 78 } as const;

/** The VID_* variables, as text. */
export type Environment = Readonly<Record<string, string>>;
export type ReadEnvironment = { readonly environment: Environment; readonly config: Config };

const defaultDataDir = fileURLToPath(new URL('../../../../.vid', import.meta.url));

/** Reads the settings, or says everything that is wrong with them and ends the process. */
export function readEnvironment(): ReadEnvironment {
  const environment = takeEnvironment();
  try {
    return { environment, config: configOf(environment) };
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    process.stderr.write(`${error.message}\n`);
    return process.exit(exitCodes.configuration);
  }
}

export function configOf(environment: Environment): Config {
  return readConfig(environment, { dataDir: defaultDataDir });
}

/** Takes the VID_* variables out of the environment: no process started from here inherits a secret. */
export function takeEnvironment(): Environment {
  const taken: Record<string, string> = {};
  for (const [name, value] of Object.entries(process.env)) {
    if (!name.startsWith('VID_') || value === undefined) continue;
    taken[name] = value;
    delete process.env[name];
  }
  return taken;
}

/** Hashes take threads for as long as they run; files, names and compression need some besides. */
const threadsBesideHashes = 4;

export function sizeThreadPool(config: Config): void {
  process.env['UV_THREADPOOL_SIZE'] ??= String(config.hashConcurrency + threadsBesideHashes);
}
