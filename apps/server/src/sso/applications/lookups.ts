import type { Sql } from '#database/connection.ts';
import type { ApplicationAccess, ClientAuthMethod, ClientKind, SigningKeyAlg } from '#database/tables.ts';

/** An active client of an active application, with what the OpenID Connect provider needs of both. */
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
  applicationId: string;
  appCode: string;
  applicationName: string;
  access: ApplicationAccess;
  isFirstParty: boolean;
  /** SHA-256 in hexadecimal of each valid secret: two during a rotation. */
  secretHashes: string[];
};

export async function findActiveClient(lookups: Sql, id: string): Promise<ActiveClient | undefined> {
  const [row] = await lookups<ActiveClient[]>`
    select c.id, c.kind, c.auth_method as "authMethod", to_json(c.redirect_uris) as "redirectUris",
      to_json(c.post_logout_uris) as "postLogoutUris", c.backchannel_logout_uri as "backchannelLogoutUri",
      c.id_token_alg as "idTokenAlg", c.jwks, c.asks_to_continue as "asksToContinue", a.id as "applicationId",
      a.code as "appCode", a.name as "applicationName", a.access, a.is_first_party as "isFirstParty",
      (select coalesce(json_agg(encode(s.secret_hash, 'hex') order by s.id), '[]') from client_secrets s
        where s.client_id = c.id and (s.expires_at is null or s.expires_at > now())) as "secretHashes"
    from clients c join applications a on a.id = c.application_id
    where c.id = ${id} and c.status = 'active' and a.status = 'active'`;
  return row;
}

/** The JSON array of an account's roles in an application. For use inside another statement. */
export const selectRoles = (sql: Sql, accountId: string, applicationId: string) => sql`
  select coalesce(json_agg(p.role order by p.role), '[]') from permissions p
  where p.account_id = ${accountId} and p.application_id = ${applicationId} and p.status = 'active'`;
