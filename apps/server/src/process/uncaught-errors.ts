import type { Logger } from 'pino';
import { exitCodes } from './environment.ts';

/** Ends the process after an error that nothing catches. */
export function exitOnUncaughtError(log: Logger, flush: () => void): void {
  // Node also reports unhandled rejections through this event.
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'uncaught error');
    flush();
    process.exit(exitCodes.failed);
  });
}
