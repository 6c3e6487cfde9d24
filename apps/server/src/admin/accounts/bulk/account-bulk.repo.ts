import type { Queryable } from '#database/connection.ts';
import type { AccountFacts } from './account-bulk.policy.ts';

export type LockedAccount = Omit<AccountFacts, 'isOwn'> & { readonly id: string };

export const accountBulk = {
  /** Locks the rows in id order to prevent deadlocks. */
  async lockRows(tx: Queryable, ids: readonly string[]): Promise<readonly LockedAccount[]> {
    return tx<LockedAccount[]>`
      select id, role, status, locked_by_owner, disputed_at from accounts
      where id = any(${[...ids]}::text[]) order by id for no key update`;
  },
};
