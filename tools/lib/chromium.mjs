import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { run } from './run.mjs';
import { say, ToolError, withProgress } from './say.mjs';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
const ADVICE = 'Install Chromium (Debian: apt-get install chromium) or set VID_CHROMIUM to its path.';

/**
 * The path of an installed Chromium: VID_CHROMIUM, else the first one on PATH.
 * @returns {string | undefined}
 */
export function findChromium() {
  return process.env.VID_CHROMIUM || listOnPath()[0];
}

/**
 * The path of an installed Chromium, as `findChromium` chooses it.
 * @returns {string}
 * @throws {ToolError} if none is installed
 */
export function getChromium() {
  const found = findChromium();
  if (found) return found;
  throw new ToolError(`No Chromium found on PATH. ${ADVICE}`);
}

/**
 * The path of a Chromium that starts: VID_CHROMIUM, else the first on PATH, else Debian's package, installed
 * here if this process is root.
 * @returns {Promise<string>}
 * @throws {ToolError} if none starts
 */
export async function ensureChromium() {
  const configured = process.env.VID_CHROMIUM;
  if (configured) {
    if (await starts(configured)) return configured;
    throw new ToolError(`VID_CHROMIUM is ${configured}, which does not start.`);
  }
  const found = await findWorking();
  if (found) return found;
  const hasApt = (await run('apt-get', ['--version'])).code === 0;
  if (process.getuid?.() !== 0 || !hasApt) throw new ToolError(`No Chromium found on PATH. ${ADVICE}`);
  await withProgress('Installing Chromium from the system packages (first run only)', async () => {
    // dpkg refuses to work without the programs in the sbin folders, which root's PATH may lack.
    const path = [process.env.PATH ?? '', '/usr/local/sbin', '/usr/sbin', '/sbin'].join(delimiter);
    const env = { ...process.env, PATH: path, DEBIAN_FRONTEND: 'noninteractive' };
    // A stale package list refers to versions that the mirrors no longer have.
    const updated = await run('apt-get', ['update', '-q'], { env });
    if (updated.code !== 0) say(updated.output.trim());
    const args = ['install', '-y', '-q', '--no-install-recommends', 'chromium'];
    const installed = await run('apt-get', args, { env });
    if (installed.code !== 0) throw new ToolError(`${installed.output.trim()}\n\n${ADVICE}`);
  });
  const installed = await findWorking();
  if (installed) return installed;
  // Ubuntu's package only installs a snap, which does not start in a container.
  throw new ToolError(`The system package "chromium" was installed but does not start. ${ADVICE}`);
}

async function findWorking() {
  for (const candidate of listOnPath()) if (await starts(candidate)) return candidate;
  return undefined;
}

/** The browsers on PATH, in PATH order. */
function listOnPath() {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return folders
    .flatMap((folder) => NAMES.map((name) => join(folder, name)))
    .filter((file) => existsSync(file));
}

/** @param {string} executable */
async function starts(executable) {
  return (await run(executable, ['--version', '--no-sandbox'])).code === 0;
}
