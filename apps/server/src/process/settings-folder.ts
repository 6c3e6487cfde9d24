import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';

/** Names in the settings folder, such as /etc/vid. */
export const settingsFile = 'vid.env';
export const secretsFolder = 'secrets';

/**
 * Completes the environment with systemd's credentials and the settings folder. Keeps variables that are
 * already set. Skips files that this user may not read, because the service gets its secrets from systemd.
 */
export function completeEnvironment(
  settingsFolder: string | undefined,
  environment: NodeJS.ProcessEnv = process.env,
): void {
  const { CREDENTIALS_DIRECTORY: credentials } = environment;
  if (credentials !== undefined) addSecrets(environment, credentials, (name) => name);
  if (settingsFolder === undefined) return;
  const file = join(settingsFolder, settingsFile);
  const settings = ifReadable(() => parseEnv(readFileSync(file, 'utf8')), {});
  for (const [name, value] of Object.entries(settings)) environment[name] ??= value;
  addSecrets(environment, join(settingsFolder, secretsFolder), (name) => `VID_${name}`);
}

function addSecrets(
  environment: NodeJS.ProcessEnv,
  folder: string,
  settingOf: (name: string) => string,
): void {
  for (const name of ifReadable(() => readdirSync(folder), [])) {
    const setting = settingOf(name);
    if (/^VID_[A-Z_]+$/u.test(setting) && environment[setting] === undefined)
      environment[`${setting}_FILE`] ??= join(folder, name);
  }
}

function ifReadable<T>(read: () => T, otherwise: T): T {
  try {
    return read();
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ENOENT' || code === 'EACCES') return otherwise;
    throw error;
  }
}
