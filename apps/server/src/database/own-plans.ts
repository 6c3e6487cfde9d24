import type { Queryable, Sql } from './connection.ts';

/**
 * Runs statements with plans for their values instead of generic plans (ADR 4). A list with filters needs such plans,
 * because the best index depends on whether a filter matches half of the rows or none. Planning costs about a
 * millisecond. All statements see one state of the database.
 */
export async function withOwnPlans<T>(sql: Sql, read: (tx: Queryable) => PromiseLike<T>): Promise<T> {
  return sql.begin('isolation level repeatable read read only', async (tx) => {
    await tx`set local plan_cache_mode = 'force_custom_plan'`;
    return await read(tx);
  });
}
