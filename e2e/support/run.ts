import { execFile, fork, type ChildProcess } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import type { Operations, Reply } from './operator.ts';

export const root = resolve(import.meta.dirname, '../..');

/** Options for processes that use the data of the server under test. */
const options = {
  cwd: root,
  env: {
    ...process.env,
    VID_DATA_DIR: process.env['E2E_DATA'],
    VID_PORT: process.env['E2E_PORT'],
    VID_PASSWORD_MEMORY_KIB: '7168',
  },
};

/**
 * Runs `npm run vid -- …` and returns its standard output.
 * @throws if the command exits with an error
 */
export async function runVid(...command: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, ['tools/vid.mjs', ...command], options);
  return stdout;
}

type Rest<Name extends keyof Operations> =
  Parameters<Operations[Name]> extends [unknown, ...infer Args] ? Args : never;

let operator: ChildProcess | undefined;
let sent = 0;

/**
 * Runs an operation in the operator's process. Each Playwright worker starts one process at its first operation,
 * because loading the server's modules takes a second of CPU time. The process ends with the worker.
 */
export function operate<Name extends keyof Operations>(
  name: Name,
  ...args: Rest<Name>
): ReturnType<Operations[Name]>;
export function operate(name: keyof Operations, ...args: unknown[]): Promise<string | undefined> {
  const child = (operator ??= startOperator());
  sent += 1;
  const id = sent;
  return new Promise((done, fail) => {
    const end = (settle: () => void): void => {
      child.off('message', take).off('exit', fall);
      settle();
    };
    const take = (reply: Reply): void => {
      if (reply.id !== id) return;
      const { error, value } = reply;
      end(() => (error === undefined ? done(value) : fail(new Error(`${name}: ${error}`))));
    };
    const fall = (): void => end(() => fail(new Error(`${name}: the operator's process ended`)));
    child.on('message', take).on('exit', fall);
    child.send({ id, name, args });
  });
}

function startOperator(): ChildProcess {
  const child = fork('e2e/support/operator.ts', { ...options, execArgv: [] });
  // Otherwise, the process and its channel would keep the worker running.
  child.unref();
  child.channel?.unref();
  return child;
}
