import { listOnPath } from './executables.mjs';
import { run } from './run.mjs';
import { ToolError } from './say.mjs';
import { installPackages } from './system-packages.mjs';

/** Preferred, because the full Chromium draws its window in software and needs about twice the CPU time. */
const HEADLESS = 'chromium-headless-shell';
const NAMES = [HEADLESS, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
const ADVICE = 'Install Chromium (Debian: apt-get install chromium) or set VID_CHROMIUM to its path.';

/**
 * Returns the path of an installed Chromium: VID_CHROMIUM if set, otherwise the first Chromium on PATH.
 * @returns {string | undefined}
 */
export function findChromium() {
  return process.env.VID_CHROMIUM || listOnPath(NAMES)[0];
}

/**
 * Returns the path of an installed Chromium, as `findChromium` chooses it.
 * @returns {string}
 * @throws {ToolError} if none is installed
 */
export function getChromium() {
  const found = findChromium();
  if (found) return found;
  throw new ToolError(`No Chromium found on PATH. ${ADVICE}`);
}

/**
 * Returns the path of a Chromium that starts: VID_CHROMIUM if set, otherwise the first on PATH that starts, otherwise
 * Debian's package, which is installed if this process is root.
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
  const failure =
    (await installPackages('Chromium', [HEADLESS])) && (await installPackages('Chromium', ['chromium']));
  if (failure !== undefined) throw new ToolError(`No Chromium found on PATH. ${failure}\n\n${ADVICE}`);
  const installed = await findWorking();
  if (installed) return installed;
  // Ubuntu's package only installs a snap, which does not start in a container.
  throw new ToolError(`The system package "chromium" was installed but does not start. ${ADVICE}`);
}

async function findWorking() {
  for (const candidate of listOnPath(NAMES)) if (await starts(candidate)) return candidate;
  return undefined;
}

/** @param {string} executable */
async function starts(executable) {
  return (await run(executable, ['--version', '--no-sandbox'])).code === 0;
}
