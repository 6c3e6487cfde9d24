import type { Logger } from 'pino';
import { copyAdvice, type Installation } from './installation.ts';

/**
 * Time for which a result is valid; short, because a restored database can replace the original while VID
 * runs.
 */
const validMs = 5_000;

/** Returns whether SMS, mail, webhooks and logout notices may be sent from this database. */
export type MaySend = () => Promise<boolean>;

/**
 * Creates a check that forbids sending from a copy of the database, because its members and applications are
 * real. Logs each change of the result.
 */
export function createMaySend(
  installation: Pick<Installation, 'isCopy'>,
  log: Pick<Logger, 'info' | 'error'>,
): MaySend {
  let isCopy = false;
  let validUntil = 0;
  let reading: Promise<void> | undefined;

  const read = async (): Promise<void> => {
    const next = await installation.isCopy();
    if (next && !isCopy) log.error(`this database is a copy. ${copyAdvice}`);
    else if (!next && isCopy) log.info('this database is confirmed; messages are sent');
    isCopy = next;
    validUntil = performance.now() + validMs;
  };

  return async () => {
    if (performance.now() >= validUntil) {
      reading ??= read().finally(() => {
        reading = undefined;
      });
      await reading;
    }
    return !isCopy;
  };
}
