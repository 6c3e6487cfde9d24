import type { Logger } from 'pino';
import { exitCodes } from './environment/environment.ts';

export function exitOnUncaughtError(log: Logger, flush: () => void): void {
  // Node also reports unhandled rejections as `uncaughtException`.
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'uncaught error');
    flush();
    process.exit(exitCodes.failed);
  });
}
