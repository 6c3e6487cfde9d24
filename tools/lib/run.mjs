import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { root } from './paths.mjs';

const STOP_SIGNALS = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);
/** A second signal within this time is the same wish: npm repeats what the terminal has sent already. */
const REPEAT_MS = 2_000;
const PARENT_CHECK_MS = 1_000;

/**
 * The environment of everything that the tools run.
 * @returns {NodeJS.ProcessEnv}
 */
export function environment() {
  const env = { ...process.env };
  // An empty HOME is no home: npm would keep its cache in the checkout.
  if (env.HOME === '') delete env.HOME;
  return env;
}

/**
 * The same with the project's own commands, and the Node that they run on, first on PATH.
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
 * @property {number} code as a shell counts: 128 and more for a signal
 * @property {string} output what it has said, when it was not shown
 */

/**
 * Runs a command to its end; when this process is told to stop, the command is too.
 * @param {string} command
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions} [options] output is kept for the answer unless `stdio` says otherwise
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
 * Runs the server until it ends. It gets one signal however many arrive here: Ctrl-C reaches the whole
 * foreground group of the terminal, npm passes its own on, and a server that stops twice stops badly.
 * So it runs in a session of its own, and hears by its closed channel when this process was killed.
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
      // Asked again by someone who has waited: nothing acknowledged is lost by it.
      child.kill('SIGKILL');
    }
  };
  for (const signal of STOP_SIGNALS) process.on(signal, stop);

  // npm may be killed without a word to us; its terminal is then gone, and so is whoever wanted the server.
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
 * Runs a command of the operator in the foreground, with the terminal's input. Ctrl-C reaches it from the
 * terminal itself.
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
