import { setImmediate as nextTurn } from 'node:timers/promises';
import { openConnection, type Connection } from './connection.ts';
import type { Outcome } from './jobs.ts';
import { Tally } from './tally.ts';

/**
 * Repeats an operation of several requests for `seconds`, on `concurrency` connections in parallel. The operation
 * returns the status to count. An operation that ends after `seconds` does not count.
 */
export async function repeatOperation(
  job: { readonly origin: string; readonly concurrency: number; readonly seconds: number },
  operate: (connection: Connection, index: number) => Promise<number>,
): Promise<Outcome> {
  const end = performance.now() + job.seconds * 1_000;
  const tally = new Tally();
  await Promise.all(
    Array.from({ length: job.concurrency }, async (_, index) => {
      const connection = openConnection(job.origin);
      while (performance.now() < end) {
        const from = performance.now();
        try {
          const status = await operate(connection, index);
          const now = performance.now();
          if (now <= end) tally.answered(status, now - from);
        } catch (error) {
          tally.failed(error);
          // An operation that fails immediately must not block the event loop.
          await nextTurn();
        }
      }
      await connection.close();
    }),
  );
  return { main: tally.sample(job.seconds) };
}
