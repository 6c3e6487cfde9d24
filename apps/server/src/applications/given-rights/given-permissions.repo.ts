import type { Queryable, Sql } from '#database/connection.ts';
import type { RightsToUndoRow } from '#database/tables.ts';
import type { FormerPermission as Permission } from '#platform/right-changes.ts';
import type { Holder } from './given-rights.repo.ts';

export const undoTask = 'undo-rights';

/** An account whose changes remain to be undone, with the time of its return. */
export type RightsToUndo = RightsToUndoRow & { readonly returnedAt: Date };

export function createGivenPermissionsRepo(sql: Sql) {
  return {
    /**
     * Records that an account's changes are to be undone. If changes before an earlier return remain, they are
     * included, and their audit rows name the actor of this return.
     */
    async record(tx: Queryable, row: Omit<RightsToUndoRow, 'doneId'>): Promise<void> {
      await tx`
        insert into rights_to_undo ${tx(row)}
        on conflict (account_id) do update set done_id = 0, since = least(rights_to_undo.since, excluded.since),
          actor_id = excluded.actor_id, address = excluded.address, request_id = excluded.request_id,
          user_agent = excluded.user_agent`;
    },

    async listAccounts(): Promise<readonly string[]> {
      const rows = await sql<
        { accountId: string }[]
      >`select account_id from rights_to_undo order by since, account_id`;
      return rows.map(({ accountId }) => accountId);
    },

    find: (tx: Queryable, accountId: string) =>
      tx<RightsToUndo[]>`
        select u.account_id, u.since, u.done_id, u.actor_id, u.address, u.request_id, u.user_agent, r.returned_at
        from rights_to_undo u join account_returns r on r.account_id = u.account_id
        where u.account_id = ${accountId}`.first(),

    async setDone(tx: Queryable, accountId: string, doneId: string): Promise<void> {
      await tx`update rights_to_undo set done_id = ${doneId} where account_id = ${accountId}`;
    },

    async delete(tx: Queryable, accountId: string): Promise<void> {
      await tx`delete from rights_to_undo where account_id = ${accountId}`;
    },

    async lockApplications(tx: Queryable, ids: readonly string[]) {
      return tx<{ id: string; code: string; name: string }[]>`
        select id, code, name from applications where id = any(${[...ids]}::text[]) order by id for no key update`;
    },

    async removePermissions(tx: Queryable, holders: readonly Holder[]): Promise<readonly Permission[]> {
      const rows = await tx<{ permission: Permission }[]>`
        delete from permissions p
        using unnest(${holders.map(({ accountId }) => accountId)}::text[],
          ${holders.map(({ applicationId }) => applicationId)}::text[]) w (account_id, application_id)
        where p.account_id = w.account_id and p.application_id = w.application_id
        returning to_jsonb(p) as permission`;
      return rows.map(({ permission }) => permission);
    },
  };
}

export type GivenPermissionsRepo = ReturnType<typeof createGivenPermissionsRepo>;
