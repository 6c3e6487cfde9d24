import { listOnPath } from './executables.mjs';
import { say } from './say.mjs';
import { installPackages } from './system-packages.mjs';

/**
 * Returns the path of an installed Firefox.
 * @returns {string | undefined}
 */
export function findFirefox() {
  return listOnPath(['firefox-esr', 'firefox'])[0];
}

/**
 * Returns the path of an installed WebKitGTK driver, if this machine has Xvfb, the virtual screen that WebKitGTK needs.
 * @returns {string | undefined}
 */
export function findWebKit() {
  return listOnPath(['Xvfb']).length > 0 ? listOnPath(['WebKitWebDriver'])[0] : undefined;
}

/**
 * Installs Debian's packages of the missing browsers, Firefox or WebKitGTK, if this process is root. Reports
 * which tests are skipped if one is still missing.
 */
export async function ensureOtherBrowsers() {
  const missing = listMissing();
  if (missing.length === 0) return;
  const packages = missing.flatMap((browser) => browser.packages);
  const failure = await installPackages('Firefox and WebKitGTK', packages);
  const reason = failure ?? 'The system packages do not contain it.';
  for (const { name } of listMissing()) say(`${name} is not installed, so its tests are skipped. ${reason}`);
}

function listMissing() {
  return [
    ...(findFirefox() ? [] : [{ name: 'Firefox', packages: ['firefox-esr'] }]),
    ...(findWebKit() ? [] : [{ name: 'WebKitGTK', packages: ['webkit2gtk-driver', 'xvfb'] }]),
  ];
}
