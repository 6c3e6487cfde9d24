import { maxPeople, maxRoles } from '@vid/contract/limits';
import type { Queryable, Sql } from '#database/connection.ts';
import type { ApplicationAccess, ApplicationRolesRow, PermissionsRow } from '#database/tables.ts';
import type { ChangedRow } from '#applications/permissions/permission-changes.repo.ts';

export type RoleRow = Pick<ApplicationRolesRow, 'code' | 'name' | 'description' | 'isDefault'> & {
  readonly people: number;
};
export type RoleTexts = Pick<ApplicationRolesRow, 'name' | 'description' | 'isDefault'>;

export type MergedRow = ChangedRow & Pick<PermissionsRow, 'status'> & { readonly keptId: string };

export function createRolesRepo(sql: Sql) {
  return {
    async list(appId: string): Promise<readonly RoleRow[]> {
      return sql<RoleRow[]>`
        select r.code, r.name, r.description, r.is_default, (
          select count(*)::int from (
            select from permissions p
            where p.application_id = r.application_id and p.role = r.code
            limit ${maxPeople}) people) as people
        from application_roles r where r.application_id = ${appId} order by r.created_at, r.code`;
    },

    listNames: async (appId: string, codes: readonly string[]) =>
      sql<{ readonly code: string; readonly name: string }[]>`
        select code, name from application_roles where application_id = ${appId} and code = any(${[...codes]}::text[])`,

    async clearDefault(tx: Queryable, appId: string): Promise<void> {
      await tx`update application_roles set is_default = false where application_id = ${appId} and is_default`;
    },

    async count(tx: Queryable, appId: string): Promise<number> {
      return (await tx`select from application_roles where application_id = ${appId} limit ${maxRoles}`)
        .count;
    },

    insert: (tx: Queryable, appId: string, role: RoleTexts & { readonly code: string }) =>
      tx`
        insert into application_roles (application_id, code, name, description, is_default)
        values (${appId}, ${role.code}, ${role.name}, ${role.description}, ${role.isDefault})
        on conflict do nothing`.hasRows(),

    update: (tx: Queryable, appId: string, code: string, role: RoleTexts) =>
      tx`
        update application_roles set name = ${role.name}, description = ${role.description},
          is_default = ${role.isDefault}
        where application_id = ${appId} and code = ${code}`.hasRows(),

    remove: (tx: Queryable, appId: string, code: string) =>
      tx`
        delete from application_roles where application_id = ${appId} and code = ${code}`.hasRows(),

    async listHolders(tx: Queryable, appId: string, code: string): Promise<readonly string[]> {
      const rows = await tx<{ accountId: string }[]>`
        select account_id from permissions where application_id = ${appId} and role = ${code}`;
      return rows.map(({ accountId }) => accountId);
    },

    async countHolders(appId: string, code: string): Promise<number> {
      const [row] = await sql<{ people: number }[]>`
        select count(*)::int as people from permissions where application_id = ${appId} and role = ${code}`;
      return row?.people ?? 0;
    },

    async isUsed(tx: Queryable, appId: string, code: string): Promise<boolean> {
      const rows = await tx`
        select from permissions
        where application_id = ${appId} and role = ${code} limit 1`;
      return rows.length > 0;
    },

    /**
     * Deletes and returns the permissions for role `from` of accounts that also have role `to`. `keptId` is the
     * permission for `to`.
     */
    async deleteMerged(
      tx: Queryable,
      appId: string,
      { from, to }: { readonly from: string; readonly to: string },
    ): Promise<readonly MergedRow[]> {
      return tx<MergedRow[]>`
        delete from permissions p using permissions other
        where p.application_id = ${appId} and p.role = ${from} and other.account_id = p.account_id
          and other.application_id = p.application_id and other.role = ${to}
        returning p.id, p.account_id, p.role, p.status, other.id as kept_id`;
    },

    async move(
      tx: Queryable,
      appId: string,
      { from, to }: { readonly from: string; readonly to: string },
    ): Promise<readonly ChangedRow[]> {
      return tx<ChangedRow[]>`
        update permissions set role = ${to} where application_id = ${appId} and role = ${from}
        returning id, account_id, role`;
    },

    async setAccess(tx: Queryable, appId: string, access: ApplicationAccess): Promise<void> {
      await tx`
        update applications set access = ${access}, updated_at = now()
        where id = ${appId} and access <> ${access}`;
    },
  };
}
