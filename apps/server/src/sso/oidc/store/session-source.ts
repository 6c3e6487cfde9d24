import { isDeepStrictEqual } from 'node:util';
import type { Adapter, AdapterPayload } from 'oidc-provider';
import type { Sql } from '#database/connection.ts';
import { askTogether } from '#database/together.ts';
import { touchEverySeconds } from '#sign-in/session/session.policy.ts';
import type { Keys } from '#lib/keys.ts';
import { acrOf, amrOf } from '#sso/oidc/provider/acr.ts';
import { selectAccount, type AccountRow } from './claims.ts';
import { isClientId, selectClient, type ClientRow } from './clients.ts';
import { accountKey, currentScope, takeOnce, type RequestScope } from './request-scope.ts';
import { toJson } from './to-json.ts';

export type SessionSource = Adapter;

type Authorizations = NonNullable<AdapterPayload['authorizations']>;
export type SessionRow = {
  id: string;
  accountId: string;
  method: string;
  loginTs: number;
  exp: number;
  mayTouch: boolean;
  isAdmin: boolean;
  authorizations: Authorizations | null;
  state: Record<string, unknown> | null;
};

/** Live sessions; the caller adds which. */
export const selectSession = `
  select s.id, s.account_id as "accountId", s.method, o.authorizations, o.state,
    floor(extract(epoch from s.authenticated_at))::int as "loginTs",
    floor(extract(epoch from least(s.idle_expires_at, s.expires_at)))::int as exp,
    s.last_seen_at < now() - interval '${touchEverySeconds} s' as "mayTouch", a.role = 'admin' as "isAdmin"
  from sessions s
  join accounts a on a.id = s.account_id and a.status = 'active'
  left join oidc_sessions o on o.session_id = s.id
  where s.idle_expires_at > now() and s.expires_at > now()`;

const findByIdText = `${selectSession} and s.id = $1`;

/** A visit: the session, and what the library asks for next when it knows the client. */
const findVisitText = `
  select t.place::int, v.*,
    (select row_to_json(k) from (${selectClient} and c.id = t.client_id) k) as client,
    (select row_to_json(u) from (${selectAccount(`''`)} and a.id = v."accountId") u) as account, g.payload as grant
  from unnest($1::bytea[], $2::text[]) with ordinality as t (token_hash, client_id, place)
  join lateral (${selectSession} and s.token_hash = t.token_hash) v on true
  left join oidc_grants g on g.expires_at > now()
    and g.id_hash = sha256(convert_to('Grant:' || (v.authorizations -> t.client_id ->> 'grantId'), 'UTF8'))`;

type Visit = SessionRow & {
  client: ClientRow | null;
  account: AccountRow | null;
  grant: Record<string, unknown> | null;
};

type SourceParts = { readonly sql: Sql; readonly lookups: Sql; readonly keys: Keys };

/**
 * The library's session is VID's own: the same cookie, the same row. It is only ever read here; what the
 * library remembers of it (which clients were signed in to) lies beside it and goes with it. So a session
 * that ended anywhere has ended for every protocol, with nothing to keep in step.
 */
