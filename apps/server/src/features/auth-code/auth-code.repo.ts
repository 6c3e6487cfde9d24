import type { Sql } from '../../database/connection.ts';
import type { ApplicationAccess } from '../../database/sso-schema.ts';
import { AppError } from '../../lib/app-error.ts';

export type Readiness = {
  readonly appCode: string;
  readonly access: ApplicationAccess;
  readonly hasRole: boolean;
  /** The address that this browser had validated; null without a live request. */
  readonly redirectUri: string | null;
  readonly isStillRegistered: boolean;
  readonly grantId: string | null;
  readonly sid: string | null;
  readonly hasGrant: boolean;
};

/** Everything that decides about a code, by one look-up: the request, the client, the right, the session's grant. */
export function createAuthCodeRepo(sql: Sql) {
  return {
    async findReadiness(input: {
      clientId: string;
      accountId: string;
      sessionId: string;
      preSessionHash: Buffer | undefined;
    }): Promise<Readiness | undefined> {
      const [row] = await sql<Readiness[]>`
        select a.code as "appCode", a.access, t.redirect_uri as "redirectUri",
          coalesce(t.redirect_uri = any(c.redirect_uris), false) as "isStillRegistered",
          a.access = 'restricted' and exists (select from permissions p where p.account_id = ${input.accountId}
            and p.application_id = a.id and p.status = 'active') as "hasRole",
          o.entry ->> 'grantId' as "grantId", o.entry ->> 'sid' as sid, g.id_hash is not null as "hasGrant"
        from clients c
        join applications a on a.id = c.application_id and a.status = 'active'
        left join sso_transactions t on t.pre_session_hash = ${input.preSessionHash ?? null}::bytea
          and t.client_id = c.id and t.expires_at > now()
        left join lateral (select s.authorizations -> c.id as entry from oidc_sessions s
          where s.session_id = ${input.sessionId}) o on true
        left join oidc_grants g on g.id_hash = sha256(convert_to('Grant:' || (o.entry ->> 'grantId'), 'UTF8'))
          and g.expires_at > now() + interval '1 day'
        where c.id = ${input.clientId} and c.status = 'active'`;
      return row;
    },
    /**
     * Writes the session's grant for a client down. Of two at once the first stays (both then use it), unless it
     * is the one that was found dead.
     */
    async rememberGrant(input: {
      sessionId: string;
      accountId: string;
      clientId: string;
      entry: { readonly grantId: string; readonly sid: string };
      deadGrantId: string | null;
    }): Promise<{ grantId: string; sid: string }> {
      const entry = JSON.stringify({ [input.clientId]: input.entry });
      const [row] = await sql<{ entry: { grantId: string; sid: string } }[]>`
        insert into oidc_sessions as o (session_id, account_id, authorizations)
        select id, account_id, ${entry}::jsonb from sessions
        where id = ${input.sessionId} and account_id = ${input.accountId} for key share
        on conflict (session_id) do update set authorizations =
          case when o.authorizations -> ${input.clientId}::text ->> 'grantId' is not null
            and o.authorizations -> ${input.clientId}::text ->> 'sid' is not null
            and o.authorizations -> ${input.clientId}::text ->> 'grantId' is distinct from ${input.deadGrantId}
          then o.authorizations else o.authorizations || excluded.authorizations end
        returning authorizations -> ${input.clientId}::text as entry`;
      // The session has ended since the request began.
      if (!row) throw new AppError('TOKEN_INVALID');
      return row.entry;
    },
  };
}

export type AuthCodeRepo = ReturnType<typeof createAuthCodeRepo>;
