import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { readFile } from 'node:fs/promises';

const living = new Set<ChildProcess>();
// Whatever ends the bench, what it started must not stay.
process.on('exit', () => {
  for (const child of living) child.kill('SIGKILL');
});

export type ChildOptions = {
  readonly environment?: Readonly<Record<string, string>>;
  readonly argv?: readonly string[];
  readonly execArgv?: readonly string[];
  /** Where its output goes; a server that logs into a pipe nobody reads would stop. */
  readonly logFile: string;
  /** Opens a message channel. */
  readonly hasChannel?: boolean;
};

/** Starts a TypeScript file under this very Node. */
export function startChild(file: URL, options: ChildOptions): ChildProcess {
  const args = [...(options.execArgv ?? []), file.pathname, ...(options.argv ?? [])];
  return startCommand(process.execPath, args, options);
}

/** Starts a command with none of the operator's VID_ and PG variables. */
export function startCommand(
  command: string,
  args: readonly string[],
  options: Pick<ChildOptions, 'environment' | 'logFile' | 'hasChannel'> & { readonly cwd?: string },
): ChildProcess {
  const log = openSync(options.logFile, 'a');
  const child = spawn(command, args, {
    cwd: options.cwd,
    env: { ...cleanEnvironment(), ...options.environment },
    stdio: options.hasChannel ? ['ignore', log, log, 'ipc'] : ['ignore', log, log],
  });
  closeSync(log);
  living.add(child);
  child.once('exit', () => living.delete(child));
  return child;
}

function cleanEnvironment(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).filter(
      (entry): entry is [string, string] => entry[1] !== undefined && !/^(?:VID_|PG[A-Z])/u.test(entry[0]),
    ),
  );
}

export function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

/** Asks a child to end and waits; kills it when it does not within `patienceMs`. */
export async function endChild(child: ChildProcess, patienceMs = 15_000): Promise<void> {
  if (hasEnded(child)) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), patienceMs);
  await ended;
  clearTimeout(timer);
}

/** Resident memory of a process in MB: now, and at its highest. Linux only. */
export async function memoryOf(pid: number): Promise<{ now: number; peak: number }> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  const read = (name: string): number =>
    Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'mu').exec(status)?.[1]) / 1024;
  return { now: read('VmRSS'), peak: read('VmHWM') };
}
