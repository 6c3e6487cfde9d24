import { isUtf8 } from 'node:buffer';
import { open, type FileHandle } from 'node:fs/promises';
import { UsageProblem } from './command.ts';

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'it does not exist',
  EISDIR: 'it is a folder',
  ENOTDIR: 'a part of its path is not a folder',
  EACCES: 'permission denied',
  EROFS: 'its file system is read-only',
};

/**
 * Opens a file named by an argument. `expected` describes its content for the error message.
 * @throws UsageProblem if the file cannot be read
 */
export async function openGivenFile(path: string, expected?: string): Promise<FileHandle> {
  const file = await open(path).catch((error: unknown) => {
    throw givenFileProblem(`${path} cannot be read`, error, expected);
  });
  // Opening a folder succeeds, but reading it fails.
  if (!(await file.stat()).isDirectory()) return file;
  await file.close();
  throw givenFileProblem(`${path} cannot be read`, { code: 'EISDIR' }, expected);
}

/**
 * Reads a file named by an argument, without its byte order mark.
 * @throws UsageProblem if the file cannot be read or is not UTF-8
 */
export async function readGivenFile(path: string, expected: string): Promise<string> {
  const file = await openGivenFile(path, expected);
  try {
    const content = await file.readFile();
    if (isUtf16(content))
      throw new UsageProblem(`${path} is in UTF-16. Save it as UTF-8 and try again. ${expected}`);
    if (!isUtf8(content))
      throw new UsageProblem(`${path} is not in UTF-8. Save it as UTF-8 and try again. ${expected}`);
    // Remove repeated byte order marks, because a program may have added one to a file that already had one.
    return content.toString('utf8').replace(/^\uFEFF+/u, '');
  } finally {
    await file.close();
  }
}

/**
 * Returns whether a text is UTF-16: it begins with a byte order mark, or its first character, which is ASCII,
 * contains a zero byte.
 */
function isUtf16([first, second]: Buffer): boolean {
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) return true;
  return second !== undefined && (first === 0) !== (second === 0);
}

/**
 * Converts the error of opening a file into a usage error. A bare ENOENT is also the code of a missing
 * database socket, and would be reported as an outage.
 */
export function givenFileProblem(what: string, error: unknown, expected?: string): UsageProblem {
  const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
  const hint = expected === undefined ? '' : ` ${expected}`;
  return new UsageProblem(`${what}: ${reasons[code] ?? (code || String(error))}.${hint}`, { cause: error });
}
