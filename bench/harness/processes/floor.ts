import type { BenchDatabase } from './postgres.ts';
import { endChild, startChild } from './child.ts';

/**
 * The baseline server (`floors/floor.ts`), which does the same work as VID with only node:http, the same database
 * driver and argon2id.
 */
export type Floor = { readonly origin: string; stop(): Promise<void> };

export async function startFloor(options: {
  readonly database: BenchDatabase;
  /** A password hash as VID stores it. The floor hashes with the same parameters. */
  readonly passwordHash: string;
  readonly logFile: string;
}): Promise<Floor> {
  const [, memory = '', iterations = ''] = /m=(\d+),t=(\d+)/u.exec(options.passwordHash) ?? [];
  const child = startChild(new URL('../../floors/floor.ts', import.meta.url), {
    environment: {
      ...options.database.environment,
      FLOOR_MEMORY_KIB: memory,
      FLOOR_ITERATIONS: iterations,
    },
    logFile: options.logFile,
    hasChannel: true,
  });
  const port = await new Promise<number>((resolve, reject) => {
    child.once('message', (message: { port: number }) => resolve(message.port));
    child.once('exit', () => reject(new Error(`the floor exited; see ${options.logFile}`)));
  });
  return { origin: `http://127.0.0.1:${port}`, stop: () => endChild(child) };
}
