import { advisoryLocks } from '#database/advisory-locks.ts';
import type { Fragment, Queryable } from '#database/connection.ts';
import { AppError } from '#lib/app-error.ts';

/**
 * Serializes changes that end an administrator's role or access, so that two in parallel cannot remove the last
 * administrator.
 */
export async function lockAdmins(tx: Queryable): Promise<void> {
  await tx`select pg_advisory_xact_lock(${advisoryLocks.administrators})`;
}

export const isActiveAdmin = (tx: Queryable, id: string): Promise<boolean> =>
  tx`select from accounts where id = ${id} and role = 'admin' and status = 'active'`.hasRows();

export const hasOtherAdmin = (sql: Queryable, accountId: Fragment): Fragment => sql`
  exists (
    select from accounts b where b.role = 'admin' and b.status = 'active' and b.id <> ${accountId}
      and not exists (select from account_deletions d where d.account_id = b.id))`;

/**
 * Ensures that another administrator remains. Call this function in the transaction in which an administrator
 * loses the role or the access, before the loss.
 * @throws AppError LAST_ADMIN
 */
export async function requireOtherAdmin(tx: Queryable, accountId: string): Promise<void> {
  await lockAdmins(tx);
  const { count } = await tx`select where ${hasOtherAdmin(tx, tx`${accountId}`)}`;
  if (count === 0) throw new AppError('LAST_ADMIN');
}
