import { readFileSync } from 'node:fs';
import type { GivenValue } from './given-values.ts';

/**
 * Replaces each `VID_…_FILE` of a secret setting by the setting with the content of the file, without its byte
 * order mark and trailing line break, or with the problem of the file. systemd and container platforms pass
 * secrets as files, because many tools show a program's environment.
 */
export function readSecretFiles(
  given: ReadonlyMap<string, GivenValue>,
  secretNames: readonly string[],
): ReadonlyMap<string, GivenValue> {
  const values = new Map(given);
  for (const name of secretNames) {
    const fileName = `${name}_FILE`;
    const file = values.get(fileName);
    if (file === undefined) continue;
    values.delete(fileName);
    if (file.text === '' && file.problem === undefined) continue;
    values.set(name, values.get(name)?.text ? bothGiven(fileName) : readSecret(file, fileName));
  }
  return values;
}

const bothGiven = (fileName: string): GivenValue => ({
  text: '',
  problem: `and ${fileName} are both set: remove one of them`,
});

function readSecret(file: GivenValue, fileName: string): GivenValue {
  if (file.problem !== undefined) return { text: '', problem: `cannot be read: ${fileName} ${file.problem}` };
  try {
    const text = readFileSync(file.text, 'utf8').replace(/^\uFEFF|\r?\n$/gu, '');
    return text === '' ? { text, problem: `is missing: the file of ${fileName} is empty` } : { text };
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    return { text: '', problem: `cannot be read from the file of ${fileName} (${reason})` };
  }
}
