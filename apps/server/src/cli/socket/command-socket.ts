import { once } from 'node:events';
import { lstat, mkdir, rm } from 'node:fs/promises';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Output } from '#cli/command.ts';
import { readRequest, socketName, socketProtocol, type Answer, type CommandRequest } from './protocol.ts';

/** How long commands in progress may take to finish after a stop signal. */
const drainMs = 10_000;
const maxConnections = 32;

/** `gone`: the client has left. `stopping`: the server stops. */
export type RequestSignals = { readonly gone: AbortSignal; readonly stopping: AbortSignal };

/** Resolves to the exit code, or to why the command must run in a process of its own. */
export type RunRequest = (
  request: CommandRequest,
  output: Output,
  signals: RequestSignals,
) => Promise<number | 'command' | 'database'>;

type Input = {
  readonly dataDir: string;
  readonly run: RunRequest;
  readonly log: Logger;
};

/**
 * Listens for commands in the data folder. Only the user that runs the server may connect: the socket has mode 0600
 * from the moment it exists. Without a socket, each command starts a process of its own, so a failure is only logged.
 */
export async function openCommandSocket({ dataDir, run, log }: Input): Promise<{ close(): Promise<void> }> {
  const path = join(dataDir, socketName);
  const running = new Set<Promise<void>>();
  const stopping = new AbortController();
  const server = createServer((socket) => {
    const serving = serve(socket, run, stopping.signal).finally(() => running.delete(serving));
    running.add(serving);
  });
  server.maxConnections = maxConnections;
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    await removeLeftover(path);
    await listenPrivately(server, path);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    log.warn({ path, reason }, 'no command socket; commands start a process of their own');
    return { close: () => Promise.resolve() };
  }
  server.on('error', (err) => log.error({ err }, 'the command socket failed'));
  return {
    async close() {
      // Closing removes the file.
      server.close();
      stopping.abort();
      const timeout = AbortSignal.timeout(drainMs);
      await Promise.race([Promise.all(running), once(timeout, 'abort')]);
    },
  };
}

/**
 * Removes the socket of a server that was killed.
 * @throws Error for anything else, which may belong to another server or have been planted by another user
 */
async function removeLeftover(path: string): Promise<void> {
  const found = await lstat(path).catch(() => undefined);
  if (!found) return;
  if (!found.isSocket()) throw new Error('the file is not a socket');
  if (await isAnswered(path)) throw new Error('another server listens on it');
  await rm(path);
}

function isAnswered(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path, () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', (error) => {
      resolve(!('code' in error && error.code === 'ECONNREFUSED'));
    });
  });
}

/** A path is bound before `listen` returns, so the mask applies to the socket only. */
async function listenPrivately(server: Server, path: string): Promise<void> {
  const listening = once(server, 'listening');
  const mask = process.umask(0o177);
  try {
    server.listen(path);
  } finally {
    process.umask(mask);
  }
  await listening;
}

async function serve(socket: Socket, run: RunRequest, stopping: AbortSignal): Promise<void> {
  const gone = new AbortController();
  // A client that leaves early resets the connection; `close` follows.
  socket.on('error', () => undefined).once('close', () => gone.abort());
  const send = (answer: Answer): void => {
    if (socket.writable) socket.write(`${JSON.stringify(answer)}\n`);
  };
  send({ vid: socketProtocol });
  const request = await readRequest(socket);
  if (!request) {
    socket.destroy();
    return;
  }
  const output = { out: (text: string) => send({ out: text }), err: (text: string) => send({ err: text }) };
  const outcome = await run(request, output, { gone: gone.signal, stopping });
  send(typeof outcome === 'number' ? { exit: outcome } : { declined: outcome });
  socket.end();
}
