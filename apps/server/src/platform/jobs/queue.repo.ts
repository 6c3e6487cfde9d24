import type { Sql } from '#database/connection.ts';

/** Age in seconds of the oldest job that is due and waits for a worker; 0 if there is none. */
export async function findOldestDue(sql: Sql): Promise<number> {
  const [row] = await sql<{ seconds: number }[]>`
    select coalesce(extract(epoch from now() - min(run_at)), 0)::float8 as seconds
    from graphile_worker.jobs
    where locked_at is null and attempts < max_attempts and run_at <= now()`;
  return row?.seconds ?? 0;
}

/**
 * Deletes jobs that failed for good a day ago, and those that a dead process held when they were queued again.
 * graphile-worker keeps both for ever. Returns the number deleted, at most `limit`.
 */
export async function deleteDeadJobs(sql: Sql, limit: number): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int as count from graphile_worker.complete_jobs(array(
      select id from graphile_worker.jobs
      where attempts >= max_attempts and updated_at < now() - interval '1 day'
        and (locked_at is null or locked_at < now() - interval '4 hours')
      limit ${limit}))`;
  return row?.count ?? 0;
}
