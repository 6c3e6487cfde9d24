import type { Socket } from 'node:net';

/*
 * The conversation on the command socket, one JSON value per line. The client, tools/lib/command-socket.mjs, sends
 * nothing before the greeting, so a server that hangs cannot run the command later.
 */

export const socketName = 'vid.sock';
export const socketProtocol = 1;

const maxRequestLength = 256 * 1_024;
const requestMs = 5_000;

export type CommandRequest = {
  readonly args: readonly string[];
  /** The folder of relative paths. */
  readonly cwd: string;
  /** SHA-256 of the client's VID_DATABASE_URL in hexadecimal, if it has one. */
  readonly database: string | null;
};

export type Answer =
  | { readonly vid: number }
  | { readonly out: string }
  | { readonly err: string }
  | { readonly exit: number }
  | { readonly declined: 'command' | 'database' };

/** The request of a new connection; undefined if none arrives in time or it is malformed. */
export function readRequest(socket: Socket): Promise<CommandRequest | undefined> {
  return new Promise((resolve) => {
    let text = '';
    const end = (request: CommandRequest | undefined): void => {
      clearTimeout(timer);
      socket.off('data', take).off('close', giveUp);
      // Keep reading, because a connection that is paused does not report its end.
      socket.resume();
      resolve(request);
    };
    const giveUp = (): void => end(undefined);
    const take = (chunk: string): void => {
      text += chunk;
      const length = text.indexOf('\n');
      if (length >= 0) end(parseRequest(text.slice(0, length)));
      else if (text.length > maxRequestLength) giveUp();
    };
    const timer = setTimeout(giveUp, requestMs);
    socket.setEncoding('utf8').on('data', take).once('close', giveUp);
  });
}

function parseRequest(line: string): CommandRequest | undefined {
  try {
    const value: unknown = JSON.parse(line);
    if (typeof value !== 'object' || value === null) return undefined;
    const { args, cwd, database }: Partial<Record<keyof CommandRequest, unknown>> = value;
    const isWellFormed =
      Array.isArray(args) &&
      args.every((arg) => typeof arg === 'string') &&
      typeof cwd === 'string' &&
      (database === null || typeof database === 'string');
    return isWellFormed ? { args, cwd, database } : undefined;
  } catch {
    return undefined;
  }
}
