import type { Fragment, Sql } from '#database/connection.ts';
import type { ApplicationAccess, ClientAuthMethod, ClientKind, SigningKeyAlg } from '#database/tables.ts';

/** An active client of an active application, with the fields that the OpenID Connect provider needs. */
export type ActiveClient = {
  id: string;
  kind: ClientKind;
  authMethod: ClientAuthMethod;
  redirectUris: string[];
  postLogoutUris: string[];
  backchannelLogoutUri: string | null;
  idTokenAlg: SigningKeyAlg;
  jwks: { keys: Record<string, unknown>[] } | null;
  asksToContinue: boolean;
  requiresPar: boolean;
  requiresDpop: boolean;
  requiresName: boolean;
  applicationId: string;
  appCode: string;
  applicationName: string;
  access: ApplicationAccess;
  isFirstParty: boolean;
  /** SHA-256 in hexadecimal of each valid secret: two during a rotation. */
  secretHashes: string[];
};

export async function findActiveClients(
  lookups: Sql,
  ids: readonly string[],
): Promise<readonly ActiveClient[]> {
  return lookups<ActiveClient[]>`
    select c.id, c.kind, c.auth_method, c.redirect_uris, c.post_logout_uris, c.backchannel_logout_uri,
      c.id_token_alg, c.jwks, c.asks_to_continue, c.requires_par, c.requires_dpop, c.requires_name,
      a.id as application_id, a.code as app_code,
      a.name as application_name, a.access, a.is_first_party,
      array(select encode(s.secret_hash, 'hex') from client_secrets s
        where s.client_id = c.id and (s.expires_at is null or s.expires_at > now()) order by s.id) as secret_hashes
    from clients c join applications a on a.id = c.application_id
    where c.id = any(${[...ids]}) and c.status = 'active' and a.status = 'active'`;
}

/** What decides whether a signed-in account gets a code for a client. */
export type ClientAccess = Pick<
  ActiveClient,
  'applicationId' | 'appCode' | 'redirectUris' | 'access' | 'isFirstParty' | 'requiresName'
> & { roles: string[] };

/** Selects the `ClientAccess` of an account; no row if the client is inactive. For use inside another statement. */
export const selectClientAccess = (sql: Sql, clientId: string, accountId: string): Fragment => sql`
  select a.id as application_id, a.code as app_code, a.is_first_party, c.redirect_uris, c.requires_name, a.access,
    ${rolesOf(sql, accountId, clientId)} as roles
  from clients c join applications a on a.id = c.application_id
  where c.id = ${clientId} and c.status = 'active' and a.status = 'active'`;

/** An account's roles in a client's application, as a `text[]` inside another statement. */
export const rolesOf = (sql: Sql, accountId: Fragment | string, clientId: Fragment | string): Fragment => sql`
  array(select p.role from permissions p join clients c on c.application_id = p.application_id
    where p.account_id = ${accountId} and c.id = ${clientId} and p.status = 'active' order by p.role)`;

/** Joins the client `c` of an id if it has a back-channel logout address. */
export const joinLogoutClient = (sql: Sql, clientId: Fragment): Fragment => sql`
  join clients c on c.id = ${clientId} and c.backchannel_logout_uri is not null`;
