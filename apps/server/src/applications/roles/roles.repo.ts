import { maxPeople } from '@vid/contract/limits';
import type { Queryable, Sql } from '#database/connection.ts';
import type { ApplicationAccess, ApplicationRolesRow } from '#database/tables.ts';
import { insertAuditAbout } from '#platform/audit/audit.ts';
import type { ManagerCall } from '#applications/permissions/permission-changes.service.ts';

export type RoleRow = Pick<ApplicationRolesRow, 'code' | 'name' | 'description' | 'isDefault'> & {
  readonly people: number;
};
export type RoleTexts = Pick<ApplicationRolesRow, 'name' | 'description' | 'isDefault'>;

/** Queries of the roles of an application. */
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

    /** An application has one default role at most. */
    async clearDefault(tx: Queryable, appId: string): Promise<void> {
      await tx`update application_roles set is_default = false where application_id = ${appId} and is_default`;
    },

    /** False if the code is taken. */
    async insert(
      tx: Queryable,
      appId: string,
      role: RoleTexts & { readonly code: string },
    ): Promise<boolean> {
      const { count } = await tx`
        insert into application_roles (application_id, code, name, description, is_default)
        values (${appId}, ${role.code}, ${role.name}, ${role.description}, ${role.isDefault})
        on conflict do nothing`;
      return count > 0;
    },

    async update(tx: Queryable, appId: string, code: string, role: RoleTexts): Promise<boolean> {
      const { count } = await tx`
        update application_roles set name = ${role.name}, description = ${role.description},
          is_default = ${role.isDefault}
        where application_id = ${appId} and code = ${code}`;
      return count > 0;
    },

    async remove(tx: Queryable, appId: string, code: string): Promise<boolean> {
      const { count } = await tx`
        delete from application_roles where application_id = ${appId} and code = ${code}`;
      return count > 0;
    },

    async isUsed(tx: Queryable, appId: string, code: string): Promise<boolean> {
      const rows = await tx`
        select from permissions
        where application_id = ${appId} and role = ${code} limit 1`;
      return rows.length > 0;
    },

    /**
     * Gives the permissions of a role another one, each with an audit row. An account that has both keeps one of them,
     * locked if either is. Returns the number of accounts.
     */
    async move(
      tx: Queryable,
      { appId, actorId, caller }: ManagerCall,
      change: { readonly from: string; readonly to: string },
    ): Promise<number> {
      const { from, to } = change;
      const details = { applicationId: appId, role: to };
      const moved = tx`(
        select account_id as id from permissions
        where application_id = ${appId} and role = ${from}) as moved`;
      const { count } = await tx`
        ${insertAuditAbout(tx, { kind: 'permission.changed', actorId, caller, details }, moved)}`;
      await tx`
        with merged as (
          delete from permissions p using permissions other
          where p.application_id = ${appId} and p.role = ${from} and other.account_id = p.account_id
            and other.application_id = p.application_id and other.role = ${to}
          returning other.id, p.status
        )
        update permissions kept set status = 'locked' from merged
        where kept.id = merged.id and merged.status = 'locked'`;
      await tx`
        update permissions set role = ${to} where application_id = ${appId} and role = ${from}`;
      return count;
    },

    async setAccess(tx: Queryable, appId: string, access: ApplicationAccess): Promise<void> {
      await tx`
        update applications set access = ${access}, updated_at = now()
        where id = ${appId} and access <> ${access}`;
    },
  };
}

export type RolesRepo = ReturnType<typeof createRolesRepo>;
