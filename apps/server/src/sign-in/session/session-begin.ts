import { sql, type SQL } from 'drizzle-orm';
import type { Queryable, Sql } from '#database/connection.ts';
import { prepareStatement, type StatementValue } from '#database/prepared.ts';
import type { Role } from '#database/schema.ts';
import { auditColumns, auditInsert, type AuditEvent } from '#platform/audit/audit.ts';
import { forgetFailures } from '#account/credentials/forget-failures.ts';
import type { CountedTry } from '#account/credentials/password-throttle.ts';
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

export type NewSession = {
  readonly id: string;
  readonly tokenHash: Buffer;
  readonly accountId: string;
  readonly method: string;
  readonly isPersistent: boolean;
  readonly userAgent: string;
  readonly address: string;
  readonly lives: Readonly<Record<Role, SessionLife>>;
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

/** Names of everything that the statement is given, in no particular order. */
const names = [
  'id',
  'tokenHash',
  'accountId',
  'method',
  'isPersistent',
  'userAgent',
  'sessionAddress',
  'hash',
  'userIdle',
  'userMax',
  'adminIdle',
  'adminMax',
  'kind',
  'actorId',
  'address',
  'requestId',
  'details',
  'replacedTokenHash',
  'preSessionHash',
  'nextPreSessionHash',
  'triedPhoneHash',
  'triedAddress',
  'triedFailures',
  'lastFailureAt',
] as const;

function valuesOf(
  session: NewSession,
  event: AuditEvent,
  password: ComparedPassword | null,
): Record<(typeof names)[number], StatementValue> {
  const { lives, address, ...columns } = session;
  return {
    ...auditColumns(event),
    ...columns,
    sessionAddress: address,
    hash: password?.hash ?? null,
    userIdle: lives.user.idle,
    userMax: lives.user.max,
    adminIdle: lives.admin.idle,
    adminMax: lives.admin.max,
    triedPhoneHash: password?.counted?.phoneHash ?? null,
    triedAddress: password?.counted?.address ?? null,
    triedFailures: password?.counted?.failures ?? null,
    lastFailureAt: password?.counted?.lastFailureAt ?? null,
  };
}

/**
 * Holds the account's row. Only if the account is active it writes the session and its audit row, ends the session
 * that the browser came with, takes along what was validated for single sign-on, and forgets the failures before a
 * right password. With a password it holds the credential's row too, in the order in which a reset does, and the
 * hash must still be the account's once both are held: PostgreSQL judges a locked row by its newest version.
 */
function statement(v: Readonly<Record<(typeof names)[number], unknown>>, withPassword: boolean): SQL {
  return sql`
    with account as materialized (
      select a.* from accounts a
      ${withPassword ? sql`join password_credentials p on p.account_id = a.id and p.hash = ${v.hash}` : sql``}
      where a.id = ${v.accountId}
      for no key update of ${withPassword ? sql`a, p` : sql`a`}
    ), active as (
      select id,
        case role when 'admin' then ${v.adminIdle}::int else ${v.userIdle}::int end as idle,
        case role when 'admin' then ${v.adminMax}::int else ${v.userMax}::int end as max
      from account where status = 'active'
    ), begun as (
      insert into sessions (id, token_hash, account_id, method, is_persistent, user_agent, address,
        idle_seconds, idle_expires_at, expires_at)
      select ${v.id}::text, ${v.tokenHash}::bytea, id, ${v.method}::text, ${v.isPersistent}::boolean,
        ${v.userAgent}::text, ${v.sessionAddress}::text, idle, now() + make_interval(secs => idle),
        now() + make_interval(secs => max)
      from active
      returning id, method, is_persistent, authenticated_at
    ), replaced as (
      delete from sessions using active where token_hash = ${v.replacedTokenHash}::bytea
    ), taken_along as (${copyTransactions(v.preSessionHash, v.nextPreSessionHash, sql`active`)}
    ), ${
      withPassword
        ? sql`${forgetFailures(
            {
              phoneHash: v.triedPhoneHash,
              address: v.triedAddress,
              failures: v.triedFailures,
              lastFailureAt: v.lastFailureAt,
            },
            sql`active`,
          )},`
        : sql``
    } written as (${auditInsert(
      {
        kind: v.kind,
        accountId: v.accountId,
        actorId: v.actorId,
        address: v.address,
        requestId: v.requestId,
        details: v.details,
      },
      sql`active`,
    )})
    select s.id, s.method, s.is_persistent as "isPersistent", s.authenticated_at as "authenticatedAt",
      false as "mayTouch", ${sql.raw(accountColumns)}, ${sql.raw(extraColumns('a.id'))}
    from account a left join begun s on true left join enterprises e on e.account_id = a.id`;
}

/** The row of an account that is not active has no session. */
type BegunRow = Omit<FoundRow, 'id'> & Extras & { id: string | null };

/**
 * Begins sessions; see `statement`. Gives the session as a look-up would find it, 'locked' for an account that is
 * not active, undefined when there is no such account, or it has another hash.
 */
export function createSessionBegin(client: Sql) {
  const prepared = prepareStatement<BegunRow, (typeof names)[number]>(client, names, (value) =>
    statement(value, true),
  );

  return {
    /** Within the transaction that spent the proof. */
    async within(tx: Queryable, session: NewSession, event: AuditEvent) {
      const [row] = await tx.execute<BegunRow>(statement(valuesOf(session, event, null), false));
      return begun(row);
    },

    /** By itself, where the proof is a password. Prepared: it is the dearest statement of a sign-in. */
    async forPassword(session: NewSession, event: AuditEvent, password: ComparedPassword) {
      const [row] = await prepared(valuesOf(session, event, password));
      return begun(row);
    },
  };
}

function begun(row: BegunRow | undefined) {
  if (!row) return undefined;
  const { id } = row;
  return id === null ? 'locked' : withExtras(toSession({ ...row, id }), row);
}
