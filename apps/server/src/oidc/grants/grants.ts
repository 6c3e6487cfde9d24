import type Provider from 'oidc-provider';
import type { Fragment, Queryable, Sql } from '#database/connection.ts';
import { AppError } from '#lib/app-error.ts';
import { newSecret } from '#lib/ids.ts';
import type { Audit } from '#platform/audit/audit.ts';
import { grantIdHash } from '#sign-in/session/delete-sessions.ts';
import type { OidcCaller } from '#oidc/provider/caller-address.ts';

export type SessionGrant = { readonly grantId: string; readonly sid: string };

type Wanted = {
  readonly sessionId: string;
  readonly accountId: string;
  readonly clientId: string;
  /** Space-separated scopes that the grant must include. */
  readonly scope: string;
};

/**
 * SQL condition: the grant has at least a day left. Tokens expire with their grant, so a grant about to
 * expire would shorten them.
 */
const liveGrant = (sql: Queryable, grantId: Fragment): Fragment => sql`
  g.id_hash = ${grantIdHash(sql, grantId)} and g.expires_at > now() + interval '1 day'`;

/** Selects the `SessionGrant` of a session for a client if the grant is live and includes every scope. */
export const selectSessionGrant = (
  sql: Sql,
  { sessionId, clientId, scope }: Readonly<Record<'sessionId' | 'clientId' | 'scope', Fragment | string>>,
) => sql`
  select entry ->> 'grantId' as grant_id, entry ->> 'sid' as sid
  from oidc_sessions o, lateral (select o.authorizations -> ${clientId}::text as entry) e, oidc_grants g
  where o.session_id = ${sessionId} and entry ->> 'sid' is not null
    and ${liveGrant(sql, sql`entry ->> 'grantId'`)}
    and string_to_array(g.payload #>> '{openid,scope}', ' ') @> string_to_array(${scope}::text, ' ')`;

export function mergeScopes(...scopes: readonly string[]): string {
  const names = scopes.flatMap((scope) => scope.split(' ')).filter((name) => name !== '');
  return [...new Set(names)].join(' ');
}

export function createGrantRepo(sql: Sql, lookups: Sql) {
  return {
    find: (wanted: Wanted) => lookups<SessionGrant[]>`${selectSessionGrant(lookups, wanted)}`.first(),

    /**
     * Adds scopes to the session's grant for a client; parallel calls keep each other's scopes. If the grant
     * has less than a day left, `isLive` is false and nothing is added. Returns undefined if the session has
     * no grant for the client.
     */
    async widen({
      sessionId,
      clientId,
      scope,
    }: Wanted): Promise<(SessionGrant & { isLive: boolean }) | undefined> {
      return sql.begin(async (tx) => {
        const [held] = await tx<(SessionGrant | { grantId: null; sid: null })[]>`
          select entry ->> 'grantId' as grant_id, entry ->> 'sid' as sid
          from oidc_sessions o, lateral (select o.authorizations -> ${clientId}::text as entry) e
          where o.session_id = ${sessionId}`;
        if (!held || held.grantId === null || held.sid === null) return undefined;
        const { grantId, sid } = held;
        const [grant] = await tx<{ scope: string | null }[]>`
          select g.payload #>> '{openid,scope}' as scope from oidc_grants g
          where ${liveGrant(tx, tx`${grantId}::text`)} for update`;
        if (!grant) return { grantId, sid, isLive: false };
        const openid = JSON.stringify({ scope: mergeScopes(grant.scope ?? '', scope) });
        await tx`
          update oidc_grants set payload = jsonb_set(payload, '{openid}',
            coalesce(payload -> 'openid', '{}') || ${openid}::text::jsonb)
          where id_hash = ${grantIdHash(tx, grantId)}`;
        return { grantId, sid, isLive: true };
      });
    },

    /**
     * Records a session's grant for a client unless the session has another one, and returns the recorded
     * grant. The grant with `expiredGrantId` is replaced.
     * @throws AppError TOKEN_INVALID if the session has ended
     */
    async remember(
      { sessionId, accountId, clientId }: Wanted,
      grant: SessionGrant,
      expiredGrantId: string | null,
    ): Promise<SessionGrant> {
      const entry = JSON.stringify({ [clientId]: grant });
      const [row] = await sql<{ entry: SessionGrant }[]>`
        insert into oidc_sessions as o (session_id, account_id, authorizations)
        select id, account_id, ${entry}::text::jsonb from sessions
        where id = ${sessionId} and account_id = ${accountId} for key share
        on conflict (session_id) do update set authorizations =
          case when o.authorizations -> ${clientId}::text ->> 'grantId' is not null
            and o.authorizations -> ${clientId}::text ->> 'sid' is not null
            and o.authorizations -> ${clientId}::text ->> 'grantId' is distinct from ${expiredGrantId}
          then o.authorizations else o.authorizations || excluded.authorizations end
        returning authorizations -> ${clientId}::text as entry`;
      if (!row) throw new AppError('TOKEN_INVALID');
      return row.entry;
    },
  };
}

export type GrantRepo = ReturnType<typeof createGrantRepo>;

/**
 * Returns the session's only grant for a client, with at least the requested scopes. A second grant would
 * invalidate the codes and tokens of the first, so all tabs and devices of the session share one.
 * @throws AppError TOKEN_INVALID if the session has ended
 */
export async function ensureGrant(
  provider: Provider,
  repo: GrantRepo,
  wanted: Wanted,
): Promise<SessionGrant> {
  const found = (await repo.find(wanted)) ?? (await widenOrReplace(provider, repo, wanted));
  return found ?? ensureGrant(provider, repo, wanted);
}

/**
 * Widens the session's grant, or creates a grant if the session has none with a day left. Returns undefined
 * if another request recorded a grant first.
 */
async function widenOrReplace(
  provider: Provider,
  repo: GrantRepo,
  wanted: Wanted,
): Promise<SessionGrant | undefined> {
  const widened = await repo.widen(wanted);
  if (widened?.isLive === true) return widened;
  const { accountId, clientId } = wanted;
  const grant = new provider.Grant({ accountId, clientId });
  grant.addOIDCScope(wanted.scope);
  // Logout notices identify the session by the client's `sid`, so a new grant keeps it.
  const own = { grantId: await grant.save(), sid: widened?.sid ?? newSecret().slice(0, 22) };
  const kept = await repo.remember(wanted, own, widened?.grantId ?? null);
  if (kept.grantId === own.grantId) return kept;
  await grant.destroy();
  return undefined;
}

/** Second use of a code or refresh token. */
export type Reuse = { readonly clientId: string; readonly caller: OidcCaller };

/**
 * Ends a grant with its tokens, and records the reuse. Codes need no deletion, because they are invalid
 * without their grant. Of several parallel reuses, only the first deletes the grant and writes the audit row.
 */
export async function endReusedGrant(
  sql: Sql,
  audit: Audit,
  grantId: string,
  { clientId, caller }: Reuse,
): Promise<void> {
  await sql.begin(async (tx) => {
    const [grant] = await tx<{ accountId: string }[]>`
      delete from oidc_grants where id_hash = ${grantIdHash(tx, grantId)} returning account_id`;
    if (!grant) return;
    await tx`delete from oidc_access_tokens where grant_id = ${grantId}`;
    await tx`delete from oidc_refresh_tokens where grant_id = ${grantId}`;
    const { accountId } = grant;
    await audit.write(tx, {
      kind: 'sso.token-reused',
      accountId,
      actorId: null,
      caller,
      details: { clientId },
    });
  });
}
