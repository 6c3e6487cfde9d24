import type { Logger } from 'pino';
import { takeContained } from '#platform/jobs/containment.ts';
import { exitCodes } from './environment.ts';

/** Ends the process after an error that nothing catches, except one inside the job runner, which restarts instead. */
export function exitOnUncaughtError(log: Logger, flush: () => void): void {
  // Node also reports unhandled rejections through this event.
  process.on('uncaughtException', (error) => {
    if (takeContained(error)) return;
    log.fatal({ err: error }, 'uncaught error');
    flush();
    process.exit(exitCodes.failed);
  });
}
