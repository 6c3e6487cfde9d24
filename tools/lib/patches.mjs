import { join } from 'node:path';
import { root } from './paths.mjs';
import { run } from './run.mjs';

/**
 * Applies `patches/` to the installed packages. Applying them twice is harmless. Ends with another code than 0 if a
 * package has other changes, such as those of an earlier version of its patch.
 * @param {string} [folder] the checkout
 */
export function applyPatches(folder = root) {
  const program = join(root, 'node_modules', 'patch-package', 'index.js');
  // Without the flag, patch-package ends with 0 although a patch did not apply, except in CI.
  return run(process.execPath, [program, '--error-on-fail'], { cwd: folder });
}
