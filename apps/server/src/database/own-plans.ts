import type { Queryable, Sql } from './connection.ts';

/**
 * Plans statements for their own values instead of using generic plans (ADR 4). Filtered lists need such
 * plans, because the best index depends on whether a filter matches half of the rows or none. Planning takes
 * about a millisecond. All statements see the same snapshot.
 */
export async function withOwnPlans<T>(sql: Sql, read: (tx: Queryable) => PromiseLike<T>): Promise<T> {
  return sql.begin('isolation level repeatable read read only', async (tx) => {
    await tx`set local plan_cache_mode = 'force_custom_plan'`;
    return await read(tx);
  });
}
