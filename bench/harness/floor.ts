import { settings } from '@vid/server/config/settings';
import { endChild, startChild } from './child.ts';

/** The same work done bare: node:http, postgres.js, argon2, nothing else. */
export type Floor = { readonly origin: string; stop(): Promise<void> };

export async function startFloor(options: {
  readonly environment: Readonly<Record<string, string>>;
  readonly logFile: string;
}): Promise<Floor> {
  const child = startChild(new URL('../floors/floor.ts', import.meta.url), {
    environment: {
      ...options.environment,
      FLOOR_MEMORY_KIB: settings.passwordMemoryKib.default ?? '',
      FLOOR_ITERATIONS: settings.passwordIterations.default ?? '',
    },
    logFile: options.logFile,
    hasChannel: true,
  });
  const port = await new Promise<number>((resolve, reject) => {
    child.once('message', (message: { port: number }) => resolve(message.port));
    child.once('exit', () => reject(new Error(`the floor ended; its words are in ${options.logFile}`)));
  });
  return { origin: `http://127.0.0.1:${port}`, stop: () => endChild(child) };
}
