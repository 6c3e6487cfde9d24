import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { readFile } from 'node:fs/promises';

const running = new Set<ChildProcess>();
// No child process may outlive the bench.
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

export type ChildOptions = {
  readonly environment?: Readonly<Record<string, string>>;
  readonly argv?: readonly string[];
  readonly execArgv?: readonly string[];
  /** File for stdout and stderr. A child whose pipe is not read would block. */
  readonly logFile: string;
  readonly hasChannel?: boolean;
};

/** Starts a script with the running Node executable. */
export function startChild(file: URL, options: ChildOptions): ChildProcess {
  const args = [...(options.execArgv ?? []), file.pathname, ...(options.argv ?? [])];
  return startCommand(process.execPath, args, options);
}

/** Starts a command without this process's VID_* and PG* variables. */
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
  running.add(child);
  child.once('exit', () => running.delete(child));
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

/** Sends SIGTERM and waits until the child has ended. Sends SIGKILL after `timeoutMs`. */
export async function endChild(child: ChildProcess, timeoutMs = 15_000): Promise<void> {
  if (hasEnded(child)) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), timeoutMs);
  await ended;
  clearTimeout(timer);
}

/**
 * Returns the memory of a process in MB: the proportional set size (PSS) now, and the resident set at its peak. PSS
 * divides shared pages by the number of their processes. Works on Linux only.
 */
export async function memoryOf(pid: number): Promise<{ now: number; peak: number }> {
  const read = async (file: string, name: string): Promise<number> => {
    const text = await readFile(`/proc/${pid}/${file}`, 'utf8');
    return Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'mu').exec(text)?.[1]) / 1024;
  };
  return { now: await read('smaps_rollup', 'Pss'), peak: await read('status', 'VmHWM') };
}

/** Linux reports CPU time in hundredths of a second (USER_HZ), whatever the kernel's tick rate. */
const msPerTick = 10;

/**
 * Returns the CPU milliseconds that all threads of a process have used so far, or 0 if the process has ended. Works on
 * Linux only.
 */
export async function cpuOf(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // The process name may contain spaces. After its closing parenthesis come state (field 3), …, utime (14), stime (15).
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) * msPerTick;
}
