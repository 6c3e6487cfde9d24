import { expect, vi } from 'vitest';
import type { Sql } from '#database/connection.ts';

/** The connections of job runners that listen for jobs. */
export const findListeners = (sql: Sql) => sql<{ pid: number }[]>`
  select pid from pg_stat_activity
  where application_name = 'vid-jobs' and datname = current_database() and query like 'LISTEN%'`;

/**
 * Resolves once a job runner listens, which is after graphile-worker's migrations. A query of its tables could deadlock
 * with these, and a statement prepared while they replace `add_job` can keep failing on its connection.
 */
export async function waitForListener(sql: Sql): Promise<void> {
  await vi.waitFor(async () => expect(await findListeners(sql)).not.toHaveLength(0), {
    timeout: 20_000,
    interval: 50,
  });
}
