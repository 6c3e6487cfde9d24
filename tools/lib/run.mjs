import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { root } from './paths.mjs';

const STOP_SIGNALS = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);
/** npm forwards signals that the terminal has already sent, so a second signal within this time is a duplicate. */
const REPEAT_MS = 2_000;
const PARENT_CHECK_MS = 1_000;

/**
 * Returns the environment of every command that the tools run.
 * @returns {NodeJS.ProcessEnv}
 */
export function environment() {
  const env = { ...process.env };
  // With an empty HOME, npm would put its cache into the checkout.
  if (env.HOME === '') delete env.HOME;
  return env;
}

/**
 * Returns the environment with this Node and the project's own commands first on PATH.
 * @param {string} node
 * @returns {NodeJS.ProcessEnv}
 */
export function toolEnvironment(node) {
  const env = environment();
  const path = [dirname(node), join(root, 'node_modules', '.bin'), env.PATH ?? ''];
  return { ...env, PATH: path.join(delimiter) };
}

/**
 * @typedef {object} Ended
 * @property {number} code exit code as a shell reports it: 128 + the signal's number if a signal ended the command
 * @property {string} output captured standard output and error
 */

/**
 * Runs a command until it ends. A signal to this process is forwarded to the command, and then this process exits as
 * soon as the command has ended.
 * @param {string} command
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions} [options] output is captured unless `stdio` says otherwise
 * @returns {Promise<Ended>}
 */
export function run(command, args, options = {}) {
  const child = spawn(command, args, {
    cwd: root,
    env: environment(),
    stdio: ['ignore', 'pipe', 'pipe'],
    ...options,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (chunk) => (output += chunk));
  }
  /** @type {NodeJS.Signals | undefined} */
  let interruption;
  const stop = (/** @type {NodeJS.Signals} */ signal) => {
    interruption ??= signal;
    child.kill(signal);
  };
  for (const signal of STOP_SIGNALS) process.on(signal, stop);
  return new Promise((resolve) => {
    const end = (/** @type {number} */ code) => {
      for (const signal of STOP_SIGNALS) process.off(signal, stop);
      if (interruption) process.exit(exitCodeOf(interruption));
      resolve({ code, output });
    };
    child.once('error', (error) => {
      output += error.message;
      end(127);
    });
    child.once('close', (code, signal) => end(code ?? exitCodeOf(signal)));
  });
}

/** @param {NodeJS.Signals | null} signal */
function exitCodeOf(signal) {
  return 128 + (signal ? constants.signals[signal] : 0);
}

/**
 * Runs the server until it ends, in its own session. Ctrl-C sends SIGINT to the terminal's whole foreground group, and
 * npm forwards the signal again. Signals within two seconds of the first are ignored, because a second signal would
 * make the server drop requests. A later signal kills the server. If this process is killed, the IPC channel closes and
 * the server stops.
 * @param {string} node
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {Promise<number>} its exit code
 */
export function runService(node, args, env = environment()) {
  const child = spawn(node, args, {
    cwd: root,
    env,
    detached: process.platform !== 'win32',
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  let stoppedAt = 0;
  const stop = (/** @type {NodeJS.Signals} */ signal) => {
    if (stoppedAt === 0) {
      stoppedAt = Date.now();
      child.kill(signal === 'SIGINT' ? 'SIGINT' : 'SIGTERM');
    } else if (Date.now() - stoppedAt > REPEAT_MS) {
      // A second signal that is not a duplicate kills the server. Acknowledged data is already on disk.
      child.kill('SIGKILL');
    }
  };
  for (const signal of STOP_SIGNALS) process.on(signal, stop);

  // A killed npm sends no signal to this process, so watch for a new parent process.
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid !== parent && stoppedAt === 0) stop('SIGTERM');
  }, PARENT_CHECK_MS);
  if (process.env.npm_lifecycle_event === undefined) clearInterval(watch);

  return new Promise((resolve) => {
    const end = (/** @type {number} */ code) => {
      clearInterval(watch);
      for (const signal of STOP_SIGNALS) process.off(signal, stop);
      resolve(code);
    };
    child.once('error', (error) => {
      process.stderr.write(`${error.message}\n`);
      end(127);
    });
    child.once('exit', (code, signal) => end(code ?? exitCodeOf(signal)));
  });
}

/**
 * Runs an operator's command in the foreground with the terminal's input. The terminal sends Ctrl-C to the command
 * itself.
 * @param {string} node
 * @param {string[]} args
 * @returns {Promise<number>} its exit code
 */
export function runCommand(node, args) {
  const child = spawn(node, args, { cwd: root, env: environment(), stdio: 'inherit' });
  process.on('SIGINT', () => undefined);
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  return new Promise((resolve) => {
    child.once('error', () => resolve(127));
    child.once('exit', (code, signal) => resolve(code ?? exitCodeOf(signal)));
  });
}
