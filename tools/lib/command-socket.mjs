import { createHash } from 'node:crypto';
import { lstatSync } from 'node:fs';
import { connect } from 'node:net';
import { dirname, join, resolve } from 'node:path';
import { root } from './paths.mjs';

/*
 * The client of the running server's command socket (apps/server/src/cli/socket). Runs on any Node that can start npm,
 * without installed packages, and loads nothing else: a command takes as long as npm and Node need to start.
 */

const SOCKET_NAME = 'vid.sock';
const PROTOCOL = 1;
const GREETING_MS = 2_000;
const UNAVAILABLE = 69;
const INTERRUPTED = 130;

/**
 * Runs a command in the running server.
 * @param {string[]} args
 * @returns {Promise<number | undefined>} its exit code; undefined if it must run in a process of its own
 */
export async function runInServer(args, env = process.env) {
  if (process.platform === 'win32') return undefined;
  const path = join(resolve(root, env.VID_DATA_DIR || '.vid'), SOCKET_NAME);
  const problem = findProblem(path);
  if (problem === 'missing') return undefined;
  // With --json, standard error is for the command's own error.
  const note = (/** @type {string} */ text) => {
    if (!args.includes('--json')) process.stderr.write(`${text} Running the command without the server.\n`);
  };
  if (problem !== undefined) {
    note(`The socket ${path} is not used: ${problem}.`);
    return undefined;
  }
  return converse(path, { args, cwd: root, database: fingerprint(env.VID_DATABASE_URL) }, note);
}

/**
 * Why a socket is not trusted. Another user could listen on it to read phone numbers and to print a false secret.
 * @param {string} path
 * @returns {string | undefined}
 */
export function findProblem(path, own = process.geteuid?.()) {
  try {
    const socket = lstatSync(path);
    if (!socket.isSocket()) return 'it is not a socket';
    if (socket.uid !== own) return 'it belongs to another user';
    if ((socket.mode & 0o077) !== 0) return 'other users may connect to it';
    const folder = lstatSync(dirname(path));
    if (folder.uid !== own && folder.uid !== 0) return 'its folder belongs to another user';
    if ((folder.mode & 0o022) !== 0) return 'other users may change its folder';
    return undefined;
  } catch {
    return 'missing';
  }
}

/** @param {string | undefined} databaseUrl */
function fingerprint(databaseUrl) {
  return databaseUrl ? createHash('sha256').update(databaseUrl).digest('hex') : null;
}

/**
 * @param {string} path
 * @param {object} request
 * @param {(text: string) => void} note
 * @returns {Promise<number | undefined>}
 */
function converse(path, request, note) {
  const socket = connect(path).setEncoding('utf8');
  let isSent = false;
  let isEnded = false;
  let text = '';
  return new Promise((done) => {
    const end = (/** @type {number | undefined} */ code) => {
      if (isEnded) return;
      isEnded = true;
      clearTimeout(timer);
      process.off('SIGINT', interrupt).off('SIGTERM', interrupt);
      socket.destroy();
      done(code);
    };
    const interrupt = () => {
      process.stderr.write('Interrupted. A change that had begun is made or undone as a whole.\n');
      end(INTERRUPTED);
    };
    const giveUp = (/** @type {string} */ why) => {
      if (isEnded) return;
      if (!isSent) {
        note(why);
        end(undefined);
        return;
      }
      process.stderr.write('The server stopped during the command. Check whether it took effect.\n');
      end(UNAVAILABLE);
    };
    const take = (/** @type {Record<string, unknown>} */ answer) => {
      if (!isSent) {
        if (answer.vid !== PROTOCOL) {
          giveUp('The running server has another version.');
          return;
        }
        clearTimeout(timer);
        isSent = true;
        socket.write(`${JSON.stringify(request)}\n`);
      } else if (typeof answer.out === 'string') process.stdout.write(`${answer.out}\n`);
      else if (typeof answer.err === 'string') process.stderr.write(`${answer.err}\n`);
      else if (typeof answer.exit === 'number') end(answer.exit);
      else {
        if (answer.declined === 'database') note('The running server uses another VID_DATABASE_URL.');
        end(undefined);
      }
    };
    const timer = setTimeout(() => giveUp(`The server at ${path} does not answer.`), GREETING_MS);
    process.on('SIGINT', interrupt).on('SIGTERM', interrupt);
    socket.on('data', (chunk) => {
      text += chunk;
      const lines = text.split('\n');
      text = lines.pop() ?? '';
      for (const line of lines) take(JSON.parse(line));
    });
    socket.once('error', () => giveUp(`The server that opened ${path} is gone.`));
    socket.once('close', () => giveUp(`The server at ${path} closed the connection.`));
  });
}
