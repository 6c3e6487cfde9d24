import type { Fragment, Queryable, Sql } from '#database/connection.ts';
import { managedApplications } from '#applications/application/managed-applications.ts';
import type { ClientKeys } from '#applications/clients/client-keys.ts';
import { isStillGiven } from '#platform/application-rights.ts';
import type { ApplicationAccess, ClientsRow } from '#database/tables.ts';

export type ActiveClient = Omit<
  ClientsRow,
  'name' | 'jwks' | 'status' | 'createdBy' | 'hasCreator' | 'createdAt' | 'updatedAt'
> & {
  jwks: ClientKeys | null;
  appCode: string;
  applicationName: string;
  access: ApplicationAccess;
  isFirstParty: boolean;
  /** SHA-256 (hexadecimal) of each valid secret; during a rotation, two are valid. */
  secretHashes: string[];
};

export async function findActiveClients(
  lookups: Sql,
  ids: readonly string[],
): Promise<readonly ActiveClient[]> {
  return lookups<ActiveClient[]>`
    select c.id, c.kind, c.auth_method, c.redirect_uris, c.post_logout_uris, c.backchannel_logout_uri,
      c.id_token_alg, c.jwks, c.asks_to_continue, c.requires_par, c.requires_dpop, c.requires_name, c.requires_email,
      c.may_omit_pkce, c.scopes, c.management_scopes,
      m.id as application_id, m.code as app_code,
      m.name as application_name, m.access, m.is_first_party,
      array(select encode(s.secret_hash, 'hex') from client_secrets s
        where s.client_id = c.id and (s.expires_at is null or s.expires_at > now()) order by s.id) as secret_hashes
    from clients c join applications m on m.id = c.application_id
    where c.id = any(${[...ids]}) and c.status = 'active' and m.status = 'active' and ${isStillGiven(lookups)}`;
}

export type ClientAccess = Pick<
  ActiveClient,
  | 'applicationId'
  | 'appCode'
  | 'kind'
  | 'redirectUris'
  | 'access'
  | 'isFirstParty'
  | 'requiresName'
  | 'requiresEmail'
  | 'scopes'
> & { roles: Roles };

/** Selects no row if the client or its application is inactive. */
export const selectClientAccess = (sql: Sql, clientId: Fragment, accountId: Fragment): Fragment => sql`
  select a.id as application_id, a.code as app_code, a.is_first_party, c.kind, c.redirect_uris, c.requires_name,
    c.requires_email, c.scopes, a.access,
    ${rolesOf(sql, accountId, clientId)} as roles
  from clients c join applications a on a.id = c.application_id
  where c.id = ${clientId} and c.status = 'active' and a.status = 'active'`;

/** Null if a permission of the account in the application is locked. */
export type Roles = string[] | null;

/** Returns whether an account may use an application. An open application requires no role. */
export const mayUse = (access: ApplicationAccess, roles: Roles): boolean =>
  roles !== null && (access === 'open' || roles.length > 0);

export const rolesOf = (sql: Sql, accountId: Fragment | string, clientId: Fragment | string): Fragment =>
  selectRoles(
    sql,
    accountId,
    sql`clients c join applications a on a.id = c.application_id`,
    sql`c.id = ${clientId}`,
  );

export const rolesIn = (sql: Sql, accountId: string, applicationId: string): Fragment =>
  selectRoles(sql, accountId, sql`applications a`, sql`a.id = ${applicationId}`);

/** Selects an account's roles. An account without a permission has the default role of an open application. */
const selectRoles = (
  sql: Sql,
  accountId: Fragment | string,
  application: Fragment,
  condition: Fragment,
): Fragment => sql`
  (select case when bool_or(p.status = 'locked') then null else coalesce(
      array_agg(p.role order by p.role) filter (where p.status = 'active'),
      case when a.access = 'open' then (
        select array[r.code] from application_roles r where r.application_id = a.id and r.is_default) end,
      array[]::text[]) end
    from ${application} left join permissions p on p.application_id = a.id and p.account_id = ${accountId}
    where ${condition} group by a.id)`;

export const joinLogoutClient = (sql: Sql, clientId: Fragment): Fragment => sql`
  join clients c on c.id = ${clientId} and c.backchannel_logout_uri is not null`;

export const joinAnyClient = (sql: Queryable, clientId: Fragment): Fragment =>
  sql`join clients c on c.id = ${clientId}`;

export const joinApplication = (sql: Queryable, id: Fragment): Fragment =>
  sql`join applications p on p.id = ${id}`;

/**
 * Selects whether an account owns or manages an application, or has a permission in one, even if it is locked.
 */
export const belongsToApplication = (sql: Queryable, accountId: Fragment): Fragment => sql`
  (exists (select from permissions p where p.account_id = ${accountId})
    or ${managedApplications.exist(sql, accountId)})`;

/**
 * Selects, as texts, an account's roles in applications, its managed applications, and the scopes of its
 * consents; each is null if there are none.
 */
export const describeAccess = (sql: Queryable, accountId: Fragment) => ({
  applicationRoles: sql`
    (select string_agg(concat_ws(' ', o.code, p.role, nullif(p.status, 'active')), '; ' order by o.code, p.role)
      from permissions p join applications o on o.id = p.application_id where p.account_id = ${accountId})`,
  managedApplications: sql`
    (select string_agg(m.code, '; ' order by m.code) from (
      select o.code from applications o where o.owner_id = ${accountId}
      union
      select o.code from application_managers g join applications o on o.id = g.application_id
      where g.account_id = ${accountId}) m)`,
  allowedApplications: sql`
    (select string_agg(concat_ws(' ', o.code, array_to_string(c.scopes, ' ')), '; ' order by o.code)
      from application_consents c join applications o on o.id = c.application_id
      where c.account_id = ${accountId})`,
});

/** Account that created the credential; null for the operator and for an erased account. */
type CredentialGiver = { readonly accountId: string | null };

/** Locks a secret and returns its creator; undefined if the secret is no longer valid. */
export const lockSecret = (tx: Queryable, clientId: string, secretHash: string) =>
  tx<CredentialGiver[]>`
    select created_by as account_id from client_secrets
    where client_id = ${clientId} and secret_hash = decode(${secretHash}, 'hex')
      and (expires_at is null or expires_at > now()) for key share`.first();

/**
 * Returns the account that last changed the client's keys, or that added the client with its keys; undefined
 * for an unknown client.
 */
export const findKeyGiver = (tx: Queryable, clientId: string) =>
  tx<CredentialGiver[]>`
    select g.account_id from clients c, lateral (
      select c.created_by as account_id, 0 as change
      union all select h.account_id, h.id from right_changes h
      where h.kind = 'client' and h.target = c.id and h.former -> 'jwks' is distinct from c.jwks) g
    where c.id = ${clientId} order by g.change desc limit 1`.first();

/** Selects only an active machine client of an active application whose creator still has the right to it. */
export const joinMachineClient = (sql: Queryable, clientId: Fragment): Fragment => sql`
  join clients c on c.id = ${clientId} and c.status = 'active' and c.kind = 'machine'
  join applications m on m.id = c.application_id and m.status = 'active' and ${isStillGiven(sql)}`;
