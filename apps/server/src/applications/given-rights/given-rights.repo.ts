import type { Queryable } from '#database/connection.ts';
import type { ClientsRow } from '#database/tables.ts';
import {
  giversOf,
  type FormerManager,
  type FormerPermission as Permission,
  type Giver,
} from '#platform/right-changes.ts';

/** An account in an application. */
export type Holder = { readonly accountId: string; readonly applicationId: string };

type LostClient = Pick<ClientsRow, 'id' | 'applicationId' | 'createdAt'> & { readonly isActive: boolean };

/** Statements that undo what givers have changed in applications. */
export const givenRights = {
  /**
   * Locks the applications in which an account has changed something. Requests of managers and machine clients lock the
   * application too, so that a request which waits finds the manager removed, or the client disabled.
   */
  async lockApplications(tx: Queryable, accountId: string) {
    return tx<{ id: string; code: string; name: string }[]>`
      select id, code, name from applications where id in (
        select application_id from right_changes where account_id = ${accountId}
        union all select application_id from clients where created_by = ${accountId}
        union all select c.application_id from clients c join client_secrets s on s.client_id = c.id
          where s.created_by = ${accountId})
      order by id for no key update`;
  },

  /** Removes managers and returns them, together with the owners among `holders`, whom only a hand-over removes. */
  async removeManagers(tx: Queryable, holders: readonly Holder[]): Promise<readonly Holder[]> {
    return tx<Holder[]>`
      with wanted as (
        select * from unnest(${holders.map(({ accountId }) => accountId)}::text[],
          ${holders.map(({ applicationId }) => applicationId)}::text[]) w (account_id, application_id)
      ), removed as (
        delete from application_managers g using wanted w
        where g.account_id = w.account_id and g.application_id = w.application_id
        returning g.account_id, g.application_id
      )
      select * from removed
      union select w.account_id, w.application_id from wanted w
        join applications m on m.id = w.application_id and m.owner_id = w.account_id`;
  },

  async restoreManagers(tx: Queryable, former: readonly FormerManager[]): Promise<void> {
    await tx`
      insert into application_managers (application_id, account_id, created_by, created_at)
      select r.application_id, r.account_id, (select id from accounts where id = r.created_by), r.created_at
      from jsonb_populate_recordset(null::application_managers, ${tx.json(former)}::jsonb) r
      on conflict do nothing`;
  },

  /** Removes all permissions of accounts in their applications, and returns them. */
  async removePermissions(tx: Queryable, holders: readonly Holder[]): Promise<readonly Permission[]> {
    const rows = await tx<{ permission: Permission }[]>`
      delete from permissions p
      using unnest(${holders.map(({ accountId }) => accountId)}::text[],
        ${holders.map(({ applicationId }) => applicationId)}::text[]) w (account_id, application_id)
      where p.account_id = w.account_id and p.application_id = w.application_id
      returning to_jsonb(p) as permission`;
    return rows.map(({ permission }) => permission);
  },

  async restorePermissions(tx: Queryable, permissions: readonly Permission[]): Promise<void> {
    await tx`
      insert into permissions (id, account_id, application_id, role, status, created_by, created_at)
      select r.id, r.account_id, r.application_id, r.role, r.status,
        (select id from accounts where id = r.created_by), r.created_at
      from jsonb_populate_recordset(null::permissions, ${tx.json(permissions)}::jsonb) r`;
  },

  /** Defines roles of an application again, unless roles with their codes exist. */
  async restoreRoles(tx: Queryable, roles: readonly object[]): Promise<void> {
    await tx`
      insert into application_roles (application_id, code, name, description, created_at)
      select r.application_id, r.code, r.name, r.description, r.created_at
      from jsonb_populate_recordset(null::application_roles, ${tx.json(roles)}::jsonb) r
      on conflict do nothing`;
  },

  /** Replaces the default role, null for none. False if the application has no default role, or this one. */
  async replaceDefault(tx: Queryable, applicationId: string, code: string | null): Promise<boolean> {
    const { count } = await tx`
      update application_roles set is_default = false
      where application_id = ${applicationId} and is_default and code is distinct from ${code}::text`;
    if (count === 0) return false;
    await tx`
      update application_roles set is_default = true where application_id = ${applicationId} and code = ${code}`;
    return true;
  },

  /** Restores a setting. False if the application has this value. The owner is null if the account was erased. */
  restoreSetting: (tx: Queryable, applicationId: string, name: string, former: unknown) =>
    tx`
      update applications m set
        name = coalesce(f.name, m.name), access = coalesce(f.access, m.access), status = coalesce(f.status, m.status),
        is_first_party = coalesce(f.is_first_party, m.is_first_party),
        owner_id = case when ${name === 'owner_id'} then (select id from accounts where id = f.owner_id) else m.owner_id end,
        updated_at = now()
      from jsonb_populate_record(null::applications, ${tx.json({ [name]: former })}::jsonb) f
      where m.id = ${applicationId} and to_jsonb(m) -> ${name}::text <> ${tx.json(former)}::jsonb`.hasRows(),

  /** Disables the clients of every kind that givers have added. */
  async disableClients(tx: Queryable, givers: readonly Giver[]): Promise<readonly LostClient[]> {
    return tx<LostClient[]>`
      update clients c set status = 'disabled', updated_at = now() from clients before, ${giversOf(tx, givers)}
      where before.id = c.id and c.created_by = g.account_id and c.created_at > g.since
        and c.application_id = coalesce(g.application_id, c.application_id)
      returning c.id, c.application_id, c.created_at, before.status = 'active' as is_active`;
  },

  /** Disables clients, and restores the settings of a client whose former row is given. */
  async undoClientChanges(
    tx: Queryable,
    changes: readonly { readonly id: string; readonly former: unknown }[],
  ): Promise<readonly LostClient[]> {
    return tx<LostClient[]>`
      update clients c set status = 'disabled', updated_at = now(),
        (auth_method, redirect_uris, post_logout_uris, backchannel_logout_uri, jwks, requires_par, requires_dpop,
          may_omit_pkce, scopes, management_scopes) = (
          select f.auth_method, f.redirect_uris, f.post_logout_uris, f.backchannel_logout_uri, f.jwks, f.requires_par,
            f.requires_dpop, f.may_omit_pkce, f.scopes, f.management_scopes
          from jsonb_populate_record(before, nullif(u.former, 'null')) f)
      from jsonb_to_recordset(${tx.json(changes)}::jsonb) as u (id text, former jsonb), clients before
      where c.id = u.id and before.id = c.id
      returning c.id, c.application_id, c.created_at, before.status = 'active' as is_active`;
  },

  /**
   * Deletes the secrets that givers have added to clients, so that enabling a client does not bring them back, and the
   * tokens of these clients, which an intruder may have.
   */
  async deleteSecrets(tx: Queryable, givers: readonly Giver[]): Promise<readonly LostClient[]> {
    const lost = await tx<LostClient[]>`
      delete from client_secrets s using clients c, ${giversOf(tx, givers)}
      where s.created_by = g.account_id and s.created_at > g.since and c.id = s.client_id
        and c.application_id = coalesce(g.application_id, c.application_id)
      returning c.id, c.application_id, s.created_at, c.status = 'active' as is_active`;
    await tx`delete from oidc_client_credentials where client_id = any(${lost.map(({ id }) => id)}::text[])`;
    return lost;
  },
};
