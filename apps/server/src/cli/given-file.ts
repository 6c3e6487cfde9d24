import { open, type FileHandle } from 'node:fs/promises';
import { UsageProblem } from './command.ts';

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'it does not exist',
  EISDIR: 'it is a folder',
  ENOTDIR: 'a part of its path is not a folder',
  EACCES: 'permission denied',
};

/**
 * Opens a file that an argument names. `expected` describes the content for the error message.
 * @throws UsageProblem if it cannot be read
 */
export async function openGivenFile(path: string, expected?: string): Promise<FileHandle> {
  const file = await open(path).catch((error: unknown) => {
    throw givenFileProblem(`${path} cannot be read`, error, expected);
  });
  // A folder can be opened, but not read.
  if (!(await file.stat()).isDirectory()) return file;
  await file.close();
  throw givenFileProblem(`${path} cannot be read`, { code: 'EISDIR' }, expected);
}

/**
 * Reads the text of a file that an argument names.
 * @throws UsageProblem if it cannot be read
 */
export async function readGivenFile(path: string, expected: string): Promise<string> {
  const file = await openGivenFile(path, expected);
  try {
    return await file.readFile('utf8');
  } finally {
    await file.close();
  }
}

/**
 * Turns the error of opening a file into a usage error. ENOENT must not leave a command unchanged: it is also the code
 * of a missing database socket, which is an outage.
 */
export function givenFileProblem(what: string, error: unknown, expected?: string): UsageProblem {
  const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
  const hint = expected === undefined ? '' : ` ${expected}`;
  return new UsageProblem(`${what}: ${reasons[code] ?? (code || String(error))}.${hint}`, { cause: error });
}
