import type { Queryable, Sql } from './connection.ts';

/**
 * Runs statements with plans for their values instead of generic ones (ADR 4). A list with filters needs such plans,
 * because the best index depends on whether a filter matches half of the rows or none. Planning costs about a
 * millisecond.
 */
export async function withOwnPlans<T>(
  sql: Sql,
  read: (tx: Queryable) => PromiseLike<readonly T[]>,
): Promise<readonly T[]> {
  return sql.begin('read only', async (tx) => {
    await tx`set local plan_cache_mode = 'force_custom_plan'`;
    return await read(tx);
  });
}
