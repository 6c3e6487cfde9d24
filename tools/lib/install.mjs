import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { listUnverifiedOn } from './lock-file.mjs';
import { root } from './paths.mjs';
import { environment, run } from './run.mjs';
import { say, ToolError, withProgress } from './say.mjs';

const lockFile = join(root, 'package-lock.json');
const stampFile = join(root, 'node_modules', '.vid-install');
const QUIET = ['--no-audit', '--no-fund', '--loglevel=error'];
const OLDEST_NODE = 20;

/** Installs the packages of package-lock.json, unless node_modules already contains them. */
export async function ensureInstalled() {
  if (Number(process.versions.node.split('.')[0]) < OLDEST_NODE) {
    throw new ToolError(`VID needs Node ${OLDEST_NODE} or newer to start. This is Node ${process.version}.`);
  }
  const lock = await readFile(lockFile, 'utf8');
  const stamp = `${process.platform}-${process.arch} ${createHash('sha256').update(lock).digest('hex')}\n`;
  if ((await readFile(stampFile, 'utf8').catch(() => '')) === stamp) return;
  const problem = checksumProblem(JSON.parse(lock));
  if (problem) say(problem);
  const hidden = await readFile(join(root, 'node_modules', '.package-lock.json'), 'utf8').catch(() => '{}');
  // After a manual npm install or npm ci, the stamp is missing or outdated, but npm's own record matches.
  if (!agrees(JSON.parse(lock), JSON.parse(hidden))) {
    await withProgress('Installing packages (about a minute)', async () => {
      const { code, output } = await npm(['ci', '--include=dev', '--include=optional', ...QUIET]);
      if (code === 0) return;
      throw new ToolError(
        `${output.trim()}\n\nThe packages could not be installed. The first run needs access to the npm registry.`,
      );
    });
  }
  await writeFile(stampFile, stamp).catch(() =>
    say('node_modules is not writable: the packages will be checked again at the next run.'),
  );
}

/** The C library of this machine, or undefined if it is not Linux. */
function libcHere() {
  if (process.platform !== 'linux') return undefined;
  return JSON.stringify(process.report.getReport()).includes('"glibcVersionRuntime"') ? 'glibc' : 'musl';
}

/**
 * Returns why npm could not verify a package that this machine needs, or undefined if the lock file has the checksums of
 * all of them.
 * @param {import('./lock-file.mjs').Lock} lock
 * @param {{ os: string, cpu: string, libc: string | undefined }} machine
 */
export function checksumProblem(
  lock,
  machine = { os: process.platform, cpu: process.arch, libc: libcHere() },
) {
  const names = listUnverifiedOn(lock, machine).map(({ name, version }) => `${name}@${version}`);
  if (names.length === 0) return undefined;
  return (
    `package-lock.json has no checksum of ${names.join(', ')}, which this machine (${machine.os} ${machine.cpu}) needs. ` +
    'To add it from your npm registry, run: node tools/complete-lock.mjs'
  );
}

/** Rejects a lock file without the checksum of a package that this machine needs: a release must not contain it. */
export async function requireChecksums() {
  const problem = checksumProblem(JSON.parse(await readFile(lockFile, 'utf8')));
  if (problem) throw new ToolError(problem);
}

/**
 * Installs the packages of tools/api, unless the installed packages match their lock file. The packages have a lock
 * file of their own, because `npm start` does not need them and the generators need an older TypeScript.
 */
export async function ensureApiTools() {
  const folder = join(root, 'tools', 'api');
  const lock = await readFile(join(folder, 'package-lock.json'), 'utf8');
  const hidden = await readFile(join(folder, 'node_modules', '.package-lock.json'), 'utf8').catch(() => '{}');
  if (agrees(JSON.parse(lock), JSON.parse(hidden))) return;
  const { code, output } = await npm(['ci', `--prefix=${folder}`, '--ignore-scripts', ...QUIET]);
  if (code !== 0)
    throw new ToolError(`${output.trim()}\n\nThe packages of tools/api could not be installed.`);
}

/**
 * Runs npm: the npm that started this process, otherwise the npm on PATH.
 * @param {string[]} args
 */
export function npm(args) {
  const own = process.env.npm_execpath;
  // NODE_ENV=production would omit the packages that build the web app.
  const env = { ...environment(), NODE_ENV: undefined };
  if (own?.endsWith('.js')) return run(process.execPath, [own, ...args], { env });
  return run('npm', args, { env, shell: process.platform === 'win32' });
}

/**
 * @typedef {{ version?: string, link?: boolean, optional?: boolean, devOptional?: boolean, peer?: boolean,
 *   os?: string[], cpu?: string[], libc?: string[] }} Package
 * @typedef {{ packages?: Record<string, Package> }} Lock
 */

/**
 * Returns whether the installed packages (npm's hidden lock file) match the lock file on this machine.
 * @param {Lock} wanted
 * @param {Lock} installed
 * @param {{ os: string, cpu: string }} machine
 */
export function agrees(wanted, installed, machine = { os: process.platform, cpu: process.arch }) {
  if (!installed.packages) return false;
  for (const [path, { version, link }] of Object.entries(installed.packages)) {
    const asked = wanted.packages?.[path];
    if (!asked || asked.version !== version || asked.link !== link) return false;
  }
  return Object.entries(wanted.packages ?? {}).every(([path, asked]) => {
    if (path === '' || installed.packages?.[path]) return true;
    if (!asked.optional && !asked.devOptional) return false;
    // An optional package may be absent, unless its `os` and `cpu` name this machine and no `libc` restricts it.
    const isForThisMachine =
      asked.os?.includes(machine.os) && asked.cpu?.includes(machine.cpu) && !asked.libc;
    return !isForThisMachine;
  });
}
