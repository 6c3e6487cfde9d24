import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Names of the file and the folder in the settings folder (`/etc/vid` in a release). */
export const settingsFile = 'vid.env';
export const secretsFolder = 'secrets';

/** Secrets of every production server. */
const requiredSecrets = ['MASTER_KEY', 'DATABASE_URL'];

/**
 * Completes the environment with systemd's credentials and the settings folder. Keeps variables that are
 * already set. The systemd service gets its secrets as credentials and may not read them in the folder.
 */
export function completeEnvironment(
  settingsFolder: string | undefined,
  environment: NodeJS.ProcessEnv = process.env,
  listFolder: (folder: string) => readonly string[] = readdirSync,
): void {
  const { CREDENTIALS_DIRECTORY: credentials } = environment;
  if (credentials !== undefined) {
    const names = ifReadable(() => readdirSync(credentials), []);
    addSecrets(environment, credentials, names, (name) => name);
  }
  if (settingsFolder === undefined) return;
  const file = join(settingsFolder, settingsFile);
  for (const [name, value] of readSettings(ifReadable(() => readFileSync(file, 'utf8'), '')))
    environment[name] ??= value;
  const folder = join(settingsFolder, secretsFolder);
  // Name the required secrets, so that an operator who is not root reads that a secret cannot be read, and
  // not that it is missing.
  const ifRefused = credentials === undefined ? requiredSecrets : [];
  const names = ifReadable(() => listFolder(folder), [], ifRefused);
  addSecrets(environment, folder, names, (name) => `VID_${name}`);
}

const settingLine =
  /^[^\S\n]*(?:export[^\S\n]+)?(?<name>\w+)[^\S\n]*=[^\S\n]*(?:'(?<single>[^']*)'|"(?<double>(?:[^"\\]|\\[^])*)")?(?<rest>[^\n]*)$/gmu;

/**
 * Returns the variables of a settings file. As in systemd, a comment after a value belongs to the value, so that VID
 * rejects it. Node's `parseEnv` would cut even a value such as `a#b`.
 */
function readSettings(text: string): (readonly [name: string, value: string])[] {
  const names = new Set<string>();
  return Array.from(text.matchAll(settingLine), ({ groups = {} }) => {
    const { name = '', single, double, rest = '' } = groups;
    const quoted = single ?? double?.replace(/\\(["\\$`])/gu, '$1') ?? '';
    // `readGivenValues` rejects a setting that is given both with and without `export`.
    const key = names.has(name) ? `export ${name}` : name;
    names.add(name);
    return [key, (quoted + rest).trim()];
  });
}

function addSecrets(
  environment: NodeJS.ProcessEnv,
  folder: string,
  names: readonly string[],
  settingOf: (name: string) => string,
): void {
  for (const name of names) {
    const setting = settingOf(name);
    if (/^VID_[A-Z_]+$/u.test(setting) && environment[setting] === undefined)
      environment[`${setting}_FILE`] ??= join(folder, name);
  }
}

/**
 * Returns the result of `read`, `ifMissing` if the file does not exist, or `ifRefused` if this user may not
 * read it.
 */
function ifReadable<T>(read: () => T, ifMissing: T, ifRefused: T = ifMissing): T {
  try {
    return read();
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ENOENT') return ifMissing;
    if (code === 'EACCES') return ifRefused;
    throw error;
  }
}
