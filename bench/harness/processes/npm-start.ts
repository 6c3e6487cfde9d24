import { resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { DataFolderLockedError, lockDataFolder } from '@vid/embedded-postgres/data-folder-lock';
import { endChild, startCommand } from './child.ts';
import { freePort } from '@vid/testkit/network';
import { untilReady } from './vid-server.ts';

const checkout = resolve(import.meta.dirname, '../../..');
const pollMs = 20;

type NpmStart = {
  /** Seconds from the command until the server is ready. */
  readonly seconds: number;
  /** Resolves once the data folder is free for the next start. */
  stop(): Promise<void>;
};

/** Runs the README's `npm start` on the given data folder. */
export async function npmStart(options: {
  readonly dataDir: string;
  readonly logFile: string;
}): Promise<NpmStart> {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const from = performance.now();
  const child = startCommand('npm', ['start'], {
    cwd: checkout,
    environment: { VID_DATA_DIR: options.dataDir, VID_PORT: String(port) },
    logFile: options.logFile,
  });
  await untilReady({ origin, child, logFile: options.logFile });
  return {
    seconds: (performance.now() - from) / 1_000,
    async stop() {
      await endChild(child);
      await untilFree(options.dataDir);
    },
  };
}

/**
 * Waits until the data folder is unlocked, because npm exits before the server that it started.
 */
async function untilFree(dataDir: string): Promise<void> {
  for (;;) {
    try {
      const folder = await lockDataFolder(dataDir, { command: 'npm run bench' });
      await folder.release();
      return;
    } catch (error) {
      if (!(error instanceof DataFolderLockedError)) throw error;
      await delay(pollMs);
    }
  }
}
