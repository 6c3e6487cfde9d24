import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '@vid/testkit/network';
import { thisCheckout, type Checkout } from './checkout.ts';
import { endChild, hasEnded, startChild } from './child.ts';

export type VidServer = {
  readonly origin: string;
  readonly port: number;
  readonly pid: number;
  readonly child: ChildProcess;
  readonly logFile: string;
  stop(): Promise<void>;
  kill(): Promise<void>;
};

export type VidServerOptions = {
  readonly environment: Readonly<Record<string, string>>;
  readonly logFile: string;
  readonly checkout?: Checkout;
  readonly port?: number;
  readonly execArgv?: readonly string[];
};

const readyPollMs = 10;
const readyTimeoutMs = 180_000;

/**
 * Returns settings that raise the limits and turn the breaker for codes off, because all load comes from one address,
 * and that do not start the example applications.
 */
export function loadSettings(checkout = thisCheckout): Record<string, string> {
  const raised = checkout.settingNames
    .filter((name) => name.startsWith('VID_LIMIT_') && !name.startsWith('VID_LIMIT_OTP_BREAKER'))
    .map((name) => [name, name === 'VID_LIMIT_MEMBER_ROWS_HOUR' ? '1000000000' : '1000000']);
  return { ...Object.fromEntries(raised), VID_LIMIT_OTP_BREAKER_PERCENT: '0', VID_EXAMPLES: 'off' };
}

export async function startVidServer(options: VidServerOptions): Promise<VidServer> {
  const { checkout = thisCheckout } = options;
  const port = options.port ?? (await freePort());
  const child = startChild(checkout.entry, {
    environment: { ...checkout.environment, VID_PORT: String(port), ...options.environment },
    logFile: options.logFile,
    execArgv: [...checkout.flags, ...(options.execArgv ?? [])],
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

/**
 * Waits until the server reports that it is ready.
 * @throws an error with the end of the server's log if it exits first or is not ready in time
 */
export async function untilReady(server: Pick<VidServer, 'origin' | 'child' | 'logFile'>): Promise<void> {
  const end = Date.now() + readyTimeoutMs;
  while (Date.now() < end) {
    if (hasEnded(server.child))
      throw new Error(`VID exited during startup:\n${await logTail(server.logFile)}`);
    if (await isReady(server.origin)) return;
    await delay(readyPollMs);
  }
  throw new Error(`VID was not ready in time:\n${await logTail(server.logFile)}`);
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

async function logTail(logFile: string): Promise<string> {
  const text = await readFile(logFile, 'utf8').catch(() => '');
  return text.trimEnd().split('\n').slice(-20).join('\n');
}
