import { isDeepStrictEqual } from 'node:util';
import { Provider, type Adapter, type AdapterPayload } from 'oidc-provider';
import { batchReads } from '#database/batch.ts';
import type { Fragment } from '#database/connection.ts';
import { deleteSessions } from '#sign-in/session/delete-sessions.ts';
import { touchEverySeconds } from '#sign-in/session/session.policy.ts';
import { callerOf } from '#oidc/provider/caller-address.ts';
import { acrOf } from '#oidc/claims/acr.ts';
import { toSeconds } from '#oidc/provider/ttl.ts';
import { currentState } from './request-state.ts';
import { expiryIn, isLive, liveSessions, sessionColumns, type SessionRow } from './rows.ts';
import type { StoreDeps } from './row-adapter.ts';
import { storableJson } from './storable-json.ts';

export type SessionStore = ReturnType<typeof createSessionStore>;

/**
 * Gives oidc-provider access to VID's sessions, with the same cookie and row, but never creates a session.
 * oidc-provider's data about a session is stored separately and deleted with it, so a session ends for VID and
 * for OpenID Connect at the same time.
 */
export function createSessionStore({ sql, lookups, keys, audit }: StoreDeps) {
  const findBy = (condition: Fragment) =>
    batchReads<string, SessionRow & { key: string }>({
      readAll: (asked) => lookups<(SessionRow & { key: string })[]>`
        select k.key, found.* from unnest(${[...asked]}::text[]) k (key), lateral (
          select ${sessionColumns(lookups)} from ${liveSessions(lookups)}
          where ${condition} and ${isLive(lookups)} limit 1) found`,
      nameOf: (key) => key,
      nameOfRow: ({ key }) => key,
    });
  const findByToken = findBy(lookups`s.token_hash = decode(k.key, 'hex')`);
  const findById = findBy(lookups`s.id = k.key`);
  /** Extends the idle time, at most once per `touchEverySeconds`. */
  const touch = async ({ sessionId, mayTouch, isAdmin }: SessionRow): Promise<void> => {
    // An application's requests must not extend the short idle time of an administrator.
    if (!mayTouch || isAdmin) return;
    await sql`
      with commit as materialized (select set_config('synchronous_commit', 'off', true))
      update sessions set last_seen_at = now(), idle_expires_at = now() + make_interval(secs => idle_seconds)
      from commit where id = ${sessionId} and last_seen_at < now() - make_interval(secs => ${touchEverySeconds}::int)
        and idle_expires_at > now() and expires_at > now()`;
  };

  return {
    async find(token) {
      if (!/^[\w-]{43}$/u.test(token)) return undefined;
      const row = await findByToken(keys.hashSecret(token).toString('hex'));
      if (!row) return undefined;
      const state = currentState();
      if (state) {
        // Keep a copy, because oidc-provider changes the objects that it receives.
        state.sessionMemory = structuredClone({ authorizations: row.authorizations, state: row.state });
        state.signInAgeSeconds = row.signInAgeSeconds;
        state.signedInAt = toSeconds(row.authenticatedAt);
        state.mustAgree = row.mustAgree;
        state.mustDecideDeletion = row.mustDecideDeletion;
      }
      await touch(row);
      return toPayload(row, token);
    },
    async findByUid(uid) {
      const row = await findById(uid);
      if (!row) return undefined;
      await touch(row);
      return toPayload(row, uid);
    },
    /**
     * Merges the changes of the request into the stored data. The entries of parallel requests from other
     * applications or tabs remain; otherwise codes would become invalid and applications would miss logout
     * notices.
     */
    async upsert(_token, payload) {
      const { uid, accountId, authorizations = {}, state = null } = payload;
      // Ignore oidc-provider's anonymous sessions, because only a sign-in starts a session.
      if (uid?.startsWith('ses_') !== true || accountId === undefined) return;
      const before = currentState()?.sessionMemory;
      const changed = Object.fromEntries(
        Object.entries(authorizations).filter(
          ([clientId, entry]) => !isDeepStrictEqual(entry, before?.authorizations?.[clientId]),
        ),
      );
      const isStateChanged = !isDeepStrictEqual(state, before?.state ?? null);
      if (!isStateChanged && Object.keys(changed).length === 0) return;
      // Inserts nothing if the session ended during the request.
      await sql`
        insert into oidc_sessions as o (session_id, account_id, authorizations, state)
        select id, account_id, ${storableJson(changed)}::text::jsonb, ${state && storableJson(state)}::text::jsonb
        from sessions where id = ${uid} and account_id = ${accountId}
        on conflict (session_id) do update set
          authorizations = o.authorizations || (
            select coalesce(jsonb_object_agg(key, coalesce(o.authorizations -> key, '{}') || value), '{}')
            from jsonb_each(excluded.authorizations)),
          state = case when ${isStateChanged}::boolean then excluded.state else o.state end`;
    },
    async destroy(token) {
      const { ctx } = Provider;
      if (!ctx) throw new Error('the library ended a session outside a request');
      await sql.begin(async (tx) => {
        const [session] = await tx<{ id: string; accountId: string }[]>`
          select id, account_id from sessions where token_hash = ${keys.hashSecret(token)} for update`;
        if (!session) return;
        await deleteSessions(tx, [session.id]);
        const caller = callerOf(ctx.req);
        const { accountId } = session;
        await audit.write(tx, { kind: 'session.ended', accountId, caller, details: { by: 'application' } });
      });
    },
  } satisfies Partial<Adapter>;
}

function toPayload(row: SessionRow, jti: string): AdapterPayload {
  return {
    kind: 'Session',
    jti,
    uid: row.sessionId,
    accountId: row.accountId,
    loginTs: toSeconds(row.authenticatedAt),
    amr: row.amr,
    acr: acrOf(row.amr),
    exp: expiryIn(row.sessionSecondsLeft),
    iat: toSeconds(row.authenticatedAt),
    authorizations: row.authorizations ?? {},
    ...(row.state ? { state: row.state } : {}),
  };
}
