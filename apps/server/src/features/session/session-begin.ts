import { is, Placeholder, sql, type SQL } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import type { Queryable, Sql } from '../../database/connection.ts';
import type { AccountStatus, Role } from '../../database/schema.ts';
import { auditColumns, auditInsert, type AuditEvent } from '../audit/audit.ts';
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
};
type Value = string | number | boolean | Buffer | null;

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
] as const;

function valuesOf(session: NewSession, event: AuditEvent, hash: string | null): Record<string, Value> {
  const { lives, address, ...columns } = session;
  return {
    ...auditColumns(event),
    ...columns,
    sessionAddress: address,
    hash,
    userIdle: lives.user.idle,
    userMax: lives.user.max,
    adminIdle: lives.admin.idle,
    adminMax: lives.admin.max,
  };
}

/**
 * Holds the account's row, and writes the session and its audit row only if the account is active. With a
 * password hash it holds the credential's row too, in the order in which a reset does, and the hash must still be
 * the account's once both are held: PostgreSQL judges a locked row by its newest version.
 */
function statement(value: Readonly<Record<string, unknown>>, withHash: boolean): SQL {
  const v = (name: (typeof names)[number]): unknown => value[name];
  return sql`
    with account as materialized (
      select a.id, a.role, a.status from accounts a
      ${withHash ? sql`join password_credentials p on p.account_id = a.id and p.hash = ${v('hash')}` : sql``}
      where a.id = ${v('accountId')}
      for no key update of ${withHash ? sql`a, p` : sql`a`}
    ), active as (
      select id,
        case role when 'admin' then ${v('adminIdle')}::int else ${v('userIdle')}::int end as idle,
        case role when 'admin' then ${v('adminMax')}::int else ${v('userMax')}::int end as max
      from account where status = 'active'
    ), begun as (
      insert into sessions (id, token_hash, account_id, method, is_persistent, user_agent, address,
        idle_seconds, idle_expires_at, expires_at)
      select ${v('id')}::text, ${v('tokenHash')}::bytea, id, ${v('method')}::text, ${v('isPersistent')}::boolean,
        ${v('userAgent')}::text, ${v('sessionAddress')}::text, idle, now() + make_interval(secs => idle),
        now() + make_interval(secs => max)
      from active
    ), written as (${auditInsert(
      {
        kind: v('kind'),
        accountId: v('accountId'),
        actorId: v('actorId'),
        address: v('address'),
        requestId: v('requestId'),
        details: v('details'),
      },
      sql`active`,
    )})
    select status from account`;
}

/** Begins sessions; see `statement`. Undefined when there is no such account, or it has another hash. */
export function createSessionBegin(client: Sql) {
  const placeholders = Object.fromEntries(names.map((name) => [name, sql.placeholder(name)]));
  const prepared = new PgDialect().sqlToQuery(statement(placeholders, true));
  const order = prepared.params.map((param) => (is(param, Placeholder) ? param.name : ''));

  return {
    /** Within the transaction that spent the proof. */
    async within(tx: Queryable, session: NewSession, event: AuditEvent): Promise<AccountStatus | undefined> {
      const values = valuesOf(session, event, null);
      const [account] = await tx.execute<{ status: AccountStatus }>(statement(values, false));
      return account?.status;
    },

    /**
     * By itself, where the proof is a password. Prepared once for each connection, which Drizzle's own `execute`
     * never is: it is the dearest statement of a sign-in.
     */
    async forHash(session: NewSession, event: AuditEvent, hash: string): Promise<AccountStatus | undefined> {
      const values = valuesOf(session, event, hash);
      const params = order.map((name) => values[name] ?? null);
      const [account] = await client.unsafe<{ status: AccountStatus }[]>(prepared.sql, params, {
        prepare: true,
      });
      return account?.status;
    },
  };
}
