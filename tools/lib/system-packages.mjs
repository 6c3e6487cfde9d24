import { delimiter } from 'node:path';
import { run } from './run.mjs';
import { say, withProgress } from './say.mjs';

/**
 * Installs Debian packages, if this process is root on a system with apt.
 * @param {string} label names the packages in the progress line
 * @param {string[]} packages
 * @returns {Promise<string | undefined>} the reason for a failure; undefined if the packages are installed
 */
export async function installPackages(label, packages) {
  if (process.getuid?.() !== 0) return 'Only root can install system packages.';
  if ((await run('apt-get', ['--version'])).code !== 0) return 'This system has no apt-get.';
  return withProgress(`Installing ${label} from the system packages (first run only)`, async () => {
    // dpkg requires the programs in the sbin folders, which root's PATH may lack.
    const path = [process.env.PATH ?? '', '/usr/local/sbin', '/usr/sbin', '/sbin'].join(delimiter);
    const env = { ...process.env, PATH: path, DEBIAN_FRONTEND: 'noninteractive' };
    // A stale package list names versions that mirrors no longer have.
    const updated = await run('apt-get', ['update', '-q'], { env });
    if (updated.code !== 0) say(updated.output.trim());
    // On a fresh machine, unattended upgrades or another run of this project’s tools may hold the lock of dpkg.
    const wait = ['-o', 'DPkg::Lock::Timeout=300'];
    const args = ['install', '-y', '-q', '--no-install-recommends', ...wait, ...packages];
    const installed = await run('apt-get', args, { env });
    return installed.code === 0 ? undefined : installed.output.trim();
  });
}
