import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';

export const root = resolve(import.meta.dirname, '../..');

/** Runs a script of this folder on the data of the server under test, like an operator's command beside it. */
export async function runBeside(script: string, argument: string): Promise<void> {
  await promisify(execFile)(process.execPath, [`e2e/support/${script}`, argument], {
    cwd: root,
    env: {
      ...process.env,
      VID_DATA_DIR: process.env['E2E_DATA'],
      VID_PORT: process.env['E2E_PORT'],
      VID_PASSWORD_MEMORY_KIB: '7168',
    },
  });
}
