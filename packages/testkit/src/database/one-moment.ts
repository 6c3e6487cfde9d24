import type { Sql } from '@vid/server/database/connection';
import type { TestServer } from '../server.ts';

/**
 * Runs `work` in a transaction in which `now()` stays the same, so that a test can set a time to exactly a limit.
 * Repositories made with `tx` run in this transaction, which is rolled back at the end.
 */
export async function atOneMoment(
  { deps }: Pick<TestServer, 'deps'>,
  work: (tx: Sql) => Promise<void>,
): Promise<void> {
  const undone = new Error('undone');
  await deps.sql
    .begin(async (tx) => {
      // oxlint-disable-next-line no-unsafe-type-assertion -- a repository that is made with it only runs statements
      await work(tx as Sql);
      throw undone;
    })
    .catch((error: unknown) => {
      if (error !== undone) throw error;
    });
}
