import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { settings } from '@vid/server/config/settings';
import { SERVER_ENVIRONMENT, SERVER_FLAGS } from '../../tools/lib/runtime.mjs';
import { endChild, hasEnded, startChild } from './child.ts';
import { freePort } from '@vid/testkit/network';

/** The server as an operator runs it: its own process, told everything by VID_*. */
export type VidServer = {
  readonly origin: string;
  readonly port: number;
  readonly pid: number;
  readonly child: ChildProcess;
  readonly logFile: string;
  stop(): Promise<void>;
  /** kill -9. */
  kill(): Promise<void>;
};

export type VidServerOptions = {
  readonly environment: Readonly<Record<string, string>>;
  readonly logFile: string;
  readonly port?: number;
  readonly execArgv?: readonly string[];
};

const entry = new URL('../../apps/server/src/main.ts', import.meta.url);
const readyPollMs = 10;
const readyPatienceMs = 60_000;

/**
 * Lifts what counts per address, phone and day, because a load comes from one address; and leaves the example
 * applications out, which an operator's server does not run.
 */
export function loadSettings(): Record<string, string> {
  const lifted = Object.values(settings)
    .filter(({ name }) => name.startsWith('VID_LIMIT_') && !name.startsWith('VID_LIMIT_OTP_BREAKER'))
    .map(({ name }) => [name, '1000000']);
  return { ...Object.fromEntries(lifted), VID_LIMIT_OTP_BREAKER_PERCENT: '0', VID_EXAMPLES: 'off' };
}

/** Starts it and waits for the first answer that says it is ready. */
export async function startVidServer(options: VidServerOptions): Promise<VidServer> {
  const port = options.port ?? (await freePort());
  const child = startChild(entry, {
    environment: { ...SERVER_ENVIRONMENT, VID_PORT: String(port), ...options.environment },
    logFile: options.logFile,
    execArgv: [...SERVER_FLAGS, ...(options.execArgv ?? [])],
  });
  const server: VidServer = {
    origin: `http://127.0.0.1:${port}`,
    port,
    pid: child.pid ?? 0,
    child,
    logFile: options.logFile,
    stop: () => endChild(child),
    async kill() {
      if (hasEnded(child)) return;
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
  };
  await untilReady(server);
  return server;
}

/** Waits until the server says it is ready; throws its last words when it ends instead. */
export async function untilReady(server: Pick<VidServer, 'origin' | 'child' | 'logFile'>): Promise<void> {
  const end = Date.now() + readyPatienceMs;
  while (Date.now() < end) {
    if (hasEnded(server.child))
      throw new Error(`VID ended at its start:\n${await lastWords(server.logFile)}`);
    if (await isReady(server.origin)) return;
    await delay(readyPollMs);
  }
  throw new Error(`VID was not ready in time:\n${await lastWords(server.logFile)}`);
}

export async function isReady(origin: string): Promise<boolean> {
  try {
    const answer = await fetch(`${origin}/vid/health/ready`, { signal: AbortSignal.timeout(2_000) });
    await answer.arrayBuffer();
    return answer.status === 200;
  } catch {
    return false;
  }
}

async function lastWords(logFile: string): Promise<string> {
  const text = await readFile(logFile, 'utf8').catch(() => '');
  return text.trimEnd().split('\n').slice(-20).join('\n');
}
