import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';

export type RunningProcess = { readonly stdout: Readable; stop(): Promise<void> };

/** Starts a program that ends when `stop` is called or this process exits. */
export async function startProcess(
  file: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = process.env,
): Promise<RunningProcess> {
  const child = spawn(file, args, { env, stdio: ['ignore', 'pipe', 'ignore'] });
  // Discard the output, because a full pipe would block the program.
  child.stdout.resume();
  await once(child, 'spawn');
  const ended = once(child, 'exit');
  const kill = (): void => void child.kill();
  process.once('exit', kill);
  return {
    stdout: child.stdout,
    stop: async () => {
      process.off('exit', kill);
      child.kill();
      await ended;
    },
  };
}
