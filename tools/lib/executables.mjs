import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/**
 * Lists the files with one of these names in the folders of PATH, in PATH order.
 * @param {string[]} names
 */
export function listOnPath(names) {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return folders
    .flatMap((folder) => names.map((name) => join(folder, name)))
    .filter((file) => existsSync(file));
}
