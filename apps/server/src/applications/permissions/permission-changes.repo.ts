import { isDormant } from '#account/account-sql.ts';
import type { Queryable } from '#database/connection.ts';
import type { PermissionsRow } from '#database/tables.ts';
import { AppError } from '#lib/app-error.ts';
import type { FormerPermission } from '#platform/right-changes.ts';

export type WantedPermission = { readonly phone: string; readonly id: string };

export type AddedRow = WantedPermission & {
  readonly accountId: string;
  /** Status of the account's earlier permission; null if the permission was added now. */
  readonly before: PermissionsRow['status'] | null;
};

export type ChangedRow = Pick<PermissionsRow, 'id' | 'accountId' | 'role'>;

/** Call these statements in the transaction of their audit rows. */
export const permissionChanges = {
  /**
   * Serializes changes to an application's permissions and roles, so that two managers cannot add the same
   * account twice or give a role that is being removed. Returns the application's id and code.
   */
  async lockApplication(tx: Queryable, appId: string): Promise<{ id: string; code: string }> {
    const [row] = await tx<{ id: string; code: string }[]>`
      select id, code from applications where id = ${appId} for no key update`;
    if (!row) throw new AppError('NOT_FOUND');
    return row;
  },

  async hasRole(tx: Queryable, appId: string, role: string): Promise<boolean> {
    const rows = await tx`select from application_roles where application_id = ${appId} and code = ${role}`;
    return rows.length > 0;
  },

  /**
   * Adds a permission for the active account of each phone, unless the account already has a permission in the
   * application. Returns a row for each account. Treats an account whose phone may have a new owner as missing.
   */
  async add(
    tx: Queryable,
    {
      appId,
      role,
      createdBy,
      wanted,
    }: {
      readonly appId: string;
      readonly role: string;
      readonly createdBy: string | null;
      readonly wanted: readonly WantedPermission[];
    },
  ): Promise<readonly AddedRow[]> {
    return tx<AddedRow[]>`
      with found as (
        select w.phone, w.id, a.id as account_id, (
          select p.status from permissions p
          where p.account_id = a.id and p.application_id = ${appId}
          order by p.status desc limit 1) as before
        from unnest(${wanted.map(({ phone }) => phone)}::text[], ${wanted.map(({ id }) => id)}::text[]) w (phone, id)
        join accounts a on a.phone = w.phone and a.status = 'active' and not ${isDormant(tx)}
      ), added as (
        insert into permissions (id, account_id, application_id, role, created_by)
        select id, account_id, ${appId}, ${role}, ${createdBy}::text from found where before is null
      )
      select phone, id, account_id, before from found`;
  },

  async lockRows(tx: Queryable, appId: string, ids: readonly string[]): Promise<readonly ChangedRow[]> {
    return tx<ChangedRow[]>`
      select id, account_id, role from permissions
      where id = any(${[...ids]}) and application_id = ${appId}
      order by id for update`;
  },

  async listHolders(
    tx: Queryable,
    appId: string,
    role: string,
    accountIds: readonly string[],
  ): Promise<readonly string[]> {
    const rows = await tx<{ accountId: string }[]>`
      select account_id from permissions
      where application_id = ${appId} and role = ${role} and account_id = any(${[...accountIds]})`;
    return rows.map(({ accountId }) => accountId);
  },

  async setRole(tx: Queryable, ids: readonly string[], role: string): Promise<readonly ChangedRow[]> {
    return tx<ChangedRow[]>`
      update permissions set role = ${role} where id = any(${[...ids]})
      returning id, account_id, role`;
  },

  async setStatus(
    tx: Queryable,
    ids: readonly string[],
    status: 'active' | 'locked',
  ): Promise<readonly ChangedRow[]> {
    return tx<ChangedRow[]>`
      update permissions set status = ${status} where id = any(${[...ids]}) and status <> ${status}
      returning id, account_id, role`;
  },

  /** Restores permissions unchanged, except that a deleted creator becomes null. */
  async restore(tx: Queryable, permissions: readonly FormerPermission[]): Promise<void> {
    await tx`
      insert into permissions (id, account_id, application_id, role, status, created_by, created_at)
      select r.id, r.account_id, r.application_id, r.role, r.status,
        (select id from accounts where id = r.created_by), r.created_at
      from jsonb_populate_recordset(null::permissions, ${tx.json(permissions)}::jsonb) r`;
  },

  async remove(tx: Queryable, ids: readonly string[]): Promise<readonly ChangedRow[]> {
    return tx<ChangedRow[]>`
      delete from permissions where id = any(${[...ids]}) returning id, account_id, role`;
  },
};
