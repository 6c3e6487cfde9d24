import type { Sql } from '#database/connection.ts';
import type { ApplicationAccess } from '#database/tables.ts';
import { askTogether, type Column } from '#database/together.ts';
import { AppError } from '#lib/app-error.ts';
import type { StoredRow } from '#sso/oidc/store/token-exchange.ts';

export type Readiness = {
  readonly appCode: string;
  readonly access: ApplicationAccess;
  readonly hasRole: boolean;
  /** The address that this browser had validated; null without a live request. */
  readonly redirectUri: string | null;
  readonly isStillRegistered: boolean;
  /** Whether the session has a live grant that holds everything a code gives. */
  readonly isGranted: boolean;
  /** Whether everything is as it must be, and the code with it stored. */
  readonly isStored: boolean;
};

/** A session's grant for a client, and the name under which the client knows the session. */
export type HeldGrant = { readonly grantId: string; readonly sid: string };

/** What ends within a day is no base for new tokens: they would end with it. */
const livesOn = `g.expires_at > now() + interval '1 day'`;

type Draft = {
  readonly appCode: string;
  readonly clientId: string;
  readonly accountId: string;
  readonly sessionId: string;
  readonly preSessionHash: Buffer | undefined;
  readonly redirectTo: string | undefined;
  /** Scopes, separated by spaces, that the grant must hold. */
  readonly scope: string;
  readonly row: StoredRow;
};

const draftColumns: readonly Column<Draft>[] = [
  ['text', ({ accountId }) => accountId],
  ['text', ({ sessionId }) => sessionId],
  ['text', ({ clientId }) => clientId],
  ['bytea', ({ preSessionHash }) => preSessionHash ?? null],
  ['text', ({ scope }) => scope],
  ['text', ({ appCode }) => appCode],
  ['text', ({ redirectTo }) => redirectTo ?? null],
  ['bytea', ({ row }) => row.idHash],
  ['text', ({ row }) => row.payload],
  ['int', ({ row }) => row.expiresIn],
];

const storeText = `
  with commit as (select set_config('synchronous_commit', 'off', true)
  ), ready as materialized (
    select d.*, a.code as "appCode", a.access, t.redirect_uri as "redirectUri",
      coalesce(t.redirect_uri = any(c.redirect_uris), false) as "isStillRegistered",
      a.access = 'restricted' and exists (select from permissions p where p.account_id = d.account_id
        and p.application_id = a.id and p.status = 'active') as "hasRole",
      g.id_hash is not null and o.entry ->> 'sid' is not null
        and string_to_array(coalesce(g.payload #>> '{openid,scope}', ''), ' ') @> string_to_array(d.scope, ' ') as "isGranted",
      o.entry ->> 'grantId' as grant_id, o.entry ->> 'sid' as sid
    from commit, unnest($1::text[], $2::text[], $3::text[], $4::bytea[], $5::text[], $6::text[], $7::text[], $8::bytea[],
        $9::text[], $10::int[]) with ordinality as d (account_id, session_id, client_id, pre_session_hash, scope, app_code,
        redirect_to, id_hash, payload, expires_in, place)
    join clients c on c.id = d.client_id and c.status = 'active'
    join applications a on a.id = c.application_id and a.status = 'active'
    left join sso_transactions t on t.pre_session_hash = d.pre_session_hash and t.client_id = c.id and t.expires_at > now()
    left join lateral (
      select s.authorizations -> c.id as entry from oidc_sessions s where s.session_id = d.session_id) o on true
    left join oidc_grants g on g.id_hash = sha256(convert_to('Grant:' || (o.entry ->> 'grantId'), 'UTF8')) and ${livesOn}
  ), stored as (
    insert into oidc_authorization_codes (id_hash, payload, grant_id, account_id, client_id, session_id, expires_at)
    select id_hash, payload::jsonb || jsonb_build_object('grantId', grant_id, 'sid', sid, 'redirectUri', "redirectUri"),
      grant_id, account_id, client_id, session_id, now() + make_interval(secs => expires_in)
    from ready
    where "appCode" = app_code and "isStillRegistered" and "redirectUri" = coalesce(redirect_to, "redirectUri")
      and (access <> 'restricted' or "hasRole") and "isGranted"
    returning id_hash
  )
  select place::int, "appCode", access, "redirectUri", "isStillRegistered", "hasRole", "isGranted",
    id_hash in (select id_hash from stored) as "isStored"
  from ready`;

/** Codes of the community's protocol, and the grants that they stand on. */
export function createAuthCodeRepo(sql: Sql, lookups: Sql) {
  const store = askTogether<Draft, Readiness>(lookups, storeText, draftColumns);
  return {
    /**
     * Stores a drafted code with the session's grant and the validated address, if everything that decides about it
     * is as it must be: the request, the client, the right, the grant. By one statement, which tells what is not. It
     * does not wait for the disk: a code that a crash of PostgreSQL forgets costs a repeat.
     */
    store: async (draft: Draft): Promise<Readiness | undefined> => (await store(draft)) ?? undefined,
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
              and ${sql.unsafe(livesOn)}
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
        select id, account_id, ${entry}::text::jsonb from sessions
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
