import type { Sql } from '#database/connection.ts';

/**
 * The connections of job runners that listen for jobs. A runner listens after graphile-worker's migrations, with which a
 * query of its tables could deadlock.
 */
export const findListeners = (sql: Sql) => sql<{ pid: number }[]>`
  select pid from pg_stat_activity
  where application_name = 'vid-jobs' and datname = current_database() and query like 'LISTEN%'`;
