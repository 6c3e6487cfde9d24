import type { Queryable } from '#database/connection.ts';
import type { AccountFacts } from './account-bulk.policy.ts';

export type LockedAccount = Omit<AccountFacts, 'isOwn'> & { readonly id: string };

export const accountBulk = {
  /** Locks the rows of accounts in the order that prevents deadlocks. */
  async lockRows(tx: Queryable, ids: readonly string[]): Promise<readonly LockedAccount[]> {
    return tx<LockedAccount[]>`
      select id, role, status, locked_by_owner, disputed_at from accounts
      where id = any(${[...ids]}::text[]) order by id for no key update`;
  },

  /**
   * Returns the accounts whose status was last changed by a change of all matches. Its events have its id as their
   * request.
   */
  async listLastChanged(
    tx: Queryable,
    ids: readonly string[],
    changeId: string,
  ): Promise<ReadonlySet<string>> {
    const rows = await tx<{ id: string }[]>`
      select i.id from unnest(${[...ids]}::text[]) i (id)
      cross join lateral (
        select e.request_id from audit_events e
        where e.account_id = i.id and e.kind in ('account.locked', 'account.unlocked')
        order by e.at desc, e.id desc limit 1) e
      where e.request_id = ${changeId}`;
    return new Set(rows.map(({ id }) => id));
  },
};
