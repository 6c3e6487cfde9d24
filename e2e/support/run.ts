import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';

export const root = resolve(import.meta.dirname, '../..');

/** Runs a program on the data of the server under test; returns its standard output. */
async function runProgram(...args: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, args, {
    cwd: root,
    env: {
      ...process.env,
      VID_DATA_DIR: process.env['E2E_DATA'],
      VID_PORT: process.env['E2E_PORT'],
      VID_PASSWORD_MEMORY_KIB: '7168',
    },
  });
  return stdout;
}

/** Runs a script of this folder in a separate process while the server is running, like an operator's command. */
export async function runScript(script: string, argument: string): Promise<void> {
  await runProgram(`e2e/support/${script}`, argument);
}

/**
 * Runs `npm run vid -- …`; returns its standard output.
 * @throws if the command exits with an error
 */
export async function runVid(...command: string[]): Promise<string> {
  return runProgram('tools/vid.mjs', ...command);
}
