import type { AdapterPayload } from 'oidc-provider';
import { isDeletionRequested } from '#account/account-sql.ts';
import { mustAgree } from '#account/legal/legal.repo.ts';
import type { Fragment, Queryable, Sql } from '#database/connection.ts';
import type { Keys } from '#lib/keys.ts';
import { provesRole } from '#sign-in/session/session-columns.ts';
import { touchEverySeconds } from '#sign-in/session/session.policy.ts';

/** One table per model, so that a secret of one kind is never accepted as another kind. */
export const tables = {
  AuthorizationCode: 'oidc_authorization_codes',
  AccessToken: 'oidc_access_tokens',
  RefreshToken: 'oidc_refresh_tokens',
  ClientCredentials: 'oidc_client_credentials',
  DeviceCode: 'oidc_device_codes',
  PushedAuthorizationRequest: 'oidc_pushed_requests',
  Interaction: 'oidc_interactions',
  ReplayDetection: 'oidc_replays',
  Grant: 'oidc_grants',
} as const;
export type Model = keyof typeof tables;

/**
 * Converts remaining seconds to an expiry by this process's clock, in seconds since 1970. The database's
 * clock decides whether a row has expired; with clock skew, oidc-provider could otherwise decide differently.
 */
export function expiryIn(secondsLeft: number): number {
  const now = Math.floor(Date.now() / 1_000);
  return Math.max(now + 1, Math.floor(Date.now() / 1_000 + secondsLeft));
}

export function isModel(name: string): name is Model {
  return Object.hasOwn(tables, name);
}

/**
 * Returns the hash by which a row is found, because the id itself is a bearer secret. The hash includes the
 * model, so the id of one model never matches a row of another.
 */
export function hashId(keys: Pick<Keys, 'hashSecret'>, model: Model, id: string): Buffer {
  return keys.hashSecret(`${model}:${id}`);
}

/**
 * Returns a keyed hash of a user code, because user codes are so short that an unkeyed hash could be
 * brute-forced.
 */
export function hashUserCode(keys: Pick<Keys, 'pepper'>, userCode: string): string {
  return keys.pepper('device-code', userCode).toString('base64url');
}

export type NewRow = {
  readonly idHash: Buffer;
  readonly payload: string;
  readonly grantId: string | null;
  readonly accountId: string | null;
  readonly clientId: string | null;
  readonly sessionId: string | null;
  readonly userCodeHash: string | null;
  readonly expiresInSeconds: number;
};

export const rowColumns = (db: Queryable): Fragment => db`
  (id_hash, payload, grant_id, account_id, client_id, session_id, user_code, expires_at)`;
export const rowValues = (db: Queryable): Fragment => db`
  decode(r.id_hash, 'hex'), r.payload::jsonb, r.grant_id, r.account_id, r.client_id, r.session_id, r.user_code,
  now() + make_interval(secs => r.seconds)`;

/** Returns rows as a table `r`, with their `place` in the list. An absent row has no `id_hash`. */
export const newRows = (db: Queryable, rows: readonly (NewRow | undefined)[]): Fragment => {
  const column = (name: keyof NewRow) => rows.map((row) => row?.[name] ?? null);
  return db`unnest(
    ${rows.map((row) => row?.idHash.toString('hex') ?? null)}::text[], ${column('payload')}::text[],
    ${column('grantId')}::text[], ${column('accountId')}::text[], ${column('clientId')}::text[],
    ${column('sessionId')}::text[], ${column('userCodeHash')}::text[], ${column('expiresInSeconds')}::float8[]
  ) with ordinality r (id_hash, payload, grant_id, account_id, client_id, session_id, user_code, seconds, place)`;
};

/**
 * Stores rows and returns their number. A live row with the id of an assertion or proof is kept, because the
 * new one is a replay; every other row is replaced.
 */
export async function storeRows(db: Queryable, model: Model, rows: readonly NewRow[]): Promise<number> {
  const { count } = await db`
    insert into ${db(tables[model])} as t ${rowColumns(db)}
    select ${rowValues(db)} from ${newRows(db, rows)}
    on conflict (id_hash) do update set payload = excluded.payload, grant_id = excluded.grant_id,
      account_id = excluded.account_id, session_id = excluded.session_id, expires_at = excluded.expires_at
    where ${model !== 'ReplayDetection'}::boolean or t.expires_at <= now()`;
  return count;
}

/**
 * Maximum number of grants per account. A lock, a reset or a return to the owner deletes them all in one
 * statement, which has a time limit.
 */
const maxGrants = 1_000;

/**
 * Deletes the oldest grants above the maximum. Locked rows are skipped, because a transaction that ends all
 * access locks them in another order.
 */
export async function deleteSurplusGrants(db: Queryable, accountId: string): Promise<void> {
  await db`
    delete from oidc_grants where id_hash = any(array(
      select id_hash from oidc_grants where id_hash = any(array(
        select id_hash from oidc_grants where account_id = ${accountId}
        order by expires_at desc offset ${maxGrants}::int))
      for update skip locked))`;
}

export type StoredRow = {
  payload: Record<string, unknown>;
  consumedAt: Date | null;
  secondsLeft: number;
  createdAt?: Date;
};

export type SessionRow = {
  sessionId: string;
  accountId: string;
  amr: string[];
  authenticatedAt: Date;
  /** Seconds until the session expires, by the database's clock. */
  sessionSecondsLeft: number;
  signInAgeSeconds: number;
  mayTouch: boolean;
  isAdmin: boolean;
  mustAgree: boolean;
  mustDecideDeletion: boolean;
  authorizations: NonNullable<AdapterPayload['authorizations']> | null;
  state: Record<string, unknown> | null;
};

export const sessionColumns = (sql: Sql): Fragment => sql`
  s.id as session_id, s.account_id, s.amr, s.authenticated_at, o.authorizations, o.state,
  extract(epoch from least(s.idle_expires_at, s.expires_at) - now())::float8 as session_seconds_left,
  extract(epoch from now() - s.authenticated_at)::float8 as sign_in_age_seconds,
  s.last_seen_at < now() - make_interval(secs => ${touchEverySeconds}::int) as may_touch,
  a.role = 'admin' as is_admin, ${mustAgree(sql)} as must_agree,
  ${isDeletionRequested(sql)} as must_decide_deletion`;

/**
 * Selects sessions `s` with their accounts `a` and oidc-provider's data `o`. Callers add the condition
 * `isLive`.
 */
export const liveSessions = (sql: Sql): Fragment => sql`
  sessions s
  join accounts a on a.id = s.account_id and a.status = 'active'
  left join oidc_sessions o on o.session_id = s.id`;

export const isLive = (sql: Sql): Fragment => sql`
  s.idle_expires_at > now() and s.expires_at > now() and ${provesRole(sql)}`;
