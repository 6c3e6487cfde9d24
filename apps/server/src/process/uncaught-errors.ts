import type { Logger } from 'pino';
import { exitCodes } from './environment/environment.ts';

export function exitOnUncaughtError(log: Logger, flush: () => void): void {
  // Node also reports unhandled rejections through this event.
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'uncaught error');
    flush();
    process.exit(exitCodes.failed);
  });
}
