import { createWriteStream, type WriteStream } from 'node:fs';
import { mkdir, rename, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

export interface LogEvent {
  level: 'info' | 'warn' | 'error';
  message: string;
}

export interface ServerLog {
  write(chunk: string): void;
  tail(): string;
  close(): Promise<void>;
}

interface ServerLogOptions {
  file: string;
  /** Size at which the file is rotated. One previous file is kept. */
  maxBytes: number;
  onEvent: (event: LogEvent) => void;
}

/** `%e` is the SQLSTATE, so that events are recognized by code in any language. */
export const LOG_LINE_PREFIX = '%m [%p] %e ';
const LINE = /^\S+ \S+ \S+ \[\d+\] (?<state>[0-9A-Z]{5}) (?<severity>[A-Z]+): {2}(?<text>.*)$/;

/** admin_shutdown, crash_shutdown and cannot_connect_now are normal while PostgreSQL stops or starts. */
const EXPECTED_STATES = new Set(['57P01', '57P02', '57P03']);
const TAIL_LINES = 20;

/**
 * Writes PostgreSQL's log to a file of limited size and forwards warnings and fatal errors to `onEvent`. An ERROR is the
 * result of one query, which its caller logs.
 */
export async function openServerLog({ file, maxBytes, onEvent }: ServerLogOptions): Promise<ServerLog> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const rotate = () => rename(file, `${file}.1`).catch(() => undefined);
  let size = (await stat(file).catch(() => undefined))?.size ?? 0;
  if (size >= maxBytes) {
    await rotate();
    size = 0;
  }
  let stream = open();
  let isRotating = false;
  let partial = '';
  const recent: string[] = [];

  function open(): WriteStream {
    const opened = createWriteStream(file, { flags: 'a', mode: 0o600 });
    opened.on('error', (error) =>
      onEvent({ level: 'warn', message: `Cannot write the database's log: ${error.message}` }),
    );
    return opened;
  }

  async function reopen(): Promise<void> {
    await rotate();
    stream = open();
    size = 0;
    isRotating = false;
  }

  function append(line: string): void {
    if (stream.destroyed || isRotating) return;
    stream.write(`${line}\n`);
    size += Buffer.byteLength(line) + 1;
    if (size < maxBytes) return;
    isRotating = true;
    stream.end(() => void reopen());
  }

  function handle(line: string): void {
    append(line);
    recent.push(line);
    if (recent.length > TAIL_LINES) recent.shift();
    const { state, severity, text } = LINE.exec(line)?.groups ?? {};
    if (!state || !severity || EXPECTED_STATES.has(state)) return;
    const message = `PostgreSQL: ${text} (${state})`;
    if (severity === 'WARNING') onEvent({ level: 'warn', message });
    if (severity === 'FATAL' || severity === 'PANIC') onEvent({ level: 'error', message });
  }

  return {
    write(chunk) {
      const lines = (partial + chunk).split('\n');
      partial = lines.pop() ?? '';
      for (const line of lines) handle(line);
    },
    tail: () => recent.join('\n'),
    close: () =>
      new Promise((resolve) => {
        if (stream.destroyed || stream.writableEnded) resolve();
        else stream.end(() => resolve());
      }),
  };
}
