import { setGlobalProxyFromEnv } from 'node:http';
import { ConfigError, readConfig, type Config } from '#config/config.ts';
import { settingName } from '#config/given-values.ts';
import { proxyOptions, usedProxy, wrongProxy } from '#config/outgoing-proxy.ts';
import { program } from '#lib/program.ts';

/**
 * Exit codes, those above 1 from sysexits.h. After `configuration`, a restart fails until the operator
 * corrects the settings or the database.
 */
export const exitCodes = { failed: 1, usage: 64, unavailable: 69, configuration: 78 } as const;

export type Environment = Readonly<Record<string, string>>;
export type ReadEnvironment = { readonly environment: Environment; readonly config: Config };

/** Reads the settings. Prints all problems and exits if a setting is wrong. */
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
  return readConfig(environment, { dataDir: program.dataDir });
}

/**
 * Removes the VID_* variables from the environment, so that child processes do not inherit secrets, and
 * returns them.
 */
export function takeEnvironment(): Environment {
  const taken: Record<string, string> = {};
  for (const [name, value] of Object.entries(process.env)) {
    if (settingName(name) === undefined || value === undefined) continue;
    taken[name] = value;
    delete process.env[name];
  }
  return taken;
}

/**
 * Sends outgoing requests through the proxy of HTTPS_PROXY and HTTP_PROXY. Exits if one of these variables is
 * not the URL of an HTTP proxy.
 */
export function useOutgoingProxy(): void {
  if (usedProxy() === undefined) return;
  try {
    if (wrongProxy() !== undefined) throw new Error('not an HTTP proxy');
    setGlobalProxyFromEnv(proxyOptions().proxyEnv);
  } catch {
    process.stderr.write(
      'HTTPS_PROXY and HTTP_PROXY must be addresses such as http://proxy.example.vn:3128.\n',
    );
    process.exit(exitCodes.configuration);
  }
}

/** Number of threads for files, DNS and compression, in addition to the hash threads. */
const threadsBesideHashes = 4;

/** Sets the size of libuv's thread pool, unless UV_THREADPOOL_SIZE is set. The pool's first use fixes the size. */
export function sizeThreadPool(config: Config): void {
  process.env['UV_THREADPOOL_SIZE'] ??= String(config.hashConcurrency + threadsBesideHashes);
}
