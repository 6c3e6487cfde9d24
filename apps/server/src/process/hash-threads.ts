import { readdir, readFile } from 'node:fs/promises';
import { setPriority } from 'node:os';

/** Ten steps of nice(7): about a tenth of the share of a thread that waits for the same processor. */
const niceness = 10;
/** As libuv names the threads of its pool. */
const poolThread = 'libuv-worker';

/**
 * Lets the threads that compute hashes give way to the one that answers requests, and to the database. A hash takes a
 * processor for tens of milliseconds; without this, sign-ins by the dozen are felt by everybody who is signed in. On
 * Linux only, where a thread has a priority of its own (setpriority(2)). Elsewhere, and where it is forbidden, nothing
 * changes.
 */
export async function lowerHashThreads(): Promise<void> {
  if (process.platform !== 'linux') return;
  try {
    // The question itself runs on the pool, which starts all its threads at the first.
    for (const thread of await readdir('/proc/self/task')) {
      const name = await readFile(`/proc/self/task/${thread}/comm`, 'utf8');
      if (name.trim() === poolThread) setPriority(Number(thread), niceness);
    }
  } catch {
    // A system that does not tell, or does not let us.
  }
}
