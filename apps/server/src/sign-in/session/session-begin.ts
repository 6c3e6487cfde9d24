import type { Fragment, Queryable } from '#database/connection.ts';
import type { AccountRole, SessionsRow } from '#database/tables.ts';
import { forgetFailures } from '#account/credentials/forget-failures.ts';
import type { CountedTry } from '#account/credentials/password-throttle.ts';
import { insertAudit, type AuditEvent } from '#platform/audit/audit.ts';
import { copyTransactions } from './copy-transactions.ts';
import {
  accountColumns,
  extraColumns,
  toSession,
  withExtras,
  type Extras,
  type FoundRow,
} from './session-columns.ts';
import type { SessionLife } from './session.policy.ts';

export type NewSession = Pick<
  SessionsRow,
  'id' | 'tokenHash' | 'accountId' | 'method' | 'isPersistent' | 'userAgent' | 'address'
> & {
  readonly lives: Readonly<Record<AccountRole, SessionLife>>;
  /** The session that the browser came with: it ends (session fixation). */
  readonly replacedTokenHash: Buffer | null;
  /** The pre-session that the browser came with, and the one it gets. */
  readonly preSessionHash: Buffer;
  readonly nextPreSessionHash: Buffer;
};

/** The password that was compared: the hash it was compared with, and the counted try that may be forgotten. */
export type ComparedPassword = {
  readonly hash: string;
  readonly counted: CountedTry | null;
};

/** An account that is not active has no session. */
type BegunRow = Omit<FoundRow, 'id'> & Extras & { id: string | null };

/**
 * Begins a session by one statement. It locks the account's row. Only for an active account does it write the session
 * and its audit row, end the session that the browser came with, copy what was validated for single sign-on, and
 * forget the failures before a right password. With a password it also locks the credential's row, in the order in
 * which a reset does, and the hash must still be the account's: PostgreSQL judges a locked row by its newest version.
 *
 * Returns the session as a look-up finds it, 'locked' for an account that is not active, or undefined for no such
 * account or another hash.
 */
export async function beginSession(
  sql: Queryable,
  session: NewSession,
  event: AuditEvent,
  password: ComparedPassword | null = null,
) {
  const { user, admin } = session.lives;
  const active = sql`active`;
  const [row] = await sql<BegunRow[]>`
    with account as materialized (${lockAccount(sql, session.accountId, password)}
    ), active as (
      select id,
        case role when 'admin' then ${admin.idle}::int else ${user.idle}::int end as idle,
        case role when 'admin' then ${admin.max}::int else ${user.max}::int end as max
      from account where status = 'active'
    ), begun as (
      insert into sessions (id, token_hash, account_id, method, is_persistent, user_agent, address,
        idle_seconds, idle_expires_at, expires_at)
      select ${session.id}::text, ${session.tokenHash}::bytea, id, ${session.method}::text,
        ${session.isPersistent}::boolean, ${session.userAgent}::text, ${session.address}::text, idle,
        now() + make_interval(secs => idle), now() + make_interval(secs => max)
      from active
      returning id, method, is_persistent, authenticated_at
    ), replaced as (
      delete from sessions using active where token_hash = ${session.replacedTokenHash}::bytea
    ), copied as (
      ${copyTransactions(sql, { from: session.preSessionHash, to: session.nextPreSessionHash }, active)}
    ), audited as (${insertAudit(sql, event, active)}
    )${password?.counted ? sql`, ${forgetFailures(sql, password.counted, active)}` : sql``}
    select s.id, s.method, s.is_persistent, s.authenticated_at, false as may_touch,
      ${accountColumns(sql)}, ${extraColumns(sql, sql`a.id`)}
    from account a left join begun s on true left join enterprises e on e.account_id = a.id`;
  if (!row) return undefined;
  const { id } = row;
  return id === null ? 'locked' : withExtras(toSession({ ...row, id }), row);
}

function lockAccount(sql: Queryable, accountId: string, password: ComparedPassword | null): Fragment {
  return password
    ? sql`
      select a.* from accounts a
      join password_credentials p on p.account_id = a.id and p.hash = ${password.hash}
      where a.id = ${accountId} for no key update of a, p`
    : sql`select a.* from accounts a where a.id = ${accountId} for no key update`;
}
