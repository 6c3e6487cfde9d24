import type { Queryable } from '#database/connection.ts';
import { isManager } from '#platform/application-rights.ts';
import type { BulkRecord } from '#platform/bulk/bulk.repo.ts';
import type { FormerPermission } from '#platform/right-changes.ts';

export const permissionBulk = {
  /** Locks and returns the permissions, in a fixed order to prevent deadlocks. */
  async lockPermissions(
    tx: Queryable,
    appId: string,
    ids: readonly string[],
  ): Promise<readonly FormerPermission[]> {
    const rows = await tx<{ permission: FormerPermission }[]>`
      select to_jsonb(p) as permission from permissions p
      where p.id = any(${[...ids]}::text[]) and p.application_id = ${appId} order by p.id for update`;
    return rows.map(({ permission }) => permission);
  },

  async listRoles(tx: Queryable, appId: string): Promise<ReadonlySet<string>> {
    const rows = await tx<{ code: string }[]>`
      select code from application_roles where application_id = ${appId}`;
    return new Set(rows.map(({ code }) => code));
  },

  mayManage: (tx: Queryable, appId: string, accountId: string) =>
    tx`
      select from accounts a join applications m on m.id = ${appId}
      where a.id = ${accountId} and a.status = 'active'
        and (a.role = 'admin' or ${isManager(tx, tx`a.id`)})`.hasRows(),

  /**
   * Returns the accounts whose rights in the application came from an account that returned to its owner after
   * a change began. An undo must not restore these rights, which the return removed unless the change had
   * already removed them.
   */
  async listReturned(
    tx: Queryable,
    { applicationId, createdAt }: Pick<BulkRecord, 'applicationId' | 'createdAt'>,
    accountIds: readonly string[],
  ): Promise<readonly string[]> {
    const rows = await tx<{ target: string }[]>`
      select distinct h.target from right_changes h join account_returns r on r.account_id = h.account_id
      where h.kind = 'permission' and h.target = any(${[...accountIds]}::text[])
        and h.application_id = ${applicationId}
        and r.returned_at > ${createdAt} and h.changed_at > r.rights_since and h.changed_at <= r.returned_at`;
    return rows.map(({ target }) => target);
  },
};
