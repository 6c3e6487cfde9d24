import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';
import type { RunAs } from './run-as.ts';

export interface SupervisedProcess {
  pid: number;
  /** Resolves with a description of how the command ended. Never rejects. */
  exited: Promise<string>;
  /** Stops the command, by force after `seconds`. The command also ends with this process. */
  stop(seconds: number): void;
}

export interface SupervisedCommand {
  runAs: RunAs;
  command: string;
  args: string[];
  onOutput: (chunk: string) => void;
}

/** Starts a command under supervise.sh, which stops the command when this process ends. */
export async function supervise({
  runAs,
  command,
  args,
  onOutput,
}: SupervisedCommand): Promise<SupervisedProcess> {
  // Pass the script as text, because the account that runs PostgreSQL may not be able to read this folder.
  const file = await readFile(new URL('supervise.sh', import.meta.url), 'utf8');
  const script = file.replaceAll('\r\n', '\n');
  const child = spawn('/bin/sh', ['-c', script, 'vid-postgres', ...runAs.prefix, command, ...args], {
    // A separate session keeps Ctrl-C from stopping the database before the requests in flight end.
    detached: true,
    cwd: '/',
    env: { PATH: process.env['PATH'] ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' },
    stdio: 'pipe',
    ...runAs.spawnAs,
  });
  child.stdin.on('error', () => undefined); // EPIPE means that the child has ended, which `exited` reports.
  child.stderr.setEncoding('utf8').on('data', onOutput);
  const exited = once(child, 'exit').then(
    ([code, signal]: (number | string | null)[]) => {
      // If only the shell was killed, closing the pipe makes its watcher stop the command.
      child.stdin.destroy();
      return describeEnd(typeof code === 'number' ? code : null, signal);
    },
    (error: unknown) => String(error),
  );
  const lines = createInterface({ input: child.stdout });
  const pid = await Promise.race([once(lines, 'line').then(([line]) => Number(line)), exited]);
  lines.on('line', (line) => onOutput(`${line}\n`));
  if (typeof pid !== 'number') throw new EmbeddedPostgresError(`Cannot start ${command}: ${pid}`);
  return {
    pid,
    exited,
    stop: (seconds) => {
      if (child.stdin.writable) child.stdin.end(`stop ${Math.ceil(seconds)}\n`);
    },
  };
}

function describeEnd(code: number | null, signal: number | string | null | undefined): string {
  if (code === null) return `its supervisor was killed by ${signal ?? 'an unknown signal'}`;
  // The shell reports a command killed by a signal as 128 + the signal's number.
  return code > 128 ? `killed by signal ${code - 128}` : `exit code ${code}`;
}
