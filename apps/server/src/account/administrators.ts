import { advisoryLocks } from '#database/advisory-locks.ts';
import type { Fragment, Queryable } from '#database/connection.ts';
import { AppError } from '#lib/app-error.ts';

/** Lets one change at a time count the administrators, so that two cannot each take the other for the last one. */
export async function lockAdmins(tx: Queryable): Promise<void> {
  await tx`select pg_advisory_xact_lock(${advisoryLocks.administrators})`;
}

/** Whether an administrator other than the account `accountId` can sign in and has not asked to be deleted. */
export const hasOtherAdmin = (sql: Queryable, accountId: Fragment): Fragment => sql`
  exists (
    select from accounts b where b.role = 'admin' and b.status = 'active' and b.id <> ${accountId}
      and not exists (select from account_deletions d where d.account_id = b.id))`;

/**
 * Call it before an administrator loses the role or the access, in the same transaction.
 * @throws AppError LAST_ADMIN
 */
export async function requireOtherAdmin(tx: Queryable, accountId: string): Promise<void> {
  await lockAdmins(tx);
  const { count } = await tx`select where ${hasOtherAdmin(tx, tx`${accountId}`)}`;
  if (count === 0) throw new AppError('LAST_ADMIN');
}
