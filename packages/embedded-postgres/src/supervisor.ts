import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';
import type { RunAs } from './run-as.ts';

export interface SupervisedProcess {
  pid: number;
  /** Resolves with how it ended, for people. Never rejects. */
  exited: Promise<string>;
  /** Asks for an orderly end, then for a harder one after `seconds`. Also ends with this process. */
  stop(seconds: number): void;
}

export interface SupervisedCommand {
  runAs: RunAs;
  command: string;
  args: string[];
  onOutput: (chunk: string) => void;
}

/** Starts a command that cannot outlive this process, see supervise.sh. */
export async function supervise({
  runAs,
  command,
  args,
  onOutput,
}: SupervisedCommand): Promise<SupervisedProcess> {
  // Handed over as text: the account that PostgreSQL runs as may not be able to read this folder.
  const script = await readFile(new URL('supervise.sh', import.meta.url), 'utf8');
  const child = spawn('/bin/sh', ['-c', script, 'vid-postgres', ...runAs.prefix, command, ...args], {
    // A session of its own: Ctrl-C in the terminal must not stop the database before the requests end.
    detached: true,
    cwd: '/',
    env: { PATH: process.env['PATH'] ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' },
    stdio: 'pipe',
    ...runAs.spawnAs,
  });
  child.stdin.on('error', () => undefined); // EPIPE: it has ended already, which `exited` tells
  child.stderr.setEncoding('utf8').on('data', onOutput);
  const exited = once(child, 'exit').then(
    ([code, signal]: (number | string | null)[]) => {
      // Closes the pipe also when only the shell was killed, so that its watcher stops the command.
      child.stdin.destroy();
      return describeEnd(typeof code === 'number' ? code : null, signal);
    },
    (error: unknown) => String(error),
  );
  const lines = createInterface({ input: child.stdout });
  const pid = await Promise.race([once(lines, 'line').then(([line]) => Number(line)), exited]);
  lines.on('line', (line) => onOutput(`${line}\n`));
  if (typeof pid !== 'number') throw new EmbeddedPostgresError(`${command} could not be started: ${pid}`);
  return {
    pid,
    exited,
    stop: (seconds) => {
      if (child.stdin.writable) child.stdin.end(`stop ${Math.ceil(seconds)}\n`);
    },
  };
}

function describeEnd(code: number | null, signal: number | string | null | undefined): string {
  if (code === null) return `its supervisor was ended by ${signal ?? 'an unknown signal'}`;
  // The shell reports a command that a signal ended as 128 + the signal's number.
  return code > 128 ? `ended by signal ${code - 128}` : `exit code ${code}`;
}
