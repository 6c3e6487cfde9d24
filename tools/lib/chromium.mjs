import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { run } from './run.mjs';
import { say, ToolError, withProgress } from './say.mjs';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
const WAYS_OUT = 'Install Chromium (Debian: apt-get install chromium) or name one in VID_CHROMIUM.';

/**
 * An installed Chromium for a test or a measurement: VID_CHROMIUM, else the first one on PATH.
 * @returns {string} the executable
 * @throws {ToolError} when there is none
 */
export function findChromium() {
  const found = process.env.VID_CHROMIUM || onPath()[0];
  if (found) return found;
  throw new ToolError(`There is no Chromium on PATH. ${WAYS_OUT}`);
}

/**
 * A Chromium that runs: VID_CHROMIUM, else one on PATH, else Debian's package where we may install it.
 * @returns {Promise<string>} the executable
 */
export async function ensureChromium() {
  const named = process.env.VID_CHROMIUM;
  if (named) {
    if (await runs(named)) return named;
    throw new ToolError(`VID_CHROMIUM is ${named}, which does not run.`);
  }
  const found = await findRunning();
  if (found) return found;
  const hasApt = (await run('apt-get', ['--version'])).code === 0;
  if (process.getuid?.() !== 0 || !hasApt) throw new ToolError(`There is no Chromium on PATH. ${WAYS_OUT}`);
  await withProgress('Installing Chromium from the system packages (once)', async () => {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    // A stale list of packages names versions that the mirrors no longer have.
    const updated = await run('apt-get', ['update', '-q'], { env });
    if (updated.code !== 0) say(updated.output.trim());
    const installed = await run('apt-get', ['install', '-y', '-q', '--no-install-recommends', 'chromium'], {
      env,
    });
    if (installed.code !== 0) throw new ToolError(`${installed.output.trim()}\n\n${WAYS_OUT}`);
  });
  const fresh = await findRunning();
  if (fresh) return fresh;
  // Ubuntu's package is only a pointer to a snap, which containers cannot run.
  throw new ToolError(`The system's package "chromium" brings none that runs here. ${WAYS_OUT}`);
}

async function findRunning() {
  for (const candidate of onPath()) if (await runs(candidate)) return candidate;
  return undefined;
}

/** The browsers on PATH, in its order. */
function onPath() {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return folders
    .flatMap((folder) => NAMES.map((name) => join(folder, name)))
    .filter((file) => existsSync(file));
}

/** @param {string} executable */
async function runs(executable) {
  return (await run(executable, ['--version', '--no-sandbox'])).code === 0;
}
