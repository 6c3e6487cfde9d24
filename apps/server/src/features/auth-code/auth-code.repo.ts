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
  /** What the grant holds; null without a live one. */
  readonly grantedScope: string | null;
};

/** A session's grant for a client, and the name under which the client knows the session. */
export type HeldGrant = { readonly grantId: string; readonly sid: string };

/** What ends within a day is no base for new tokens: they would end with it. */
const livesOn = (sql: Sql) => sql`g.expires_at > now() + interval '1 day'`;

/** Everything that decides about a code, by one look-up: the request, the client, the right, the session's grant. */
export function createAuthCodeRepo(sql: Sql, lookups: Sql) {
  return {
    async findReadiness(input: {
      clientId: string;
      accountId: string;
      sessionId: string;
      preSessionHash: Buffer | undefined;
    }): Promise<Readiness | undefined> {
      const [row] = await lookups<Readiness[]>`
        select a.code as "appCode", a.access, t.redirect_uri as "redirectUri",
          coalesce(t.redirect_uri = any(c.redirect_uris), false) as "isStillRegistered",
          a.access = 'restricted' and exists (select from permissions p where p.account_id = ${input.accountId}
            and p.application_id = a.id and p.status = 'active') as "hasRole",
          o.entry ->> 'grantId' as "grantId", o.entry ->> 'sid' as sid,
          coalesce(g.payload #>> '{openid,scope}', case when g.id_hash is not null then '' end) as "grantedScope"
        from clients c
        join applications a on a.id = c.application_id and a.status = 'active'
        left join sso_transactions t on t.pre_session_hash = ${input.preSessionHash ?? null}::bytea
          and t.client_id = c.id and t.expires_at > now()
        left join lateral (select s.authorizations -> c.id as entry from oidc_sessions s
          where s.session_id = ${input.sessionId}) o on true
        left join oidc_grants g on g.id_hash = sha256(convert_to('Grant:' || (o.entry ->> 'grantId'), 'UTF8'))
          and ${livesOn(lookups)}
        where c.id = ${input.clientId} and c.status = 'active'`;
      return row;
    },
    /**
     * Adds scopes to the session's grant for a client, by one statement: of two at once neither undoes the other.
     * `isLive` is false, and nothing is added, where the grant has ended; undefined without one.
     */
    async widenGrant(input: {
      sessionId: string;
      clientId: string;
      scope: string;
    }): Promise<(HeldGrant & { isLive: boolean }) | undefined> {
      const [row] = await sql<(HeldGrant & { isLive: boolean })[]>`
        with held as (select authorizations -> ${input.clientId}::text as entry from oidc_sessions
            where session_id = ${input.sessionId}),
          widened as (update oidc_grants g set payload = jsonb_set(g.payload, '{openid}',
              coalesce(g.payload -> 'openid', '{}') || jsonb_build_object('scope',
                (select coalesce(string_agg(name, ' ' order by at), '') from (
                  select name, min(at) as at from string_to_table(
                    concat_ws(' ', g.payload #>> '{openid,scope}', ${input.scope}::text), ' ') with ordinality t(name, at)
                  where name <> '' group by name) names)))
            from held where g.id_hash = sha256(convert_to('Grant:' || (held.entry ->> 'grantId'), 'UTF8'))
              and ${livesOn(sql)}
            returning g.id_hash)
        select entry ->> 'grantId' as "grantId", entry ->> 'sid' as sid,
          exists (select from widened) as "isLive"
        from held where entry ->> 'grantId' is not null and entry ->> 'sid' is not null`;
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
      entry: HeldGrant;
      deadGrantId: string | null;
    }): Promise<HeldGrant> {
      const entry = JSON.stringify({ [input.clientId]: input.entry });
      const [row] = await sql<{ entry: HeldGrant }[]>`
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
