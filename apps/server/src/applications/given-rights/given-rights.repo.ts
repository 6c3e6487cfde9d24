import type { Queryable } from '#database/connection.ts';
import type { ClientsRow } from '#database/tables.ts';
import { giversOf, type FormerManager, type Giver } from '#platform/right-changes.ts';

export type Holder = { readonly accountId: string; readonly applicationId: string };

/** `code` is null if the application had no default role. */
type DefaultRole = { readonly applicationId: string; readonly code: string | null };

type FormerSettings = { readonly id: string; readonly settings: Readonly<Record<string, unknown>> };

const defaultsOf = (tx: Queryable, defaults: readonly DefaultRole[]) => tx`
  unnest(${defaults.map(({ applicationId }) => applicationId)}::text[], ${defaults.map(({ code }) => code)}::text[])
  d (application_id, code)`;

type LostClient = Pick<ClientsRow, 'id' | 'applicationId' | 'createdAt'> & { readonly isActive: boolean };

export const givenRights = {
  /**
   * Locks and returns the applications in which an account has changed something. Requests of managers and
   * machine clients take the same lock, so that a waiting request finds the manager removed, the client
   * disabled, or its token deleted.
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

  /**
   * Removes managers. Returns the removed managers, and those `holders` who own the application by now, whom
   * only a hand-over removes.
   */
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

  async restoreRoles(tx: Queryable, roles: readonly object[]): Promise<void> {
    await tx`
      insert into application_roles (application_id, code, name, description, created_at)
      select r.application_id, r.code, r.name, r.description, r.created_at
      from jsonb_populate_recordset(null::application_roles, ${tx.json(roles)}::jsonb) r
      on conflict do nothing`;
  },

  /** Clears default roles, except those that become the default. Returns the changed applications. */
  async clearDefaults(tx: Queryable, defaults: readonly DefaultRole[]): Promise<readonly string[]> {
    const rows = await tx<{ applicationId: string }[]>`
      update application_roles r set is_default = false from ${defaultsOf(tx, defaults)}
      where r.application_id = d.application_id and r.is_default and r.code is distinct from d.code
      returning r.application_id`;
    return rows.map(({ applicationId }) => applicationId);
  },

  async setDefaults(tx: Queryable, defaults: readonly DefaultRole[]): Promise<void> {
    await tx`
      update application_roles r set is_default = true from ${defaultsOf(tx, defaults)}
      where r.application_id = d.application_id and r.code = d.code`;
  },

  /**
   * Restores the settings of applications, and returns the previous settings of those that differed. The owner
   * becomes null if the owner's account was erased.
   */
  async restoreSettings(
    tx: Queryable,
    formers: readonly FormerSettings[],
  ): Promise<readonly FormerSettings[]> {
    return tx<FormerSettings[]>`
      update applications m set
        name = f.name, logo = f.logo, access = f.access, status = f.status, is_first_party = f.is_first_party,
        operator_name = f.operator_name, policy_url = f.policy_url,
        owner_id = (select id from accounts where id = f.owner_id), updated_at = now()
      from jsonb_to_recordset(${tx.json(formers)}::jsonb) u (id text, settings jsonb)
      join applications before on before.id = u.id, jsonb_populate_record(before, u.settings) f
      where m.id = u.id and f is distinct from before
      returning m.id, to_jsonb(before) as settings`;
  },

  async disableClients(tx: Queryable, givers: readonly Giver[]): Promise<readonly LostClient[]> {
    return tx<LostClient[]>`
      update clients c set status = 'disabled', updated_at = now() from clients before, ${giversOf(tx, givers)}
      where before.id = c.id and c.created_by = g.account_id and c.created_at > g.since
        and c.application_id = coalesce(g.application_id, c.application_id)
      returning c.id, c.application_id, c.created_at, before.status = 'active' as is_active`;
  },

  /** Disables and returns clients. Restores the settings of each client that has a former row. */
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
   * Deletes the secrets that givers added to clients, so that enabling a client does not restore them. Returns
   * a row for each secret. The remaining secret that expires last no longer expires, because its replacement
   * was deleted.
   */
  async deleteSecrets(tx: Queryable, givers: readonly Giver[]): Promise<readonly LostClient[]> {
    const lost = await tx<LostClient[]>`
      delete from client_secrets s using clients c, ${giversOf(tx, givers)}
      where s.created_by = g.account_id and s.created_at > g.since and c.id = s.client_id
        and c.application_id = coalesce(g.application_id, c.application_id)
      returning c.id, c.application_id, s.created_at, c.status = 'active' as is_active`;
    const ids = lost.map(({ id }) => id);
    await tx`
      update client_secrets set expires_at = null where id in (
        select distinct on (client_id) id from client_secrets
        where client_id = any(${ids}::text[]) and (expires_at is null or expires_at > now())
        order by client_id, expires_at desc nulls first, created_at desc, id desc)`;
    return lost;
  },

  /** Deletes tokens, so that enabling a disabled client does not restore an intruder's tokens. */
  async deleteTokens(tx: Queryable, clients: readonly LostClient[]): Promise<void> {
    await tx`
      delete from oidc_client_credentials where client_id = any(${clients.map(({ id }) => id)}::text[])`;
  },
};