export function createSessionSource({ sql, lookups, keys }: SourceParts): SessionSource {
  const findVisit = askTogether<{ tokenHash: Buffer; clientId: string | null }, Visit>(
    lookups,
    findVisitText,
    [
      ['bytea', ({ tokenHash }) => tokenHash],
      ['text', ({ clientId }) => clientId],
    ],
  );
  /** Use through applications counts as use, as rarely written as any other (`sessions.authenticate`). */
  const touch = async ({ id, mayTouch }: SessionRow): Promise<void> => {
    if (!mayTouch) return;
    await sql`
      update sessions set last_seen_at = now(), idle_expires_at = now() + make_interval(secs => idle_seconds)
      where id = ${id} and last_seen_at < now() - make_interval(secs => ${touchEverySeconds}::int)
        and idle_expires_at > now() and expires_at > now()`;
  };

  return {
    async find(token) {
      if (!/^[\w-]{43}$/u.test(token)) return undefined;
      const scope = currentScope();
      const asked = scope?.request?.query['client_id'];
      const clientId = isClientId(asked) ? asked : null;
      const row = (await findVisit({ tokenHash: keys.hashSecret(token), clientId })) ?? undefined;
      if (row) {
        if (scope) keepVisit(scope, row, clientId);
        // A copy: the library changes what it is given.
        const memory = { authorizations: row.authorizations ?? {}, state: row.state };
        scope?.memories.set(row.id, JSON.parse(JSON.stringify(memory)));
        // An application's frame may ask for ever: an administrator's short idle time is not for it to renew.
        if (!row.isAdmin) await touch(row);
      }
      return toPayload(row, token);
    },
    async findByUid(uid) {
      const read = takeOnce(currentScope()?.sessions, uid);
      const [row] =
        read === undefined
          ? await lookups.unsafe<SessionRow[]>(findByIdText, [uid], { prepare: true })
          : [read ?? undefined];
      // An application's server may come without its person: an administrator's short idle time is not for it to renew.
      if (row && !row.isAdmin) await touch(row);
      return toPayload(row, uid);
    },
    async upsert(_token, payload) {
      const { uid, accountId, authorizations = {}, state = null } = payload;
      // Only sign-in makes sessions; an anonymous one of the library is not kept.
      if (uid?.startsWith('ses_') !== true || accountId === undefined) return;
      const read = currentScope()?.memories.get(uid);
      const changed = Object.fromEntries(
        Object.entries(authorizations).filter(
          ([clientId, entry]) => !isDeepStrictEqual(entry, read?.authorizations[clientId]),
        ),
      );
      const isStateChanged = !isDeepStrictEqual(state, read?.state ?? null);
      // Most visits change nothing, and then nothing is written.
      if (!isStateChanged && Object.keys(changed).length === 0) return;
      // Only this request's own client is written, and into what is there: parallel visits of two applications, or
      // of two tabs, keep what the other wrote, so that no code dies and everybody is told of the logout. The
      // session may have ended since: then there is nothing to remember.
      await sql`
        insert into oidc_sessions as o (session_id, account_id, authorizations, state)
        select id, account_id, ${toJson(changed)}::text::jsonb, ${state && toJson(state)}::text::jsonb
        from sessions where id = ${uid} and account_id = ${accountId}
        on conflict (session_id) do update set
          authorizations = o.authorizations || (
            select coalesce(jsonb_object_agg(key, coalesce(o.authorizations -> key, '{}') || value), '{}')
            from jsonb_each(excluded.authorizations)),
          state = case when ${isStateChanged}::boolean then excluded.state else o.state end`;
    },
    async destroy(token) {
      await sql`
        with ended as (delete from sessions where token_hash = ${keys.hashSecret(token)} returning account_id)
        insert into audit_events (kind, account_id, actor_id, address, request_id, details)
        select 'session.ended', account_id, account_id, 'application', '', '{"by":"application"}'::jsonb from ended`;
    },
    consume: () => Promise.resolve(),
    findByUserCode: () => Promise.resolve(undefined),
    revokeByGrantId: () => Promise.resolve(),
  };
}

function keepVisit(scope: RequestScope, visit: Visit, clientId: string | null): void {
  // The library asks for the account before it thinks of the application; see `findAccount`.
  scope.accounts.set(accountKey(visit.accountId, ''), visit.account);
  if (clientId === null) return;
  scope.clients.set(clientId, visit.client);
  const grantId = visit.authorizations?.[clientId]?.grantId;
  if (grantId !== undefined) scope.grants.set(grantId, visit.grant);
}

function toPayload(row: SessionRow | undefined, jti: string): AdapterPayload | undefined {
  return (
    row && {
      kind: 'Session',
      jti,
      uid: row.id,
      accountId: row.accountId,
      loginTs: row.loginTs,
      amr: amrOf(row.method),
      acr: acrOf(row.method),
      exp: row.exp,
      iat: row.loginTs,
      authorizations: row.authorizations ?? {},
      ...(row.state ? { state: row.state } : {}),
    }
  );
}
